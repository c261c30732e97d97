/*
 * take_near - each element goes to what its item, which is a group, has of its label.
 */
/*
 * needs:    CLR_GROUP_SIZE CLR_EACH_INPUT CLR_INPUT_PARAMETER clr_told CLR_SOME_PARAMETERS
 *           clr_memory CLR_ALL_COUNT CLR_OWN_COUNT clr_near clr_span CLR_SET_INPUT clr_near_of
 *           clr_cells_of clr_near_clear clr_near_look clr_read_inputs clr_near_looked clr_inputs
 *           clr_near_bring clr_label_at CLR_GOES clr_near_take clr_change_of clr_tell_outside
 *           clr_tell_rows clr_near_hand_over
 * provides: CLR_LOOKS CLR_AHEAD CLR_BROUGHT clr_reduce_near
 */
#define CLR_LOOKS 16u /* elements that tell which rows an item has */
#define CLR_AHEAD 32u /* elements between that whose number is brought and that which is added, ... */
#define CLR_BROUGHT (64u << 10) /* ... where numbers are more than a core's cache has */

__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_reduce_near(CLR_EACH_INPUT(CLR_INPUT_PARAMETER) const ulong count, const ulong base,
                     const ulong n, __global const uint *labels, const ulong first_label,
                     const uint words, const uint is_signed, __global ulong *numbers,
                     __global uint *seen, const ulong results, __global clr_told *told,
                     __global uint *outside, const ulong between, const ulong rows_apart,
                     const ulong apart, const ulong step, const ulong most CLR_SOME_PARAMETERS,
                     __global ulong *near_numbers, const uint longs, const uint rows)
{
    const clr_memory memory = {0};
    const ulong all   = CLR_ALL_COUNT;
    const bool  brings = results * longs > CLR_BROUGHT;
    const ulong first = get_global_id(0) * apart;
    const ulong own   = min(CLR_OWN_COUNT, first + most);
    __global const uint *own_labels = labels + first_label * words;
    uint     top      = 0;
    uint     others   = 0;
    uint     row      = 0; /* of the window, that an element was of: so is the next one, most likely */
    uint     strays   = 0;
    clr_near near;
    clr_span span;

    CLR_EACH_INPUT(CLR_SET_INPUT)
    span.aligned = true;
    span.alike   = true;
    near = clr_near_of(near_numbers, clr_cells_of(numbers, between, rows_apart), (uint)results,
                       longs, rows);
    clr_near_clear(near);
    for (ulong i = first; i < min(own, first + CLR_LOOKS); i++)
        top = max(top, clr_near_look(memory, clr_read_inputs(span, i), base + i, all));
    near = clr_near_looked(near, top);
    for (ulong i = first; i < own; i++) {
        const clr_inputs inputs = clr_read_inputs(span, i);

        if (brings && i + CLR_AHEAD < own)
            clr_near_bring(near, row, clr_label_at(own_labels, i + CLR_AHEAD, words, is_signed));
        if (CLR_GOES(inputs)) {
            const ulong label = clr_label_at(own_labels, i, words, is_signed);

            if (label < results)
                row = clr_near_take(near, (uint)label,
                                    clr_change_of(memory, inputs, base + i, all), &others);
            else
                strays++;
        }
    }
    clr_tell_outside(outside, strays);
    clr_tell_rows(told, others | clr_near_hand_over(near, seen));
}
