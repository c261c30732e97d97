/*
 * count - the number of elements from a device buffer, at most the number that the host passes; in
 * plans whose host always knows the number, that number, with no register for the buffer.
 */
CLR_FN bool clr_counts_are_there(__global const ulong *counts)
{
    return CLR_COUNT_IN_MEMORY && counts;
}

CLR_FN ulong clr_count_there(__global const ulong *counts, const ulong index, const ulong most)
{
    return clr_counts_are_there(counts) ? min(counts[index], most) : most;
}

/* How many of `count` elements from number `base` on there are: all, if the host knows the number. */
CLR_FN ulong clr_count_from(const ulong there, const ulong base, const ulong count)
{
    if (!CLR_COUNT_IN_MEMORY)
        return count;
    return base < there ? min(there - base, count) : 0;
}
