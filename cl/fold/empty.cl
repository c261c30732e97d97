/* empty - the state of no element at all, where it is the one that changes nothing. */
#ifdef CLR_NARROW
CLR_FN CLR_OF(state) CLR_OF(empty)(void)
{
    return CLR_OF(none)();
}
#endif
