/* no_status - whether the result has a value does not depend on the state. */
CLR_FN int CLR_OUT(status)(const CLR_OF(state) state)
{
    return CLR_OK;
}
