/*
 * sum_before - a group's exclusive scan by doubling steps through local memory, and the total.
 * `sums` has two words for each of `size` items.
 */
CLR_FN ulong clr_sum_before(__local ulong *sums, const uint size, const ulong own, ulong *all)
{
    uint  from = 0;
    ulong before;

    sums[CLR_ITEM] = own;
    CLR_GROUP_BARRIER
    for (uint step = 1; step < size; step *= 2) {
        const uint  to   = size - from;
        const ulong left = CLR_ITEM >= step ? sums[from + CLR_ITEM - step] : 0;

        sums[to + CLR_ITEM] = sums[from + CLR_ITEM] + left;
        from                = to;
        CLR_GROUP_BARRIER
    }
    before = sums[from + CLR_ITEM] - own;
    *all   = sums[from + size - 1];
    CLR_GROUP_BARRIER
    return before;
}
