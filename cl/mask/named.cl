/* named - a mask where a list of indices names the elements: it is read by the index, as the inputs
 * are. Defines the macros of cl/mask/span.cl. */
#define CLR_ALSO_CLR_POINTER_FIELD                                                                 \
    __global const uchar *mask;                                                                    \
    ulong mask_at;
#define CLR_ALSO_CLR_SET_INPUT                                                                     \
    span.mask    = mask;                                                                           \
    span.mask_at = mask_first;
#define CLR_ALSO_CLR_MOVE_ON    /* along the list */
#define CLR_ALSO_CLR_BEGIN_AT   /* likewise */
#define CLR_ALSO_CLR_MOVE_INPUT span->mask_at += (ulong)offset;
#define CLR_ALSO_CLR_STEP_TO    span->mask_at += (ulong)(index * shape->axes[axis].step);
