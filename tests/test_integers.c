/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Statistics of integers, and their sums as floats, are sums that lose nothing, rounded once: at
 * the ends of every type, where squares have 128 bits and elements as doubles would be rounded;
 * against rational numbers of GMP. That the level is exact unasked is asked for, too.
 */
#include "support.h"

#include <mpfr.h>
#include <string.h>

enum { ELEMENTS = 3000, PRECISION = 1024 };

static const clr_type types[] = {CLR_TYPE_I64, CLR_TYPE_U64, CLR_TYPE_I32, CLR_TYPE_U8,
                                 CLR_TYPE_U32, CLR_TYPE_I16, CLR_TYPE_U16, CLR_TYPE_I8};
static const clr_operator operators[] = {CLR_OPERATOR_VAR,  CLR_OPERATOR_STD, CLR_OPERATOR_MEAN,
                                         CLR_OPERATOR_NRM2, CLR_OPERATOR_SUM, CLR_OPERATOR_ASUM,
                                         CLR_OPERATOR_SUMSQ};

/* ---- elements ---- */

static bool is_signed(clr_type type)
{
    return clr_type_name(type)[0] == 'i';
}

static unsigned bits_of(clr_type type)
{
    return 8 * (unsigned)clr_type_size(type);
}

/* The smallest and the largest element, in two's complement. */
static uint64_t least_of(clr_type type)
{
    return is_signed(type) ? UINT64_MAX << (bits_of(type) - 1) : 0;
}

static uint64_t most_of(clr_type type)
{
    return UINT64_MAX >> (64 - bits_of(type) + is_signed(type));
}

static uint64_t random_of(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed ^ *seed >> 29;
}

/* Element i: equal ones, those of both ends, neighbours far from 0, and any. */
static uint64_t element_of(clr_type type, unsigned kind, uint64_t i, uint64_t *seed)
{
    const uint64_t least = least_of(type), most = most_of(type);

    switch (kind) {
    case 0:
        return most;
    case 1:
        return least;
    case 2:
        return i % 2 ? least : most;
    case 3: /* 2^53 + 1, 2^53 + 3 ... of 64 bits */
        return most / 1023 + 1 + 2 * (i % 3);
    case 4:
        return i % 7 ? 0 : most;
    default:
        return random_of(seed);
    }
}

static void mpz_of(mpz_t x, clr_type type, const unsigned char *elements, size_t i)
{
    const size_t size = clr_type_size(type);
    uint64_t bits = 0;

    memcpy(&bits, elements + i * size, size);
    mpz_import(x, 1, -1, sizeof bits, 0, 0, &bits);
    if (is_signed(type) && bits >> (bits_of(type) - 1)) {
        mpz_t wrap;

        mpz_init_set_ui(wrap, 1);
        mpz_mul_2exp(wrap, wrap, bits_of(type));
        mpz_sub(x, x, wrap);
        mpz_clear(wrap);
    }
}

/* ---- what is right ---- */

typedef struct sums {
    mpz_t values, magnitudes, squares;
} sums;

static void sums_init(sums *s, clr_type type, const unsigned char *elements, size_t count)
{
    mpz_t x;

    mpz_inits(x, s->values, s->magnitudes, s->squares, NULL);
    for (size_t i = 0; i < count; i++) {
        mpz_of(x, type, elements, i);
        mpz_add(s->values, s->values, x);
        mpz_addmul(s->squares, x, x);
        mpz_abs(x, x);
        mpz_add(s->magnitudes, s->magnitudes, x);
    }
    mpz_clear(x);
}

static void sums_clear(sums *s)
{
    mpz_clears(s->values, s->magnitudes, s->squares, NULL);
}

/* The result as a fraction, or its square. */
static void fraction_of(mpq_t result, const sums *s, clr_operator op, size_t count, uint64_t ddof)
{
    mpz_t part;

    mpq_set_ui(result, 1, 1);
    switch (op) {
    case CLR_OPERATOR_SUM:
        mpq_set_z(result, s->values);
        return;
    case CLR_OPERATOR_ASUM:
        mpq_set_z(result, s->magnitudes);
        return;
    case CLR_OPERATOR_SUMSQ:
    case CLR_OPERATOR_NRM2:
        mpq_set_z(result, s->squares);
        return;
    case CLR_OPERATOR_MEAN:
        mpq_set_num(result, s->values);
        mpz_set_ui(mpq_denref(result), count);
        break;
    default: /* (n S2 - S1^2) / (n (n - ddof)) */
        mpz_init(part);
        mpz_mul_ui(part, s->squares, count);
        mpz_submul(part, s->values, s->values);
        mpq_set_num(result, part);
        mpz_set_ui(part, count);
        mpz_mul_ui(part, part, count - ddof);
        mpq_set_den(result, part);
        mpz_clear(part);
    }
    mpq_canonicalize(result);
}

/* Roots of fractions are no midpoints of a format unless they have few digits, which the precision
 * has room for; a quotient is rounded from the fraction itself. */
