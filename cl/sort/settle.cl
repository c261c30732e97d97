/*
 * settle - of elements that are sorted, where not all count: how many of those that do are outside, and
 * how many indices of a list name nothing; and in place of an entry of a list the element that it
 * names.
 */
/*
 * needs:    CLR_GROUP_SIZE CLR_LIST_OF_INDICES clr_index_at
 * provides: clr_settle_labels
 */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_settle_labels(__global const uint *numbers, __global const uint *begins,
                       const uint results, const uint count, __global ulong *outside,
                       CLR_LIST_OF_INDICES, __global uint *elements, __global ulong *nothing)
{
    const ulong items = get_global_size(0);

    for (ulong i = get_global_id(0); elements && i < begins[results]; i += items)
        elements[i] = (uint)clr_index_at(indices + first_index * index_words, index_words,
                                         index_is_signed, numbers[i]);
    if (get_global_id(0) == 0 && outside)
        *outside = begins[results + 1] - begins[results];
    if (get_global_id(0) == 0 && nothing)
        *nothing = count - begins[results + 2];
}
