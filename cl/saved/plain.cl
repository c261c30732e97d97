/* plain - a state lies in global memory as it is folded. Exact sums with bins have
 * cl/exact/state.cl in its place. */
#ifdef CLR_NARROW
typedef CLR_OF(state) CLR_OF(saved);

CLR_FN void CLR_OF(save)(__global CLR_OF(saved) *at, const CLR_OF(state) state)
{
    *at = state;
}

CLR_FN CLR_OF(state) CLR_OF(restore)(volatile __global const CLR_OF(saved) *at)
{
    return CLR_OF(read_state)(at);
}
#endif
