/*
 * few_saved - a sum in a few doubles in global memory, with the same first members as
 * cl/exact/state.cl saves, as accumulators read both. A state is left for an accumulator only if
 * nothing has been lost: then the terms are the sum. In partials a word tells whether something has
 * been lost, but no longer how much.
 */
#ifdef CLR_NARROW
typedef struct CLR_OF(saved) {
    double term[CLR_TERMS];
#if CLR_COUNTED
    ulong count;
#endif
    uint lost; /* of a partial, whether something has been lost; of a state that is left, the
                  CLR_SEEN_... bits of cl/exact/state.cl: 0, or of cl/again/leave.cl */
    uint gap;
} CLR_OF(saved);

CLR_FN void CLR_OF(save)(__global CLR_OF(saved) *at, const CLR_OF(state) state)
{
#pragma unroll
    for (uint k = 0; k < CLR_TERMS; k++) {
        at->term[k] = CLR_OF(term)(state, k);
    }
#if CLR_COUNTED
    at->count = state.count;
#endif
    at->lost = !CLR_OF(is_exact)(state);
}

CLR_FN CLR_OF(state) CLR_OF(restore)(volatile __global const CLR_OF(saved) *at)
{
    CLR_OF(state) state;

    state.high = at->term[0];
#if CLR_TERMS == 2
    state.low  = at->term[1];
    state.lost = at->lost ? as_double(CLR_DOUBLE_INFINITY) : 0.0;
#else
    state.second = at->term[1];
    state.third  = at->term[2];
    state.lost   = at->lost;
#endif
#if CLR_COUNTED
    state.count = at->count;
#endif
    return state;
}
#endif
