/* along - the steps of a mask of contiguous elements: a vector's bits or bytes are neighbours.
 * Defines the macros of cl/mask/span.cl; masks with strides have cl/mask/axes.cl. */
#define CLR_ALSO_CLR_POINTER_FIELD                                                                 \
    __global const uchar *mask;                                                                    \
    ulong mask_at;
#define CLR_ALSO_CLR_SET_INPUT                                                                     \
    span.mask    = mask;                                                                           \
    span.mask_at = mask_first;
#define CLR_ALSO_CLR_MOVE_ON  span.mask_at += first;
#define CLR_ALSO_CLR_BEGIN_AT span->mask_at += begin;
