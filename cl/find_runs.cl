/*
 * find_runs - where runs of equal keys begin. A launch counts those that begin in each group's
 * stretch of the keys, one group of a second adds these counts up, and with that the groups of a
 * third know which number a run has that begins in theirs. Stretches in which none begins that
 * there is room for are not looked at again: their loops end where they begin, as groups leave no
 * kernel in front of a barrier. `there`, unless it is NULL, has the number of keys.
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

/* In place of a stretch's count: what those before it come to. Behind the last: what all do. */
__kernel __attribute__((reqd_work_group_size(CLR_SECOND_GROUP_SIZE, 1, 1)))
void clr_add_runs(__global ulong *counts, const uint stretches, const ulong most_keys,
                  __global ulong *begins, __global ulong *ends, const ulong place, const ulong most,
                  __global ulong *count, CLR_THERE_PARAMETERS)
{
    __local ulong sums[2 * CLR_SECOND_GROUP_SIZE];
    const ulong    n     = clr_count_there(there, there_index, most_keys);
    const clr_told told  = {begins, NULL, ends, place, most};
    const ulong all = clr_add_counts(sums, counts, stretches);

    if (CLR_ITEM == 0) {
        counts[stretches] = all;
        if (count)
            *count = all;
        if (all <= most)
            begins[all] = n;
        if (all)
            clr_tell_end(told, all - 1, n);
    }
}

__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_tell_runs(__global const uchar *keys, const ulong first_key, const uint size,
                   const ulong most_keys, const ulong length, __global const ulong *counts,
                   __global ulong *begins, __global uchar *unique, __global ulong *ends,
                   const ulong place, const ulong most, CLR_THERE_PARAMETERS)
{
    CLR_TELL_PLACE
    const ulong    n     = clr_count_there(there, there_index, most_keys);
    const clr_told told  = {begins, unique, ends, place, most};
    const ulong    first = counts[get_group_id(0)];
    const ulong    next  = counts[get_group_id(0) + 1];
    const ulong    begin = get_group_id(0) * length;
    const ulong    end   = first < next && first <= most ? min(begin + length, n) : begin;

    clr_tell_stretch(CLR_TELL_ARGUMENTS told, keys + first_key * size, size, begin, end, first);
}
