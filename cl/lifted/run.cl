/*
 * run - an element is lifted to CLR_RUN, an integer that a run's sum cannot overflow: narrower than
 * the state, so that most additions are cheap.
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
