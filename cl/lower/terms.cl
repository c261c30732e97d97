/*
 * terms - the result is an exact sum in a few doubles, or its root, rounded once
 * (cl/exact/ratio.cl).
 */
/* Whether fma() finds the errors of products, by which rounded() compares; else the result is in
 * doubt (cl/lower/few.cl). */
CLR_FN bool CLR_OUT(can_round)(const CLR_OF(state) state)
{
    return CLR_OF(has_products)(state);
}

CLR_LENGTHY CLR_RESULT CLR_OUT(rounded)(const CLR_OF(state) state, const ulong n)
{
    CLR_OF(ratio) ratio;
    CLR_RESULT bits;

    ratio.number.terms = 0;
    ratio.n = 1.0;
    ratio.k = 1.0;
    ratio.is_root = CLR_IS_ROOT;
    for (uint k = 3; k-- > 0;)
        CLR_OF(grow)(&ratio.number, CLR_OF(term)(state, k));
    bits = CLR_RATIO_BITS(&ratio);
    if (as_ulong(CLR_OF(term)(state, 0)) == as_ulong(-0.0)) /* all elements were -0 */
        bits = CLR_HIGH_BITS(-0.0);
    return bits;
}

/* cl/exact/triple.cl has no margin: a state of which anything was lost is never sure. */
CLR_FN bool CLR_OUT(is_one)(const CLR_OF(state) state, const ulong n)
{
    return false;
}
