/*
 * reduce_labels - an element goes to the cell of its label, whichever item takes it; what cells
 * come to are the results. Cells are made ready in a launch before, and read in one behind. Items
 * take so many elements or cells as the host says, from one that is so far from the last item's.
 *
 * A cell is CLR_CELL_LONGS numbers of 64 bits. The first ones of all labels are neighbours, then
 * come the second ones, and so on: most data lie in few rows, which so stay in a cache, and items
 * that look at neighbouring labels' cells read neighbouring numbers.
 */
/*
 * needs:    CLR_GROUP_SIZE clr_cell_clear
 * provides: clr_label_begin clr_label_at clr_tell_outside
 */
/* `outside`, if it is there, is how many elements belong to no result: two halves. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_label_begin(__global ulong *cells, __global uint *seen, const ulong results,
                     __global uint *outside, const ulong apart, const ulong step, const ulong most)
{
    ulong label = get_global_id(0) * apart;

    if (outside && get_global_id(0) == 0) {
        outside[0] = 0;
        outside[1] = 0;
    }
    for (ulong k = 0; k < most && label < results; k++, label += step) {
        clr_cell_clear(cells + label, results);
        seen[label] = 0;
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
