/*
 * window - a run of floats is added in doubles, which loses nothing while their exponents lie near
 * each other: with s the least of them all are multiples of the smallest one's last digit,
 * 2^(s - 23), and with l that of the sum of magnitudes no sum reaches 2^(l + 1). While l - s is at
 * most 29 that leaves 53 digits between, which doubles have.
 */
#define CLR_WINDOW 29

CLR_FN CLR_OF(total) CLR_RUN_AT(add)(const CLR_AT(lifted) *lifted)
{
    CLR_WIDE(double) sum = CLR_WIDE(convert_double)(lifted[0]);
    CLR_AT(reach) reach  = CLR_AT(extend)(CLR_AT(no_reach)(), lifted[0]);
    CLR_OF(total) total;

#pragma unroll
    for (uint l = 1; l < CLR_LENGTH; l++) {
        sum += CLR_WIDE(convert_double)(lifted[l]);
        reach = CLR_AT(extend)(reach, lifted[l]);
    }
    total.sum.term[0] = CLR_ACROSS(CLR_PLUS, sum);
    total.sum.term[1] = 0.0;
    total.greatest    = CLR_AT(greatest_exponent)(reach);
    total.is_exact    = CLR_AT(span_of)(reach) <= CLR_WINDOW;
    return total;
}

/*
 * The same by two windows, where one is not enough: of large and of small numbers, `greatest` being
 * the exponent of the sum of magnitudes. Element by element, as it is seldom done: vectors of both
 * sums would take registers from all runs.
 */
CLR_FN CLR_OF(total) CLR_RUN_AT(add_apart)(const CLR_AT(lifted) *lifted, const int greatest)
{
    CLR_RUN_AT(elements) values = CLR_RUN_AT(elements_of)(lifted);
    CLR_OF(reach) rest          = CLR_OF(no_reach)();
    double large                = -0.0;
    double small                = -0.0;
    CLR_OF(total) total;

#pragma unroll 1
    for (uint k = 0; k < CLR_LENGTH * CLR_WIDTH; k++) {
        const float x       = CLR_FIRST_OF(values.each, k);
        const int exponent  = (int)(as_uint(x) >> 23) & 0xff;
        const bool is_small = exponent <= greatest - CLR_WINDOW;

        large += convert_double(is_small ? 0.0f : x);
        small += convert_double(is_small ? x : 0.0f);
        rest = CLR_OF(extend)(rest, is_small ? x : 0.0f);
        CLR_MOVE_UP(values.each, CLR_LENGTH * CLR_WIDTH)
    }
    total.sum.term[0] = large;
    total.sum.term[1] = small;
    total.is_exact    = greatest < 0xff && CLR_OF(span_of)(rest) <= CLR_WINDOW;
    return total;
}
