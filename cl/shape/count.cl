/* count - the number of elements from a device buffer, at most the number that the host passes. */
CLR_FN ulong clr_count_there(__global const ulong *counts, const ulong index, const ulong most)
{
    return counts ? min(counts[index], most) : most;
}

/* How many of `count` elements from number `base` on there are. */
CLR_FN ulong clr_count_from(const ulong there, const ulong base, const ulong count)
{
    return base < there ? min(there - base, count) : 0;
}
