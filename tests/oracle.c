/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tests' independent truth, see oracle.h: the exact reductions. Integers go through GMP, floats
 * through MPFR with room for every bit, so that no step here rounds where the library's might. How
 * far an answer may be away is oracle_judge.c's.
 */
#include "operators.h"
#include "oracle_parts.h"

#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PRODUCT_PRECISION = 256, /* a million factors cost 20 of these */
    LOG_PRECISION = 96,      /* likewise terms; the functions are correctly rounded */
    TERM_PRECISION = 2 * 53, /* a product of two binary64 */
    BITS_ONLY = MPFR_PREC_MIN
};

/* ---- Elements ------------------------------------------------------------------------------ */

/* The elements that are not absent, and their indices; NULL if that is their place. */
typedef struct input {
    clr_type type;
    const void *x;
    const void *y;
    size_t count;
    size_t *indices;
    bool has_absent; /* there were others */
    void *copies[2]; /* what is to be freed */
} input;

static void *allocate(size_t size)
{
    void *memory = malloc(size ? size : 1);

    if (!memory)
        abort();
    return memory;
}

static bool is_nan(clr_type type, const void *data, size_t index)
{
    return data && oracle_is_float(type) && isnan(oracle_load(type, data, index));
}

/* Packs what is left when NaNs are absent. */
static void drop_nans(input *in)
{
    const void *const arrays[] = {in->x, in->y};
    size_t kept = 0;

    in->indices = allocate(in->count * sizeof *in->indices);
    for (size_t i = 0; i < in->count; i++)
        if (!is_nan(in->type, in->x, i) && !is_nan(in->type, in->y, i))
            in->indices[kept++] = i;
    for (size_t a = 0; a < 2 && arrays[a]; a++) {
        in->copies[a] = allocate(kept * oracle_size(in->type));
        for (size_t i = 0; i < kept; i++)
            oracle_store_bits(in->type, in->copies[a], i,
                              oracle_load_bits(in->type, arrays[a], in->indices[i]));
    }
    in->x = in->copies[0];
    in->y = in->copies[1];
    in->has_absent = kept < in->count;
    in->count = kept;
}

static void release(input *in)
{
    free(in->indices);
    free(in->copies[0]);
    free(in->copies[1]);
}

/* Extends the sign to 64 bits. */
static uint64_t extend(clr_type type, uint64_t bits)
{
    unsigned unused = (unsigned)(64 - 8 * oracle_size(type));

    return oracle_is_signed(type) ? (uint64_t)((int64_t)(bits << unused) >> unused) : bits;
}

static void load_integer(clr_type type, const void *data, size_t index, mpz_t out)
{
    const uint64_t bits = extend(type, oracle_load_bits(type, data, index));
    const bool is_negative = oracle_is_signed(type) && bits >> 63;
    const uint64_t magnitude = is_negative ? 0 - bits : bits;

    mpz_import(out, 1, -1, sizeof magnitude, 0, 0, &magnitude);
    if (is_negative)
        mpz_neg(out, out);
}

/* Element `index` of x, integers rounded to nearest. */
static double load_double(const input *in, size_t index)
{
    uint64_t bits;

    if (oracle_is_float(in->type))
        return oracle_load(in->type, in->x, index);
    bits = extend(in->type, oracle_load_bits(in->type, in->x, index));
    return oracle_is_signed(in->type) ? (double)(int64_t)bits : (double)bits;
}

/* An element as it is: a double does not hold all integers of 64 bits. */
static void set_element(mpfr_t to, const input *in, size_t index)
{
    const uint64_t bits =
        oracle_is_float(in->type) ? 0 : extend(in->type, oracle_load_bits(in->type, in->x, index));

    if (oracle_is_float(in->type))
        mpfr_set_d(to, load_double(in, index), MPFR_RNDN);
    else if (oracle_is_signed(in->type))
        mpfr_set_sj(to, (intmax_t)bits, MPFR_RNDN);
    else
        mpfr_set_uj(to, bits, MPFR_RNDN);
}

