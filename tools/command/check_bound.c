/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_bound - bounds of results that are not exact, as the library's header states them at
 * clr_plan_depth(); and the results that are possible where no bound holds. See check_part.h.
 */
#include "check_part.h"
#include "rounding.h"
#include <string.h>

/* ---- Accumulators ---------------------------------------------------------------------------- */

/* A number format in which values are folded; exponents are of 2. */
typedef struct accumulator {
    const char *name;
    unsigned unit;     /* a sum is within depth * 2^-unit of the sum of magnitudes, ... */
    bool is_squared;   /* ... or within the square of this factor */
    unsigned rounding; /* a division or root is within 2^-rounding */
    int largest;       /* partial results below 2^largest are within range */
    int smallest;      /* products below 2^smallest lose digits, ... */
    unsigned step;     /* ... multiples of 2^-step, the least positive number */
} accumulator;

static const accumulator accumulators[] = {
    {"f64", 53, false, 53, 1023, -1022, 1074},
    {"double-float", 45, false, 45, 127, -76, 149},
    {"double-double", 52, true, 53, 1023, -968, 1074},
    {"f32", 24, false, 22, 127, -126, 149}, /* divisions and exponentials lose some more bits */
};

static const accumulator *accumulator_of(const char *name)
{
    for (size_t i = 0; name && i < sizeof accumulators / sizeof accumulators[0]; i++)
        if (strcmp(name, accumulators[i].name) == 0)
            return &accumulators[i];
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

/* number += of * count * 2^-places */
static void add_part(mpq_t number, const mpq_t of, uint64_t count, unsigned places)
{
    mpq_t part;

    mpq_init(part);
    set_scaled(part, count, places);
    mpq_mul(part, part, of);
    mpq_add(number, number, part);
    mpq_clear(part);
}

/* number += count * 2^-places */
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

/* The input of a bound. */
typedef struct question {
    const check *c;
    const accumulator *a;
    mpq_srcptr right;     /* the right value, or its square if it is a root */
    mpq_srcptr magnitude; /* the sum of the terms' magnitudes; or the square of the mean */
    uint64_t depth;
    bool is_root;
    const check_spread *spread; /* of a variance with weights, else NULL */
} question;

static void set_growth(mpq_t growth, const accumulator *a, uint64_t steps)
{
    set_scaled(growth, steps, a->unit);
    if (a->is_squared)
        mpq_mul(growth, growth, growth);
}

/* f32 rounds products as well. */
static void make_sum(mpq_t bound, const question *q)
{
    const bool multiplies = q->c->op == CLR_OPERATOR_DOT || q->c->op == CLR_OPERATOR_SUMSQ;

    set_growth(bound, q->a, q->depth + (multiplies && q->a->unit == 24));
    mpq_mul(bound, bound, q->magnitude);
}

/* The sum's bound divided by n, and two roundings. */
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

/* Relative r = (depth + 4) u; of the square 2 r + r^2. */
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

/* (1 + 2 u)^2 of what is rounded to a root. */
static void widen_root(mpq_t bound, const question *q)
{
    mpq_t most;

    mpq_init(most);
    mpq_add(most, q->right, bound);
    add_part(bound, most, 4, q->a->rounding);
    add_part(bound, most, 4, 2 * q->a->rounding);
    mpq_clear(most);
}

/* Relative 8 depth u sqrt(1 + mean^2 / variance); a deviation is its root, rounded twice. */
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
    if (q->is_root)
        widen_root(bound, q);
    mpq_clears(n, divisor, part, NULL);
}

/* Relative 16 depth u sqrt(1 + mean^2 weights / squares) of the squares; the divisor is off by
 * 16 depth u times what it is the difference of, and 1 / (1 - e) is below 1 + 2 e. */
static void make_spread(mpq_t bound, const question *q)
{
    mpq_t part, off;

    mpq_inits(part, off, NULL);
    mpq_div(part, q->spread->of_mean, q->spread->divisor);
    mpq_add(part, part, q->right);
    mpq_mul(part, part, q->right);
    rounding_root_above(part, part);
    mpq_set_ui(bound, 0, 1);
    add_part(bound, part, 16 * q->depth, q->a->rounding);
    mpq_add(part, q->right, bound);
    mpq_add(off, q->spread->weights, q->spread->off);
    mpq_div(off, off, q->spread->divisor);
    mpq_mul(part, part, off);
    add_part(bound, part, 32 * q->depth, q->a->rounding);
    if (q->is_root)
        widen_root(bound, q);
    mpq_clears(part, off, NULL);
}

/* Relative g / (1 - g), g = n u: a rounding for each factor, in any order. */
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

/* Absolute 4 (depth + 4) u, and relative 4 u. */
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
 * Sets the promised bound, and with it the possible one. Level relaxed promises nothing, but in any
 * order no chain of roundings is longer than the number of elements. Returns NULL if the bound is
 * complete.
 */
