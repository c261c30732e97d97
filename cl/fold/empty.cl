/* empty - the state of a result without elements is the identity, for folds of which no other piece
 * says otherwise (add_empty() in src/compose/member.c): as cl/fold/number.cl does, since the sum of
 * no floats is 0, and their identity -0. */
#ifdef CLR_NARROW
CLR_FN CLR_OF(state) CLR_OF(empty)(void)
{
    return CLR_OF(none)();
}
#endif
