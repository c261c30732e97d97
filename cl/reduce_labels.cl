/*
 * reduce_labels - results by label: each element is folded into its label's cell by atomics,
 * whichever item takes it; then cells become results. In all kernels of labels an item takes `most`
 * elements or cells at a stride of `step`, from `apart` times its global number on
 * (src/shape/cells/label_grid.h).
 *
 * A cell is CLR_CELL_LONGS numbers of 64 bits, of an exact sum a row of binades each
 * (cl/label/rows.cl). Either a cell's numbers are neighbours: few labels' first numbers are then in
 * many cache lines, where atomics wait for each other less. Or row 0 of all labels comes first,
 * then row 1, and so on: most data change few rows, which so stay in a cache, and items with
 * neighbouring labels read neighbouring numbers. Cells are blank between runs: the kernel that
 * reads a cell clears it, and skips rows that no element of the run has changed.
 */
#define CLR_ALL_ROWS 0xffffffffu /* CLR_ROW_BIT of every row, as carries may change any */

/*
 * A plain read of a word in which other items set bits, or store one value for good, by atomics: an
 * item that sees the bit may rely on it; if not it uses an atomic, too. By the letter a race, which
 * saves the cost of an atomic; an atomic where races are searched for (tests/oclgrind.sh).
 */
#ifdef CLREDUCE_RACES_ARE_SOUGHT
#define CLR_LOOK(word) atomic_or(word, 0u)
#else
#define CLR_LOOK(word) (*(word))
#endif

/* What a plan remembers of its cells: kernels of one launch leave it to kernels of the next. */
typedef struct clr_told {
    uint rows;       /* CLR_ROW_BIT of rows that some label's elements have changed in this run */
    uint minus_zero; /* some element was -0 */
    uint is_broken;  /* cells were changed, but a run has not come to its end */
    uint gap;        /* nothing: aligns what follows */
    ulong ready;     /* labels whose cells are blank (clr_tell_ready() in cl/label/end.cl) */
} clr_told;

typedef struct clr_cells {
    __global ulong *at;
    ulong between; /* from a label's cell to the next */
    ulong apart;   /* from a cell's number to the next: `rows_apart` of the kernels */
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

/* The first parameters of kernels that fold elements into cells; `counts`, unless it is NULL, has
 * the number of elements. An element that is not taken has no label, and does not count as
 * outside. */
#define CLR_LABEL_PARAMETERS                                                                       \
    CLR_INPUT_PARAMETERS const ulong count, const ulong base, const ulong n,        \
        __global const uint *labels, const ulong first_label, const uint words,                    \
        const uint is_signed, CLR_LABELS_PARAMETERS __global ulong *numbers, __global uint *seen,  \
        const ulong results, __global clr_told *told, __global uint *outside, const ulong between, \
        const ulong rows_apart, const ulong apart, const ulong step, const ulong most,             \
        __global const ulong *counts, const ulong count_index

/* Before a run: blanks cells that no run has used yet, or all of them after a run that has not come
 * to its end, and resets what the run counts. In either order the cells of the first L labels fill
 * the first L * CLR_CELL_LONGS numbers, so that those of further labels are one range. `outside`,
 * unless it is NULL, counts elements whose label has no result: the lower and the upper 32 bits. */
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

/* Counts elements whose label has no result, if the caller wants the count. */
CLR_FN void clr_tell_outside(__global uint *outside, const uint strays)
{
    if (outside && strays) {
        const uint before = atomic_add(&outside[0], strays);

        if (before + strays < strays)
            atomic_add(&outside[1], 1u);
    }
}

/* Notes CLR_ROW_BIT of rows that an item, or a group, has changed. All items of a launch over
 * elements call it, or each group's first: so the launch's first item notes for all of them that
 * cells may not be blank. */
CLR_FN void clr_tell_rows(volatile __global clr_told *told, const uint rows)
{
    if (get_global_id(0) == 0)
        told->is_broken = 1;
    if (rows)
        atomic_or(&told->rows, rows);
}

/* Sets a label's `seen` bits: elements before have mostly set them, and then a look is enough. */
CLR_FN void clr_mark_seen(volatile __global uint *seen, volatile __global clr_told *told,
                          const ulong label, const uint met)
{
    if (met & ~CLR_LOOK(&seen[label]))
        atomic_or(&seen[label], met);
    if ((met & CLR_MET_MINUS_ZERO) && !CLR_LOOK(&told->minus_zero))
        atomic_or(&told->minus_zero, 1u);
}
