/* take_near_some - as cl/label/take_near.cl, where not all elements count: cl/label/take_some.cl. */
/*
 * needs:    CLR_GROUP_SIZE CLR_EACH_INPUT CLR_INPUT_PARAMETER clr_told CLR_NEAR_PARAMETER
 *           clr_memory clr_count_there clr_count_from clr_near clr_span CLR_NEAR_AT CLR_CELL_LONGS
 *           CLR_NEAR_SPACE CLR_ITEM CLR_ITEMS clr_near_clear CLR_GROUP_BARRIER CLR_SET_INPUT
 *           clr_inputs clr_read_inputs CLR_COUNTS_READ clr_label_at clr_near_take clr_change_of
 *           clr_tell_outside clr_near_hand_over clr_cells_of
 * provides: clr_reduce_near
 */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce_near(CLR_EACH_INPUT(CLR_INPUT_PARAMETER) const ulong count, const ulong base,
                     const ulong n, __global const uint *labels, const ulong first_label,
                     const uint words, const uint is_signed, __global ulong *numbers,
                     __global uint *seen, const ulong results, __global clr_told *told,
                     __global uint *outside, const ulong between, const ulong rows_apart,
                     const ulong apart, const ulong step, const ulong most,
                     __global const ulong *counts, const ulong count_index, CLR_NEAR_PARAMETER)
{
    const clr_memory memory = {0};
    const ulong there = clr_count_there(counts, count_index, n);
    const ulong own   = clr_count_from(there, base, count);
    clr_near near;
    ulong    element = get_global_id(0) * apart;
    uint     strays  = 0;
    clr_span span;

    near.cells = CLR_NEAR_AT;
    near.size  = (uint)(results * CLR_CELL_LONGS);
    near.seen  = (CLR_NEAR_SPACE uint *)(near.cells + near.size);
    for (uint i = CLR_ITEM; i < near.size; i += CLR_ITEMS)
        clr_near_clear(near, i);
    for (uint label = CLR_ITEM; label < results; label += CLR_ITEMS)
        near.seen[label] = 0;
    CLR_GROUP_BARRIER
    CLR_EACH_INPUT(CLR_SET_INPUT)
    span.aligned = true;
    span.alike   = true;
    for (ulong k = 0; k < most && element < own; k++, element += step) {
        const clr_inputs inputs = clr_read_inputs(span, element);

        if (CLR_COUNTS_READ(inputs)) {
            const ulong label =
                clr_label_at(labels + first_label * words, element, words, is_signed);

            if (label < results)
                clr_near_take(near, (uint)label, (uint)results,
                              clr_change_of(memory, inputs, base + element, there));
            else
                strays++;
        }
    }
    clr_tell_outside(outside, strays);
    CLR_GROUP_BARRIER
    clr_near_hand_over(near, clr_cells_of(numbers, between, rows_apart), (uint)results, told);
    for (uint label = CLR_ITEM; label < results; label += CLR_ITEMS)
        if (near.seen[label])
            atomic_or(&seen[label], near.seen[label]);
}
