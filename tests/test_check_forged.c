/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of --check by forged results: of every operator, type, NaN policy and level the right one
 * passes, and those that are wrong by one unit in the last place, or by that beyond the bound, do
 * not. What is right, and how far off a result may be, is the oracle's and MPFR's to say. Needs no
 * device.
 */
#include "check.h"
#include "operators.h"
#include "oracle_parts.h"
#include "sample.h"
#include "unit.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define MOST  40
#define DEPTH 4

static uint64_t judged; /* claims in all */

/* ---- Claims ---------------------------------------------------------------------------------- */

/* A reduction of some data, what it comes to, and the host's own state. */
typedef struct subject {
    clr_reduction reduction;
    oracle_data data;
    oracle_value value;
    check host;
    uint64_t x[MOST], y[MOST];
} subject;

static void make(subject *s, uint64_t count)
{
    const clr_reduction *r = &s->reduction;
    const oracle_question question = {r->op, r->type, r->nan, r->overflow, r->ddof};
    const void *inputs[] = {s->x, s->y};
    clr_operator_info info = {.size = sizeof info};

    clr_operator_describe(r->op, &info);
    oracle_fill(s->data, 11 + count, r->type, s->x, count);
    oracle_fill(s->data, 12 + count, r->type, s->y, count);
    oracle_reduce(&question, s->x, info.inputs > 1 ? s->y : NULL, count, &s->value);
    check_start(&s->host, r);
    check_add(&s->host, inputs, count);
}

static check_verdict judge(const subject *s, const check_claim *claim)
{
    char sentence[CHECK_SENTENCE_SIZE];

    judged++;
    return check_judge(&s->host, claim, sentence);
}

/* Where a long double is no more than a double, as on 32-bit ARM, the host's own logarithms are no
 * better than the device's, to which forged ones are close. */
static bool cannot_tell(const subject *s)
{
    return LDBL_MANT_DIG == DBL_MANT_DIG && s->reduction.op == CLR_OPERATOR_LOGSUMEXP;
}

static void expect(const subject *s, const check_claim *claim, check_verdict verdict)
{
    char sentence[CHECK_SENTENCE_SIZE];

    judged++;
    check_verdict found = check_judge(&s->host, claim, sentence);
    if (found != verdict && !cannot_tell(s))
        fail_msg("%s of %s, data %d, n %llu, level %s, %s: %s instead of %s: %s",
                 clr_operator_name(s->reduction.op), clr_type_name(s->reduction.type), (int)s->data,
                 (unsigned long long)s->host.seen, clr_accuracy_name(claim->accuracy),
                 claim->accumulator, check_verdict_name(found), check_verdict_name(verdict),
                 sentence);
}

/* The float next to the one with these bits. */
static uint64_t next_bits(clr_type type, uint64_t bits, bool up)
{
    const uint64_t sign = UINT64_C(1) << (8 * clr_type_size(type) - 1);
    int64_t place = (bits & sign) != 0 ? -(int64_t)(bits & ~sign) : (int64_t)bits;

    place += up ? 1 : -1;
    return place < 0 ? sign | (uint64_t)-place : (uint64_t)place;
}

static uint64_t flip_sign(clr_type type, uint64_t bits)
{
    return bits ^ UINT64_C(1) << (8 * clr_type_size(type) - 1);
}

static void expect_real(const subject *s, check_claim *claim, double number, check_verdict verdict)
{
    uint64_t bits = 0;

    oracle_store(claim->type, &bits, 0, number);
    claim->value = &bits;
    expect(s, claim, verdict);
}

/* ---- What is there only one of --------------------------------------------------------------- */

static void forge_status(const subject *s, const check_claim *right)
{
    static const clr_status statuses[] = {CLR_OK, CLR_ERROR_EMPTY, CLR_ERROR_OVERFLOW};

    for (size_t i = 0; i < 3; i++) {
        check_claim claim = *right;
        claim.status = statuses[i];
        expect(s, &claim, statuses[i] == right->status ? CHECK_AGREES : CHECK_DIFFERS);
    }
}

static clr_status right_status(const oracle_value *value)
{
    return value->empty ? CLR_ERROR_EMPTY : value->overflow ? CLR_ERROR_OVERFLOW : CLR_OK;
}

