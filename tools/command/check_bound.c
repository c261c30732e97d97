/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_bound - the bounds that the library's header states with clr_plan_depth() for results that
 * are not exact, around the right result; and the results that are possible where no bound holds.
 * See check_part.h.
 */
#include "check_part.h"
#include "rounding.h"
#include <string.h>

/* ---- Accumulators ---------------------------------------------------------------------------- */

/* A number format that values are folded in; exponents are of 2. */
typedef struct accumulator {
    const char *name;
    unsigned unit;     /* a sum is within depth * 2^-unit of its magnitudes, */
    bool is_squared;   /* or within the square of that */
    unsigned rounding; /* a division or root within 2^-this */
    int largest;       /* partial results below are within the range */
    int smallest;      /* products below lose digits, */
    unsigned step;     /* some of the smallest number there is, 2^-step */
} accumulator;

static const accumulator accumulators[] = {
    {"f64", 53, false, 53, 1023, -1022, 1074},
    {"double-float", 45, false, 45, 127, -76, 149},
    {"double-double", 52, true, 53, 1023, -968, 1074},
    {"f32", 24, false, 22, 127, -126, 149}, /* divisions and exponentials lose some bits more */
};

static const accumulator *accumulator_of(const char *name)
{
    for (size_t i = 0; i < sizeof accumulators / sizeof accumulators[0]; i++) {
        if (strcmp(name, accumulators[i].name) == 0)
            return &accumulators[i];
    }
    return NULL;
}

/* ---- Arithmetic ------------------------------------------------------------------------------ */

void check_set_count(mpq_t number, uint64_t count)
{
    mpz_t integer;

    mpz_init(integer);
    mpz_import(integer, 1, -1, sizeof count, 0, 0, &count);
    mpq_set_z(number, integer);
    mpz_clear(integer);
}

/* count * 2^-places */
static void set_scaled(mpq_t number, uint64_t count, unsigned places)
{
    check_set_count(number, count);
    mpq_div_2exp(number, number, places);
}

static void multiply_count(mpq_t number, uint64_t count)
{
    mpq_t factor;

    mpq_init(factor);
    check_set_count(factor, count);
    mpq_mul(number, number, factor);
    mpq_clear(factor);
}

/* Adds of * count * 2^-places. */
static void add_part(mpq_t number, const mpq_t of, uint64_t count, unsigned places)
{
    mpq_t part;

    mpq_init(part);
    set_scaled(part, count, places);
    mpq_mul(part, part, of);
    mpq_add(number, number, part);
    mpq_clear(part);
}

/* Adds count * 2^-places. */
static void add_steps(mpq_t number, uint64_t count, unsigned places)
{
    mpq_t part;

    mpq_init(part);
    set_scaled(part, count, places);
    mpq_add(number, number, part);
    mpq_clear(part);
}

/* Whether the number is at least 2^exponent. */
static bool reaches(const mpq_t number, unsigned exponent)
{
    mpq_t bound;

    mpq_init(bound);
    mpq_set_ui(bound, 1, 1);
    mpq_mul_2exp(bound, bound, exponent);
    bool does = mpq_cmp(number, bound) >= 0;
    mpq_clear(bound);
    return does;
}

/* ---- Promised bounds ------------------------------------------------------------------------- */

/* The numbers that a bound is made of. */
typedef struct question {
    const check *c;
    const accumulator *a;
    mpq_srcptr right;     /* the value, or what its root is taken of */
    mpq_srcptr magnitude; /* the sum of the terms without signs; or the square of the mean */
    uint64_t depth;
    bool is_root;
} question;

static void set_growth(mpq_t growth, const accumulator *a, uint64_t steps)
{
    set_scaled(growth, steps, a->unit);
    if (a->is_squared)
        mpq_mul(growth, growth, growth);
}

/* In f32 products are rounded, too. */
static void make_sum(mpq_t bound, const question *q)
{
    const bool multiplies = q->c->op == CLR_OPERATOR_DOT || q->c->op == CLR_OPERATOR_SUMSQ;

    set_growth(bound, q->a, q->depth + (multiplies && q->a->unit == 24));
    mpq_mul(bound, bound, q->magnitude);
}

/* The sum's bound over n, and two roundings. */
static void make_mean(mpq_t bound, const question *q)
{
    mpq_t n, size;

    mpq_inits(n, size, NULL);
    make_sum(bound, q);
    check_set_count(n, q->c->count);
    mpq_div(bound, bound, n);
    mpq_abs(size, q->right);
    mpq_add(size, size, bound);
    add_part(bound, size, 2, q->a->rounding);
    mpq_clears(n, size, NULL);
}

