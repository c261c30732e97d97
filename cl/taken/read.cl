/* read - what CLR_ALSO_DO is of elements that have been read: whether they are taken, as 0 or -1. */
#define CLR_ALSO_CLR_INPUT_FIELD   CLR_WIDE(CLR_TAKEN) taken;

/* cl/read/by_index.cl */
#define CLR_ALSO_CLR_READ_AT       inputs.taken = at < span.limit ? -1 : 0;
#define CLR_ALSO_CLR_LANES_FIELD   CLR_TAKEN taken[CLR_WIDTH];
#define CLR_ALSO_CLR_READ_LANE     each.each.taken[lane] = at < span.limit ? -1 : 0;

/* cl/load/items.cl */
#define CLR_ALSO_CLR_LANE_FIELD    CLR_TAKEN taken[CLR_LANES];
#define CLR_ALSO_CLR_SET_LANE      each.each.taken[lane] = one.taken;
#define CLR_ALSO_CLR_TURN_LANE     block[first + e].each.taken[lane] = row.each.taken[e];

/* Maps and conditions take no notice of it. */
#define CLR_ALSO_CLR_NAME_INPUT
#define CLR_ALSO_CLR_LANE_OF_INPUT one.taken = -1;
