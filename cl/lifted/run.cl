/*
 * run - an element is lifted to an integer that a run of them cannot overflow, CLR_RUN: narrower
 * than what sums are kept in, so that most additions are cheap ones.
 */
typedef CLR_WIDE(CLR_RUN) CLR_AT(lifted);

CLR_FN CLR_AT(lifted) CLR_AT(raise)(const CLR_AT(magnitude) x)
{
    return CLR_RAISE(x);
}

CLR_FN CLR_AT(lifted) CLR_AT(times)(const CLR_AT(value) x, const CLR_AT(value) y)
{
    return CLR_RAISE(x) * CLR_RAISE(y);
}
