/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operators that select (src/select), of all types, shapes, policies and interpolations, against
 * elements that qsort() has put in order here, quantiles between them as MPFR computes them: from
 * formulas of Hyndman and Fan's, written here once more. Data: few values, wide ones, infinities,
 * NaNs, both zeros, subnormals, the ends of the types.
 */
#include "selected_kinds.h"
#include "split_mix.h"
#include "unit.h"

#include <clreduce/clreduce.h>
#include <math.h>
#include <mpfr.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST = 6000,
    VALUES = 16,
    RESULTS = 1500,
    PRECISION = 4600 /* bits from the largest f64 to a product of the smallest two */
};

static clr_context *host;

void before_all(void)
{
    const clr_context_options options = {.size = sizeof options, .device = "host"};

    assert_int_equal(clr_context_create(&options, &host), CLR_OK);
}

void after_all(void)
{
    clr_context_destroy(host);
    mpfr_free_cache();
}

/* ---- elements ---- */

/* An element as numbers: integers in `whole` (u64 by its bits), floats as a double. */
typedef struct element {
    clr_type type;
    bool is_float, is_signed;
    uint64_t bits, number; /* `number`: which of its result's elements it is */
    double real;
} element;

static double real_of(clr_type type, uint64_t bits)
{
    const uint32_t shifted = (uint32_t)bits << 16;
    float narrow;
    double wide;

    switch (type) {
    case CLR_TYPE_F16: {
        const int exponent = (int)(bits >> 10 & 31);
        const double fraction = (double)(bits & 1023), sign = bits >> 15 ? -1 : 1;

        if (exponent == 31)
            return fraction != 0 ? NAN : sign * INFINITY;
        return sign * (exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24));
    }
    case CLR_TYPE_BF16:
        memcpy(&narrow, &shifted, sizeof narrow);
        return narrow;
    case CLR_TYPE_F32:
        memcpy(&narrow, &bits, sizeof narrow);
        return narrow;
    default:
        memcpy(&wide, &bits, sizeof wide);
        return wide;
    }
}

static element element_at(clr_type type, const void *data, size_t i)
{
    const size_t size = clr_type_size(type);
    element made = {
        .type = type, .is_float = type >= CLR_TYPE_F16, .is_signed = type <= CLR_TYPE_I64};

    memcpy(&made.bits, (const char *)data + i * size, size);
    if (made.is_float)
        made.real = real_of(type, made.bits);
    else if (made.is_signed && made.bits >> (8 * size - 1))
        made.bits |= size < 8 ? UINT64_MAX << 8 * size : 0;
    return made;
}

static bool is_nan(const element *e)
{
    return e->is_float && isnan(e->real);
}

/* -1, 0, 1: -0 below +0, NaNs behind all and equal. */
static int order(const void *left, const void *right)
{
    const element *a = left, *b = right;

    if (a->is_float && (is_nan(a) || is_nan(b)))
        return is_nan(a) - is_nan(b);
    if (a->is_float && a->real == b->real)
        return !!signbit(b->real) - !!signbit(a->real);
    if (a->is_float)
        return a->real < b->real ? -1 : 1;
    if (a->is_signed)
        return ((int64_t)a->bits > (int64_t)b->bits) - ((int64_t)a->bits < (int64_t)b->bits);
    return (a->bits > b->bits) - (a->bits < b->bits);
}

static int by_number(const element *a, const element *b)
{
    return (a->number > b->number) - (a->number < b->number);
}

static int ascending(const void *a, const void *b)
{
    const int found = order(a, b);

    return found ? found : by_number(a, b);
}

/* NaNs first in both, as argmin and argmax have them. */
static int smallest_first(const void *a, const void *b)
{
    const bool has_nan = is_nan(a) || is_nan(b);
    const int found = has_nan ? is_nan(b) - is_nan(a) : order(a, b);

    return found ? found : by_number(a, b);
}

static int largest_first(const void *a, const void *b)
{
    const bool has_nan = is_nan(a) || is_nan(b);
    const int found = has_nan ? is_nan(b) - is_nan(a) : order(b, a);

    return found ? found : by_number(a, b);
}

/* ---- what a quantile is ---- */

