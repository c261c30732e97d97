/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Variances with weights, see oracle.h. As the definition has it: distances from the mean are taken
 * as many times as large as the sum of weights, so that they are exact in MPFR, and so are their
 * squares, times the weights, and the sum of these. Only what divides them rounds.
 */
#include "oracle_parts.h"

#include <math.h>

/* Sums of a pair's weight, weighted value, and squared weight. */
typedef struct sums {
    mpfr_t weights, values, squares;
} sums;

static bool is_taken(const oracle_pairs *in, size_t index)
{
    const double x = oracle_load(in->type, in->x, index), y = oracle_load(in->type, in->y, index);

    return isfinite(x) && isfinite(y) && !(y < 0);
}

static bool are_taken(const oracle_pairs *in)
{
    mpfr_t weight;
    bool are = true;

    mpfr_init2(weight, 64);
    for (size_t i = 0; i < in->count && are; i++) {
        if (oracle_is_float(in->type)) {
            are = is_taken(in, i);
        } else {
            oracle_load_whole(in->type, in->y, i, weight);
            are = mpfr_sgn(weight) >= 0;
        }
    }
    mpfr_clear(weight);
    return are;
}

static void add(mpfr_t sum, const mpfr_t term)
{
    oracle_must_be_exact(mpfr_add(sum, sum, term, MPFR_RNDN));
}

static void find_sums(const oracle_pairs *in, sums *s)
{
    mpfr_t x, y;

    mpfr_inits2(ORACLE_PAIR_PRECISION, x, y, (mpfr_ptr)NULL);
    for (size_t i = 0; i < in->count; i++) {
        oracle_load_whole(in->type, in->x, i, x);
        oracle_load_whole(in->type, in->y, i, y);
        add(s->weights, y);
        oracle_must_be_exact(mpfr_mul(x, x, y, MPFR_RNDN));
        add(s->values, x);
        oracle_must_be_exact(mpfr_sqr(y, y, MPFR_RNDN));
        add(s->squares, y);
    }
    mpfr_clears(x, y, (mpfr_ptr)NULL);
}

/* The sum of squared distances from the mean, each by its weight, times the squared sum of weights;
 * and the largest |x|. */
static void find_spread(const oracle_pairs *in, const sums *s, mpfr_t spread, mpfr_t largest)
{
    mpfr_t x, y;

    mpfr_inits2(ORACLE_PAIR_PRECISION, x, y, (mpfr_ptr)NULL);
    for (size_t i = 0; i < in->count; i++) {
        oracle_load_whole(in->type, in->x, i, x);
        oracle_load_whole(in->type, in->y, i, y);
        if (mpfr_cmpabs(x, largest) > 0)
            mpfr_abs(largest, x, MPFR_RNDU);
        oracle_must_be_exact(mpfr_mul(x, x, s->weights, MPFR_RNDN));
        oracle_must_be_exact(mpfr_sub(x, x, s->values, MPFR_RNDN));
        oracle_must_be_exact(mpfr_sqr(x, x, MPFR_RNDN));
        oracle_must_be_exact(mpfr_mul(x, x, y, MPFR_RNDN));
        add(spread, x);
    }
    mpfr_clears(x, y, (mpfr_ptr)NULL);
}

/* The sum of weights less what ddof takes off it. */
static void find_divisor(const sums *s, uint64_t ddof, bool by_reliability, mpfr_t divisor,
                         mpfr_t off)
{
    mpfr_set_uj(off, ddof, MPFR_RNDN);
    if (by_reliability) {
        mpfr_mul(off, off, s->squares, MPFR_RNDN);
        mpfr_div(off, off, s->weights, MPFR_RNDN);
    }
    mpfr_sub(divisor, s->weights, off, MPFR_RNDN);
}

/* Sets what the bound needs; `spread` is the sum of squares. */
static void find_bound(const sums *s, const mpfr_t spread, const mpfr_t divisor, const mpfr_t off,
                       const mpfr_t largest, oracle_value *out)
{
    mpfr_t part;

    mpfr_init2(part, ORACLE_PAIR_PRECISION);
    mpfr_add(part, s->weights, off, MPFR_RNDU);
    mpfr_div(part, part, divisor, MPFR_RNDU);
    out->parts = mpfr_get_d(part, MPFR_RNDU);
    mpfr_mul_ui(part, largest, 2, MPFR_RNDU);
    mpfr_add_ui(part, part, 1, MPFR_RNDU);
    mpfr_add(out->above, spread, part, MPFR_RNDU);
    mpfr_add(out->above, out->above, s->weights, MPFR_RNDU);
    mpfr_sqr(part, part, MPFR_RNDU);
    mpfr_mul_ui(part, part, out->count, MPFR_RNDU);
    mpfr_div(part, part, divisor, MPFR_RNDU);
    out->steps = mpfr_get_d(part, MPFR_RNDU);
    mpfr_sqr(out->below, s->values, MPFR_RNDU);
    mpfr_div(out->below, out->below, s->weights, MPFR_RNDU);
    mpfr_div(out->below, out->below, divisor, MPFR_RNDU);
    mpfr_clear(part);
}

static void find_variance(const oracle_pairs *in, const sums *s, bool by_reliability,
                          oracle_value *out)
{
    mpfr_t spread, largest, divisor, off;

    mpfr_inits2(ORACLE_PAIR_PRECISION, spread, largest, divisor, off, (mpfr_ptr)NULL);
    mpfr_set_zero(spread, 1);
    mpfr_set_zero(largest, 1);
    find_divisor(s, out->question.ddof, by_reliability, divisor, off);
    out->nan = mpfr_sgn(divisor) <= 0;
    if (!out->nan) {
        find_spread(in, s, spread, largest);
        mpfr_div(spread, spread, s->weights, MPFR_RNDN);
        mpfr_div(spread, spread, s->weights, MPFR_RNDN);
        mpfr_div(out->exact, spread, divisor, MPFR_RNDN);
        find_bound(s, spread, divisor, off, largest, out);
    }
    mpfr_clears(spread, largest, divisor, off, (mpfr_ptr)NULL);
}

void oracle_weighted_variance(const oracle_pairs *in, bool by_reliability, oracle_value *out)
{
    sums s;

    out->nan = !are_taken(in);
    if (out->nan)
        return;
    mpfr_inits2(ORACLE_PAIR_PRECISION, s.weights, s.values, s.squares, (mpfr_ptr)NULL);
    mpfr_set_zero(s.weights, 1);
    mpfr_set_zero(s.values, 1);
    mpfr_set_zero(s.squares, 1);
    find_sums(in, &s);
    out->nan = mpfr_sgn(s.weights) == 0;
    if (!out->nan)
        find_variance(in, &s, by_reliability, out);
    mpfr_clears(s.weights, s.values, s.squares, (mpfr_ptr)NULL);
}
