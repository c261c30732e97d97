/*
 * mark_runs - marks where runs of equal keys begin, a bit an element, and counts the begins in each
 * group's chunk of the keys: the first launch of runs that are folded as they are found
 * (cl/reduce_runs.cl). Reading a bit an element costs less than reading keys again: 212 us for 264
 * (docs/history/2026-11-23-columns-masks-keys-labels.md, "Runs of equal keys"). An item compares
 * CLR_MARK_KEYS (8) neighbours at a time, a byte of marks, loaded as a vector if aligned; keys of
 * any type are compared as integers of their size, that is, by their bits.
 */
/* A bit for each of 8 keys: whether it differs from the key in front of it. `last` is the key in
 * front of the first. */
#define CLR_DIFFER(v, last)                                                                        \
    ((uint)((v).s0 != (last)) | (uint)((v).s1 != (v).s0) << 1 | (uint)((v).s2 != (v).s1) << 2 |    \
     (uint)((v).s3 != (v).s2) << 3 | (uint)((v).s4 != (v).s3) << 4 |                               \
     (uint)((v).s5 != (v).s4) << 5 | (uint)((v).s6 != (v).s5) << 6 | (uint)((v).s7 != (v).s6) << 7)

#define CLR_MARKS_OF(bytes, type)                                                                  \
    if (size == bytes) {                                                                           \
        __global const type *at = (__global const type *)keys;                                     \
                                                                                                   \
        if (is_whole) {                                                                            \
            const type##8 loaded = *(__global const type##8 *)(at + first);                        \
                                                                                                   \
            marks = CLR_DIFFER(loaded, at[first - (first != 0)]);                                  \
        } else {                                                                                   \
            for (ulong i = first; i < end && i < first + CLR_MARK_KEYS; i++)                       \
                marks |= (uint)(at[i] != at[i - (i != 0)]) << (uint)(i - first);                   \
        }                                                                                          \
    }

/* Marks of the keys from number `first` on, at most 8 and none from number `end` on. The first key
 * of all begins a run; it is compared with itself, as no key is in front of it. */
CLR_FN uint clr_marks_at(__global const uchar *keys, const uint size, const ulong first,
                         const ulong end)
{
    const bool is_whole = first + CLR_MARK_KEYS <= end &&
                          (ulong)(uintptr_t)keys % (size * CLR_MARK_KEYS) == 0;
    uint marks = 0;

    CLR_EACH_KEY(CLR_MARKS_OF)
    return first == 0 ? marks | 1 : marks;
}

/* Each group marks the `length` keys of its chunk, a multiple of 8, so that no byte of `heads` has
 * marks of two groups. `there`, unless it is NULL, holds the number of keys. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_mark_runs(__global const uchar *keys, const ulong first_key, const uint size,
                   const ulong most_keys, const ulong length, __global const ulong *there,
                   const ulong there_index, __global uchar *heads, __global ulong *counts)
{
    __local ulong sums[2 * CLR_GROUP_SIZE];
    const ulong n     = there ? min(there[there_index], most_keys) : most_keys;
    const ulong begin = get_group_id(0) * length;
    const ulong end   = min(begin + length, n);
    ulong own = 0;
    ulong all;

    for (ulong first = begin + CLR_ITEM * CLR_MARK_KEYS; first < end;
         first += CLR_GROUP_SIZE * CLR_MARK_KEYS) {
        const uint marks = clr_marks_at(keys + first_key * size, size, first, end);

        heads[first / CLR_MARK_KEYS] = (uchar)marks;
        own += popcount(marks);
    }
    clr_sum_before(sums, CLR_GROUP_SIZE, own, &all);
    if (CLR_ITEM == 0)
        counts[get_group_id(0)] = all;
}
