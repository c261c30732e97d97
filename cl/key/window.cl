/*
 * window - local memory of a tile whose runs are folded while they are found: its elements and
 * cells, and the cells for the states of runs that end in it (cl/reduce_runs.cl).
 */
#define CLR_RUN_TILE  (CLR_RUN_ITEMS * CLR_RUN_ELEMENTS)
#define CLR_RUN_STAGE (2 * CLR_RUN_ITEMS) /* behind the cells of the items' scan */
/* One cell more for each item puts neighbours into different banks. */
#define CLR_RUN_PLACE(j) ((j) + (j) / CLR_RUN_ELEMENTS)
#define CLR_RUN_CELLS    (CLR_RUN_STAGE + CLR_RUN_PLACE(CLR_RUN_WINDOW))
#define CLR_RUN_AHEAD    32 /* tiles whose marks are read together */
#define CLR_RUN_VECTORS  (CLR_RUN_ELEMENTS / CLR_LANES)

/* The marks of `there` elements from `first` on, within a word. */
CLR_FN uint clr_heads_at(__global const uint *heads, const ulong first, const uint there)
{
    return there ? heads[first >> 5] >> (first & 31) & (uint)((1ul << there) - 1) : 0;
}

/* Cells for the runs that end in a tile, from run `first` on. */
typedef struct clr_window {
    uint first;
    uint cells;
} clr_window;

/* Writes an ended run's state to its cell, if it is in the window. */
CLR_FN void clr_stage_run(const clr_memory memory, const clr_window window, const uint number,
                          const clr_state state)
{
    if (number - window.first < window.cells)
        clr_put(memory, CLR_RUN_STAGE + CLR_RUN_PLACE(number - window.first), state);
}
