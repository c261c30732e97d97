/* add_counts - adds up the chunks' counts of runs, so that each chunk knows the number of its first
 * run: an exclusive scan by one group (cl/find_runs.cl), in place; all its items get the total. An
 * item takes consecutive counts that no other one touches, and loads eight before it stores eight,
 * so that loads are in flight together. */
CLR_FN ulong clr_add_counts(__local ulong *sums, __global ulong *counts, const uint stretches)
{
    const uint share = (stretches + CLR_SECOND_GROUP_SIZE - 1) / CLR_SECOND_GROUP_SIZE;
    const uint first = min(CLR_ITEM * share, stretches);
    const uint end   = min(first + share, stretches);
    ulong own = 0;
    ulong all, before;

#pragma unroll 8
    for (uint i = first; i < end; i++)
        own += counts[i];
    before = clr_sum_before(sums, CLR_SECOND_GROUP_SIZE, own, &all);
    for (uint i = first; i < end; i += 8) {
        ulong counted[8];

#pragma unroll
        for (uint k = 0; k < 8; k++)
            counted[k] = counts[min(i + k, end - 1)];
#pragma unroll
        for (uint k = 0; k < 8; k++)
            if (i + k < end) {
                counts[i + k] = before;
                before += counted[k];
            }
    }
    return all;
}
