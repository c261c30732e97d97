/* read - CLR_ALSO_DO of cl/taken/beside.cl for elements once read: whether they are taken, 0 or
 * -1. */
#define CLR_ALSO_CLR_INPUT_FIELD   CLR_WIDE(CLR_TAKEN) taken;

/* for cl/read/by_index.cl */
#define CLR_ALSO_CLR_READ_AT       inputs.taken = at < span.limit ? -1 : 0;
#define CLR_ALSO_CLR_LANES_FIELD   CLR_TAKEN taken[CLR_WIDTH];
#define CLR_ALSO_CLR_READ_LANE     each.each.taken[lane] = at < span.limit ? -1 : 0;

/* for cl/load/items.cl */
#define CLR_ALSO_CLR_LANE_FIELD    CLR_TAKEN taken[CLR_LANES];
#define CLR_ALSO_CLR_SET_LANE      each.each.taken[lane] = one.taken;
#define CLR_ALSO_CLR_TURN_LANE     block[first + e].each.taken[lane] = row.each.taken[e];

/* Maps and conditions do not use the mask: for them each element is taken (-1, all bits, as of a
 * vector's truth). */
#define CLR_ALSO_CLR_NAME_INPUT
#define CLR_ALSO_CLR_LANE_OF_INPUT one.taken = -1;
