/*
 * some - the sort of labels where some elements do not count: kernels in front of the sort and
 * behind it. The sort's key is the label; `results` if the label has none; results + 1 if a mask
 * leaves the element out, or it is beyond the number in a device buffer; results + 2 if its index
 * in a list is out of range. So elements that do not count come last. After the sort they are
 * counted, and entries of the list become their indices.
 */
/* A label or index of 32 or 64 bits; there are fewer than 2^32 labels and elements, and a number
 * below 0 exceeds both. */
CLR_FN ulong clr_long_at(__global const uint *numbers, const ulong at, const uint words)
{
    return words == 2 ? (ulong)numbers[at * 2 + 1] << 32 | numbers[at * 2] : (ulong)numbers[at];
}

CLR_FN bool clr_is_taken(__global const uchar *mask, const ulong at)
{
#if CLR_MASK_IS_BITS
    return mask[at >> 3] >> (at & 7) & 1;
#else
    return mask[at] != 0;
#endif
}

__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_make_keys(__global const uint *labels, const ulong first_label, const uint words,
                   const uint results, const uint count, __global const uchar *mask,
                   const ulong first_taken, __global const uint *indices, const ulong first_index,
                   const uint index_words, const ulong limit,
                   __global const ulong *counts, const ulong count_index, __global uint *keys)
{
    const ulong there = clr_count_there(counts, count_index, count);

    for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) {
        const ulong label = clr_long_at(labels, first_label + i, words);
        uint key = (uint)min(label, (ulong)results);

        if (mask && !clr_is_taken(mask, first_taken + i))
            key = results + 1;
        if (indices && clr_long_at(indices, first_index + i, index_words) >= limit)
            key = results + 2;
        keys[i] = i < there ? key : results + 1;
    }
}

__kernel __attribute__((reqd_work_group_size(CLR_GROUP_SIZE, 1, 1)))
void clr_settle_labels(__global const uint *numbers, __global const uint *begins,
                       const uint results, const uint count, __global ulong *outside,
                       __global const uint *indices, const ulong first_index,
                       const uint index_words, __global uint *elements, __global ulong *nothing)
{
    const ulong end = elements ? begins[results] : 0;

    for (ulong i = get_global_id(0); i < end; i += get_global_size(0))
        elements[i] = (uint)clr_long_at(indices, first_index + numbers[i], index_words);
    if (get_global_id(0) == 0 && outside)
        *outside = begins[results + 1] - begins[results];
    if (get_global_id(0) == 0 && nothing)
        *nothing = count - begins[results + 2];
}