/* ---- Exact integers ------------------------------------------------------------------------ */

/* What element `index` adds: x, |x|, x * x or x * y. `y` is scratch. */
static void integer_term(const input *in, clr_operator op, size_t index, mpz_t term, mpz_t y)
{
    load_integer(in->type, in->x, index, term);
    if (op == CLR_OPERATOR_ASUM)
        mpz_abs(term, term);
    if (op == CLR_OPERATOR_SUMSQ)
        mpz_mul(term, term, term);
    if (op == CLR_OPERATOR_DOT) {
        load_integer(in->type, in->y, index, y);
        mpz_mul(term, term, y);
    }
}

static void add_integers(const input *in, clr_operator op, mpz_t total)
{
    mpz_t term, y;

    mpz_inits(term, y, NULL);
    for (size_t i = 0; i < in->count; i++) {
        integer_term(in, op, i, term, y);
        mpz_add(total, total, term);
    }
    mpz_clears(term, y, NULL);
}

/* Whether 64 bits hold it: GMP's own question is of `long`, which has 32 bits on some processors.
 */
static bool fits_64_bits(const mpz_t number, bool is_signed)
{
    bool fits;
    mpz_t bits;

    mpz_init_set(bits, number);
    if (mpz_sgn(number) < 0)
        mpz_com(bits, bits);
    fits = is_signed ? mpz_sizeinbase(bits, 2) < 64
                     : mpz_sgn(number) >= 0 && mpz_sizeinbase(bits, 2) <= 64;
    mpz_clear(bits);
    return fits;
}

/* Takes `total` modulo 2^64, or notes that it does not fit; `true_total` stands for its size. */
static void deliver_integer(const mpz_t true_total, mpz_t total, oracle_value *out)
{
    const bool fits = fits_64_bits(true_total, oracle_is_signed(out->question.type));

    out->overflow = out->question.overflow == CLR_OVERFLOW_DETECT && !fits;
    mpz_fdiv_r_2exp(total, total, 64);
    out->bits = 0; /* of which 0 exports none */
    mpz_export(&out->bits, NULL, -1, sizeof out->bits, 0, 0, total);
}

static void sum_integers(const input *in, oracle_value *out)
{
    mpz_t total;

    mpz_init(total);
    add_integers(in, out->question.op, total);
    deliver_integer(total, total, out);
    mpz_clear(total);
}

/*
 * A second product stops growing beyond 64 bits, from where only a 0 leads back: so it stays short,
 * and tells whether the true one fits.
 */
static void multiply_integers(const input *in, oracle_value *out)
{
    mpz_t wrapped, limited, x;

    mpz_init_set_ui(wrapped, 1);
    mpz_init_set_ui(limited, 1);
    mpz_init(x);
    for (size_t i = 0; i < in->count; i++) {
        load_integer(in->type, in->x, i, x);
        mpz_mul(wrapped, wrapped, x);
        mpz_fdiv_r_2exp(wrapped, wrapped, 64);
        if (mpz_sizeinbase(limited, 2) <= 65 || mpz_sgn(x) == 0)
            mpz_mul(limited, limited, x);
    }
    deliver_integer(limited, wrapped, out);
    mpz_clears(wrapped, limited, x, NULL);
}

static void average_integers(const input *in, oracle_value *out)
{
    mpz_t total;

    mpz_init(total);
    add_integers(in, CLR_OPERATOR_SUM, total);
    mpfr_set_z(out->exact, total, MPFR_RNDN);
    mpz_clear(total);
}

/* Bit by bit, as and, or and xor are defined. */
static void fold_bits(const input *in, oracle_value *out)
{
    clr_operator op = out->question.op;
    uint64_t total = op == CLR_OPERATOR_AND ? UINT64_MAX : 0;

    for (size_t i = 0; i < in->count; i++) {
        uint64_t bits = oracle_load_bits(in->type, in->x, i);
        if (op == CLR_OPERATOR_AND)
            total &= bits;
        else if (op == CLR_OPERATOR_OR)
            total |= bits;
        else
            total ^= bits;
    }
    out->bits = extend(in->type, total);
}