/* Integers, and floats that were only compared: each bit of each value counts. */
static void forge_bits(const subject *s)
{
    clr_operator_info info = {.size = sizeof info};
    clr_type type = clr_operator_result(s->reduction.op, s->reduction.type);
    uint64_t values[3] = {s->value.bits, s->value.second_bits, s->value.index};
    const uint64_t nan = type == CLR_TYPE_F64   ? 0x7ff8000000000000
                         : type == CLR_TYPE_F32 ? 0x7fc00000
                         : type == CLR_TYPE_F16 ? 0x7e00
                                                : 0x7fc0;
    check_claim claim = {.status = right_status(&s->value),
                         .type = type,
                         .value = &values[0],
                         .depth = DEPTH,
                         .accumulator = clr_type_name(type),
                         .accuracy = CLR_ACCURACY_FAST};

    clr_operator_describe(s->reduction.op, &info);
    claim.second = info.values > 1 ? &values[1] : NULL;
    claim.index = info.has_index ? &values[2] : NULL;
    if (s->value.nan && claim.status == CLR_OK)
        values[0] = values[1] = nan;
    forge_status(s, &claim);
    if (claim.status != CLR_OK)
        return;
    for (size_t i = 0; i < 3; i++) {
        bool is_there = i == 0 || (i == 1 && claim.second) || (i == 2 && claim.index);
        bool is_nan = s->value.nan && i < 2;
        for (unsigned bit = 0; is_there && !is_nan && bit < 8 * clr_type_size(type); bit += 7) {
            values[i] ^= UINT64_C(1) << bit;
            expect(s, &claim, CHECK_DIFFERS);
            values[i] ^= UINT64_C(1) << bit;
        }
        if (is_there && is_nan) {
            values[i] = 0;
            expect(s, &claim, CHECK_DIFFERS);
            values[i] = nan;
        }
    }
}

/* NaN or an infinity: everything else is wrong. */
static void forge_special(const subject *s, check_claim *claim)
{
    const double right = s->value.nan ? (double)NAN : (double)INFINITY * s->value.infinite;
    const double numbers[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 0, 1, -65504};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        bool is_right = isnan(right) ? isnan(numbers[i]) : numbers[i] == right;
        expect_real(s, claim, numbers[i], is_right ? CHECK_AGREES : CHECK_DIFFERS);
    }
}

/* The correctly rounded value: its neighbours are wrong, and a zero of the other sign. */
static void forge_exact(const subject *s)
{
    for (clr_type type = CLR_TYPE_F16; type <= CLR_TYPE_F64; type++) {
        check_claim claim = {.status = right_status(&s->value),
                             .type = type,
                             .depth = DEPTH,
                             .accumulator = "2176 bits",
                             .accuracy = CLR_ACCURACY_EXACT};
        uint64_t bits = 0;
        claim.value = &bits;
        if (s->value.empty || s->value.nan || s->value.infinite != 0) {
            if (!s->value.empty)
                forge_special(s, &claim);
            claim.value = &bits;
            bits = oracle_round(&s->value, type);
            forge_status(s, &claim);
            continue;
        }
        const uint64_t right = oracle_round(&s->value, type);
        const bool is_zero = right << (64 - 8 * clr_type_size(type) + 1) == 0;
        bits = right;
        forge_status(s, &claim);
        bits = next_bits(type, right, true);
        if (!isinf(oracle_from_bits(type, right)))
            expect(s, &claim, CHECK_DIFFERS);
        bits = next_bits(type, right, false);
        expect(s, &claim, CHECK_DIFFERS);
        bits = flip_sign(type, right);
        expect(s, &claim, CHECK_DIFFERS);
        expect_real(s, &claim, (double)NAN, CHECK_DIFFERS);
        if (is_zero)
            expect_real(s, &claim, 0x1p-14, CHECK_DIFFERS);
    }
}

/* ---- What is near ---------------------------------------------------------------------------- */

typedef struct accumulator {
    const char *name;
    double sum_unit; /* of sums and products; squared if it is a pair of f64 */
    bool is_squared;
    double unit;
} accumulator;

static const accumulator accumulators[] = {
    {"f64", 0x1p-53, false, 0x1p-53},
    {"double-float", 0x1p-45, false, 0x1p-45},
    {"double-double", 0x1p-52, true, 0x1p-53},
    {"f32", 0x1p-22, false, 0x1p-22},
};