/* What stands at `part` of the way from a to b, rounded once. */
static double between(const element *a, const element *b, double part, clr_type result)
{
    mpfr_t from, to, way;
    double value;

    if (a->is_float && (isinf(a->real) || isinf(b->real)))
        return part == 0 ? a->real : a->real + b->real;
    mpfr_inits2(PRECISION, from, to, way, (mpfr_ptr)NULL);
    if (a->is_float) {
        mpfr_set_d(from, a->real, MPFR_RNDN);
        mpfr_set_d(to, b->real, MPFR_RNDN);
    } else if (a->is_signed) {
        mpfr_set_sj(from, (intmax_t)a->bits, MPFR_RNDN);
        mpfr_set_sj(to, (intmax_t)b->bits, MPFR_RNDN);
    } else {
        mpfr_set_uj(from, a->bits, MPFR_RNDN);
        mpfr_set_uj(to, b->bits, MPFR_RNDN);
    }
    mpfr_sub(way, to, from, MPFR_RNDN);
    mpfr_mul_d(way, way, part, MPFR_RNDN);
    mpfr_add(way, way, from, MPFR_RNDN);
    value =
        result == CLR_TYPE_F32 ? (double)mpfr_get_flt(way, MPFR_RNDN) : mpfr_get_d(way, MPFR_RNDN);
    mpfr_clears(from, to, way, (mpfr_ptr)NULL);
    return value;
}

/* The position, counted from 0, of quantile q of n elements. */
static double position_of(double q, double n, clr_interpolation how)
{
    const double linear = (n - 1) * q, steps = n * q - 1, closest = n * q - 1 - 0.5;
    const double alphas[] = {[4] = 0, [5] = 0.5, [6] = 0, [8] = 1 / 3.0, [9] = 3 / 8.0};
    const double alpha = how < 10 ? alphas[how] : 0, beta = how == 4 ? 1 : alpha;

    switch ((int)how) {
    case 1:
        return ceil(steps);
    case 2:
        return steps == floor(steps) ? steps + 0.5 : ceil(steps);
    case 3: /* halfway between j and j + 1, counted from 1, is the even one of them */
        return closest == floor(closest) && fmod(floor(closest) + 1, 2) == 0 ? closest
                                                                             : floor(closest) + 1;
    case 4:
    case 5:
    case 6:
    case 8:
    case 9:
        return n * q + (alpha + q * (1 - alpha - beta)) - 1;
    case 10:
        return floor(linear);
    case 11:
        return ceil(linear);
    case 12:
        return rint(linear);
    case 13:
        return (floor(linear) + ceil(linear)) / 2;
    default:
        return linear;
    }
}

/* ---- results ---- */

/* What a reduction comes to, of elements that count, and what is expected of it. */
typedef struct got {
    unsigned char values[VALUES * RESULTS * 8];
    cl_ulong index[VALUES * RESULTS], number[RESULTS];
    cl_int status[RESULTS];
    uint64_t plane;
} got;

static got had;
static element elements[MOST];

static double value_at(clr_type type, size_t at)
{
    return element_at(type, had.values, at).real;
}

/* Value v of result k is the double, or the element. */
static void assert_real(const clr_reduction *r, clr_type result, size_t k, size_t v,
                        double expected)
{
    const double value = value_at(result, v * had.plane + k);

    if (!(isnan(expected) ? isnan(value) : value == expected))
        fail_msg("%s of %s, value %zu of result %zu: %.17g, expected %.17g",
                 clr_operator_name(r->op), clr_type_name(r->type), v, k, value, expected);
}

static void assert_element(const clr_reduction *r, size_t k, size_t v, const element *expected)
{
    const element value = element_at(expected->type, had.values, v * had.plane + k);

    if (order(&value, expected) != 0)
        fail_msg("%s of %s, value %zu of result %zu: bits %llx, expected %llx",
                 clr_operator_name(r->op), clr_type_name(r->type), v, k,
                 (unsigned long long)value.bits, (unsigned long long)expected->bits);
}

static void assert_quantiles(const clr_reduction *r, size_t k, size_t count)
{
    const double half = 0.5;
    const double *quantiles = r->op == CLR_OPERATOR_MEDIAN ? &half : r->quantiles;
    const size_t asked = r->op == CLR_OPERATOR_MEDIAN ? 1 : r->quantile_count;
    const bool takes_element = r->interpolation == 1 || r->interpolation == 3 ||
                               (r->interpolation >= 10 && r->interpolation <= 12);
    const clr_type result = takes_element                                       ? r->type
                            : r->type < CLR_TYPE_F16 || r->type == CLR_TYPE_F64 ? CLR_TYPE_F64
                                                                                : CLR_TYPE_F32;

    if (count == 0) {
        assert_int_equal(had.status[k], CLR_ERROR_EMPTY);
        return;
    }
    assert_int_equal(had.status[k], CLR_OK);
    qsort(elements, count, sizeof *elements, ascending);
    for (size_t v = 0; v < asked; v++) {
        double position = position_of(quantiles[v], (double)count, r->interpolation);
        size_t at;

        position = position < 0                     ? 0
                   : position > (double)(count - 1) ? (double)(count - 1)
                                                    : position;
        at = (size_t)floor(position);
        if (is_nan(&elements[count - 1]))
            takes_element ? assert_element(r, k, v, &elements[count - 1])
                          : assert_real(r, result, k, v, NAN);
        else if (takes_element)
            assert_element(r, k, v, &elements[at]);
        else
            assert_real(r, result, k, v,
                        between(&elements[at], &elements[at + 1 < count ? at + 1 : at],
                                position - floor(position), result));
    }
}

