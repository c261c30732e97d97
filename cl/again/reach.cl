/* reach - between which powers of two the digits of a sum's addends lie, and which special values
 * are among them. Each item finds it for its elements; atomics in local memory join the team's. */
typedef struct clr_reach {
    int top;    /* every addend is below 2^top ... */
    int lowest; /* ... and a multiple of 2^lowest; above top if all are 0 */
    uint seen;  /* CLR_SEEN_... of all elements */
} clr_reach;

/* A sum of no elements is +0, one of -0 alone is -0. */
CLR_FN clr_reach clr_reach_none(const bool has_elements)
{
    const clr_reach none = {-CLR_FAR, CLR_FAR, has_elements ? 0 : CLR_SEEN_OTHER};

    return none;
}

CLR_FN clr_reach clr_reach_take(clr_reach reach, const clr_addend addend)
{
    reach.seen |= addend.seen;
    if (!clr_addend_is_zero(addend)) {
        reach.top    = max(reach.top, clr_addend_top(addend));
        reach.lowest = min(reach.lowest, clr_addend_lowest(addend));
    }
    return reach;
}

CLR_FN void clr_reach_join(volatile __local clr_reach *reach, const clr_reach more)
{
    atomic_max(&reach->top, more.top);
    atomic_min(&reach->lowest, more.lowest);
    atomic_or(&reach->seen, more.seen);
}

CLR_FN bool clr_reach_is_zero(const clr_reach reach)
{
    return reach.lowest > reach.top;
}

CLR_FN bool clr_reach_is_endless(const clr_reach reach)
{
    return (reach.seen & (CLR_SEEN_NAN | CLR_SEEN_PLUS | CLR_SEEN_MINUS)) != 0;
}
