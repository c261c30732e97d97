/* no_status - every state has a result. */
CLR_FN int CLR_OUT(status)(const CLR_OF(state) state)
{
    return CLR_OK;
}
