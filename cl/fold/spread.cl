/*
 * spread - the sum of the weights, the means of values and of weights, both weighted, and the sum
 * of squared distances from the mean, each by its weight. States are combined after Chan, Golub and
 * LeVeque, "Algorithms for computing the sample variance" (1983), with weights for counts, and an
 * element is a state without distances (West, "Updating mean and variance estimates: an improved
 * method", Communications of the ACM 22, 1979):
 *     share = b.weight / (a.weight + b.weight)
 *     mean' = a.mean + apart share,   squares' = a.squares + b.squares + apart^2 a.weight share
 * No term of `squares` is below 0, so that nothing cancels. Nor are distances taken from the mean
 * before a run, as in cl/fold/moments.cl: where the weights so far are small beside the run's, that
 * mean tells nothing, and the correction at the run's end would be all that there is. The weights'
 * mean is the sum of their squares over their sum, and does not overflow where squares do.
 */
CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    CLR_AT(state) state;

    state.weight      = CLR_AT(constant)(0);
    state.mean_weight = CLR_AT(constant)(0);
    state.mean        = CLR_AT(constant)(0);
    state.squares     = CLR_AT(constant)(0);
#if CLR_COUNTED
    state.count = (CLR_WIDE(ulong))(0);
#endif
    return state;
}

/* The mean of two states' means. */
CLR_FN CLR_AT(number) CLR_AT(toward)(const CLR_AT(number) a, const CLR_AT(number) b,
                                     const CLR_AT(number) share)
{
    return CLR_AT(add)(a, CLR_AT(multiply)(CLR_AT(subtract)(b, a), share));
}

/* A state without weight leaves the other's mean as it is, unless its own is not finite. */
CLR_FN CLR_AT(state) CLR_AT(combine)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    const CLR_AT(number) weight  = CLR_AT(add)(a.weight, b.weight);
    const CLR_AT(number) share   = CLR_AT(pick)(CLR_WIDE(convert_long)(CLR_LEAD(weight) == 0),
                                                CLR_AT(constant)(0),
                                                CLR_AT(quotient)(b.weight, weight));
    const CLR_AT(number) apart   = CLR_AT(subtract)(b.mean, a.mean);
    const CLR_AT(number) between = CLR_AT(multiply)(CLR_AT(multiply)(a.weight, share), apart);
    CLR_AT(state) state;

    state.weight      = weight;
    state.mean_weight = CLR_AT(toward)(a.mean_weight, b.mean_weight, share);
    state.mean        = CLR_AT(toward)(a.mean, b.mean, share);
    state.squares     = CLR_AT(add)(CLR_AT(add)(a.squares, b.squares),
                                    CLR_AT(multiply)(between, apart));
#if CLR_COUNTED
    state.count = a.count + b.count;
#endif
    return state;
}

CLR_FN CLR_AT(state) CLR_AT(take)(const CLR_AT(state) state, const CLR_AT(element) e,
                                  const ulong index)
{
    const CLR_AT(lifted) lifted = CLR_AT(lift)(e);
    CLR_AT(state) one;

    one.weight      = lifted.weight;
    one.mean_weight = lifted.weight;
    one.mean        = lifted.value;
    one.squares     = CLR_AT(constant)(0);
#if CLR_COUNTED
    one.count = CLR_WIDE(convert_ulong)(CLR_WIDE(convert_long)(CLR_IS_TAKEN(e)) & 1);
#endif
    return CLR_AT(combine)(state, one);
}
