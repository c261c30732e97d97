/* gather_copies - adds the copies (cl/exact/copies.cl) to the bins, when all runs are folded. All
 * items of the group must call it, between two barriers (cl/bins/some.cl). */
#ifdef CLR_NARROW
#if !CLR_TURNS
CLR_COLD void CLR_OF(gather)(__local CLR_OF(bins) *bins, const uint item, const uint items)
{
#if CLR_COPIES
#pragma unroll 1
    for (uint w = item; w < CLR_COPY_WORDS; w += items) {
        long sum = 0;

        for (uint turn = 0; turn < CLR_COPIES; turn++)
            sum += bins->copies.word[w * CLR_COPIES + (turn + w) % CLR_COPIES]; /* in all banks */
        CLR_OF(drop)(bins, (ulong)(sum < 0 ? -sum : sum), sum < 0, CLR_WORD_BITS * w);
    }
#endif
}
#endif
#endif