static void assert_best(const clr_reduction *r, size_t k, size_t count)
{
    const size_t most = count < r->k ? count : (size_t)r->k;

    assert_int_equal(had.status[k], CLR_OK);
    assert_int_equal(had.number[k], most);
    qsort(elements, count, sizeof *elements,
          r->op == CLR_OPERATOR_TOPK ? largest_first : smallest_first);
    for (size_t v = 0; v < most; v++) {
        assert_element(r, k, v, &elements[v]);
        assert_int_equal(had.index[v * had.plane + k], elements[v].number);
    }
    for (size_t v = most; v < r->k; v++)
        assert_int_equal(had.index[v * had.plane + k], UINT64_MAX);
}

/* As == has it, and NaNs. */
static bool are_equal(const element *a, const element *b)
{
    return order(a, b) == 0 || (a->is_float && a->real == b->real);
}

static void assert_equals(const clr_reduction *r, size_t k, size_t count)
{
    size_t distinct = 0, most = 0, first = 0;
    const bool has_nan = count && (qsort(elements, count, sizeof *elements, ascending),
                                   is_nan(&elements[count - 1]));

    for (size_t at = 0, end; at < count; at = end, distinct++) {
        for (end = at; end < count && are_equal(&elements[at], &elements[end]); end++)
            ;
        if (has_nan ? is_nan(&elements[at]) : end - at > most) {
            most = end - at;
            first = at;
        }
    }
    if (r->op == CLR_OPERATOR_UNIQUE) {
        assert_int_equal(had.status[k], CLR_OK);
        assert_int_equal(((uint64_t *)(void *)had.values)[k], distinct);
        return;
    }
    assert_int_equal(had.status[k], count ? CLR_OK : CLR_ERROR_EMPTY);
    assert_int_equal(had.number[k], most);
    if (count)
        assert_element(r, k, 0, &elements[first]);
}

/* Result k, of the first `count` of `elements`, which come in the order of the input. */
static void assert_result(const clr_reduction *r, size_t k, size_t count)
{
    size_t left = 0;

    for (size_t i = 0; i < count; i++)
        if (r->nan == CLR_NAN_PROPAGATE || !is_nan(&elements[i]))
            elements[left++] = elements[i];
    if (r->op == CLR_OPERATOR_TOPK || r->op == CLR_OPERATOR_BOTTOMK)
        assert_best(r, k, left);
    else if (r->op == CLR_OPERATOR_MODE || r->op == CLR_OPERATOR_UNIQUE)
        assert_equals(r, k, left);
    else
        assert_quantiles(r, k, left);
}

/* ---- data ---- */

static unsigned char data[MOST * 8];

static void draw(clr_type type, int kind, size_t count, uint64_t seed)
{
    draw_selected(type, kind, count, seed, data);
}

/* Takes an element of the input for the next one of the result; its number is given. */
static void take(clr_type type, size_t i, uint64_t number, size_t *count)
{
    elements[*count] = element_at(type, data, i);
    elements[(*count)++].number = number;
}

/* ---- reductions ---- */

static const double some[] = {0, 0.01, 0.25, 1 / 3.0, 0.5, 0.75, 0.99, 1};
static const double many[] = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1};

/* Reductions number 0 to ASKED - 1. */
enum { ASKED = 21 };

static clr_reduction reduction_of(size_t number, clr_type type)
{
    clr_reduction r = CLR_REDUCTION(CLR_OPERATOR_MEDIAN, type);

    if (number >= 1 && number <= 14) {
        r.op = CLR_OPERATOR_QUANTILE;
        r.interpolation = (clr_interpolation)(number - 1 == 7 ? 0 : number - 1);
        r.quantiles = number == 14 ? many : some;
        r.quantile_count = (uint32_t)(number == 14 ? COUNT(many) : COUNT(some));
    } else if (number >= 15 && number <= 18) {
        r.op = number % 2 ? CLR_OPERATOR_TOPK : CLR_OPERATOR_BOTTOMK;
        r.k = number <= 16 ? 3 : VALUES;
    } else if (number > 18) {
        r.op = number == 19 ? CLR_OPERATOR_MODE : CLR_OPERATOR_UNIQUE;
    }
    return r;
}

