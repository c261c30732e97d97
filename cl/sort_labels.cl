/*
 * sort_labels - a stable radix sort of the elements' numbers by label, and where each label's
 * elements begin. A pass for each digit, the lowest first, has three launches: groups count the
 * digits of their chunks, groups scan each digit's counts, and groups move their chunks' keys and
 * numbers. No group waits for another.
 */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_count_digits(CLR_UNSORTED_PARAMETERS, __global uint *counts)
{
    CLR_DIGITS_PLACE
    const clr_unsorted unsorted = CLR_UNSORTED;
    const uint begin = (uint)get_group_id(0) * length;

    clr_count_stretch(CLR_DIGITS_ARGUMENT unsorted, begin, clr_stretch_end(unsorted, begin),
                      counts + get_group_id(0), (uint)get_num_groups(0));
}

/* An exclusive scan of a digit's counts over all chunks; each group has a digit. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_add_digits(__global uint *counts, const uint stretches, __global uint *totals)
{
    __local ulong  sums[2 * CLR_GROUP_SIZE];
    __global uint *own_counts = counts + get_group_id(0) * stretches;
    const uint share = (stretches + CLR_GROUP_SIZE - 1) / CLR_GROUP_SIZE;
    const uint first = min(CLR_ITEM * share, stretches);
    const uint end   = min(first + share, stretches);
    ulong own = 0;
    ulong all, before;

    for (uint i = first; i < end; i++)
        own += own_counts[i];
    before = clr_sum_before(sums, CLR_GROUP_SIZE, own, &all);
    for (uint i = first; i < end; i++) {
        const uint counted = own_counts[i];

        own_counts[i] = (uint)before;
        before += counted;
    }
    if (CLR_ITEM == 0)
        totals[get_group_id(0)] = (uint)all;
}

__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_place_labels(CLR_UNSORTED_PARAMETERS, __global const uint *counts,
                      __global const uint *totals, __global uint *sorted_keys,
                      __global uint *sorted_numbers)
{
    CLR_PLACE_PLACE
    const clr_unsorted unsorted = CLR_UNSORTED;
    const clr_sorted   sorted   = {sorted_keys, sorted_numbers};
    const uint begin = (uint)get_group_id(0) * length;

    clr_place_stretch(CLR_PLACE_ARGUMENTS unsorted, begin, clr_stretch_end(unsorted, begin),
                      counts + get_group_id(0), (uint)get_num_groups(0), totals, sorted);
}

/* Where each label's elements begin; behind the last, how many have no label. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_find_labels(__global const uint *keys, const uint count, const uint results,
                     __global uint *begins, __global ulong *outside)
{
    for (ulong label = get_global_id(0); label <= results; label += get_global_size(0)) {
        uint first = 0;
        uint end   = count;

        while (first < end) {
            const uint middle = first + (end - first) / 2;

            if (keys[middle] < label)
                first = middle + 1;
            else
                end = middle;
        }
        begins[label] = first;
        if (label == results && outside)
            *outside = count - first;
    }
}

/* Replaces an element's number within its label by its number in the input. Index results lie
 * `step` ulongs apart. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_name_elements(__global const uint *numbers, __global const uint *begins,
                       const uint results, __global ulong *indices, const ulong place,
                       const ulong step)
{
    for (ulong label = get_global_id(0); label < results; label += get_global_size(0)) {
        const ulong at    = place + label * step;
        const ulong index = indices[at];

        if (index < begins[label + 1] - begins[label])
            indices[at] = numbers[begins[label] + (uint)index];
    }
}
