/*
 * count_outside - how many indices of a list name nothing: those that are below 0, or `limit` or
 * more. Items take so many as the host says, from one that is so far from the last item's. The sum
 * is two halves, as not all devices have atomics of 64 bits.
 */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_count_outside(__global const CLR_STORED *list, const ulong first, const ulong most,
                       const ulong limit, __global const ulong *counts, const ulong count_index,
                       const ulong apart, const ulong step, const ulong share,
                       __global uint *outside)
{
    const ulong count = clr_count_there(counts, count_index, most);
    ulong entry = get_global_id(0) * apart;
    uint  found = 0; /* a share is of less than 2^32 */

    for (ulong k = 0; k < share && entry < count; k++, entry += step)
        found += (ulong)list[first + entry] < limit ? 0 : 1;
    if (found) {
        const uint before = atomic_add(&outside[0], found);

        if (before + found < found)
            atomic_add(&outside[1], 1u);
    }
}