/* ---- What is only compared ----------------------------------------------------------------- */

static void count_truths(const input *in, oracle_value *out)
{
    uint64_t truths = 0;

    for (size_t i = 0; i < in->count; i++)
        truths += load_double(in, i) != 0;
    if (out->question.op == CLR_OPERATOR_ANY)
        truths = truths > 0;
    if (out->question.op == CLR_OPERATOR_ALL)
        truths = truths == in->count;
    out->bits = truths;
}

static void count_all(const input *in, oracle_value *out)
{
    out->bits = in->count;
}

/* An element as it is compared: its bits, or those of |x|, which an unsigned integer holds. */
static uint64_t compared_bits(const input *in, clr_operator op, size_t index)
{
    uint64_t bits = extend(in->type, oracle_load_bits(in->type, in->x, index));
    uint64_t sign = UINT64_C(1) << (8 * oracle_size(in->type) - 1);

    if (op != CLR_OPERATOR_AMAX && op != CLR_OPERATOR_IAMAX)
        return bits;
    if (oracle_is_float(in->type))
        return bits & ~sign;
    return oracle_is_signed(in->type) && bits >> 63 ? 0 - bits : bits;
}

/* Less in the order of `type`, in which -0 is below +0. Neither is a NaN. */
static bool is_less(clr_type type, uint64_t a, uint64_t b)
{
    if (!oracle_is_float(type))
        return oracle_is_signed(type) ? (int64_t)a < (int64_t)b : a < b;

    double x = oracle_from_bits(type, a);
    double y = oracle_from_bits(type, b);
    return x < y || (x == y && signbit(x) && !signbit(y));
}

/* Finds the first of the smallest or greatest elements, or the first NaN. */
static uint64_t find_extreme(const input *in, bool greatest, oracle_value *out)
{
    clr_operator op = out->question.op;
    clr_type type = oracle_result(op, in->type);
    uint64_t best = compared_bits(in, op, 0);

    for (size_t i = 0; i < in->count; i++) {
        uint64_t bits = compared_bits(in, op, i);
        if (is_nan(in->type, in->x, i)) {
            out->nan = true;
            out->index = i;
            return bits;
        }
        if (greatest ? is_less(type, best, bits) : is_less(type, bits, best)) {
            best = bits;
            out->index = i;
        }
    }
    return best;
}

static void find_least(const input *in, oracle_value *out)
{
    out->bits = find_extreme(in, false, out);
}

static void find_greatest(const input *in, oracle_value *out)
{
    out->bits = find_extreme(in, true, out);
}

static void find_both(const input *in, oracle_value *out)
{
    out->bits = find_extreme(in, false, out);
    out->second_bits = find_extreme(in, true, out);
}

/* The element itself. */
static void find_end(const input *in, oracle_value *out)
{
    out->index = out->question.op == CLR_OPERATOR_FIRST ? 0 : in->count - 1;
    out->bits = extend(in->type, oracle_load_bits(in->type, in->x, out->index));
    out->nan = is_nan(in->type, in->x, out->index);
}

/* ---- Exact floats -------------------------------------------------------------------------- */

/* MPFR tells whether it had to round, which the precision rules out. */
static void must_be_exact(int ternary)
{
    if (ternary)
        abort();
}

/* What element `index` adds, as a product of two. */
static void float_factors(const input *in, clr_operator op, size_t index, double *a, double *b)
{
    *a = load_double(in, index);
    *b = 1;
    if (op == CLR_OPERATOR_ASUM)
        *a = fabs(*a);
    if (op == CLR_OPERATOR_SUMSQ || op == CLR_OPERATOR_NRM2)
        *b = *a;
    if (op == CLR_OPERATOR_DOT)
        *b = oracle_load(in->type, in->y, index);
}