/* Runs it into `had`, whose values lie `plane` apart; 0: as far as there are results. */
static void run_select(const clr_reduction *r, clr_host_run *run, uint64_t results, uint64_t plane)
{
    const bool has_index = r->op == CLR_OPERATOR_TOPK || r->op == CLR_OPERATOR_BOTTOMK;
    const clr_host_arrays arrays = {.size = sizeof arrays,
                                    .value = had.values,
                                    .index = has_index ? had.index : NULL,
                                    .number =
                                        has_index || r->op == CLR_OPERATOR_MODE ? had.number : NULL,
                                    .status = had.status,
                                    .plane = plane};

    memset(&had, 0x5a, sizeof had);
    had.plane = plane ? plane : results;
    run->size = sizeof *run;
    run->arrays = &arrays;
    if (clr_reduce_shape(host, r, 1, run) != CLR_OK)
        fail_msg("%s of %s: %s", clr_operator_name(r->op), clr_type_name(r->type),
                 clr_context_error(host)->message);
}

TEST(flat_arrays)
{
    static const size_t counts[] = {0, 1, 2, 3, 10, 50, 777};

    for (int type = 1; type <= CLR_TYPE_F64; type++)
        for (size_t number = 0; number < ASKED; number++)
            for (int kind = 0; kind < SELECTED_KINDS; kind++)
                for (size_t c = 0; c < COUNT(counts); c++) {
                    clr_reduction r = reduction_of(number, (clr_type)type);
                    clr_host_run run = {
                        .shape = CLR_SHAPE_FLAT, .inputs = {data}, .count = counts[c]};
                    size_t count = 0;

                    r.nan = c % 2 ? CLR_NAN_IGNORE : CLR_NAN_PROPAGATE;
                    draw((clr_type)type, kind, counts[c], number * 31 + c);
                    run_select(&r, &run, 1, 0);
                    for (size_t i = 0; i < counts[c]; i++)
                        take((clr_type)type, i, i, &count);
                    assert_result(&r, 0, count);
                }
}

/* Rows of 7 by 100, columns of it, and rows from their ends, by strides below 0. */
TEST(rows_and_columns)
{
    enum { ROWS = 7, COLUMNS = 100, WAYS = 3 };
    const uint64_t extents[] = {ROWS, COLUMNS};

    for (int type = 1; type <= CLR_TYPE_F64; type++)
        for (size_t number = 0; number < WAYS * ASKED; number++) {
            const clr_reduction r = reduction_of(number % ASKED, (clr_type)type);
            const int64_t size = (int64_t)clr_type_size((clr_type)type);
            const int64_t backwards[] = {COLUMNS * size, -size};
            const bool is_by_rows = number / ASKED != 1, is_backwards = number / ASKED == 2;
            const clr_axes axes = {.size = sizeof axes,
                                   .rank = 2,
                                   .reduced = is_by_rows ? 2 : 1,
                                   .extents = extents,
                                   .strides = {is_backwards ? backwards : NULL}};
            clr_host_run run = {.shape = CLR_SHAPE_AXES, .axes = &axes};
            const size_t results = is_by_rows ? ROWS : COLUMNS;
            const bool has_several = clr_operator_result(r.op, r.type) && (r.k || r.quantiles);

            draw((clr_type)type, (int)(number % SELECTED_KINDS), ROWS * COLUMNS, number);
            run.inputs[0] = data + (is_backwards ? (COLUMNS - 1) * size : 0);
            run_select(&r, &run, results, number % 2 && has_several ? results + 3 : 0);
            for (size_t k = 0; k < results; k++) {
                size_t count = 0;

                for (size_t i = 0; i < (is_by_rows ? COLUMNS : ROWS); i++)
                    take((clr_type)type,
                         !is_by_rows    ? i * COLUMNS + k
                         : is_backwards ? k * COLUMNS + COLUMNS - 1 - i
                                        : k * COLUMNS + i,
                         i, &count);
                assert_result(&r, k, count);
            }
        }
}

