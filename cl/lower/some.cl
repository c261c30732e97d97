/* some - there is a result of some elements, and of none there is none, whatever ddof is. */
CLR_FN int CLR_OUT(status)(const CLR_OF(state) state, const ulong ddof)
{
    return state.count ? CLR_OK : CLR_ERROR_EMPTY;
}
