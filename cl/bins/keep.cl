/* keep - where no state is exact, no run leaves anything undone. */
CLR_FN CLR_ALL(state) CLR_ALL(mend)(const clr_memory memory, const clr_span span,
                                    const CLR_ALL(state) state, const ulong first,
                                    const uint loads)
{
    return state;
}
