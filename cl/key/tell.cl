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
typedef struct clr_told {
    __global ulong *begins; /* of `most` runs, and the last run's end */
    __global uchar *unique; /* NULL, or the keys of runs from number `place` on; likewise ... */
    __global ulong *ends;
    ulong place;
    ulong most;
} clr_told;

CLR_FN void clr_copy_key(__global uchar *unique, const ulong place, __global const uchar *keys,
                         const ulong element, const uint size)
{
    CLR_EACH_KEY(CLR_COPY_KEY)
}

/* Run `run` ends before element `element`. */
CLR_FN void clr_tell_end(const clr_told told, const ulong run, const ulong element)
{
    if (told.ends && run < told.most)
        told.ends[told.place + run] = element;
}

CLR_FN void clr_tell_run(const clr_told told, __global const uchar *keys, const uint size,
                         const ulong run, const ulong element)
{
    if (run > told.most)
        return;
    told.begins[run] = element;
    if (run)
        clr_tell_end(told, run - 1, element);
    if (told.unique && run < told.most)
        clr_copy_key(told.unique, told.place + run, keys, element, size);
}
