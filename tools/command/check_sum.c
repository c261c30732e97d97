/* SPDX-License-Identifier: Apache-2.0 */
/*
 * check_sum - sums of every kind on the host, and what follows from them: norms, means, variances.
 * See check.h. The bounds are those that the library's header states with clr_plan_depth().
 */
#include "check_part.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* ---- Pairs ----------------------------------------------------------------------------------- */

static check_pair add_exactly(long double a, long double b)
{
    long double sum = a + b;
    long double from_b = sum - a;

    return (check_pair){sum, (a - (sum - from_b)) + (b - from_b)};
}

static check_pair multiply_exactly(long double a, long double b)
{
    long double product = a * b;

    return (check_pair){product, fmal(a, b, -product)};
}

/* Sum and product of pairs, to about twice the digits of a long double. */
static check_pair pair_add(check_pair a, check_pair b)
{
    check_pair high = add_exactly(a.high, b.high);
    check_pair low = add_exactly(a.low, b.low);

    high = add_exactly(high.high, high.low + low.high);
    return add_exactly(high.high, high.low + low.low);
}

static check_pair pair_multiply(check_pair a, check_pair b)
{
    check_pair product = multiply_exactly(a.high, b.high);

    return add_exactly(product.high, product.low + (a.high * b.low + a.low * b.high));
}

static check_pair pair_of(long double number)
{
    return (check_pair){number, 0};
}

/* Adds up: what additions round away is gathered in `low` (Neumaier 1974). */
static void accumulate(check_pair *sum, check_pair term)
{
    check_pair high = add_exactly(sum->high, term.high);

    sum->high = high.high;
    sum->low += high.low + term.low;
}

/* A sum as a pair whose low part is small again. */
static check_pair settled(check_pair sum)
{
    return add_exactly(sum.high, sum.low);
}

/* The product of two elements; of those with few digits it is a single number. */
static check_pair product_of(const check *c, long double a, long double b)
{
    bool is_narrow = clr_type_size(c->type) < sizeof(double);

    return is_narrow ? pair_of(a * b) : multiply_exactly(a, b);
}

/* ---- Folding --------------------------------------------------------------------------------- */

static void add_real(check *c, check_pair term)
{
    if (!check_note(c, term.high))
        return;
    accumulate(&c->sum, term);
    c->magnitude += fabsl(term.high);
}

static void add_integer(check *c, check_wide term, bool is_too_wide)
{
    c->integer += (uint64_t)term;
    c->too_wide = __builtin_add_overflow(c->wide, term, &c->wide) || is_too_wide || c->too_wide;
}

/* An integer element with its sign. */
static check_wide wide_of(const check *c, uint64_t integer)
{
    bool is_signed = value_kind_of(c->type) == VALUE_SIGNED;

    return is_signed ? (check_wide)(int64_t)integer : (check_wide)integer;
}

/* Adds the integers' product where the result is an integer; it never has more than 128 bits. */
static void add_integer_product(check *c, uint64_t a, uint64_t b)
{
    check_wide product;
    bool is_too_wide = __builtin_mul_overflow(wide_of(c, a), wide_of(c, b), &product);

    add_integer(c, product, is_too_wide);
}

void check_sum_fold(check *c, const check_number *x, const check_number *y)
{
    (void)y;
    if (check_is_real(c) || c->op == CLR_OPERATOR_MEAN)
        add_real(c, pair_of(x->real));
    else
        add_integer(c, wide_of(c, x->integer), false);
}

void check_asum_fold(check *c, const check_number *x, const check_number *y)
{
    check_wide number = wide_of(c, x->integer);

    (void)y;
    if (check_is_real(c))
        add_real(c, pair_of(fabsl(x->real)));
    else
        add_integer(c, number < 0 ? -number : number, false);
}

void check_sumsq_fold(check *c, const check_number *x, const check_number *y)
{
    (void)y;
    if (check_is_real(c) || c->op == CLR_OPERATOR_NRM2)
        add_real(c, product_of(c, x->real, x->real));
    else
        add_integer_product(c, x->integer, x->integer);
}

void check_dot_fold(check *c, const check_number *x, const check_number *y)
{
    if (check_is_real(c))
        add_real(c, product_of(c, x->real, y->real));
    else
        add_integer_product(c, x->integer, y->integer);
}

