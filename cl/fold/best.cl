/*
 * best - min and max of a run: the run's best element is found from the identity on, by take() of
 * cl/fold/direct.cl, and only then compared with the state. As this search does not depend on the
 * state, a compiler can do it once for all members of a pass that look for the same, such as max
 * and argmax (cl/fold/glance.cl). Its alternative is cl/fold/taken.cl, of folds that go on from the
 * state.
 */
typedef CLR_AT(state) CLR_AT(part);

CLR_FN CLR_AT(part) CLR_AT(begin)(const CLR_AT(state) state, const CLR_AT(element) e,
                                  const ulong index)
{
    return CLR_AT(none)();
}

CLR_FN CLR_AT(state) CLR_AT(end)(const CLR_AT(state) state, const CLR_AT(part) part)
{
    return CLR_AT(combine)(state, part);
}
