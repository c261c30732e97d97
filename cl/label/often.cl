/*
 * often - a group's cache of frequent labels' sums in local memory: a place belongs to the number
 * (label and row) that claimed it first. Labels that most elements have soon own a place, and
 * groups' atomics need not wait for each other at those labels' cells: Zipf's 2^14 labels took 13.8
 * ms of an H200, and 0.5 so (docs/history/2026-11-23-columns-masks-keys-labels.md, "Labels").
 * Elements of other labels are added to their cells. A number has two candidate places.
 */
#define CLR_NO_NUMBER     0xffffffffu
#define CLR_LABELS_PLACED (CLR_NO_NUMBER / CLR_CELL_LONGS) /* larger labels have no place */

typedef struct clr_sum_cache {
    volatile __local uint *rows;    /* changed rows: CLR_ROW_BIT */
    volatile __local uint *numbers; /* a place's owner, label and row, or CLR_NO_NUMBER */
    volatile __local uint *halves;  /* the places' sums, lower halves first */
    clr_cells cells;                /* the labels' cells in global memory */
    uint count;                     /* even */
} clr_sum_cache;

CLR_FN clr_sum_cache clr_sum_cache_of(__local ulong *local_cells, const clr_cells cells,
                                      const uint count)
{
    __local uint       *words = (__local uint *)local_cells;
    const clr_sum_cache cache = {words, words + 1, words + 1 + count, cells, count};

    return cache;
}

CLR_FN void clr_clear_cache(const clr_sum_cache cache)
{
    if (CLR_ITEM == 0)
        *cache.rows = 0;
    for (uint i = CLR_ITEM; i < cache.count; i += CLR_ITEMS) {
        cache.numbers[i]              = CLR_NO_NUMBER;
        cache.halves[i]               = 0;
        cache.halves[cache.count + i] = 0;
    }
}

/* Adds x to a place; returns false, and adds nothing, if another number owns the place. */
CLR_FN bool clr_add_to_place(const clr_sum_cache cache, const uint place, const uint number,
                             const ulong x)
{
    uint owner = CLR_LOOK(&cache.numbers[place]);

    if (owner == CLR_NO_NUMBER)
        owner = atomic_cmpxchg(&cache.numbers[place], CLR_NO_NUMBER, number);
    if (owner != CLR_NO_NUMBER && owner != number)
        return false;
    clr_near_add(cache.halves + place, cache.count, x);
    return true;
}

CLR_FN void clr_add_to_cache(const clr_sum_cache cache, const ulong label, const uint row,
                             const ulong x)
{
    if (label < CLR_LABELS_PLACED) {
        const uint number = (uint)label * CLR_CELL_LONGS + row;
        const uint place  = mul_hi(number * 2654435769u, cache.count); /* Knuth's factor */

        if (clr_add_to_place(cache, place, number, x) ||
            clr_add_to_place(cache, place ^ 1, number, x))
            return;
    }
    clr_add_to(clr_cell_of(cache.cells, label) + row * cache.cells.apart, x);
}

CLR_FN void clr_flush_cache(const clr_sum_cache cache)
{
    for (uint i = CLR_ITEM; i < cache.count; i += CLR_ITEMS) {
        const uint  number = cache.numbers[i];
        const ulong sum    = (ulong)cache.halves[cache.count + i] << 32 | cache.halves[i];

        if (sum)
            clr_add_to(clr_cell_of(cache.cells, number / CLR_CELL_LONGS) +
                           number % CLR_CELL_LONGS * cache.cells.apart,
                       sum);
    }
}
