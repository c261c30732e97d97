/*
 * window - of a tile whose runs are folded as they are found: how many elements and cells it has, and
 * where the states go of the runs that end in it (cl/reduce_runs.cl).
 */
#define CLR_RUN_TILE  (CLR_RUN_ITEMS * CLR_RUN_ELEMENTS)
#define CLR_RUN_STAGE (2 * CLR_RUN_ITEMS) /* behind the cells that items scan by */
/* A place more for each item, so that neighbours are in different banks. */
#define CLR_RUN_PLACE(j) ((j) + (j) / CLR_RUN_ELEMENTS)
#define CLR_RUN_CELLS    (CLR_RUN_STAGE + CLR_RUN_PLACE(CLR_RUN_WINDOW))
#define CLR_RUN_AHEAD    32 /* tiles that are looked at together */
#define CLR_RUN_VECTORS  (CLR_RUN_ELEMENTS / CLR_LANES)

/* The bits of `there` elements from `first` on, of one word. */
CLR_FN uint clr_heads_at(__global const uint *heads, const ulong first, const uint there)
{
    return there ? heads[first >> 5] >> (first & 31) & (uint)((1ul << there) - 1) : 0;
}

/* Where the states go of runs that end in a tile: cells for those from number `first` on, so many. */
typedef struct clr_window {
    uint first;
    uint cells;
} clr_window;

/* A run that ends: its state to its cell, if it is one of the window's. */
CLR_FN void clr_stage_run(const clr_memory memory, const clr_window window, const uint number,
                          const clr_state state)
{
    if (number - window.first < window.cells)
        clr_put(memory, CLR_RUN_STAGE + CLR_RUN_PLACE(number - window.first), state);
}
