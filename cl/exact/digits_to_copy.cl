/* digits_to_copy - adds m 2^place, in units of the copy's lowest bit, to a copy of the bins
 * (cl/exact/copies.cl): CLR_WORD_BITS bits to each of four neighbouring words, of which the lower
 * three get no negative number, and the highest the sign. m is in two's complement, with a
 * magnitude of at most 53 bits, which moved up by 17 at most have room in four words of 18. Callers
 * keep room in the copy by keep_room() of cl/exact/copies.cl. */
#ifdef CLR_NARROW
#if CLR_COPIES
CLR_FN void CLR_OF(add_digits)(__local int *copy, const long m, const uint place)
{
    __local int *word = copy + place / CLR_WORD_BITS * CLR_COPIES;
    const uint shift  = place % CLR_WORD_BITS;
    const int part    = (1 << CLR_WORD_BITS) - 1;

    atomic_add(word, (int)((uint)m << shift) & part);
    atomic_add(word + CLR_COPIES, (int)(m >> (CLR_WORD_BITS - shift)) & part);
    atomic_add(word + 2 * CLR_COPIES, (int)(m >> (2 * CLR_WORD_BITS - shift)) & part);
    atomic_add(word + 3 * CLR_COPIES, (int)(m >> (3 * CLR_WORD_BITS - shift)));
}
#endif
#endif
