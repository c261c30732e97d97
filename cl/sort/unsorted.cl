/* unsorted - what a pass of the sort reads and what it writes: it reads the caller's labels, or the
 * previous pass's keys with their elements' numbers. A key is a label, or `results` if the label
 * has none, which sorts last. */
typedef struct clr_unsorted {
    __global const uint *keys;    /* of 32 or 64 bits */
    __global const uint *numbers; /* NULL: element i is number i */
    uint words;                   /* of a key */
    uint results; /* less than 2^31: labels below 0 are above, as unsigned numbers */
    uint count;
    uint length; /* of each chunk but the last */
    uint shift;  /* lowest of the pass's `bits` bits */
    uint bits;
} clr_unsorted;

#define CLR_UNSORTED_PARAMETERS                                                                    \
    __global const uint *keys, const ulong first_key, __global const uint *numbers,                \
        const uint words, const uint results, const uint count, const uint length,                 \
        const uint shift, const uint bits
#define CLR_UNSORTED                                                                               \
    {keys + first_key * words, numbers, words, results, count, length, shift, bits}

CLR_FN uint clr_key_at(const clr_unsorted unsorted, const uint i)
{
    const ulong at  = (ulong)i * unsorted.words;
    const uint low  = unsorted.keys[at];
    const uint high = unsorted.words == 2 ? unsorted.keys[at + 1] : 0;

    return high == 0 ? min(low, unsorted.results) : unsorted.results;
}

CLR_FN uint clr_number_at(const clr_unsorted unsorted, const uint i)
{
    return unsorted.numbers ? unsorted.numbers[i] : i;
}

CLR_FN uint clr_digit(const uint key, const uint shift, const uint bits)
{
    return key >> shift & ((1u << bits) - 1);
}

/* The end of a group's chunk. */
CLR_FN uint clr_stretch_end(const clr_unsorted unsorted, const uint begin)
{
    return begin + min(unsorted.length, unsorted.count - begin);
}

/* The output of a pass. */
typedef struct clr_sorted {
    __global uint *keys;
    __global uint *numbers;
} clr_sorted;
