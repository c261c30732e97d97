/*
 * reduce_labels - an element goes to the cell of its label, whichever item takes it; what cells
 * come to are the results. Items take so many elements or cells as the host says, from one that is
 * so far from the last item's.
 *
 * A cell is CLR_CELL_LONGS numbers of 64 bits. They are neighbours, so that few labels' first numbers
 * are in many lines of a cache, where atomics wait for each other less; or the first ones of all
 * labels are, then come the second ones, and so on: most data lie in few rows, which so stay in a
 * cache, and items that look at neighbouring labels' cells read neighbouring numbers.
 *
 * Cells are blank between runs: who reads one leaves it so, and of rows that no element has changed
 * nobody reads any. A launch before makes those blank that no run has had yet.
 */
#define CLR_ALL_ROWS 0xffffffffu /* a carry may go to any */

/* What a word was a moment ago in which others, by atomics, set bits or put one value for good: who
 * sees either relies on it, who does not goes by an atomic. To the letter such a read is a race, and an
 * atomic costs what looking spares: it is one where races are sought (tests/oclgrind.sh). */
#ifdef CLR_RACES_ARE_SOUGHT
#define CLR_LOOK(word) atomic_or(word, 0u)
#else
#define CLR_LOOK(word) (*(word))
#endif

/* Of a plan's cells as a whole. */
typedef struct clr_told {
    uint rows;       /* those that a run has changed: CLR_ROW_BIT */
    uint minus_zero; /* whether some element was -0 */
    uint is_broken;  /* cells were changed, and not read: a run has not come to its end */
    uint gap;
    ulong ready; /* labels whose cells are blank */
} clr_told;

typedef struct clr_cells {
    __global ulong *at;
    ulong between; /* from a label's cell to the next one's */
    ulong apart;   /* from one of its numbers to the next */
} clr_cells;

CLR_FN clr_cells clr_cells_of(__global ulong *at, const ulong between, const ulong apart)
{
    const clr_cells cells = {at, between, apart};

    return cells;
}

CLR_FN __global ulong *clr_cell_of(const clr_cells cells, const ulong label)
{
    return cells.at + label * cells.between;
}

/* What kernels that take elements to cells are told first. */
#define CLR_LABEL_PARAMETERS                                                                       \
    CLR_EACH_INPUT(CLR_INPUT_PARAMETER) const ulong count, const ulong base, const ulong n,        \
        __global const uint *labels, const ulong first_label, const uint words,                    \
        const uint is_signed, __global ulong *numbers, __global uint *seen, const ulong results,   \
        __global clr_told *told, __global uint *outside, const ulong between,                      \
        const ulong rows_apart, const ulong apart, const ulong step,                               \
        const ulong most CLR_SOME_PARAMETERS

/* `outside`, if it is there, is how many elements belong to no result: two halves. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_label_begin(__global ulong *cells, __global uint *seen, const ulong results,
                     __global clr_told *told, __global uint *outside, const ulong apart,
                     const ulong step, const ulong most)
{
    const ulong ready = told->ready;
    const ulong first = (told->is_broken ? 0 : ready) * CLR_CELL_LONGS;
    const ulong end   = max(ready, results) * CLR_CELL_LONGS;
    ulong number      = get_global_id(0) * apart;

    if (get_global_id(0) == 0) {
        told->rows       = 0;
        told->minus_zero = 0;
        if (outside) {
            outside[0] = 0;
            outside[1] = 0;
        }
    }
    for (ulong k = 0; first < end && k < most && number < end; k++, number += step) {
        if (number < first)
            continue;
        cells[number] = clr_cell_blank();
        if (number % CLR_CELL_LONGS == 0)
            seen[number / CLR_CELL_LONGS] = 0;
    }
}

/* A label below 0 becomes one that is beyond any result. */
CLR_FN ulong clr_label_at(__global const uint *labels, const ulong number, const uint words,
                          const uint is_signed)
{
    const uint low = labels[number * words];

    if (words == 2)
        return (ulong)labels[number * 2 + 1] << 32 | low;
    return is_signed ? (ulong)(long)as_int(low) : (ulong)low;
}

/* So many more elements belong to no result, if anybody wants to know. */
CLR_FN void clr_tell_outside(__global uint *outside, const uint strays)
{
    if (outside && strays) {
        const uint before = atomic_add(&outside[0], strays);

        if (before + strays < strays)
            atomic_add(&outside[1], 1u);
    }
}

/* What an item, or a group, has done to cells. */
CLR_FN void clr_tell_rows(volatile __global clr_told *told, const uint rows)
{
    if (get_global_id(0) == 0)
        told->is_broken = 1;
    if (rows)
        atomic_or(&told->rows, rows);
}

/* What an element tells its label, which most often others have told before. */
CLR_FN void clr_meet(volatile __global uint *seen, volatile __global clr_told *told,
                     const ulong label, const uint met)
{
    if (met & ~CLR_LOOK(&seen[label]))
        atomic_or(&seen[label], met);
    if ((met & CLR_MET_MINUS_ZERO) && !CLR_LOOK(&told->minus_zero))
        atomic_or(&told->minus_zero, 1u);
}