/* Segments that are empty, of one element, overlap, and reach beyond the input. */
TEST(segments)
{
    static const uint32_t begins[] = {0, 5, 5, 100, 90, 7}, ends[] = {5, 5, 6, 900, 2000, 3};

    for (int type = 1; type <= CLR_TYPE_F64; type++)
        for (size_t number = 0; number < ASKED; number++) {
            const clr_reduction r = reduction_of(number, (clr_type)type);
            clr_host_run run = {.shape = CLR_SHAPE_SEGMENTS,
                                .inputs = {data},
                                .count = 1000,
                                .by = begins,
                                .ends = ends,
                                .by_type = CLR_TYPE_U32,
                                .results = COUNT(begins)};

            draw((clr_type)type, (int)(number % SELECTED_KINDS), 1000, number);
            run_select(&r, &run, COUNT(begins), 0);
            for (size_t k = 0; k < COUNT(begins); k++) {
                size_t count = 0;

                if (ends[k] > run.count) {
                    assert_int_equal(had.status[k], CLR_ERROR_ARGUMENT);
                    continue;
                }
                for (size_t i = begins[k]; i < ends[k]; i++)
                    take((clr_type)type, i, i - begins[k], &count);
                assert_result(&r, k, count);
            }
        }
}

/* Labels, of which some name no result and some results have none; with a mask, a list of indices,
 * and a condition, in turn. By many labels threads share the results. */
TEST(labels)
{
    enum { ELEMENTS = 5000, LABELS = 1200 };
    static int32_t labels[ELEMENTS];
    static uint32_t list[ELEMENTS];
    static unsigned char mask[ELEMENTS];
    uint64_t seed = 5;

    for (size_t number = 0; number < 4 * ASKED; number++)
        for (int type = 1; type <= CLR_TYPE_F64; type++) {
            clr_reduction r = reduction_of(number % ASKED, (clr_type)type);
            const size_t way = number / ASKED, results = number % 2 ? LABELS : 3;
            clr_host_run run = {.shape = CLR_SHAPE_LABELS,
                                .inputs = {data},
                                .count = ELEMENTS,
                                .by = labels,
                                .by_type = CLR_TYPE_I32,
                                .results = results};

            if (type % 4 != (int)(number % 4))
                continue;
            draw((clr_type)type, (int)(number % SELECTED_KINDS), ELEMENTS, number);
            for (size_t i = 0; i < ELEMENTS; i++) {
                labels[i] = (int32_t)(next_random(&seed) % (results + 2)) - 1;
                mask[i] = next_random(&seed) % 4 != 0;
                list[i] = (uint32_t)(next_random(&seed) % (ELEMENTS + 50));
            }
            run.mask_kind = way == 1 ? CLR_MASK_BYTES : CLR_MASK_NONE;
            run.mask = way == 1 ? mask : NULL;
            run.index_type = way == 2 ? CLR_TYPE_U32 : CLR_TYPE_DEFAULT;
            run.indices = way == 2 ? list : NULL;
            run.index_count = way == 2 ? ELEMENTS : 0;
            r.where = way == 3 ? "i % 3 != 0 || n < 4000" : NULL;
            run_select(&r, &run, results, 0);
            for (size_t k = 0; k < results; k++) {
                size_t count = 0;

                for (size_t i = 0; i < ELEMENTS; i++)
                    if (labels[i] == (int32_t)k && (way != 1 || mask[i]) &&
                        (way != 2 || list[i] < ELEMENTS) && (way != 3 || i % 3))
                        take((clr_type)type, way == 2 ? list[i] : i, i, &count);
                assert_result(&r, k, count);
            }
        }
}

/* ---- one call, one value ---- */

TEST(one_value_goes_to_its_place)
{
    const float x[] = {5, 1, 4, 2, 3, 3};
    const double tenth = 0.1;
    clr_reduction median = CLR_REDUCTION(CLR_OPERATOR_MEDIAN, CLR_TYPE_F32);
    clr_reduction quantile = CLR_REDUCTION(CLR_OPERATOR_QUANTILE, CLR_TYPE_F32);
    clr_reduction unique = CLR_REDUCTION(CLR_OPERATOR_UNIQUE, CLR_TYPE_F32);
    const clr_reduction max = CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_F32);
    float value = 0;
    uint64_t distinct = 0;
    struct {
        float largest, middle;
        _Alignas(8) uint64_t distinct; /* 32-bit x86 would align it by 4 */
        float tenth;
    } record;

    quantile.quantiles = &tenth;
    quantile.quantile_count = 1;
    assert_int_equal(clr_reduce(host, &median, x, 6, &value, sizeof value), CLR_OK);
    assert_float_equal(value, 3, 0);
    assert_int_equal(clr_reduce(host, &quantile, x, 6, &value, sizeof value), CLR_OK);
    assert_float_equal(value, 1.5, 0);
    assert_int_equal(clr_reduce(host, &unique, x, 6, &distinct, sizeof distinct), CLR_OK);
    assert_int_equal(distinct, 5);
    assert_int_equal(clr_reduce_all(host, (clr_reduction[]){max, median, unique, quantile}, 4,
                                    (const void *[]){x}, 1, 6, &record, sizeof record),
                     CLR_OK);
    assert_float_equal(record.largest, 5, 0);
    assert_float_equal(record.middle, 3, 0);
    assert_int_equal(record.distinct, 5);
    assert_float_equal(record.tenth, 1.5, 0);
    value = 7;
    assert_int_equal(clr_reduce(host, &median, x, 0, &value, sizeof value), CLR_ERROR_EMPTY);
    assert_float_equal(value, 7, 0);
}