static const accumulator *bound(check_finding *found, const check *c, const check_claim *claim,
                                void (*make)(mpq_t bound, const question *q), mpq_srcptr magnitude,
                                const check_spread *spread)
{
    check_range *range = &found->range;
    const accumulator *a = accumulator_of(claim->accumulator);
    question q = {c, a, range->right, magnitude, claim->depth, range->is_root, spread};

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

/* Terms of one sign: once a partial sum is out of range, the result is an infinity. */
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
    const accumulator *a = bound(found, c, claim, make_sum, magnitude, NULL);

    if (!a)
        return;
    if (multiplies && c->least_product < a->smallest) {
        add_steps(found->range.possible, 2 * c->count, a->step);
        doubt_range(found, a);
    }
    look_at_range(found, a, magnitude, 1);
}

/* A sum of integers is exact; it is then converted, assembled and divided. */
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
    const accumulator *a = bound(found, c, claim, make_mean, magnitude, NULL);
    if (a)
        look_at_range(found, a, magnitude, c->count);
}

/*
 * Squares are scaled, so none is out of range; but a norm that is subnormal in f32 is rounded twice
 * from a pair of f32.
 */
void check_bound_norm(check_finding *found, const check *c, const check_claim *claim)
{
    const accumulator *a = bound(found, c, claim, make_norm, NULL, NULL);
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
    const accumulator *a = bound(found, c, claim, make_variance, square_of_mean, NULL);
    mpq_t sum;

    found->range.has_sign = true; /* positive */
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

/* Whether the divisor may be of either sign, or less than half of what it is. */
static bool is_in_doubt(const check_spread *s, const check_claim *claim)
{
    const accumulator *a = accumulator_of(claim->accumulator);
    mpq_t off, divisor;
    bool is;

    if (!a)
        return true;
    mpq_inits(off, divisor, NULL);
    mpq_add(off, s->weights, s->off);
    add_part(divisor, off, 32 * claim->depth, a->rounding);
    mpq_abs(off, s->divisor);
    is = mpq_cmp(divisor, off) >= 0;
    mpq_clears(off, divisor, NULL);
    return is;
}

/* Products may underflow, some steps each, which distances make larger: these are below 2 |x|. */
static void look_at_spread(check_finding *found, const check *c, const accumulator *a,
                           const check_spread *s, const mpq_t squares)
{
    mpq_t step, one, greatest;

    mpq_inits(step, one, greatest, NULL);
    mpq_set_ui(one, 1, 1);
    mpq_set_d(greatest, c->greatest.real);
    mpq_mul_2exp(greatest, greatest, 1);
    mpq_add(greatest, greatest, one);
    set_scaled(step, 16 * c->count, a->step);
    mpq_mul(step, step, greatest);
    mpq_mul(step, step, greatest);
    mpq_div(step, step, s->divisor);
    mpq_add(found->range.possible, found->range.possible, step);
    if (reaches(squares, (unsigned)a->largest - 6) || reaches(greatest, (unsigned)a->largest - 1) ||
        reaches(s->weights, (unsigned)a->largest - 1)) {
        found->range.beyond = CHECK_ANYTHING;
        doubt_range(found, a);
    }
    mpq_clears(step, one, greatest, NULL);
}

void check_bound_spread(check_finding *found, const check *c, const check_claim *claim,
                        const check_spread *spread)
{
    const bool is_in = mpq_sgn(spread->divisor) != 0 && is_in_doubt(spread, claim);
    mpq_t squares;

    if (is_in) {
        found->form = CHECK_NEAR;
        found->range.beyond = CHECK_ANYTHING;
        check_doubt(found, "the divisor is close to 0", "");
    }
    if (is_in || mpq_sgn(spread->divisor) <= 0)
        return;
    found->form = CHECK_NEAR;
    found->range.has_sign = true; /* positive */
    mpq_init(squares);
    mpq_set(squares, found->range.right);
    mpq_div(found->range.right, squares, spread->divisor);
    const accumulator *a = bound(found, c, claim, make_spread, NULL, spread);
    if (a && mpq_sgn(squares) != 0)
        look_at_spread(found, c, a, spread, squares);
    mpq_clear(squares);
}

/* Whether a partial product may be so small that the accumulator loses digits. */
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
 * A factor that overflows leaves an infinity, or a NaN if the partial product was 0. An underflow
 * is an error of some steps, which later factors may enlarge.
 */
void check_bound_product(check_finding *found, const check *c, const check_claim *claim)
{
    check_range *range = &found->range;
    const accumulator *a = bound(found, c, claim, make_product, NULL, NULL);

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

/* An infinity and an overflow to the opposite infinity make a NaN. */
void check_bound_infinite_sum(check_finding *found, const check_claim *claim, const mpq_t magnitude)
{
    const accumulator *a = accumulator_of(claim->accumulator);

    if (claim->accuracy == CLR_ACCURACY_EXACT || !a || !reaches(magnitude, (unsigned)a->largest))
        return;
    found->range.beyond = CHECK_ANYTHING;
    doubt_range(found, a);
}

/* An infinity times a partial product that underflowed to 0 is a NaN, too. */
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
    bound(found, c, claim, make_logarithm, NULL, NULL);
}
