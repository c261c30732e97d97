/* take - each element is folded into its label's cell. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce(CLR_EACH_INPUT(CLR_INPUT_PARAMETER) const ulong count, const ulong base,
                const ulong n, __global const uint *labels, const ulong first_label,
                const uint words, const uint is_signed, __global ulong *numbers,
                __global uint *seen, const ulong results, __global clr_told *told,
                __global uint *outside, const ulong between, const ulong rows_apart,
                const ulong apart, const ulong step, const ulong most, const uint turn)
{
    const clr_memory memory = {0};
    const clr_cells  cells  = clr_cells_of(numbers, between, rows_apart);
    ulong    element = get_global_id(0) * apart;
    uint     rows    = 0;
    uint     strays  = 0; /* a launch has fewer than 2^32 elements */
    clr_span span;

    CLR_EACH_INPUT(CLR_SET_INPUT)
    span.aligned = true;
    span.alike   = true;
    for (ulong k = 0; k < most && element < count; k++, element += step) {
        const ulong label = clr_label_at(labels + first_label * words, element, words, is_signed);

        if (label < results) {
            const uint met = clr_cell_take(memory, clr_cell_of(cells, label), rows_apart,
                                           clr_read_inputs(span, element), base + element, n, turn,
                                           &rows);

            if (met)
                clr_meet(seen, told, label, met);
        } else {
            strays++;
        }
    }
    clr_tell_rows(told, rows);
    if (turn == 0)
        clr_tell_outside(outside, strays);
}