static bool is_minus_zero(double a, double b)
{
    return (a == 0 || b == 0) && signbit(a) != signbit(b);
}

/* The sum of terms, also mean's and nrm2's. */
static void add_floats(const input *in, oracle_value *out)
{
    bool infinite[2] = {false, false};
    mpfr_t term;
    double a, b;

    mpfr_init2(term, TERM_PRECISION);
    out->minus_zero = in->count > 0 && !in->has_absent;
    for (size_t i = 0; i < in->count; i++) {
        float_factors(in, out->question.op, i, &a, &b);
        out->minus_zero &= is_minus_zero(a, b);
        if (isnan(a * b)) {
            out->nan = true;
        } else if (isinf(a) || isinf(b)) {
            infinite[a * b > 0] = true;
        } else {
            mpfr_set_d(term, a, MPFR_RNDN);
            must_be_exact(mpfr_mul_d(term, term, b, MPFR_RNDN));
            must_be_exact(mpfr_add(out->exact, out->exact, term, MPFR_RNDN));
            out->signs[0] += mpfr_sgn(term) > 0;
            out->signs[1] += mpfr_sgn(term) < 0;
            mpfr_abs(term, term, MPFR_RNDN);
            must_be_exact(mpfr_add(out->above, out->above, term, MPFR_RNDN));
        }
    }
    mpfr_clear(term);
    out->nan |= infinite[0] && infinite[1];
    out->infinite = infinite[1] - infinite[0];
}

/* Of integers the root of their squares' sum, which no element of 64 bits may enter as a double. */
static void find_norm(const input *in, oracle_value *out)
{
    mpfr_t square;

    if (oracle_is_float(in->type)) {
        add_floats(in, out);
    } else {
        mpfr_init2(square, ORACLE_PRECISION);
        mpfr_set_zero(out->exact, 1);
        for (size_t i = 0; i < in->count; i++) {
            set_element(square, in, i);
            must_be_exact(mpfr_sqr(square, square, MPFR_RNDN));
            must_be_exact(mpfr_add(out->exact, out->exact, square, MPFR_RNDN));
        }
        mpfr_clear(square);
    }
    mpfr_sqrt(out->exact, out->exact, MPFR_RNDN);
}

static void multiply_floats(const input *in, oracle_value *out)
{
    bool infinite = false, zero = false;

    mpfr_set_ui(out->exact, 1, MPFR_RNDN);
    mpfr_set_ui(out->above, 1, MPFR_RNDN);
    mpfr_set_ui(out->below, 1, MPFR_RNDN);
    for (size_t i = 0; i < in->count; i++) {
        double x = oracle_load(in->type, in->x, i);
        out->nan |= isnan(x);
        infinite |= isinf(x) != 0;
        zero |= x == 0;
        out->negative ^= signbit(x) != 0;
        if (isnan(x) || isinf(x) || x == 0)
            continue;
        mpfr_mul_d(out->exact, out->exact, x, MPFR_RNDN);
        if (fabs(x) > 1)
            mpfr_mul_d(out->above, out->above, fabs(x), MPFR_RNDU);
        else
            mpfr_mul_d(out->below, out->below, fabs(x), MPFR_RNDD);
    }
    out->nan |= infinite && zero;
    out->infinite = infinite ? (out->negative ? -1 : 1) : 0;
    if (zero)
        mpfr_set_zero(out->exact, out->negative ? -1 : 1);
}