void check_moments_fold(check *c, const check_number *x, const check_number *y)
{
    (void)y;
    if (!check_note(c, x->real))
        return;
    accumulate(&c->sum, pair_of(x->real));
    accumulate(&c->squares, product_of(c, x->real, x->real));
}

void check_sum_join(check *c, const check *next)
{
    accumulate(&c->sum, next->sum);
    accumulate(&c->squares, next->squares);
    c->magnitude += next->magnitude;
    add_integer(c, next->wide, next->too_wide);
    c->integer += next->integer - (uint64_t)next->wide; /* which differ where it was too wide */
}

/* ---- Finding --------------------------------------------------------------------------------- */

// clang-format off
static const check_accumulator accumulators[] = {
    {"f64",           0x1p-53L, 0x1p-53L, 1, 1023, -1022},
    {"double-float",  0x1p-45L, 0x1p-45L, 1,  114,   -76},
    {"double-double", 0x1p-52L, 0x1p-53L, 2, 1023,  -968},
    {"f32",           0x1p-24L, 0x1p-24L, 1,  127,  -126},
    {"i128",          0,        0x1p-53L, 1, 1023, -1022},
    {"i64",           0,        0x1p-53L, 1, 1023, -1022},
    {"u64",           0,        0x1p-53L, 1, 1023, -1022},
};
// clang-format on

check_accumulator check_accumulator_of(const check_claim *claim, bool *known)
{
    check_accumulator found = {.name = claim->accumulator, .power = 1};

    *known = claim->accuracy == CLR_ACCURACY_EXACT;
    for (size_t i = 0; i < sizeof accumulators / sizeof accumulators[0]; i++) {
        if (strcmp(claim->accumulator, accumulators[i].name) == 0) {
            found = accumulators[i];
            *known = true;
        }
    }
    if (claim->accuracy == CLR_ACCURACY_EXACT) {
        found.unit = 0;
        found.variance = 0;
        found.largest = 16383;
        found.smallest = -16382;
    }
    return found;
}

static check_finding point(long double value)
{
    return (check_finding){.value = {value, value, 0}, .is_bounded = true};
}

/* What the sum of integers comes to in 64 bits. */
static check_finding integer_sum(const check *c)
{
    bool is_signed = value_kind_of(c->type) == VALUE_SIGNED;
    check_wide back = is_signed ? (check_wide)(int64_t)c->integer : (check_wide)c->integer;
    bool fits = !c->too_wide && c->wide == back;

    return (check_finding){
        .status = c->overflow == CLR_OVERFLOW_DETECT && !fits ? CLR_ERROR_OVERFLOW : CLR_OK,
        .value.integer = c->integer};
}

/* Whether NaN or infinities decide what the sum is. */
static bool is_special(const check *c, check_finding *found)
{
    if (c->has_nan || (c->has_infinity && c->has_minus_infinity))
        *found = point((long double)NAN);
    else if (c->has_infinity || c->has_minus_infinity)
        *found = point(c->has_infinity ? (long double)INFINITY : -(long double)INFINITY);
    else
        return false;
    return true;
}

/*
 * How far the host itself may be off: the roundings of what is gathered, each a rounding small; the
 * few of the last steps where it is exact.
 */
static long double host_error(const check *c, long double magnitude)
{
    long double steps = ((long double)(c->is_exact ? 0 : c->count) + 8) * LDBL_EPSILON;

    return steps * steps * magnitude;
}

static check_finding real_sum(const check *c, const check_claim *claim)
{
    bool known;
    check_accumulator a = check_accumulator_of(claim, &known);
    long double bound = powl((long double)claim->depth * a.unit, a.power) * c->magnitude;
    long double value = c->sum.high + c->sum.low;
    long double error = bound * (1 + LDBL_EPSILON * (long double)c->count) +
                        LDBL_EPSILON * fabsl(value) + host_error(c, c->magnitude);
    check_finding found;

    if (!is_special(c, &found))
        found = (check_finding){.value = {value - error, value + error, 0}, .is_bounded = true};
    found.is_doubtful = c->magnitude >= ldexpl(1, a.largest);
    return found;
}