/* A mean of two whose sum is beyond the type's largest number. */
TEST(means_of_large_numbers_do_not_overflow)
{
    const double x[] = {0x1.8p1023, 0x1.4p1023};
    const float y[] = {-0x1.8p127F, -0x1.4p127F};
    clr_reduction median = CLR_REDUCTION(CLR_OPERATOR_MEDIAN, CLR_TYPE_F64);
    double value;
    float narrow;

    assert_int_equal(clr_reduce(host, &median, x, 2, &value, sizeof value), CLR_OK);
    assert_true(value == 0x1.6p1023);
    median.type = CLR_TYPE_F32;
    assert_int_equal(clr_reduce(host, &median, y, 2, &narrow, sizeof narrow), CLR_OK);
    assert_true(narrow == -0x1.6p127F);
}

/* 2^53 + 1 is no double, and is rounded to one that is small enough to be exact. */
TEST(means_of_integers_that_are_no_doubles)
{
    const int64_t x[] = {1, 9007199254740993};
    const clr_reduction median = CLR_REDUCTION(CLR_OPERATOR_MEDIAN, CLR_TYPE_I64);
    double value;

    assert_int_equal(clr_reduce(host, &median, x, 2, &value, sizeof value), CLR_OK);
    assert_true(value == 4503599627370497);
}

TEST(a_map_comes_first)
{
    const int32_t x[] = {-9, 2, 5}, y[] = {1, 1, 1};
    clr_reduction median = CLR_REDUCTION(CLR_OPERATOR_MEDIAN, CLR_TYPE_I32);
    double value;

    median.map = "x < 0 ? -x : x";
    assert_int_equal(clr_reduce(host, &median, x, 3, &value, sizeof value), CLR_OK);
    assert_float_equal(value, 5, 0);
    median.map = "x + y";
    assert_int_equal(clr_reduce_pair(host, &median, x, y, 3, &value, sizeof value), CLR_OK);
    assert_float_equal(value, 3, 0);
}

/* Rows of two reductions that fold and two that select, in one call. */
TEST(folds_stand_beside)
{
    enum { ROWS = 3, LENGTH = 4 };
    const int16_t x[ROWS * LENGTH] = {4, 1, 3, 3, -5, 7, 7, 0, 9, 9, 9, 2};
    const uint64_t extents[] = {ROWS, LENGTH};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 2, .extents = extents};
    const clr_reduction reductions[] = {CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I16),
                                        CLR_REDUCTION(CLR_OPERATOR_MEDIAN, CLR_TYPE_I16),
                                        CLR_REDUCTION(CLR_OPERATOR_ARGMAX, CLR_TYPE_I16),
                                        CLR_REDUCTION(CLR_OPERATOR_MODE, CLR_TYPE_I16)};
    int64_t sums[ROWS];
    double medians[ROWS];
    int16_t largest[ROWS], modes[ROWS];
    cl_ulong at[ROWS], counts[ROWS];
    const clr_host_arrays arrays[] = {
        {.size = sizeof arrays[0], .value = sums},
        {.size = sizeof arrays[0], .value = medians},
        {.size = sizeof arrays[0], .value = largest, .index = at},
        {.size = sizeof arrays[0], .value = modes, .number = counts},
    };
    const clr_host_run run = {.size = sizeof run,
                              .shape = CLR_SHAPE_AXES,
                              .inputs = {x},
                              .axes = &axes,
                              .arrays = arrays};
    const struct {
        int64_t sum, largest, mode;
        double median;
        cl_ulong at, count;
    } expected[ROWS] = {{11, 4, 3, 3, 0, 2}, {9, 7, 7, 3.5, 1, 2}, {29, 9, 9, 9, 0, 3}};

    assert_int_equal(clr_reduce_shape(host, reductions, 4, &run), CLR_OK);
    for (size_t k = 0; k < ROWS; k++) {
        assert_int_equal(sums[k], expected[k].sum);
        assert_true(medians[k] == expected[k].median);
        assert_int_equal(largest[k], expected[k].largest);
        assert_int_equal(at[k], expected[k].at);
        assert_int_equal(modes[k], expected[k].mode);
        assert_int_equal(counts[k], expected[k].count);
    }
}

