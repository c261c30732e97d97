/*
 * packed - sums bytes four to a word: even and odd bytes side by side in halves of 16 bits, which a
 * run of 16 vectors of four words cannot overflow (16 * 4 * 2 * 255 < 2^16). Signed bytes are added
 * as x + 128.
 */
#ifdef CLR_NARROW
CLR_FN CLR_OF(state) CLR_OF(gather)(const CLR_OF(state) state, const CLR_RUN run)
{
    const CLR_OF(number) gathered = CLR_GATHER(run);

    return CLR_OF(add)(state, gathered);
}
#endif

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    return CLR_OF(add)(a, b);
}

#if CLR_WIDTH >= 4
CLR_FN CLR_ALL(held) CLR_AT(halves)(const CLR_ALL(held) x)
{
    const CLR_ALL(held) words = x ^ CLR_BIAS_WORD;

    return (words & 0x00ff00ffu) + ((words >> 8) & 0x00ff00ffu);
}
#endif
