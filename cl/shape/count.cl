/*
 * count - how many elements there are where memory says so: no more than the host has said.
 */
CLR_FN ulong clr_count_there(__global const ulong *counts, const ulong index, const ulong most)
{
    return counts ? min(counts[index], most) : most;
}

/* Of `count` elements from number `base` on those that are there. */
CLR_FN ulong clr_count_from(const ulong there, const ulong base, const ulong count)
{
    return base < there ? min(there - base, count) : 0;
}