/* k may be any number, if nobody wants as many values. */
TEST(how_many_there_are_of_endless_k)
{
    const double x[] = {1, 2, 3};
    clr_reduction r = CLR_REDUCTION(CLR_OPERATOR_TOPK, CLR_TYPE_F64);
    cl_ulong number = 0;
    const clr_host_arrays arrays = {.size = sizeof arrays, .number = &number};
    const clr_host_run run = {
        .size = sizeof run, .shape = CLR_SHAPE_FLAT, .inputs = {x}, .count = 3, .arrays = &arrays};

    r.k = UINT64_MAX;
    assert_int_equal(clr_reduce_shape(host, &r, 1, &run), CLR_OK);
    assert_int_equal(number, 3);
}

/* Quantiles may change between calls that are alike. */
TEST(quantiles_are_read_at_each_call)
{
    const double x[] = {1, 2, 3};
    double q = 0, value;
    clr_reduction r = CLR_REDUCTION(CLR_OPERATOR_QUANTILE, CLR_TYPE_F64);

    r.quantiles = &q;
    r.quantile_count = 1;
    for (q = 0; q <= 1; q += 0.5) {
        assert_int_equal(clr_reduce(host, &r, x, 3, &value, sizeof value), CLR_OK);
        assert_true(value == 1 + 2 * q);
    }
}

/* The k best of data that get better all the way, and of those that get worse. */
TEST(the_best_of_many)
{
    enum { MANY = 100000 };
    int32_t *x = malloc(MANY * sizeof *x);
    clr_reduction r = CLR_REDUCTION(CLR_OPERATOR_TOPK, CLR_TYPE_I32);

    for (uint64_t k = 1; k <= 2000; k = k * 13 + 1)
        for (int kind = 0; kind < 4; kind++) {
            clr_host_run run = {.size = sizeof run, .inputs = {x}, .count = MANY};
            int32_t *values = malloc(k * sizeof *values);
            cl_ulong *index = malloc(k * sizeof *index);
            const clr_host_arrays arrays = {.size = sizeof arrays, .value = values, .index = index};

            run.shape = CLR_SHAPE_FLAT;
            run.arrays = &arrays;
            r.k = k;
            for (int32_t i = 0; i < MANY; i++)
                x[i] = kind == 0 ? i : kind == 1 ? -i : kind == 2 ? i / 3 : 4;
            assert_int_equal(clr_reduce_shape(host, &r, 1, &run), CLR_OK);
            for (uint64_t v = 0; v < k; v++) {
                const uint64_t third = MANY / 3; /* the last number, of one element */
                const uint64_t at = kind == 0   ? MANY - 1 - v
                                    : kind == 1 ? v
                                    : kind == 3 ? v
                                    : v == 0    ? MANY - 1
                                                : (third - 1 - (v - 1) / 3) * 3 + (v - 1) % 3;

                assert_int_equal(index[v], at);
                assert_int_equal(values[v], x[at]);
            }
            free(values);
            free(index);
        }
    free(x);
}

/* ---- what is refused ---- */

static void assert_refused(clr_status expected, const clr_reduction *r, const char *part)
{
    double values[8];
    const double x[] = {1, 2};
    const clr_host_arrays arrays = {.size = sizeof arrays, .value = values};
    const clr_host_run run = {
        .size = sizeof run, .shape = CLR_SHAPE_FLAT, .inputs = {x}, .count = 2, .arrays = &arrays};

    values[0] = 42;
    assert_int_equal(clr_reduce_shape(host, r, 1, &run), expected);
    if (!strstr(clr_context_error(host)->message, part))
        fail_msg("\"%s\" has no \"%s\"", clr_context_error(host)->message, part);
    assert_float_equal(values[0], 42, 0);
}

