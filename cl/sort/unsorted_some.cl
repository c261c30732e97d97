/*
 * unsorted_some - as cl/sort/unsorted.cl, where not all elements count. A key is a label; of one that is
 * outside the number of results; one more of an element that a mask takes out, or that memory says is
 * not there; two more of an entry of a list whose index names nothing. So what does not count is
 * behind all that does.
 */
/*
 * needs:    clr_count_there CLR_MASK_IS_BITS
 * provides: clr_unsorted CLR_LIST_OF_INDICES CLR_UNSORTED_PARAMETERS CLR_UNSORTED clr_index_at
 *           clr_is_taken clr_first_key_at clr_key_at clr_number_at clr_digit clr_stretch_end
 *           clr_sorted
 */
typedef struct clr_unsorted {
    __global const uint *keys;    /* of 32 or 64 bits */
    __global const uint *numbers; /* NULL: elements are in their order, and the keys are labels */
    uint words;                   /* of a key */
    uint results; /* less than 2^31, so that labels below 0 are above */
    uint count;
    uint length; /* of each stretch but the last */
    uint shift;  /* the pass is for `bits` bits from this one on */
    uint bits;
    __global const uchar *mask; /* NULL: all are taken */
    ulong first_taken;
    __global const uint *indices; /* NULL: there is no list */
    uint index_words;
    uint index_is_signed;
    ulong limit; /* from which on an index names nothing */
    ulong there;
} clr_unsorted;

#define CLR_LIST_OF_INDICES                                                                        \
    __global const uint *indices, const ulong first_index, const uint index_words,                 \
        const uint index_is_signed
#define CLR_UNSORTED_PARAMETERS                                                                    \
    __global const uint *keys, const ulong first_key, __global const uint *numbers,                \
        const uint words, const uint results, const uint count, const uint length,                 \
        const uint shift, const uint bits, __global const uchar *mask, const ulong first_taken,    \
        CLR_LIST_OF_INDICES, const ulong limit, __global const ulong *there,                       \
        const ulong there_index
#define CLR_UNSORTED                                                                               \
    {keys + first_key * words, numbers, words, results, count, length, shift, bits, mask,          \
     first_taken, indices ? indices + first_index * index_words : indices, index_words,            \
     index_is_signed, limit, clr_count_there(there, there_index, count)}

/* An index below 0 becomes one that names nothing. */
CLR_FN ulong clr_index_at(__global const uint *indices, const uint words, const uint is_signed,
                          const uint i)
{
    const uint low = indices[(ulong)i * words];

    if (words == 2)
        return (ulong)indices[(ulong)i * 2 + 1] << 32 | low;
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

/* Of a label. */
CLR_FN uint clr_first_key_at(const clr_unsorted unsorted, const uint i)
{
    const ulong at = (ulong)i * unsorted.words;

    if (i >= unsorted.there)
        return unsorted.results + 1;
    if (unsorted.indices && clr_index_at(unsorted.indices, unsorted.index_words,
                                         unsorted.index_is_signed, i) >= unsorted.limit)
        return unsorted.results + 2;
    if (unsorted.mask && !clr_is_taken(unsorted.mask, unsorted.first_taken + i))
        return unsorted.results + 1;
    if (unsorted.words == 2 && unsorted.keys[at + 1])
        return unsorted.results;
    return min(unsorted.keys[at], unsorted.results);
}

CLR_FN uint clr_key_at(const clr_unsorted unsorted, const uint i)
{
    return unsorted.numbers ? unsorted.keys[i] : clr_first_key_at(unsorted, i);
}

CLR_FN uint clr_number_at(const clr_unsorted unsorted, const uint i)
{
    return unsorted.numbers ? unsorted.numbers[i] : i;
}

CLR_FN uint clr_digit(const uint key, const uint shift, const uint bits)
{
    return key >> shift & ((1u << bits) - 1);
}

/* Where a group's stretch ends. */
CLR_FN uint clr_stretch_end(const clr_unsorted unsorted, const uint begin)
{
    return begin + min(unsorted.length, unsorted.count - begin);
}

/* What a pass leaves. */
typedef struct clr_sorted {
    __global uint *keys;
    __global uint *numbers;
} clr_sorted;