/* Relative r = (depth + 4) u, and so 2 r + r^2 of the square. */
static void make_norm(mpq_t bound, const question *q)
{
    mpq_t r, part;

    mpq_inits(r, part, NULL);
    set_scaled(r, q->depth + 4, q->a->rounding);
    mpq_mul(part, r, r);
    mpq_add(part, part, r);
    mpq_add(part, part, r);
    mpq_mul(bound, part, q->right);
    mpq_clears(r, part, NULL);
}

/* Relative 8 depth u sqrt(1 + mean^2 / variance); a deviation is a root of that, rounded twice. */
static void make_variance(mpq_t bound, const question *q)
{
    mpq_t n, divisor, part;

    mpq_inits(n, divisor, part, NULL);
    check_set_count(n, q->c->count);
    check_set_count(divisor, q->c->count - q->c->ddof);
    mpq_div(n, n, divisor);
    mpq_mul(part, q->magnitude, n);
    mpq_add(part, part, q->right);
    mpq_mul(part, part, q->right);
    rounding_root_above(part, part);
    mpq_set_ui(bound, 0, 1);
    add_part(bound, part, q->depth, q->a->rounding - 3);
    mpq_add(part, q->right, bound);
    if (q->is_root) { /* (1 + 2 u)^2 */
        add_part(bound, part, 4, q->a->rounding);
        add_part(bound, part, 4, 2 * q->a->rounding);
    }
    mpq_clears(n, divisor, part, NULL);
}

/* Relative g / (1 - g), g = n u: each factor is a rounding, whatever the order. */
static void make_product(mpq_t bound, const question *q)
{
    mpq_t one, growth;

    mpq_inits(one, growth, NULL);
    set_growth(growth, q->a, q->c->count);
    mpq_set_ui(one, 1, 1);
    mpq_sub(one, one, growth);
    if (mpq_sgn(one) > 0)
        mpq_div(growth, growth, one);
    mpq_abs(bound, q->right);
    mpq_mul(bound, bound, growth);
    mpq_clears(one, growth, NULL);
}

/* 4 (depth + 4) u, and relative 4 u. */
static void make_logarithm(mpq_t bound, const question *q)
{
    mpq_t size;

    mpq_init(size);
    mpq_abs(size, q->right);
    set_scaled(bound, 4 * (q->depth + 4), q->a->rounding);
    add_part(bound, size, 4, q->a->rounding);
    mpq_clear(size);
}

/* ---- Possible results beyond the bounds ------------------------------------------------------ */

static void doubt_range(check_finding *found, const accumulator *a)
{
    check_doubt(found, "partial results can leave the range of ", a->name);
}

/*
 * Sets what is promised, and that as possible. Of level relaxed nothing is stated; but whatever the
 * order, no chain of roundings is longer than there are elements. Returns NULL where no more is to
 * be said.
 */
static const accumulator *bound(check_finding *found, const check *c, const check_claim *claim,
                                void (*make)(mpq_t bound, const question *q), mpq_srcptr magnitude)
{
    check_range *range = &found->range;
    const accumulator *a = accumulator_of(claim->accumulator);
    question q = {c, a, range->right, magnitude, claim->depth, range->is_root};

    if (claim->accuracy == CLR_ACCURACY_EXACT)
        return NULL;
    if (!a) {
        range->beyond = CHECK_ANYTHING;
        check_doubt(found, "no bound is known for an accumulator of ", claim->accumulator);
        return NULL;
    }
    make(range->promised, &q);
    if (claim->accuracy == CLR_ACCURACY_RELAXED && c->count > q.depth) {
        q.depth = c->count;
        check_doubt(found, "no bound is stated at level relaxed", "");
    }
    make(range->possible, &q);
    return a;
}

/* Of terms of one sign a partial sum that leaves the range is an infinity for good. */
static void look_at_range(check_finding *found, const accumulator *a, mpq_srcptr magnitude,
                          uint64_t divisor)
{
    mpq_t total;

    if (!reaches(magnitude, (unsigned)a->largest))
        return;
    mpq_init(total);
    mpq_abs(total, found->range.right);
    multiply_count(total, divisor);
    found->range.beyond = mpq_equal(total, magnitude) ? CHECK_INFINITY : CHECK_ANYTHING;
    doubt_range(found, a);
    mpq_clear(total);
}

void check_bound_sum(check_finding *found, const check *c, const check_claim *claim,
                     const mpq_t magnitude)
{
    bool multiplies = c->op == CLR_OPERATOR_DOT || c->op == CLR_OPERATOR_SUMSQ;
    const accumulator *a = bound(found, c, claim, make_sum, magnitude);

    if (!a)
        return;
    if (multiplies && c->least_product < a->smallest) {
        add_steps(found->range.possible, 2 * c->count, a->step);
        doubt_range(found, a);
    }
    look_at_range(found, a, magnitude, 1);
}