/* From n * (sum of x^2) - (sum of x)^2, which is exact: the sum of (x - mean)^2 is its n-th. */
static void find_variance(const input *in, oracle_value *out)
{
    mpfr_t sum, squares, square;

    mpfr_inits2(ORACLE_PRECISION, sum, squares, square, (mpfr_ptr)NULL);
    mpfr_set_zero(sum, 1);
    mpfr_set_zero(squares, 1);
    for (size_t i = 0; i < in->count; i++) {
        double x = load_double(in, i);
        out->nan |= !isfinite(x);
        if (!isfinite(x))
            continue;
        set_element(square, in, i);
        must_be_exact(mpfr_add(sum, sum, square, MPFR_RNDN));
        must_be_exact(mpfr_sqr(square, square, MPFR_RNDN));
        must_be_exact(mpfr_add(squares, squares, square, MPFR_RNDN));
    }
    must_be_exact(mpfr_sqr(square, sum, MPFR_RNDN));
    must_be_exact(mpfr_mul_ui(squares, squares, in->count, MPFR_RNDN));
    must_be_exact(mpfr_sub(out->above, squares, square, MPFR_RNDN));
    mpfr_div_ui(out->above, out->above, in->count, MPFR_RNDN);
    mpfr_div_ui(out->exact, out->above, in->count - out->question.ddof, MPFR_RNDN);
    mpfr_div_ui(out->below, square, in->count, MPFR_RNDN);
    mpfr_div_ui(out->below, out->below, in->count, MPFR_RNDN);
    mpfr_clears(sum, squares, square, (mpfr_ptr)NULL);
}

/* The greatest element; notes NaNs and, if it decides the result, an infinity. */
static double find_shift(const input *in, oracle_value *out)
{
    double greatest = -(double)INFINITY;

    for (size_t i = 0; i < in->count; i++) {
        double x = load_double(in, i);
        out->nan |= isnan(x);
        greatest = x > greatest ? x : greatest;
    }
    out->infinite = isinf(greatest) ? (greatest > 0 ? 1 : -1) : 0;
    return greatest;
}

/* The greatest element plus the logarithm of the sum of e^(x - greatest). */
static void find_log_of_sum(const input *in, oracle_value *out)
{
    const double negligible = -200; /* e^-200 < 2^-288 */
    double greatest = find_shift(in, out);
    mpfr_t term;

    if (out->nan || out->infinite)
        return;
    mpfr_init2(term, LOG_PRECISION);
    for (size_t i = 0; i < in->count; i++) {
        mpfr_set_d(term, load_double(in, i), MPFR_RNDN);
        mpfr_sub_d(term, term, greatest, MPFR_RNDN);
        if (mpfr_cmp_d(term, negligible) < 0)
            continue;
        mpfr_exp(term, term, MPFR_RNDN);
        mpfr_add(out->exact, out->exact, term, MPFR_RNDN);
    }
    mpfr_log(out->exact, out->exact, MPFR_RNDN);
    mpfr_set_prec(term, ORACLE_PRECISION);
    mpfr_add_d(term, out->exact, greatest, MPFR_RNDN);
    mpfr_set_prec(out->exact, ORACLE_PRECISION);
    mpfr_set(out->exact, term, MPFR_RNDN);
    mpfr_clear(term);
}

/* ---- Two inputs together ------------------------------------------------------------------- */

static oracle_pairs pairs_of(const input *in)
{
    return (oracle_pairs){in->type, in->x, in->y, in->count, in->has_absent};
}

static void average_weighted(const input *in, oracle_value *out)
{
    const oracle_pairs pairs = pairs_of(in);

    oracle_weighted_mean(&pairs, out);
}

static void find_covariance(const input *in, oracle_value *out)
{
    const oracle_pairs pairs = pairs_of(in);

    oracle_covariance(&pairs, out);
}

static void find_correlation(const input *in, oracle_value *out)
{
    const oracle_pairs pairs = pairs_of(in);

    oracle_correlation(&pairs, out);
}

static void find_by_frequency(const input *in, oracle_value *out)
{
    const oracle_pairs pairs = pairs_of(in);

    oracle_weighted_variance(&pairs, false, out);
}

static void find_by_reliability(const input *in, oracle_value *out)
{
    const oracle_pairs pairs = pairs_of(in);

    oracle_weighted_variance(&pairs, true, out);
}

/* ---- Operators ----------------------------------------------------------------------------- */

typedef void reduce(const input *in, oracle_value *out);