static bool is_deviation(clr_operator op)
{
    return op == CLR_OPERATOR_STD || op == CLR_OPERATOR_WSTD || op == CLR_OPERATOR_RWSTD;
}

static bool has_weights(clr_operator op)
{
    return op >= CLR_OPERATOR_WVAR && op <= CLR_OPERATOR_RWSTD;
}

/* Of variances and their roots, that are not exact at every level. */
static bool is_variance(clr_operator op)
{
    return op == CLR_OPERATOR_VAR || op == CLR_OPERATOR_STD || has_weights(op);
}

/* Whether a device folds the operator's elements so. */
static bool is_folded_in(const subject *s, const accumulator *a)
{
    const clr_operator op = s->reduction.op;
    const clr_type type = s->reduction.type;
    const bool scales = op == CLR_OPERATOR_NRM2 || is_variance(op);

    if (op == CLR_OPERATOR_LOGSUMEXP)
        return strcmp(a->name, "f64") == 0 || (strcmp(a->name, "f32") == 0 && type != CLR_TYPE_F64);
    if (!oracle_is_float(type) || scales)
        return strcmp(a->name, "f64") == 0 || (strcmp(a->name, "double-float") == 0 &&
                                               oracle_is_float(type) && type != CLR_TYPE_F64);
    if (type == CLR_TYPE_F64)
        return a->is_squared;
    return strcmp(a->name, "f64") == 0 || strcmp(a->name, "double-float") == 0;
}

static void scale(mpfr_t number, double factor, mpfr_rnd_t direction)
{
    mpfr_mul_d(number, number, factor, direction);
}

/* How far clr_plan_depth() allows the result, of std the variance, to be off. */
static void set_bound(const subject *s, const accumulator *a, uint64_t depth, mpfr_t bound)
{
    const oracle_value *v = &s->value;
    const double steps = (double)depth, n = (double)v->count;
    double growth = steps * a->sum_unit * (a->is_squared ? steps * a->sum_unit : 1);
    mpfr_t part;

    mpfr_init2(part, ORACLE_PRECISION);
    mpfr_abs(part, v->exact, MPFR_RNDN);
    mpfr_set(bound, part, MPFR_RNDN);
    switch ((int)s->reduction.op) {
    case CLR_OPERATOR_PROD:
        growth = n * a->sum_unit * (a->is_squared ? n * a->sum_unit : 1);
        mpfr_set_d(part, growth, MPFR_RNDN);
        mpfr_ui_sub(part, 1, part, MPFR_RNDN);
        mpfr_div(bound, bound, part, MPFR_RNDN);
        scale(bound, growth, MPFR_RNDN);
        break;
    case CLR_OPERATOR_NRM2:
        scale(bound, (steps + 4) * a->unit, MPFR_RNDN);
        break;
    case CLR_OPERATOR_LOGSUMEXP:
        scale(bound, 4 * a->unit, MPFR_RNDN);
        mpfr_add_d(bound, bound, 4 * (steps + 4) * a->unit, MPFR_RNDN);
        break;
    case CLR_OPERATOR_VAR:
    case CLR_OPERATOR_STD:
        mpfr_mul_d(part, v->below, n / (n - (double)s->reduction.ddof), MPFR_RNDN);
        mpfr_add(part, part, v->exact, MPFR_RNDN);
        mpfr_mul(part, part, v->exact, MPFR_RNDN);
        mpfr_sqrt(bound, part, MPFR_RNDN);
        scale(bound, 8 * steps * a->unit, MPFR_RNDN);
        break;
    case CLR_OPERATOR_WVAR:
    case CLR_OPERATOR_WSTD:
    case CLR_OPERATOR_RWVAR:
    case CLR_OPERATOR_RWSTD:
        mpfr_add(bound, v->below, v->exact, MPFR_RNDN);
        mpfr_mul(bound, bound, v->exact, MPFR_RNDN);
        mpfr_sqrt(bound, bound, MPFR_RNDN);
        scale(bound, 16 * steps * a->unit, MPFR_RNDN);
        mpfr_add(part, part, bound, MPFR_RNDN);
        scale(part, 32 * steps * a->unit, MPFR_RNDN);
        scale(part, v->parts, MPFR_RNDN);
        mpfr_add(bound, bound, part, MPFR_RNDN);
        break;
    case CLR_OPERATOR_MEAN:
        if (!oracle_is_float(s->reduction.type)) {
            mpfr_div_d(bound, bound, n, MPFR_RNDN);
            scale(bound, 4 * 0x1p-53, MPFR_RNDN);
            break;
        }
        mpfr_mul_d(bound, v->above, growth, MPFR_RNDN);
        mpfr_add(part, part, bound, MPFR_RNDN);
        scale(part, 2 * a->unit, MPFR_RNDN);
        mpfr_add(bound, bound, part, MPFR_RNDN);
        mpfr_div_d(bound, bound, n, MPFR_RNDN);
        break;
    default:
        mpfr_mul_d(bound, v->above, growth, MPFR_RNDN);
    }
    mpfr_clear(part);
}

