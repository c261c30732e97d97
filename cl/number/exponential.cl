/*
 * exponential - e^x for x <= 0 and log x for x >= 1, of doubles, by + - * /, fma and integers
 * alone, which IEEE 754 defines to the last bit; OpenCL leaves its functions' last bits to the
 * device. Both are within 1 ulp (tests/test_exponential.c). x = k log 2 + r, with log 2 in two
 * parts, of which k times the first is exact (Cody and Waite, "Software manual for the elementary
 * functions", 1980); |r| <= log(2) / 2.
 */
#define CLR_LOG2_E     0x1.71547652b82fep+0
#define CLR_LOG_2_HIGH 0x1.62e42feep-1
#define CLR_LOG_2_LOW  0x1.a39ef35793c76p-33
#define CLR_SHIFTER    0x1.8p+52 /* added, it leaves a number's nearest integer in the low bits */

/* 2^k for -1022 <= k <= 1023. */
CLR_FN CLR_WIDE(double) CLR_AT(power_of_two)(const CLR_WIDE(long) k)
{
    return CLR_WIDE(as_double)((k + 1023) << 52);
}

/* (e^r - 1 - r) / r^2: Taylor's series, to the term of r^14 in e^r. */
CLR_FN CLR_WIDE(double) CLR_AT(exp_tail)(const CLR_WIDE(double) r)
{
    CLR_WIDE(double) sum = (CLR_WIDE(double))(1.0 / 87178291200.0);

    sum = fma(sum, r, (CLR_WIDE(double))(1.0 / 6227020800.0));
    sum = fma(sum, r, (CLR_WIDE(double))(1.0 / 479001600.0));
    sum = fma(sum, r, (CLR_WIDE(double))(1.0 / 39916800.0));
    sum = fma(sum, r, (CLR_WIDE(double))(1.0 / 3628800.0));
    sum = fma(sum, r, (CLR_WIDE(double))(1.0 / 362880.0));
    sum = fma(sum, r, (CLR_WIDE(double))(1.0 / 40320.0));
    sum = fma(sum, r, (CLR_WIDE(double))(1.0 / 5040.0));
    sum = fma(sum, r, (CLR_WIDE(double))(1.0 / 720.0));
    sum = fma(sum, r, (CLR_WIDE(double))(1.0 / 120.0));
    sum = fma(sum, r, (CLR_WIDE(double))(1.0 / 24.0));
    sum = fma(sum, r, (CLR_WIDE(double))(1.0 / 6.0));
    return fma(sum, r, (CLR_WIDE(double))(0.5));
}

/* 0 for x below -800, and for NaN. The error of r is added at the end. */
CLR_FN CLR_WIDE(double) CLR_AT(exp)(const CLR_WIDE(double) x)
{
    const CLR_WIDE(double) shifter = (CLR_WIDE(double))(CLR_SHIFTER);
    const CLR_WIDE(double) least   = (CLR_WIDE(double))(-800.0);
    const CLR_WIDE(double) bounded = x > least ? x : least;
    const CLR_WIDE(double) shifted = fma(bounded, (CLR_WIDE(double))(CLR_LOG2_E), shifter);
    const CLR_WIDE(double) k       = shifted - shifter;
    const CLR_WIDE(long) places    = CLR_WIDE(as_long)(shifted) - CLR_WIDE(as_long)(shifter);
    const CLR_WIDE(double) high    = fma(-k, (CLR_WIDE(double))(CLR_LOG_2_HIGH), bounded);
    const CLR_WIDE(double) r       = fma(-k, (CLR_WIDE(double))(CLR_LOG_2_LOW), high);
    const CLR_WIDE(double) lost    = fma(-k, (CLR_WIDE(double))(CLR_LOG_2_LOW), high - r);
    const CLR_WIDE(double) sum     = 1.0 + r;
    const CLR_WIDE(double) rest    = (r - (sum - 1.0)) + lost;
    const CLR_WIDE(double) power   = sum + fma(r * r, CLR_AT(exp_tail)(r), rest);
    const CLR_WIDE(long) middle    = places >> 1;

    return power * CLR_AT(power_of_two)(middle) * CLR_AT(power_of_two)(places - middle);
}

#ifdef CLR_NARROW
/* log(1 + f) = 2 artanh(s), s = f / (2 + f): its series beyond 2 s, over s. |s| < 0.172 */
CLR_FN double CLR_OF(log_tail)(const double square)
{
    double sum = 2.0 / 25.0;

    sum = fma(sum, square, 2.0 / 23.0);
    sum = fma(sum, square, 2.0 / 21.0);
    sum = fma(sum, square, 2.0 / 19.0);
    sum = fma(sum, square, 2.0 / 17.0);
    sum = fma(sum, square, 2.0 / 15.0);
    sum = fma(sum, square, 2.0 / 13.0);
    sum = fma(sum, square, 2.0 / 11.0);
    sum = fma(sum, square, 2.0 / 9.0);
    sum = fma(sum, square, 2.0 / 7.0);
    sum = fma(sum, square, 2.0 / 5.0);
    sum = fma(sum, square, 2.0 / 3.0);
    return sum * square;
}

/* x = 2^k (1 + f), 1 + f from sqrt(1/2) to sqrt(2); 2 s = f - s f, and f is exact. */
CLR_FN double CLR_OF(log)(const double x)
{
    const long   bits  = as_long(x);
    const double whole = as_double((bits & 0xfffffffffffffL) | 0x3ff0000000000000L);
    const bool   large = whole > 0x1.6a09e667f3bcdp+0;
    const double k     = (double)((bits >> 52) - 1023 + (large ? 1 : 0));
    const double f     = (large ? 0.5 * whole : whole) - 1.0;
    const double s     = f / (2.0 + f);
    const double bend  = 0.5 * f * f;
    const double rest  = s * (bend + CLR_OF(log_tail)(s * s));

    return k * CLR_LOG_2_HIGH - ((bend - fma(k, CLR_LOG_2_LOW, rest)) - f);
}
#endif
