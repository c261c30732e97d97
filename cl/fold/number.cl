/* number - a state that is a number: its identity, and how two states, and partials in memory,
 * become one. */
#ifdef CLR_NARROW
typedef CLR_OF(number) CLR_OF(state);

CLR_FN CLR_OF(state) CLR_OF(none)(void)
{
    return CLR_OF(constant)(CLR_IDENTITY);
}

CLR_FN CLR_OF(state) CLR_OF(empty)(void)
{
    return CLR_OF(constant)(CLR_EMPTY);
}

CLR_FN CLR_OF(state) CLR_OF(read_state)(volatile __global const CLR_OF(state) *at)
{
    return CLR_OF(read_number)(at);
}
#endif