/* The numbers that it promises the result to be between before it is rounded. */
static void set_bounds(const subject *s, const accumulator *a, uint64_t depth, mpfr_t low,
                       mpfr_t high)
{
    mpfr_t bound, part;

    mpfr_inits2(ORACLE_PRECISION, bound, part, (mpfr_ptr)NULL);
    set_bound(s, a, depth, bound);
    mpfr_set(part, s->value.exact, MPFR_RNDN);
    if (s->reduction.op == CLR_OPERATOR_MEAN)
        mpfr_div_ui(part, part, s->value.count, MPFR_RNDN);
    mpfr_sub(low, part, bound, MPFR_RNDN);
    mpfr_add(high, part, bound, MPFR_RNDN);
    mpfr_set_zero(part, 1);
    if (is_variance(s->reduction.op))
        mpfr_max(low, low, part, MPFR_RNDN);
    if (is_deviation(s->reduction.op)) {
        mpfr_sqrt(low, low, MPFR_RNDN);
        mpfr_sqrt(high, high, MPFR_RNDN);
        scale(low, 1 - 2 * a->unit, MPFR_RNDN);
        scale(high, 1 + 2 * a->unit, MPFR_RNDN);
    }
    mpfr_clears(bound, part, (mpfr_ptr)NULL);
}

/* A product keeps its sign where it is rounded to 0. */
static double round_to(const subject *s, clr_type type, const mpfr_t number)
{
    double rounded = type == CLR_TYPE_F32 ? (double)mpfr_get_flt(number, MPFR_RNDN)
                                          : mpfr_get_d(number, MPFR_RNDN);
    bool negative = s->reduction.op == CLR_OPERATOR_PROD && s->value.negative;

    return negative ? -fabs(rounded) : rounded;
}

/* Data of which no partial result, square or product leaves the range of any accumulator. */
static bool is_tame(const subject *s)
{
    switch ((int)s->data) {
    case ORACLE_SMALL:
    case ORACLE_ONES:
    case ORACLE_FLAGS:
    case ORACLE_TIES:
    case ORACLE_ZEROS:
        return true;
    case ORACLE_UNIFORM:
    case ORACLE_OFFSET:
        return s->reduction.op != CLR_OPERATOR_PROD && oracle_is_float(s->reduction.type);
    case ORACLE_NEAR_ONE:
    case ORACLE_FACTORS:
        return oracle_is_float(s->reduction.type);
    default:
        return false;
    }
}

/* Wrong: of tame data it is refused, of other data it does not pass. */
static void expect_wrong(const subject *s, check_claim *claim, double number)
{
    uint64_t bits = 0;

    if (is_tame(s)) {
        expect_real(s, claim, number, CHECK_DIFFERS);
        return;
    }
    oracle_store(claim->type, &bits, 0, number);
    claim->value = &bits;
    if (judge(s, claim) == CHECK_AGREES)
        expect(s, claim, CHECK_DIFFERS);
}

static double beyond(clr_type type, double number, bool up)
{
    uint64_t bits = 0;

    oracle_store(type, &bits, 0, number);
    bits = next_bits(type, bits, up);
    return oracle_from_bits(type, bits);
}

/* One end of what may come out: the last that passes, the last that may pass, the last possible. */
typedef struct ends {
    double in, edge, possible;
    bool up;
} ends;

