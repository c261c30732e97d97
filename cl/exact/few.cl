/*
 * few - what exact sums in a few doubles have in common (cl/exact/pair.cl, cl/exact/triple.cl):
 * which numbers are finite, and how far the sum may lie from its doubles.
 */
/* Of each lane, as select() takes it. */
CLR_FN CLR_WIDE(long) CLR_AT(finite)(const CLR_AT(number) x)
{
    return CLR_WIDE(convert_long)(CLR_DOUBLE_MAGNITUDE(CLR_WIDE(as_ulong)(x)) <
                                  CLR_DOUBLE_MAGNITUDE(CLR_DOUBLE_INFINITY));
}

#ifdef CLR_NARROW
#define CLR_ENDLESS_SCALE (1.0 / (1UL << (CLR_DOUBLE_DIGITS - 1)))

/* IEEE 754's sum if an element is infinite or NaN, else any finite number. */
CLR_FN double CLR_OF(endless)(const CLR_OF(state) state)
{
#if CLR_TELLS_ENDLESS
    return state.endless;
#else
    return state.high;
#endif
}

/*
 * The sum lies within this margin of its doubles. `lost` is at least half of what it adds up, less
 * than 2^52 magnitudes.
 */
CLR_FN double CLR_OF(margin)(const CLR_OF(state) state)
{
    return 2.0 * state.lost;
}
#endif