/* Whether there is one value that passes: the total over `divisor`, rounded once. */
static bool is_decided(const check *c, const check_claim *claim, uint64_t divisor,
                       check_finding *found)
{
    if (!c->is_exact || claim->accuracy != CLR_ACCURACY_EXACT)
        return false;
    *found = point((long double)exact_round(&c->total, claim->type, divisor));
    return true;
}

check_finding check_sum_find(const check *c, const check_claim *claim)
{
    check_finding found;

    if (is_decided(c, claim, 1, &found))
        return found;
    return check_is_real(c) ? real_sum(c, claim) : integer_sum(c);
}

/* Widens by a few roundings, of the host and of the accumulator that the last steps are done in. */
static void widen(check_finding *found, const check_claim *claim, unsigned roundings)
{
    bool known;
    check_accumulator a = check_accumulator_of(claim, &known);
    long double unit = claim->accuracy == CLR_ACCURACY_EXACT ? 0 : fmaxl(a.variance, a.unit);
    long double relative = (unit + LDBL_EPSILON) * (long double)roundings;

    found->value.low -= relative * fabsl(found->value.low);
    found->value.high += relative * fabsl(found->value.high);
}

check_finding check_nrm2_find(const check *c, const check_claim *claim)
{
    check_finding found = real_sum(c, claim);

    found.value.low = sqrtl(fmaxl(found.value.low, 0));
    if (!isnan(found.value.high))
        found.value.high = sqrtl(found.value.high);
    else
        found.value.low = (long double)NAN;
    widen(&found, claim, 4);
    found.is_doubtful = false; /* what it adds up is scaled */
    return found;
}

check_finding check_mean_find(const check *c, const check_claim *claim)
{
    check_finding found = real_sum(c, claim);

    if (c->count == 0)
        return (check_finding){.status = CLR_ERROR_EMPTY};
    if (is_decided(c, claim, c->count, &found))
        return found;
    found.value.low /= (long double)c->count;
    found.value.high /= (long double)c->count;
    widen(&found, claim, 2);
    return found;
}

/*
 * The variance is (n S2 - S1^2) / (n (n - ddof)) with the sums S1 of x and S2 of x^2. What cancels
 * takes digits that the pairs have to spare.
 */
check_finding check_var_find(const check *c, const check_claim *claim)
{
    bool known;
    check_accumulator a = check_accumulator_of(claim, &known);
    check_pair n = pair_of((long double)c->count);
    check_pair sum = settled(c->sum);
    check_pair minus = {-sum.high, -sum.low};

    if (c->count <= c->ddof)
        return (check_finding){.status = CLR_ERROR_EMPTY};
    if (c->has_nan || c->has_infinity || c->has_minus_infinity)
        return point((long double)NAN);

    check_pair spread = pair_add(pair_multiply(n, settled(c->squares)), pair_multiply(minus, sum));
    long double scale = n.high * (long double)(c->count - c->ddof);
    long double value = fmaxl(spread.high + spread.low, 0) / scale;
    long double plain = value * scale / (n.high * n.high); /* with ddof 0 */
    long double mean = sum.high / n.high;
    long double condition = plain > 0 ? sqrtl(1 + mean * mean / plain) : 0;
    /* Of equal elements nothing is left to be relative to: the means' roundings are what there is.
     */
    long double error = plain > 0 ? 8 * (long double)claim->depth * a.variance * condition * value
                                  : powl((long double)claim->depth * a.variance * mean, 2) * 64;
    error += 2 * host_error(c, n.high * c->squares.high) / scale + 4 * LDBL_EPSILON * value;

    check_finding found = {.value = {fmaxl(value - error, 0), value + error, 0},
                           .is_bounded = true};
    found.is_doubtful = c->squares.high >= ldexpl(1, a.largest) ||
                        c->squares.high < ldexpl(n.high, a.smallest); /* squares underflow */
    return found;
}

check_finding check_std_find(const check *c, const check_claim *claim)
{
    check_finding found = check_var_find(c, claim);

    found.value.low = sqrtl(found.value.low);
    found.value.high = sqrtl(found.value.high);
    widen(&found, claim, 2);
    return found;
}
