/*
 * some - of elements that are sorted by label, where not all count. Before the sort each has a key: its
 * label; one that is outside the number of results; one more if a mask takes it out, or memory says that
 * it is not there; two more if it is the entry of a list whose index names nothing. So what does not
 * count is behind all that does. Behind the sort that is told, and entries become what they name.
 */
/*
 * needs:    CLR_MASK_IS_BITS CLR_GROUP_SIZE clr_count_there
 * provides: CLR_LIST_OF_INDICES clr_long_at clr_is_taken clr_make_keys clr_settle_labels
 */
#define CLR_LIST_OF_INDICES                                                                        \
    __global const uint *indices, const ulong first_index, const uint index_words,                 \
        const uint index_is_signed

/* A number of 32 or 64 bits as one of 64; one below 0 is large. */
CLR_FN ulong clr_long_at(__global const uint *numbers, const ulong at, const uint words,
                         const uint is_signed)
{
    const uint low = numbers[at * words];

    if (words == 2)
        return (ulong)numbers[at * 2 + 1] << 32 | low;
    return is_signed ? (ulong)(long)as_int(low) : (ulong)low;
}

CLR_FN bool clr_is_taken(__global const uchar *mask, const ulong at)
{
#if CLR_MASK_IS_BITS
    return mask[at >> 3] >> (at & 7) & 1;
#else
    return mask[at] != 0;
#endif
}

/* `results` is less than 2^31, so that labels below 0 are above. */
__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_make_keys(__global const uint *labels, const ulong first_label, const uint words,
                   const uint results, const uint count, __global const uchar *mask,
                   const ulong first_taken, CLR_LIST_OF_INDICES, const ulong limit,
                   __global const ulong *counts, const ulong count_index, __global uint *keys)
{
    const ulong there = clr_count_there(counts, count_index, count);

    for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) {
        const ulong label = clr_long_at(labels, first_label + i, words, 0);
        uint key = (uint)min(label, (ulong)results);

        if (mask && !clr_is_taken(mask, first_taken + i))
            key = results + 1;
        if (indices && clr_long_at(indices, first_index + i, index_words, index_is_signed) >= limit)
            key = results + 2;
        keys[i] = i < there ? key : results + 1;
    }
}

__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_settle_labels(__global const uint *numbers, __global const uint *begins,
                       const uint results, const uint count, __global ulong *outside,
                       CLR_LIST_OF_INDICES, __global uint *elements, __global ulong *nothing)
{
    const ulong end = elements ? begins[results] : 0;

    for (ulong i = get_global_id(0); i < end; i += get_global_size(0))
        elements[i] = (uint)clr_long_at(indices, first_index + numbers[i], index_words,
                                        index_is_signed);
    if (get_global_id(0) == 0 && outside)
        *outside = begins[results + 1] - begins[results];
    if (get_global_id(0) == 0 && nothing)
        *nothing = count - begins[results + 2];
}
