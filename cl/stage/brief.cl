/*
 * brief - a team makes an exact sum in one double, which does for most results that are short. An
 * element is a double without a loss, of CLR_BRIEF_DIGITS binary digits at most. Let the largest of
 * `count` elements be below 2^(L + 1), and the smallest that is not 0 at least 2^S: all elements, and
 * so all sums of some of them, are multiples of 2^(S - CLR_BRIEF_DIGITS + 1), and below
 * count * 2^(L + 1). If there are no more than 53 digits from one to the other, a double holds each
 * of these, and no addition has lost anything, whatever their order.
 *
 * Exponents are compared in the upper 32 bits of magnitudes, less 1 where the smallest is sought:
 * there 0 is the largest number of all. What is not finite has the largest exponent, and never does.
 * The sum begins with -0, and is that of nothing but -0.
 */
/*
 * needs:    CLR_DOUBLE_EXPONENT_BITS clr_memory clr_inputs clr_m0_lift clr_m0_element_of
 *           CLR_DOUBLE_MAGNITUDE CLR_STAGE_RUN CLR_DOUBLE_EXPONENTS CLR_DOUBLE_DIGITS
 *           CLR_BRIEF_DIGITS clr_job CLR_LIST_PARAMETERS clr_state clr_deliver
 * provides: CLR_UPPER_DIGITS clr_brief CLR_TRY(state) CLR_TRY(none) CLR_TRY(take) CLR_TRY(take_few)
 *           CLR_TRY(merge) clr_brief_is_sure CLR_TRY(settle)
 */
/* In 32 bits of a magnitude, those below the exponent. */
#define CLR_UPPER_DIGITS (32 - CLR_DOUBLE_EXPONENT_BITS)

typedef struct clr_brief {
    double sum;
    uint   largest;
    uint   smallest; /* less 1 */
} clr_brief;

typedef clr_brief CLR_TRY(state);

CLR_FN clr_brief CLR_TRY(none)(void)
{
    const clr_brief brief = {-0.0, 0, UINT_MAX};

    return brief;
}

CLR_FN clr_brief CLR_TRY(take)(const clr_memory memory, clr_brief brief, const clr_inputs *inputs,
                               const uint i, const uint count)
{
    const double x     = clr_m0_lift(clr_m0_element_of(inputs[0], i, count));
    const uint   upper = (uint)(CLR_DOUBLE_MAGNITUDE(as_ulong(x)) >> 32);

    brief.sum += x;
    brief.largest  = max(brief.largest, upper);
    brief.smallest = min(brief.smallest, upper - 1);
    return brief;
}

CLR_FN clr_brief CLR_TRY(take_few)(const clr_memory memory, clr_brief brief,
                                   const clr_inputs *inputs, const uint i, const uint step,
                                   const uint count)
{
#pragma unroll
    for (uint l = 0; l < CLR_STAGE_RUN; l++) {
        brief = CLR_TRY(take)(memory, brief, inputs + l, i + l * step, count);
    }
    return brief;
}

CLR_FN clr_brief CLR_TRY(merge)(const clr_memory memory, const clr_brief a, const clr_brief b)
{
    const clr_brief brief = {a.sum + b.sum, max(a.largest, b.largest), min(a.smallest, b.smallest)};

    return brief;
}

CLR_FN bool clr_brief_is_sure(const clr_brief brief, const uint count)
{
    const uint largest  = brief.largest >> CLR_UPPER_DIGITS;
    const uint smallest = (brief.smallest + 1) >> CLR_UPPER_DIGITS;
    const uint carries  = 32 - clz(count);

    return largest < CLR_DOUBLE_EXPONENTS &&
           largest + carries <= smallest + CLR_DOUBLE_DIGITS - CLR_BRIEF_DIGITS;
}

/* Whether that is the result; one item of those that have it `speaks`. */
CLR_FN bool CLR_TRY(settle)(const clr_memory memory, const clr_job job, const clr_brief brief,
                            const ulong row, const bool speaks CLR_LIST_PARAMETERS)
{
    const clr_state state   = {brief.sum, 0.0, 0};
    const bool      is_sure = clr_brief_is_sure(brief, (uint)job.total);

    if (is_sure && speaks)
        clr_deliver(memory, job, state);
    return is_sure;
}