static clr_type type_of_sum(clr_type type)
{
    if (oracle_is_float(type))
        return type == CLR_TYPE_F64 ? CLR_TYPE_F64 : CLR_TYPE_F32;
    return oracle_is_signed(type) ? CLR_TYPE_I64 : CLR_TYPE_U64;
}

static clr_type type_of_mean(clr_type type)
{
    return oracle_is_float(type) ? type_of_sum(type) : CLR_TYPE_F64;
}

static clr_type type_of_element(clr_type type)
{
    return type;
}

static clr_type type_of_magnitude(clr_type type)
{
    return oracle_is_signed(type) ? (clr_type)(type - CLR_TYPE_I8 + CLR_TYPE_U8) : type;
}

static clr_type type_of_integer(clr_type type)
{
    return oracle_is_float(type) ? CLR_TYPE_DEFAULT : type;
}

static clr_type type_of_truth(clr_type type)
{
    (void)type;
    return CLR_TYPE_U8;
}

static clr_type type_of_count(clr_type type)
{
    (void)type;
    return CLR_TYPE_U64;
}

typedef struct operator_row {
    clr_type (*result)(clr_type type);
    reduce *of_integers;
    reduce *of_floats;
    bool needs_one; /* element at least */
    int precision;
} operator_row;

static const operator_row operators[OPERATORS + 1] = {
    [CLR_OPERATOR_SUM] = {type_of_sum, sum_integers, add_floats, false, ORACLE_PRECISION},
    [CLR_OPERATOR_PROD] = {type_of_sum, multiply_integers, multiply_floats, false,
                           PRODUCT_PRECISION},
    [CLR_OPERATOR_MIN] = {type_of_element, find_least, find_least, true, BITS_ONLY},
    [CLR_OPERATOR_MAX] = {type_of_element, find_greatest, find_greatest, true, BITS_ONLY},
    [CLR_OPERATOR_MINMAX] = {type_of_element, find_both, find_both, true, BITS_ONLY},
    [CLR_OPERATOR_ARGMIN] = {type_of_element, find_least, find_least, true, BITS_ONLY},
    [CLR_OPERATOR_ARGMAX] = {type_of_element, find_greatest, find_greatest, true, BITS_ONLY},
    [CLR_OPERATOR_ANY] = {type_of_truth, count_truths, count_truths, false, BITS_ONLY},
    [CLR_OPERATOR_ALL] = {type_of_truth, count_truths, count_truths, false, BITS_ONLY},
    [CLR_OPERATOR_COUNT] = {type_of_count, count_truths, count_truths, false, BITS_ONLY},
    [CLR_OPERATOR_AND] = {type_of_integer, fold_bits, NULL, false, BITS_ONLY},
    [CLR_OPERATOR_OR] = {type_of_integer, fold_bits, NULL, false, BITS_ONLY},
    [CLR_OPERATOR_XOR] = {type_of_integer, fold_bits, NULL, false, BITS_ONLY},
    [CLR_OPERATOR_DOT] = {type_of_sum, sum_integers, add_floats, false, ORACLE_PRECISION},
    [CLR_OPERATOR_ASUM] = {type_of_sum, sum_integers, add_floats, false, ORACLE_PRECISION},
    [CLR_OPERATOR_SUMSQ] = {type_of_sum, sum_integers, add_floats, false, ORACLE_PRECISION},
    [CLR_OPERATOR_NRM2] = {type_of_mean, find_norm, find_norm, false, ORACLE_PRECISION},
    [CLR_OPERATOR_AMAX] = {type_of_magnitude, find_greatest, find_greatest, true, BITS_ONLY},
    [CLR_OPERATOR_IAMAX] = {type_of_magnitude, find_greatest, find_greatest, true, BITS_ONLY},
    [CLR_OPERATOR_MEAN] = {type_of_mean, average_integers, add_floats, true, ORACLE_PRECISION},
    [CLR_OPERATOR_VAR] = {type_of_mean, find_variance, find_variance, true, ORACLE_PRECISION},
    [CLR_OPERATOR_STD] = {type_of_mean, find_variance, find_variance, true, ORACLE_PRECISION},
    [CLR_OPERATOR_LOGSUMEXP] = {type_of_mean, find_log_of_sum, find_log_of_sum, false,
                                LOG_PRECISION},
    [CLR_OPERATOR_SIZE] = {type_of_count, count_all, count_all, false, BITS_ONLY},
    [CLR_OPERATOR_WMEAN] = {type_of_mean, average_weighted, average_weighted, true,
                            ORACLE_PRECISION},
    [CLR_OPERATOR_COV] = {type_of_mean, find_covariance, find_covariance, true,
                          ORACLE_PAIR_PRECISION},
    [CLR_OPERATOR_CORR] = {type_of_mean, find_correlation, find_correlation, true,
                           ORACLE_PAIR_PRECISION},
    [CLR_OPERATOR_FIRST] = {type_of_element, find_end, find_end, true, BITS_ONLY},
    [CLR_OPERATOR_LAST] = {type_of_element, find_end, find_end, true, BITS_ONLY},
    [CLR_OPERATOR_WVAR] = {type_of_mean, find_by_frequency, find_by_frequency, true,
                           ORACLE_PAIR_PRECISION},
    [CLR_OPERATOR_WSTD] = {type_of_mean, find_by_frequency, find_by_frequency, true,
                           ORACLE_PAIR_PRECISION},
    [CLR_OPERATOR_RWVAR] = {type_of_mean, find_by_reliability, find_by_reliability, true,
                            ORACLE_PAIR_PRECISION},
    [CLR_OPERATOR_RWSTD] = {type_of_mean, find_by_reliability, find_by_reliability, true,
                            ORACLE_PAIR_PRECISION},
};

