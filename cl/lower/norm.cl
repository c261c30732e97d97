/*
 * norm - the result is the root of three sums of squares, brought to one scale: a large sum leaves
 * no room for a small one, and sums beside a middle one are as precise at its scale.
 */
typedef struct CLR_OUT(result) {
    CLR_RESULT value;
} CLR_OUT(result);

CLR_FN CLR_OUT(result) CLR_OUT(lower)(const CLR_OF(state) state, const ulong n)
{
    const CLR_OF(number) shrink = CLR_OF(constant)(CLR_SHRINK);
    const CLR_OF(number) ungrow = CLR_OF(constant)(1 / CLR_GROW);
    CLR_OF(number) sum          = state.middle;
    int places                  = 0; /* exponent by which to scale the root in the end */
    CLR_OUT(result) result;

    if (CLR_LEAD(state.large) != 0) {
        sum    = CLR_OF(multiply)(CLR_OF(multiply)(state.middle, shrink), shrink);
        sum    = CLR_OF(add)(state.large, sum);
        places = CLR_SHRINK_PLACES;
    } else if (CLR_LEAD(state.middle) == 0) {
        sum    = state.small;
        places = -CLR_GROW_PLACES;
    } else {
        sum = CLR_OF(multiply)(CLR_OF(multiply)(state.small, ungrow), ungrow);
        sum = CLR_OF(add)(state.middle, sum);
    }
    result.value = CLR_SCALED(CLR_ROOT(sum), places);
    return result;
}
