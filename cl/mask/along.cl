/* along - a mask of contiguous elements: the macros of cl/mask/span.cl that move along it. */
#define CLR_ALSO_CLR_POINTER_FIELD                                                                 \
    __global const uchar *mask;                                                                    \
    ulong mask_at;
#define CLR_ALSO_CLR_SET_INPUT                                                                     \
    span.mask    = mask;                                                                           \
    span.mask_at = mask_first;
#define CLR_ALSO_CLR_MOVE_ON  span.mask_at += first;
#define CLR_ALSO_CLR_BEGIN_AT span->mask_at += begin;
