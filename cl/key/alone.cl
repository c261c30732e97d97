/* alone - an item alone, on a CPU, walks its chunk of keys for begins of runs, one by one. In
 * groups cl/key/together.cl does. */
#define CLR_COUNT_PLACE
#define CLR_TELL_PLACE
#define CLR_COUNT_ARGUMENT
#define CLR_TELL_ARGUMENTS
#define CLR_COUNT_OF(bytes, type)                                                                  \
    if (size == bytes)                                                                             \
        for (ulong i = next; i < end; i++)                                                         \
            count += ((__global const type *)keys)[i] != ((__global const type *)keys)[i - 1];
#define CLR_TELL_OF(bytes, type)                                                                   \
    if (size == bytes)                                                                             \
        for (ulong i = next; i < end; i++)                                                         \
            if (((__global const type *)keys)[i] != ((__global const type *)keys)[i - 1])          \
                clr_tell_run(arrays, keys, size, run++, i);

/* The number of begins in the chunk. */
CLR_FN ulong clr_count_stretch(__global const uchar *keys, const uint size, const ulong begin,
                               const ulong end)
{
    const ulong next  = max(begin, (ulong)1);
    ulong       count = begin == 0 && begin < end;

    CLR_EACH_KEY(CLR_COUNT_OF)
    return count;
}

/* Writes the chunk's begins, from number `first` on. */
CLR_FN void clr_tell_stretch(const clr_run_arrays arrays, __global const uchar *keys,
                             const uint size, const ulong begin, const ulong end, const ulong first)
{
    const ulong next = max(begin, (ulong)1);
    ulong       run  = first;

    if (begin == 0 && begin < end)
        clr_tell_run(arrays, keys, size, run++, begin);
    CLR_EACH_KEY(CLR_TELL_OF)
}