/* Of integers the sum is exact; they are converted, put together and divided. */
static void bound_integer_mean(check_range *range)
{
    mpq_t size;

    mpq_init(size);
    mpq_abs(size, range->right);
    add_part(range->promised, size, 4, 53);
    mpq_set(range->possible, range->promised);
    mpq_clear(size);
}

void check_bound_mean(check_finding *found, const check *c, const check_claim *claim,
                      const mpq_t magnitude)
{
    if (!check_is_real(c)) {
        bound_integer_mean(&found->range);
        return;
    }
    const accumulator *a = bound(found, c, claim, make_mean, magnitude);
    if (a)
        look_at_range(found, a, magnitude, c->count);
}

/*
 * Squares are scaled, so nothing leaves the range; but where the norm is subnormal as f32, one of a
 * pair of f32 is rounded twice.
 */
void check_bound_norm(check_finding *found, const check *c, const check_claim *claim)
{
    const accumulator *a = bound(found, c, claim, make_norm, NULL);
    mpq_t root, normal;

    if (!a || a->step != 149)
        return;
    mpq_inits(root, normal, NULL);
    set_scaled(normal, 1, 126);
    rounding_root_above(root, found->range.right);
    if (mpq_sgn(root) > 0 && mpq_cmp(root, normal) < 0) {
        add_part(found->range.possible, root, 2, a->step);
        add_steps(found->range.possible, 1, 2 * a->step);
        check_doubt(found, "the norm is subnormal and was rounded twice", "");
    }
    mpq_clears(root, normal, NULL);
}

/* Squares may underflow, a step each, unless all are 0. */
void check_bound_variance(check_finding *found, const check *c, const check_claim *claim,
                          const mpq_t square_of_mean)
{
    const uint64_t divisor = c->count - c->ddof;
    const accumulator *a = bound(found, c, claim, make_variance, square_of_mean);
    mpq_t sum;

    found->range.has_sign = true; /* + */
    if (!a || mpq_sgn(found->range.right) == 0)
        return;
    mpq_init(sum);
    mpq_set(sum, found->range.right);
    multiply_count(sum, divisor);
    add_steps(found->range.possible, 8 + 8 * (c->count / divisor), a->step);
    if (reaches(sum, (unsigned)a->largest - 6)) {
        found->range.beyond = CHECK_ANYTHING;
        doubt_range(found, a);
    }
    mpq_clear(sum);
}

/* Whether a partial product may fall below the numbers that the accumulator holds in full. */
static bool may_vanish(const check *c, const accumulator *a)
{
    return exact_product_exponent(&c->shrink) < a->smallest;
}

static void add_host_loss(check_range *range, uint64_t factors)
{
    mpq_t size;

    mpq_init(size);
    mpq_abs(size, range->right);
    add_part(range->possible, size, factors + 4, PRODUCT_LOSS);
    mpq_clear(size);
}

/*
 * What overflows stays an infinity but for what has come to 0, which makes a NaN of it. What
 * underflows is off by steps, which later factors may make larger.
 */
void check_bound_product(check_finding *found, const check *c, const check_claim *claim)
{
    check_range *range = &found->range;
    const accumulator *a = bound(found, c, claim, make_product, NULL);

    add_host_loss(range, c->count);
    if (!a)
        return;
    bool overflows = exact_product_exponent(&c->growth) >= a->largest;
    bool vanishes = may_vanish(c, a);
    if (overflows || vanishes)
        doubt_range(found, a);
    if (overflows)
        range->beyond = vanishes || c->has_zero ? CHECK_ANYTHING : CHECK_INFINITY;
    else if (vanishes && !c->has_zero) {
        mpq_t growth;
        mpq_init(growth);
        exact_product_get(&c->growth, growth);
        add_part(range->possible, growth, 4 * c->count, a->step);
        mpq_clear(growth);
    }
}

/* An infinity and what overflows to another make a NaN. */
void check_bound_infinite_sum(check_finding *found, const check_claim *claim, const mpq_t magnitude)
{
    const accumulator *a = accumulator_of(claim->accumulator);

    if (claim->accuracy == CLR_ACCURACY_EXACT || !a || !reaches(magnitude, (unsigned)a->largest))
        return;
    found->range.beyond = CHECK_ANYTHING;
    doubt_range(found, a);
}

/* Infinity times a product that has come to 0 is a NaN, too. */
void check_bound_infinite_product(check_finding *found, const check *c, const check_claim *claim)
{
    const accumulator *a = accumulator_of(claim->accumulator);

    if (!a || !may_vanish(c, a))
        return;
    found->range.beyond = CHECK_ANYTHING;
    doubt_range(found, a);
}

void check_bound_logarithm(check_finding *found, const check *c, const check_claim *claim)
{
    bound(found, c, claim, make_logarithm, NULL);
}
