/*
 * take_some - cl/label/take.cl where some elements are not taken: what was read tells, and
 * `counts`, unless it is NULL, holds the number of elements. An element not taken has no label, and
 * is not out of range either.
 */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce(CLR_EACH_INPUT(CLR_INPUT_PARAMETER) const ulong count, const ulong base,
                const ulong n, __global const uint *labels, const ulong first_label,
                const uint words, const uint is_signed, __global ulong *numbers,
                __global uint *seen, const ulong results, __global clr_told *told,
                __global uint *outside, const ulong between, const ulong rows_apart,
                const ulong apart, const ulong step, const ulong most,
                __global const ulong *counts, const ulong count_index, const uint turn)
{
    const clr_memory memory = {0};
    const clr_cells  cells  = clr_cells_of(numbers, between, rows_apart);
    const ulong there = clr_count_there(counts, count_index, n);
    const ulong own   = clr_count_from(there, base, count);
    ulong    element  = get_global_id(0) * apart;
    uint     rows     = 0;
    uint     strays   = 0;
    clr_span span;

    CLR_EACH_INPUT(CLR_SET_INPUT)
    span.aligned = true;
    span.alike   = true;
    for (ulong k = 0; k < most && element < own; k++, element += step) {
        const clr_inputs inputs = clr_read_inputs(span, element);

        if (CLR_COUNTS_READ(inputs)) {
            const ulong label =
                clr_label_at(labels + first_label * words, element, words, is_signed);

            if (label < results) {
                const uint met = clr_cell_take(memory, clr_cell_of(cells, label), rows_apart,
                                               inputs, base + element, there, turn, &rows);

                if (met)
                    clr_meet(seen, told, label, met);
            } else {
                strays++;
            }
        }
    }
    clr_tell_rows(told, rows);
    if (turn == 0)
        clr_tell_outside(outside, strays);
}
