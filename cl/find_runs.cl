/*
 * find_runs - finds where runs of equal keys begin, in three launches: groups count the begins in
 * their chunks (stretches) of the keys, one group scans the counts, and groups write the begins of
 * their chunks, whose numbers are now known. The third launch skips chunks without begins to write:
 * their loops end at once, as groups must not return before a barrier. `there`, unless it is NULL,
 * holds the number of keys.
 */
#define CLR_THERE_PARAMETERS __global const ulong *there, const ulong there_index

__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_count_runs(__global const uchar *keys, const ulong first_key, const uint size,
                    const ulong most_keys, const ulong length, __global ulong *counts,
                    CLR_THERE_PARAMETERS)
{
    CLR_COUNT_PLACE
    const ulong n     = clr_count_there(there, there_index, most_keys);
    const ulong begin = get_group_id(0) * length;
    const ulong count = clr_count_stretch(CLR_COUNT_ARGUMENT keys + first_key * size, size, begin,
                                          min(begin + length, n));

    if (CLR_ITEM == 0)
        counts[get_group_id(0)] = count;
}

/* Replaces each chunk's count by the sum of earlier counts; the total goes behind the last. */
__kernel __attribute__((reqd_work_group_size(CLR_SECOND_GROUP_SIZE, 1, 1)))
void clr_add_runs(__global ulong *counts, const uint stretches, const ulong most_keys,
                  __global ulong *begins, __global ulong *ends, const ulong place, const ulong most,
                  __global ulong *count, CLR_THERE_PARAMETERS)
{
    __local ulong sums[2 * CLR_SECOND_GROUP_SIZE];
    const ulong          n      = clr_count_there(there, there_index, most_keys);
    const clr_run_arrays arrays = {begins, NULL, ends, place, most};
    const ulong all = clr_add_counts(sums, counts, stretches);

    if (CLR_ITEM == 0) {
        counts[stretches] = all;
        if (count)
            *count = all;
        if (all <= most)
            begins[all] = n;
        if (all)
            clr_tell_end(arrays, all - 1, n);
    }
}

__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_tell_runs(__global const uchar *keys, const ulong first_key, const uint size,
                   const ulong most_keys, const ulong length, __global const ulong *counts,
                   __global ulong *begins, __global uchar *unique, __global ulong *ends,
                   const ulong place, const ulong most, CLR_THERE_PARAMETERS)
{
    CLR_TELL_PLACE
    const clr_run_arrays arrays = {begins, unique, ends, place, most};
    const ulong n     = clr_count_there(there, there_index, most_keys);
    const ulong first = counts[get_group_id(0)];
    const ulong next  = counts[get_group_id(0) + 1];
    const ulong begin = get_group_id(0) * length;
    const ulong end   = first < next && first <= most ? min(begin + length, n) : begin;

    clr_tell_stretch(CLR_TELL_ARGUMENTS arrays, keys + first_key * size, size, begin, end, first);
}
