/*
 * axes - a mask with strides of its own along axes: cl/mask/span.cl. A span also knows whether its
 * vectors lie across the results: a vector's mask then steps along the fastest kept axis, else
 * along the fastest reduced one.
 */
#define CLR_ALSO_CLR_POINTER_FIELD                                                                 \
    __global const uchar *mask;                                                                    \
    ulong mask_at;                                                                                 \
    bool mask_is_across;
#define CLR_ALSO_CLR_SET_INPUT                                                                     \
    span.mask           = mask;                                                                    \
    span.mask_at        = mask_first;                                                              \
    span.mask_is_across = false;
#define CLR_ALSO_CLR_MOVE_ON     /* the first element's index moves, and finds the mask */
#define CLR_ALSO_CLR_STEP_FIELD  long mask;
#define CLR_ALSO_CLR_STEP_TO     span->mask_at += (ulong)(index * shape->axes[axis].mask);

/* for cl/shape/steps.cl */
#define CLR_ALSO_CLR_PLACE_FIELD long mask;
#define CLR_ALSO_CLR_NOWHERE     places.mask = 0;
#define CLR_ALSO_CLR_GO_ON       places.mask += index * shape->axes[axis].mask;

/* for cl/load/items.cl, cl/reduce_items.cl */
#define CLR_ALSO_CLR_LANE_FIELD  CLR_VALUE_TRUTH taken[CLR_LANES];
#define CLR_ALSO_CLR_MOVE_BY     span.mask_at += (ulong)places.mask;
#define CLR_ALSO_CLR_STEP_BY     span.mask_at += (ulong)((long)count * axis->mask);
#define CLR_ALSO_CLR_SET_LANE    each.each.taken[lane] = one.taken;
#define CLR_ALSO_CLR_TURN_LANE   block[first + e].each.taken[lane] = row.each.taken[e];
#define CLR_ALSO_CLR_ARE_WHOLE   span.mask_is_across = true;
#define CLR_ALSO_CLR_LIE_BESIDE  span.mask_is_across = true;
#define CLR_ALSO_CLR_LANE_BEGINS results->begins[lane].mask = (long)at * fastest->mask;
#define CLR_ALSO_CLR_LANE_IS_AT                                                                    \
    results->begins[lane].mask = (long)(span.mask_at - results->span.mask_at);