TEST(wrong_numbers_are_refused)
{
    const double wrong[] = {0.5, 1.5}, nan[] = {NAN}, fine = 0.5;
    clr_reduction r = CLR_REDUCTION(CLR_OPERATOR_QUANTILE, CLR_TYPE_F64);

    assert_refused(CLR_ERROR_ARGUMENT, &r, "needs clr_reduction.quantiles");
    r.quantiles = &fine;
    assert_refused(CLR_ERROR_ARGUMENT, &r, "needs clr_reduction.quantile_count");
    r.quantiles = wrong;
    r.quantile_count = 2;
    assert_refused(CLR_ERROR_ARGUMENT, &r, "quantiles[1] is 1.5");
    r.quantiles = nan;
    r.quantile_count = 1;
    assert_refused(CLR_ERROR_ARGUMENT, &r, "quantiles[0]");
    r.quantiles = &fine;
    r.interpolation = (clr_interpolation)7;
    assert_refused(CLR_ERROR_ARGUMENT, &r, "interpolation is 7");
    r.interpolation = CLR_INTERPOLATION_LINEAR;
    r.k = 2;
    assert_refused(CLR_ERROR_ARGUMENT, &r, "clr_reduction.k is given");
    r.k = 0;
    r.result = CLR_TYPE_F32;
    assert_refused(CLR_ERROR_UNSUPPORTED, &r, "quantile of f64 is f64, not f32");
    r.result = CLR_TYPE_DEFAULT;
    r.accuracy = CLR_ACCURACY_FAST;
    assert_refused(CLR_ERROR_ARGUMENT, &r, "accuracy");
    r = (clr_reduction)CLR_REDUCTION(CLR_OPERATOR_TOPK, CLR_TYPE_F64);
    assert_refused(CLR_ERROR_ARGUMENT, &r, "needs clr_reduction.k");
    r = (clr_reduction)CLR_REDUCTION(CLR_OPERATOR_MEDIAN, CLR_TYPE_F64);
    r.map = "sin(x)";
    assert_refused(CLR_ERROR_UNSUPPORTED, &r, "sin");
    r = (clr_reduction)CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    assert_refused(CLR_ERROR_ARGUMENT, &r, "shape FLAT has a record");
    r.quantiles = &fine;
    assert_refused(CLR_ERROR_ARGUMENT, &r, "clr_reduction.quantiles is given");
}

TEST(several_values_have_no_place_in_a_record)
{
    const double x[] = {1, 2}, quantiles[] = {0, 1};
    clr_reduction r = CLR_REDUCTION(CLR_OPERATOR_QUANTILE, CLR_TYPE_F64);
    clr_result result = {.size = sizeof result};
    double values[2];

    r.quantiles = quantiles;
    r.quantile_count = 2;
    assert_int_equal(clr_reduce(host, &r, x, 2, values, sizeof values), CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(clr_context_error(host)->message, "several values"));
    assert_int_equal(clr_record_describe(&r, 1, &result, NULL, NULL, 0), CLR_ERROR_ARGUMENT);
    r.quantile_count = 1;
    assert_int_equal(clr_record_describe(&r, 1, &result, NULL, NULL, 0), CLR_OK);
    assert_int_equal(result.type, CLR_TYPE_F64);
    assert_int_equal(result.accuracy, CLR_ACCURACY_EXACT);
}

TEST(planes_and_numbers_are_checked)
{
    const double x[] = {1, 2, 3, 4};
    const uint64_t extents[] = {2, 2};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 2, .extents = extents};
    double values[4];
    cl_ulong number[2];
    clr_host_arrays arrays = {.size = sizeof arrays, .value = values, .plane = 1};
    const clr_host_run run = {.size = sizeof run,
                              .shape = CLR_SHAPE_AXES,
                              .inputs = {x},
                              .axes = &axes,
                              .arrays = &arrays};
    clr_reduction r = CLR_REDUCTION(CLR_OPERATOR_TOPK, CLR_TYPE_F64);

    r.k = 2;
    assert_int_equal(clr_reduce_shape(host, &r, 1, &run), CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(clr_context_error(host)->message, "plane is 1, and there are 2"));
    r = (clr_reduction)CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    assert_int_equal(clr_reduce_shape(host, &r, 1, &run), CLR_ERROR_ARGUMENT);
    arrays.plane = 0;
    arrays.number = number;
    assert_int_equal(clr_reduce_shape(host, &r, 1, &run), CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(clr_context_error(host)->message, "sum has none"));
    r = (clr_reduction)CLR_REDUCTION(CLR_OPERATOR_TOPK, CLR_TYPE_F64);
    r.k = UINT64_MAX / 2;
    assert_int_equal(clr_reduce_shape(host, &r, 1, &run), CLR_ERROR_ARGUMENT);
}

TEST(what_folds_in_parts_refuses_selections)
{
    const clr_reduction median = CLR_REDUCTION(CLR_OPERATOR_MEDIAN, CLR_TYPE_F64);
    clr_accumulator *accumulator = NULL;
    char reason[300];

    assert_int_equal(clr_accumulator_create(&median, 1, &accumulator, reason, sizeof reason),
                     CLR_ERROR_UNSUPPORTED);
    assert_non_null(strstr(reason, "clr_reduce_shape()"));
    assert_null(accumulator);
}