bool oracle_takes_pairs(clr_operator op)
{
    return op == CLR_OPERATOR_DOT || (op >= CLR_OPERATOR_WMEAN && op <= CLR_OPERATOR_RWSTD);
}

static const operator_row *row_of(clr_operator op)
{
    if (operators[op].result)
        return &operators[op];
    fprintf(stderr, "oracle.c has no row for operator %d\n", (int)op);
    abort();
}

clr_type oracle_result(clr_operator op, clr_type type)
{
    return row_of(op)->result(type);
}

static bool is_empty(const oracle_question *question, size_t count)
{
    bool divides = question->op == CLR_OPERATOR_VAR || question->op == CLR_OPERATOR_STD ||
                   question->op == CLR_OPERATOR_COV;

    return row_of(question->op)->needs_one && (count == 0 || (divides && count <= question->ddof));
}

static void begin(const oracle_question *question, size_t count, oracle_value *out)
{
    *out =
        (oracle_value){.question = *question, .count = count, .empty = is_empty(question, count)};
    mpfr_inits2(row_of(question->op)->precision, out->exact, out->above, out->below,
                (mpfr_ptr)NULL);
    mpfr_set_zero(out->exact, 1);
    mpfr_set_zero(out->above, 1);
    mpfr_set_zero(out->below, 1);
}

void oracle_reduce(const oracle_question *question, const void *x, const void *y, size_t count,
                   oracle_value *out)
{
    bool is_float = oracle_is_float(question->type);
    input in = {.type = question->type, .x = x, .y = y, .count = count};
    reduce *reduce_all =
        is_float ? row_of(question->op)->of_floats : row_of(question->op)->of_integers;

    if (question->nan == CLR_NAN_IGNORE && is_float)
        drop_nans(&in);
    begin(question, in.count, out);
    if (!out->empty)
        reduce_all(&in, out);
    if (in.indices && !out->empty && in.count > 0)
        out->index = in.indices[out->index];
    release(&in);
}

void oracle_clear(oracle_value *value)
{
    mpfr_clears(value->exact, value->above, value->below, (mpfr_ptr)NULL);
}
