/*
 * packed - adds bytes four to a word: the even and the odd ones side by side in halves of 16 bits,
 * which a run of 16 vectors of four words cannot overflow (16 * 4 * 2 * 255 < 2^16). Signed bytes
 * are added as x + 128. A run comes to one number, so that lanes have one state between them.
 */
#ifdef CLR_NARROW
typedef CLR_OF(number) CLR_OF(state);

CLR_FN CLR_OF(state) CLR_OF(none)(void)
{
    return CLR_OF(constant)(0);
}

CLR_FN CLR_OF(state) CLR_OF(combine)(const CLR_OF(state) a, const CLR_OF(state) b)
{
    return CLR_OF(add)(a, b);
}

CLR_FN CLR_OF(state) CLR_OF(read_state)(volatile __global const CLR_OF(state) *at)
{
    return CLR_OF(read_number)(at);
}

CLR_FN CLR_OF(state) CLR_OF(gather)(const CLR_OF(state) state, const CLR_RUN run)
{
    const CLR_OF(number) gathered = CLR_GATHER(run);

    return CLR_OF(add)(state, gathered);
}
#else
typedef CLR_OF(state) CLR_AT(state);

CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    return CLR_OF(none)();
}

CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    return CLR_OF(combine)(a, b);
}

CLR_FN CLR_OF(state) CLR_OF(lane)(const CLR_AT(state) lanes, const uint lane)
{
    return lane == 0 ? lanes : CLR_OF(none)();
}
#endif

#if CLR_WIDTH >= 4
CLR_FN CLR_ALL(held) CLR_AT(halves)(const CLR_ALL(held) x)
{
    const CLR_ALL(held) words = x ^ CLR_BIAS_WORD;

    return (words & 0x00ff00ffu) + ((words >> 8) & 0x00ff00ffu);
}
#endif