/* The host's exponentials and logarithms are not exact: there it may call a hair undecided. */
static double hair_of(const subject *s)
{
    return s->reduction.op == CLR_OPERATOR_LOGSUMEXP
               ? 0x1p-58 * (8 + fabs(mpfr_get_d(s->value.exact, MPFR_RNDN)))
               : 0;
}

static double end_of(const subject *s, clr_type type, const mpfr_t number, double hair)
{
    mpfr_t end;

    mpfr_init2(end, ORACLE_PRECISION);
    mpfr_add_d(end, number, hair, MPFR_RNDN);
    double rounded = round_to(s, type, end);
    mpfr_clear(end);
    return rounded;
}

static ends ends_of(const subject *s, clr_type type, const mpfr_t promised, const mpfr_t possible,
                    bool up)
{
    const double hair = up ? hair_of(s) : -hair_of(s);

    return (ends){end_of(s, type, promised, -hair), end_of(s, type, promised, hair),
                  end_of(s, type, possible, hair), up};
}

static check_verdict judge_real(const subject *s, check_claim *claim, double number)
{
    uint64_t bits = 0;

    oracle_store(claim->type, &bits, 0, number);
    claim->value = &bits;
    return judge(s, claim);
}

/* What is within the bound passes, unless the bound says nothing, and 0 is within it too. */
static void expect_within(const subject *s, check_claim *claim, double number)
{
    if (judge_real(s, claim, number) == CHECK_VAGUE &&
        judge_real(s, claim, copysign(0, number)) != CHECK_DIFFERS)
        return;
    expect_real(s, claim, number, CHECK_AGREES);
}

/* The ends of the bound pass, and what is next to them does not. */
static void forge_end(const subject *s, check_claim *claim, ends e)
{
    const double out = beyond(claim->type, e.edge, e.up);
    const bool may_be = e.up ? out <= e.possible : out >= e.possible;

    expect_within(s, claim, e.in);
    if (isinf(e.edge))
        return;
    if (claim->accuracy != CLR_ACCURACY_RELAXED || !may_be)
        expect_wrong(s, claim, out);
    else if (is_tame(s))
        expect_real(s, claim, out, CHECK_UNDECIDED);
    if (!isinf(e.possible))
        expect_wrong(s, claim, beyond(claim->type, e.possible, e.up));
}

static void forge_near_as(const subject *s, const accumulator *a, check_claim *claim)
{
    const bool is_relaxed = claim->accuracy == CLR_ACCURACY_RELAXED;
    const uint64_t count = s->value.count;
    mpfr_t low, high, least, most;

    if (s->value.nan || s->value.infinite != 0) {
        const double right = s->value.nan ? (double)NAN : (double)INFINITY * s->value.infinite;
        expect_real(s, claim, right, CHECK_AGREES);
        expect_wrong(s, claim, isnan(right) ? 1 : -right);
        expect_wrong(s, claim, 1);
        return;
    }
    mpfr_inits2(ORACLE_PRECISION, low, high, least, most, (mpfr_ptr)NULL);
    set_bounds(s, a, DEPTH, low, high);
    set_bounds(s, a, is_relaxed && count > DEPTH ? count : DEPTH, least, most);
    forge_end(s, claim, ends_of(s, claim->type, low, least, false));
    forge_end(s, claim, ends_of(s, claim->type, high, most, true));
    expect_wrong(s, claim, (double)NAN);
    mpfr_clears(low, high, least, most, (mpfr_ptr)NULL);
}

static void forge_near(const subject *s)
{
    static const clr_accuracy levels[] = {CLR_ACCURACY_REPRODUCIBLE, CLR_ACCURACY_FAST,
                                          CLR_ACCURACY_RELAXED};

    for (size_t i = 0; i < sizeof accumulators / sizeof *accumulators; i++)
        for (size_t l = 0; l < 3 && is_folded_in(s, &accumulators[i]); l++)
            for (clr_type type = l == 0 ? CLR_TYPE_F64 : CLR_TYPE_F32; type <= CLR_TYPE_F64;
                 type++) {
                check_claim claim = {.status = right_status(&s->value),
                                     .type = type,
                                     .depth = DEPTH,
                                     .accumulator = accumulators[i].name,
                                     .accuracy = levels[l]};
                const double zero = 0;
                claim.value = &zero;
                if (s->value.empty)
                    forge_status(s, &claim);
                else
                    forge_near_as(s, &accumulators[i], &claim);
            }
}

