/*
 * count_outside - counts the indices of a list that are out of range: below 0, or at least `limit`.
 * Each item counts `most` of them, `step` apart. The sum is added in two halves, as not all devices
 * have 64-bit atomics.
 */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_count_outside(__global const CLR_STORED *list, const ulong first, const ulong most,
                       const ulong limit, __global const ulong *counts, const ulong count_index,
                       const ulong apart, const ulong step, const ulong share,
                       __global uint *outside)
{
    const ulong count = clr_count_there(counts, count_index, most);
    ulong entry = get_global_id(0) * apart;
    uint  found = 0; /* a share has fewer than 2^32 */

    for (ulong k = 0; k < share && entry < count; k++, entry += step)
        found += (ulong)list[first + entry] < limit ? 0 : 1;
    if (found) {
        const uint before = atomic_add(&outside[0], found);

        if (before + found < found)
            atomic_add(&outside[1], 1u);
    }
}
