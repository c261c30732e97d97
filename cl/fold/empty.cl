/* empty - the state of no elements is the identity. */
#ifdef CLR_NARROW
CLR_FN CLR_OF(state) CLR_OF(empty)(void)
{
    return CLR_OF(none)();
}
#endif
