/*
 * tell - writes the output of a run of equal keys at its begin, if there is room: the begin, the
 * previous run's end, the key. Keys are compared and copied as integers of their size, whatever
 * their type.
 */
#define CLR_EACH_KEY(DO) DO(1, uchar) DO(2, ushort) DO(4, uint) DO(8, ulong)
#define CLR_COPY_KEY(bytes, type)                                                                  \
    if (size == bytes)                                                                             \
        ((__global type *)unique)[place] = ((__global const type *)keys)[element];

/* The caller's arrays. */
typedef struct clr_run_arrays {
    __global ulong *begins; /* of `most` runs, and the last run's end */
    __global uchar *unique; /* NULL, or the keys of runs from number `place` on; likewise ... */
    __global ulong *ends;
    ulong place;
    ulong most;
} clr_run_arrays;

CLR_FN void clr_copy_key(__global uchar *unique, const ulong place, __global const uchar *keys,
                         const ulong element, const uint size)
{
    CLR_EACH_KEY(CLR_COPY_KEY)
}

/* Run `run` ends before element `element`. */
CLR_FN void clr_tell_end(const clr_run_arrays arrays, const ulong run, const ulong element)
{
    if (arrays.ends && run < arrays.most)
        arrays.ends[arrays.place + run] = element;
}

CLR_FN void clr_tell_run(const clr_run_arrays arrays, __global const uchar *keys, const uint size,
                         const ulong run, const ulong element)
{
    if (run > arrays.most)
        return;
    arrays.begins[run] = element;
    if (run)
        clr_tell_end(arrays, run - 1, element);
    if (arrays.unique && run < arrays.most)
        clr_copy_key(arrays.unique, arrays.place + run, keys, element, size);
}