static double rounded(const mpq_t fraction, clr_operator op, clr_type type)
{
    const bool is_root = op == CLR_OPERATOR_NRM2 || op == CLR_OPERATOR_STD;
    double result;
    mpfr_t x, square;

    mpfr_init2(x, type == CLR_TYPE_F32 ? 24 : 53);
    mpfr_init2(square, PRECISION);
    mpfr_set_q(square, fraction, MPFR_RNDN);
    if (is_root)
        mpfr_sqrt(x, square, MPFR_RNDN);
    else
        mpfr_set_q(x, fraction, MPFR_RNDN);
    result = mpfr_get_d(x, MPFR_RNDN);
    mpfr_clears(x, square, (mpfr_ptr)NULL);
    return type == CLR_TYPE_F32 ? (double)(float)result : result; /* which may be infinite */
}

/* ---- what comes ---- */

struct statistics {
    const struct rig *rig;
    clr_type type, result;
    uint64_t ddof;
    clr_plan *plan;
    clr_result results[COUNT(operators)];
};

static struct statistics make(const struct rig *rig, clr_type type, clr_type result, uint64_t ddof)
{
    struct statistics s = {.rig = rig, .type = type, .result = result, .ddof = ddof};
    clr_reduction reductions[COUNT(operators)];

    for (size_t i = 0; i < COUNT(operators); i++) {
        reductions[i] = (clr_reduction)CLR_REDUCTION(operators[i], type);
        reductions[i].result = result;
        reductions[i].ddof = ddof;
    }
    assert_ok(rig, clr_plan_create(rig->context, reductions, COUNT(operators), NULL, &s.plan));
    for (size_t i = 0; i < COUNT(operators); i++) {
        s.results[i].size = sizeof s.results[i];
        assert_int_equal(clr_plan_result(s.plan, i, &s.results[i]), CLR_OK);
        assert_int_equal(s.results[i].accuracy, CLR_ACCURACY_EXACT);
        assert_int_equal(s.results[i].type, result);
    }
    return s;
}

static double value_at(const struct statistics *s, const unsigned char *record, size_t i)
{
    float single;
    double real;

    memcpy(&single, record + s->results[i].offset, sizeof single);
    memcpy(&real, record + s->results[i].offset, sizeof real);
    return s->result == CLR_TYPE_F32 ? (double)single : real;
}

static void check(const struct statistics *s, unsigned kind, size_t count)
{
    static unsigned char elements[ELEMENTS * sizeof(uint64_t)];
    const size_t size = clr_type_size(s->type);
    unsigned char record[256];
    uint64_t seed = kind + count;
    cl_mem buffer;
    mpq_t right;
    sums all;

    for (size_t i = 0; i < count; i++) {
        const uint64_t bits = element_of(s->type, kind, i, &seed);

        memcpy(elements + i * size, &bits, size);
    }
    buffer = buffer_of(s->rig, elements, count * size);
    assert_ok(s->rig, clr_plan_run(s->plan, RUN(.queue = s->rig->queue,
                                                .inputs = {{buffer, 0, count}}, .host = record)));
    assert_int_equal(clFinish(s->rig->queue), CL_SUCCESS);
    sums_init(&all, s->type, elements, count);
    mpq_init(right);
    for (size_t i = 0; i < COUNT(operators); i++) {
        double expected;

        fraction_of(right, &all, operators[i], count, s->ddof);
        expected = rounded(right, operators[i], s->result);
        if (value_at(s, record, i) != expected)
            fail_msg("%s of %zu %s as %s, kind %u: %.17g, not %.17g",
                     clr_operator_name(operators[i]), count, clr_type_name(s->type),
                     clr_type_name(s->result), kind, value_at(s, record, i), expected);
    }
    mpq_clear(right);
    sums_clear(&all);
    clReleaseMemObject(buffer);
}

static void check_type(const struct rig *rig, clr_type type, clr_type result, uint64_t ddof)
{
    static const size_t counts[] = {3, 2, 1000, ELEMENTS};
    struct statistics s = make(rig, type, result, ddof);

    for (size_t c = 0; c < COUNT(counts); c++)
        for (unsigned kind = 0; kind < 6; kind++)
            check(&s, kind, counts[c]);
    clr_plan_destroy(s.plan);
}

TEST(statistics_are_rounded_once)
{
    const size_t count = test_scope() <= SCOPE_SMALL ? 4 : COUNT(types);

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t i = 0; i < count; i++)
            check_type(rig_at(r), types[i], i % 2 ? CLR_TYPE_F32 : CLR_TYPE_F64, i % 3 == 0);
}

TEST(products_are_rounded_once)
{
    const int64_t x[] = {INT64_MAX, INT64_MIN, INT64_MAX, 3};
    const int64_t y[] = {INT64_MAX, INT64_MIN, INT64_MIN, 1};
    clr_reduction dot = CLR_REDUCTION(CLR_OPERATOR_DOT, CLR_TYPE_I64);

    dot.result = CLR_TYPE_F64;
    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        cl_mem a = buffer_of(rig, x, sizeof x), b = buffer_of(rig, y, sizeof y);
        clr_plan *plan = NULL;
        double got = 0;

        assert_ok(rig, clr_plan_create(rig->context, &dot, 1, NULL, &plan));
        assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .host = &got,
                                              .inputs = {{a, 0, 4}, {b, 0, 4}})));
        assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
        /* (2^63 - 1)^2 + 2^126 - 2^63 (2^63 - 1) + 3 = 2^126 - 2^63 + 4 */
        assert_true(got == 0x1p126);
        clr_plan_destroy(plan);
        clReleaseMemObject(a);
        clReleaseMemObject(b);
    }
}
