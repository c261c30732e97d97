/* result - the one group of the launch delivers. */
CLR_FN void clr_finish(const clr_state state, __local clr_state *scratch, __local uint *is_last,
                       __global clr_state *partials, __global uint *ticket,
                       __global CLR_RESULT *result, const ulong total, const uint part)
{
    if (get_local_id(0) == 0)
        clr_deliver(state, partials, result, total, part);
}