/* ---- The walk -------------------------------------------------------------------------------- */

static bool has_exact(clr_operator op)
{
    switch ((int)op) {
    case CLR_OPERATOR_SUM:
    case CLR_OPERATOR_MEAN:
    case CLR_OPERATOR_ASUM:
    case CLR_OPERATOR_SUMSQ:
    case CLR_OPERATOR_DOT:
    case CLR_OPERATOR_NRM2:
    case CLR_OPERATOR_VAR:
    case CLR_OPERATOR_STD:
        return true;
    default:
        return false;
    }
}

/* Whether there is one right result at every level, of integers, too. */
static bool is_always_exact(clr_operator op)
{
    return op == CLR_OPERATOR_WMEAN || op == CLR_OPERATOR_COV || op == CLR_OPERATOR_CORR;
}

/* Whether the operator computes; else its result is an element, a count or made of bits. */
static bool computes(clr_operator op, clr_type type)
{
    return (has_exact(op) || op == CLR_OPERATOR_PROD || op == CLR_OPERATOR_LOGSUMEXP ||
            op >= CLR_OPERATOR_WVAR) &&
           oracle_is_float(clr_operator_result(op, type));
}

static void forge(subject *s, uint64_t count)
{
    clr_operator op = s->reduction.op;
    clr_type type = s->reduction.type;
    /* The oracle has integers of 64 bits as doubles there. */
    bool is_rounded = !oracle_is_float(type) && clr_type_size(type) == 8 && !is_tame(s);

    make(s, count);
    if (is_always_exact(op) || (oracle_is_float(type) && has_exact(op)))
        forge_exact(s);
    if (!computes(op, type) && !is_always_exact(op))
        forge_bits(s);
    else if (!is_rounded && !is_always_exact(op))
        forge_near(s);
    oracle_clear(&s->value);
}

static void forge_all_data(clr_operator op, clr_type type)
{
    static const uint64_t counts[] = {0, 1, MOST};

    for (int data = 0; data < ORACLE_DATA_COUNT; data++) {
        if (!oracle_is_float(type) && (data == ORACLE_SPECIAL || data >= ORACLE_INFINITE))
            continue; /* which integers have none of */
        if (is_left_out((size_t)op + (size_t)type + (size_t)data))
            continue;
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
            for (unsigned policy = 0; policy < 2; policy++) {
                subject s = {.reduction = CLR_REDUCTION(op, type), .data = (oracle_data)data};
                s.reduction.nan = policy ? CLR_NAN_IGNORE : CLR_NAN_PROPAGATE;
                s.reduction.overflow = policy ? CLR_OVERFLOW_DETECT : CLR_OVERFLOW_WRAP;
                s.reduction.ddof = policy;
                forge(&s, counts[i]);
            }
    }
}

/* An operator that the library has and --check does not know is a failure here. */
TEST(every_operator_is_checked)
{
    const uint64_t nothing = 0;
    const void *const inputs[] = {&nothing, &nothing};
    int known = 0;

    for (int op = 1; clr_operator_name((clr_operator)op) != NULL; op++, known++) {
        const clr_reduction reduction = CLR_REDUCTION((clr_operator)op, CLR_TYPE_U8);
        const check_claim claim = {.status = CLR_ERROR_OVERFLOW, .accumulator = "f64"};
        char sentence[CHECK_SENTENCE_SIZE];
        check host;
        check_start(&host, &reduction);
        check_add(&host, inputs, 1);
        assert_int_equal(check_judge(&host, &claim, sentence), CHECK_DIFFERS);
    }
    assert_int_equal(known, OPERATORS);
}

TEST(forged_results_are_refused)
{
    for (int op = 1; clr_operator_name((clr_operator)op) != NULL; op++)
        for (int type = CLR_TYPE_I8; type <= CLR_TYPE_F64; type++)
            if (clr_operator_result((clr_operator)op, (clr_type)type) != CLR_TYPE_DEFAULT)
                forge_all_data((clr_operator)op, (clr_type)type);
    print_message("%llu claims\n", (unsigned long long)judged);
}
