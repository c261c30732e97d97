/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernels' own e^x and log x (cl/number/exponential.cl), compiled for the host and held against
 * MPFR: within 1 ulp wherever logsumexp calls them.
 */
#include <math.h>
#include <mpfr.h>

#include "kernel_exponential.h"
#include "split_mix.h"
#include "unit.h"

/* ---- judging ---- */

typedef int (*truth)(mpfr_t to, const mpfr_t x, mpfr_rnd_t round);

/* How far `got` is from the truth, in units of the last place of the truth. */
static double ulps_off(double got, double x, truth function)
{
    mpfr_t exact, error;
    double off;
    int exponent;

    mpfr_inits2(200, exact, error, (mpfr_ptr)0);
    mpfr_set_d(error, x, MPFR_RNDN);
    function(exact, error, MPFR_RNDN);
    frexp(mpfr_get_d(exact, MPFR_RNDZ), &exponent);
    mpfr_sub_d(error, exact, got, MPFR_RNDN);
    mpfr_mul_2si(error, error, 53 - (exponent < -1021 ? -1021 : exponent), MPFR_RNDN);
    off = fabs(mpfr_get_d(error, MPFR_RNDN));
    mpfr_clears(exact, error, (mpfr_ptr)0);
    return off;
}

/* From 0 to 1. */
static double random_fraction(uint64_t *state)
{
    return (double)(next_random(state) >> 11) * 0x1p-53;
}

enum { DRAWN = 200000 };

TEST(powers_are_within_an_ulp)
{
    uint64_t seed = 1;
    double worst = 0;

    for (int i = 0; i < DRAWN; i++) {
        const double spread = i % 2 ? 745 : ldexp(1, -(i / 2 % 60));
        const double x = -spread * random_fraction(&seed);
        const double off = ulps_off(kernel_exp(x), x, mpfr_exp);

        worst = off > worst ? off : worst;
    }
    print_message("e^x: at most %.3f ulp off\n", worst);
    assert_true(worst > 0.4 && worst < 1);
}

TEST(logarithms_are_within_an_ulp)
{
    uint64_t seed = 2;
    double worst = 0;

    for (int i = 0; i < DRAWN; i++) {
        const double spread = ldexp(1, i % 116 - 52);
        const double x = 1 + spread * random_fraction(&seed);
        const double off = ulps_off(kernel_log(x), x, mpfr_log);

        worst = off > worst ? off : worst;
    }
    print_message("log x: at most %.3f ulp off\n", worst);
    assert_true(worst > 0.4 && worst < 1);
}

TEST(ends_are_what_they_should_be)
{
    assert_true(kernel_exp(0) == 1 && kernel_exp(-0.0) == 1);
    assert_true(kernel_exp(-INFINITY) == 0 && kernel_exp(-1e308) == 0 && kernel_exp(-746) == 0);
    assert_true(kernel_exp(NAN) == 0); /* never asked for, but no NaN */
    assert_true(kernel_exp(-745) == 0x1p-1074);
    assert_true(kernel_log(1) == 0 && !signbit(kernel_log(1)));
    assert_true(kernel_log(2) == 0x1.62e42fefa39efp-1);
}
