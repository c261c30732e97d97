/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Accumulators of many results: of parts of an input, stored, loaded and merged in any order, they
 * round to what one call gives for the whole. Every operator that has them, every type, every
 * shape; data with infinities, NaNs, zeros of both signs and the largest numbers.
 */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 5000, LABELS = 37, PARTS = 5, SIZE_MOST = 8, RESULTS_MOST = ELEMENTS };

static uint64_t state_of_chance = 88172645463325252u;

static uint64_t chance(uint64_t below)
{
    state_of_chance ^= state_of_chance << 13;
    state_of_chance ^= state_of_chance >> 7;
    state_of_chance ^= state_of_chance << 17;
    return (state_of_chance >> 11) % below;
}

/* ---- data ---- */

/* Bits of elements: of floats now and then an infinity, a NaN, a zero, a subnormal number. */
static unsigned char x[ELEMENTS * SIZE_MOST], y[ELEMENTS * SIZE_MOST];
static int32_t labels[ELEMENTS];
static uint8_t mask[ELEMENTS];

static bool is_float(clr_type type)
{
    return type >= CLR_TYPE_F16 && type <= CLR_TYPE_F64;
}

/* A float's bits: sign, exponent and significand by chance, but few exponents. */
static uint64_t draw_float(clr_type type)
{
    const unsigned fraction = type == CLR_TYPE_F16    ? 10
                              : type == CLR_TYPE_BF16 ? 7
                              : type == CLR_TYPE_F32  ? 23
                                                      : 52;
    const unsigned bits = 8 * (unsigned)clr_type_size(type);
    const uint64_t most = (UINT64_C(1) << (bits - 1 - fraction)) - 1;
    const uint64_t sign = chance(2) << (bits - 1);
    const uint64_t kind = chance(400);

    if (kind == 0)
        return sign | most << fraction; /* an infinity */
    if (kind == 1)
        return sign | most << fraction | 1; /* a NaN */
    if (kind < 10)
        return sign; /* a zero */
    if (kind < 14)
        return sign | chance(UINT64_C(1) << fraction); /* a subnormal number */
    if (kind < 18)
        return sign | ((most - 1) << fraction) | ((UINT64_C(1) << fraction) - 1);
    return sign | (most / 2 - 4 + chance(8)) << fraction | chance(UINT64_C(1) << fraction);
}

static void draw_data(clr_type type)
{
    const size_t size = clr_type_size(type);

    for (size_t i = 0; i < ELEMENTS; i++) {
        const uint64_t a =
            is_float(type) ? draw_float(type) : chance(UINT64_MAX) * 0x9e3779b97f4a7c15u;
        const uint64_t b =
            is_float(type) ? draw_float(type) : chance(UINT64_MAX) * 0x9e3779b97f4a7c15u;

        memcpy(x + i * size, &a, size); /* little-endian, as all devices under test are */
        memcpy(y + i * size, &b, size);
        labels[i] = (int32_t)chance(LABELS + 2) - 1; /* some are outside */
        mask[i] = chance(5) != 0;
    }
}

/* ---- runs ---- */

/* A shape of the elements: results, and the parts that it can be cut into. */
struct shaped {
    const char *name;
    clr_shape shape;
    bool has_mask;
    uint64_t extents[2];
    uint32_t reduced;
    uint64_t results;
};

static const struct shaped shapes[] = {
    {"flat", CLR_SHAPE_FLAT, false, {0, 0}, 0, 1},
    {"flat, masked", CLR_SHAPE_FLAT, true, {0, 0}, 0, 1},
    {"rows", CLR_SHAPE_AXES, false, {100, 50}, 2, 100},
    {"rows, masked", CLR_SHAPE_AXES, true, {100, 50}, 2, 100},
    {"columns", CLR_SHAPE_AXES, false, {50, 100}, 1, 100},
    {"long rows", CLR_SHAPE_AXES, false, {2, 2500}, 2, 2},
    {"segments", CLR_SHAPE_SEGMENTS, false, {0, 0}, 0, LABELS},
    {"labels", CLR_SHAPE_LABELS, false, {0, 0}, 0, LABELS},
    {"labels, masked", CLR_SHAPE_LABELS, true, {0, 0}, 0, LABELS},
    {"labels of rows", CLR_SHAPE_AXIS_LABELS, false, {50, 100}, 1, LABELS * 100},
};

/* A part: elements first .. first + count - 1, along the reduced axis or of all. */
struct piece {
    uint64_t first, count;
};

struct call {
    clr_host_run run;
    clr_axes axes;
    uint64_t extents[2];
    int64_t strides[2], mask_strides[2];
    uint32_t offsets[2 * LABELS];
};

/* The extent that parts cut. */
static uint64_t extent_of(const struct shaped *shaped)
{
    return shaped->extents[0] ? shaped->extents[shaped->reduced - 1] : ELEMENTS;
}

/* Segment k lies between two offsets; the part of it that lies in the piece. */
static void cut_segments(const struct piece *piece, struct call *call)
{
    const uint64_t end = piece->first + piece->count;

    for (uint64_t k = 0; k < LABELS; k++) {
        const uint64_t begin = k * k * 3, next = k == 5 ? begin : (k + 1) * (k + 1) * 3;
        const uint64_t from = begin < piece->first ? piece->first : begin > end ? end : begin;
        const uint64_t to = next < piece->first ? piece->first : next > end ? end : next;

        call->offsets[k] = (uint32_t)(from - piece->first);
        call->offsets[LABELS + k] = (uint32_t)(to - piece->first);
    }
}

static void cut_axes(const struct shaped *shaped, const struct piece *piece, size_t size,
                     struct call *call)
{
    const unsigned axis = shaped->reduced - 1;

    memcpy(call->extents, shaped->extents, sizeof call->extents);
    call->extents[axis] = piece->count;
    call->mask_strides[0] = (int64_t)shaped->extents[1];
    call->mask_strides[1] = 1;
    call->strides[0] = (int64_t)(shaped->extents[1] * size);
    call->strides[1] = (int64_t)size;
    call->axes = (clr_axes){.size = sizeof call->axes,
                            .rank = 2,
                            .reduced = shaped->reduced,
                            .extents = call->extents,
                            .strides = {call->strides, call->strides}};
    call->run.axes = &call->axes;
}

static bool takes_pairs(clr_operator op)
{
    clr_operator_info info = {.size = sizeof info};

    return clr_operator_describe(op, &info) == CLR_OK && info.inputs > 1;
}

/* Makes the run of a piece. */
static void make_call(const struct shaped *shaped, const clr_reduction *reduction,
                      const struct piece *piece, struct call *call)
{
    const bool has_axes = shaped->extents[0] != 0;
    const size_t size = clr_type_size(reduction->type);
    const size_t step = has_axes && shaped->reduced == 1 ? shaped->extents[1] : 1;
    const size_t at = piece->first * step;

    *call = (struct call){.run = {.size = sizeof call->run, .shape = shaped->shape}};
    call->run.inputs[0] = x + at * size;
    if (takes_pairs(reduction->op))
        call->run.inputs[1] = y + at * size;
    call->run.count = has_axes ? 0 : piece->count;
    if (shaped->has_mask) {
        call->run.mask_kind = CLR_MASK_BYTES;
        call->run.mask = mask + at;
    }
    if (has_axes)
        cut_axes(shaped, piece, size, call);
    if (has_axes && shaped->has_mask)
        call->run.mask_strides = call->mask_strides;
    if (shaped->shape == CLR_SHAPE_SEGMENTS) {
        cut_segments(piece, call);
        call->run.by = call->offsets;
        call->run.ends = call->offsets + LABELS;
        call->run.by_type = CLR_TYPE_U32;
    }
    if (shaped->shape == CLR_SHAPE_LABELS || shaped->shape == CLR_SHAPE_AXIS_LABELS) {
        call->run.by = labels + piece->first;
        call->run.by_type = CLR_TYPE_I32;
    }
    if (shaped->shape != CLR_SHAPE_FLAT && shaped->shape != CLR_SHAPE_AXES)
        call->run.results = LABELS;
}

/* ---- results ---- */

struct results {
    unsigned char value[RESULTS_MOST * SIZE_MOST], second[RESULTS_MOST * SIZE_MOST];
    cl_ulong index[RESULTS_MOST];
    cl_int status[RESULTS_MOST];
};

static struct results wanted, found;

static bool has_second(const clr_reduction *reduction)
{
    return reduction->op == CLR_OPERATOR_MINMAX;
}

static bool has_index(const clr_reduction *reduction)
{
    return reduction->op == CLR_OPERATOR_ARGMIN || reduction->op == CLR_OPERATOR_ARGMAX ||
           reduction->op == CLR_OPERATOR_IAMAX || reduction->op == CLR_OPERATOR_FIRST ||
           reduction->op == CLR_OPERATOR_LAST;
}

static clr_host_arrays arrays_of(const clr_reduction *reduction, struct results *results)
{
    memset(results, UNTOUCHED, sizeof *results);
    return (clr_host_arrays){.size = sizeof(clr_host_arrays),
                             .value = results->value,
                             .second = has_second(reduction) ? results->second : NULL,
                             .index = has_index(reduction) ? results->index : NULL,
                             .status = results->status};
}

/* What one call gives for all elements; those of one result are an array of one axis. */
static void want(const struct rig *rig, const struct shaped *shaped, const clr_reduction *reduction)
{
    const struct piece all = {0, extent_of(shaped)};
    const uint64_t extent = ELEMENTS;
    clr_axes line = {.size = sizeof line, .rank = 1, .reduced = 1, .extents = &extent};
    const clr_host_arrays arrays = arrays_of(reduction, &wanted);
    struct call call;

    make_call(shaped, reduction, &all, &call);
    call.run.arrays = &arrays;
    if (shaped->shape == CLR_SHAPE_FLAT) {
        call.run.shape = CLR_SHAPE_AXES;
        call.run.axes = &line;
    }
    assert_ok(rig, clr_reduce_shape(rig->context, reduction, 1, &call.run));
}

static clr_accumulator *stored_and_loaded(clr_accumulator *accumulator)
{
    clr_accumulator *loaded = NULL;
    char reason[512];
    unsigned char *bytes;
    size_t size;

    assert_int_equal(clr_accumulator_store(accumulator, NULL, 0, &size), CLR_OK);
    bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(clr_accumulator_store(accumulator, bytes, size, &size), CLR_OK);
    if (clr_accumulator_load(bytes, size, &loaded, reason, sizeof reason) != CLR_OK)
        fail_msg("%s", reason);
    free(bytes);
    clr_accumulator_destroy(accumulator);
    return loaded;
}

static clr_accumulator *accumulate(const struct rig *rig, const struct shaped *shaped,
                                   const clr_reduction *reduction, const struct piece *piece)
{
    const bool counts_all = shaped->shape == CLR_SHAPE_FLAT || shaped->shape == CLR_SHAPE_LABELS;
    clr_accumulator *accumulator = NULL;
    struct call call;

    make_call(shaped, reduction, piece, &call);
    assert_ok(rig, clr_reduce_accumulator(rig->context, reduction, 1, &call.run, &accumulator));
    if (counts_all || shaped->extents[0])
        assert_int_equal(clr_accumulator_shift(accumulator, piece->first, NULL, 0), CLR_OK);
    return stored_and_loaded(accumulator);
}

/* Accumulators of parts that are cut by chance, some of no elements. */
static void accumulate_parts(const struct rig *rig, const struct shaped *shaped,
                             const clr_reduction *reduction, clr_accumulator *parts[PARTS])
{
    const uint64_t extent = extent_of(shaped);
    uint64_t first = 0;

    for (unsigned i = 0; i < PARTS; i++) {
        const uint64_t left = extent - first;
        const struct piece piece = {first, i + 1 == PARTS ? left : chance(left + 1)};

        parts[i] = accumulate(rig, shaped, reduction, &piece);
        first += piece.count;
    }
}

static void destroy_parts(clr_accumulator *parts[PARTS])
{
    for (unsigned i = 0; i < PARTS; i++)
        clr_accumulator_destroy(parts[i]);
}

/* Merges parts in an order by chance, into the first one. */
static void merge_parts(clr_accumulator *parts[PARTS])
{
    char reason[512];

    for (unsigned i = PARTS; i > 1; i--) {
        const unsigned with = (unsigned)chance(i);
        clr_accumulator *part = parts[i - 1];

        parts[i - 1] = parts[with];
        parts[with] = part;
    }
    for (unsigned i = 1; i < PARTS; i++)
        if (clr_accumulator_merge(parts[0], parts[i], reason, sizeof reason) != CLR_OK)
            fail_msg("%s", reason);
}

/* ---- words ---- */

/* Folds the words of all parts as MPI or NumPy would: all of each state, or the used ones. */
static clr_accumulator *fold_some_words(clr_accumulator *const parts[PARTS], const uint64_t *used)
{
    clr_accumulator *folded = NULL;
    int64_t *all = NULL, *words = NULL;
    char reason[512];
    size_t count;
    clr_fold fold;

    for (unsigned i = 0; i < PARTS; i++) {
        if (clr_accumulator_some_words(parts[i], used, NULL, 0, &count, &fold, reason,
                                       sizeof reason) != CLR_OK)
            fail_msg("%s", reason);
        words = realloc(words, count * sizeof *words);
        all = all ? all : calloc(count, sizeof *all);
        assert_true(words && all);
        if (clr_accumulator_some_words(parts[i], used, words, count, &count, NULL, reason,
                                       sizeof reason) != CLR_OK)
            fail_msg("%s", reason);
        for (size_t k = 0; k < count; k++)
            if (i == 0)
                all[k] = words[k];
            else if (fold == CLR_FOLD_SUM)
                all[k] = (int64_t)((uint64_t)all[k] + (uint64_t)words[k]);
            else
                all[k] = words[k] < all[k] ? words[k] : all[k];
    }
    if (clr_accumulator_from_some_words(parts[0], used, all, count, &folded, reason,
                                        sizeof reason) != CLR_OK)
        fail_msg("%s", reason);
    free(all);
    free(words);
    return folded;
}

static void check_same(const clr_accumulator *a, const clr_accumulator *b)
{
    unsigned char *bytes[2];
    size_t size[2];

    clr_accumulator_store(a, NULL, 0, &size[0]);
    clr_accumulator_store(b, NULL, 0, &size[1]);
    assert_int_equal(size[0], size[1]);
    for (int i = 0; i < 2; i++) {
        bytes[i] = malloc(size[i]);
        assert_non_null(bytes[i]);
        assert_int_equal(clr_accumulator_store(i ? b : a, bytes[i], size[i], &size[i]), CLR_OK);
    }
    assert_memory_equal(bytes[0], bytes[1], size[0]);
    free(bytes[0]);
    free(bytes[1]);
}

static clr_accumulator *fold_words(clr_accumulator *const parts[PARTS])
{
    uint64_t used[CLR_WORDS_USED] = {0}, of_part[CLR_WORDS_USED];
    clr_accumulator *by_all = fold_some_words(parts, NULL), *by_used;

    for (unsigned i = 0; i < PARTS; i++) {
        assert_int_equal(clr_accumulator_used_words(parts[i], of_part, NULL, 0), CLR_OK);
        for (int k = 0; k < CLR_WORDS_USED; k++)
            used[k] |= of_part[k];
    }
    by_used = fold_some_words(parts, used);
    check_same(by_all, by_used);
    clr_accumulator_destroy(by_used);
    return by_all;
}

static clr_accumulator *fold_parts(clr_accumulator *parts[PARTS], const clr_reduction *reduction)
{
    clr_accumulator *best = fold_words(parts);

    if (!has_index(reduction))
        return best;
    for (unsigned i = 0; i < PARTS; i++)
        assert_int_equal(clr_accumulator_keep_best(parts[i], best, NULL, 0), CLR_OK);
    clr_accumulator_destroy(best);
    return fold_words(parts);
}

/* Indices of segments are counted from the segment's begin, which parts do not have. */
static bool has_meaning(const struct shaped *shaped, const clr_reduction *reduction)
{
    return !(has_index(reduction) && shaped->shape == CLR_SHAPE_SEGMENTS) &&
           !(takes_pairs(reduction->op) && shaped->shape == CLR_SHAPE_AXIS_LABELS);
}

/* Whether both are NaNs, whose bits say nothing. */
static bool are_nans(clr_type type, uint64_t a, uint64_t b)
{
    const uint64_t infinity = type == CLR_TYPE_F16    ? 0x7c00
                              : type == CLR_TYPE_BF16 ? 0x7f80
                              : type == CLR_TYPE_F32  ? 0x7f800000
                                                      : UINT64_C(0x7ff0000000000000);
    const uint64_t magnitudes = (UINT64_C(1) << (8 * clr_type_size(type) - 1)) - 1;

    return is_float(type) && (a & magnitudes) > infinity && (b & magnitudes) > infinity;
}

/* Makes NaNs alike. */
static void settle_nans(clr_type type, unsigned char *a, unsigned char *b, uint64_t count)
{
    const size_t size = clr_type_size(type);

    for (uint64_t k = 0; k < count; k++) {
        uint64_t p = 0, q = 0;

        memcpy(&p, a + k * size, size);
        memcpy(&q, b + k * size, size);
        if (are_nans(type, p, q))
            memcpy(b + k * size, &p, size);
    }
}

static void compare(const struct shaped *shaped, const clr_reduction *reduction, const char *how)
{
    const clr_type result =
        reduction->result ? reduction->result : clr_operator_result(reduction->op, reduction->type);

    settle_nans(result, wanted.value, found.value, shaped->results);
    settle_nans(result, wanted.second, found.second, shaped->results);
    if (memcmp(&wanted, &found, sizeof wanted) == 0)
        return;
    for (uint64_t k = 0; k < shaped->results; k++) {
        const size_t size = clr_type_size(result);
        uint64_t a = 0, b = 0;

        memcpy(&a, wanted.value + k * size, size);
        memcpy(&b, found.value + k * size, size);
        if (a != b || wanted.status[k] != found.status[k] || wanted.index[k] != found.index[k])
            fail_msg(
                "%s of %s, nan %d, overflow %d, where %s, %s, %s: result %d is %llx, status %d, "
                "index %llu, not %llx, %d, %llu",
                clr_operator_name(reduction->op), clr_type_name(reduction->type),
                (int)reduction->nan, (int)reduction->overflow,
                reduction->where ? reduction->where : "-", shaped->name, how, (int)k,
                (unsigned long long)b, (int)found.status[k], (unsigned long long)found.index[k],
                (unsigned long long)a, (int)wanted.status[k], (unsigned long long)wanted.index[k]);
    }
    fail_msg("%s of %s, %s, %s: more is written than results", clr_operator_name(reduction->op),
             clr_type_name(reduction->type), shaped->name, how);
}

static void check_results(const struct shaped *shaped, const clr_reduction *reduction,
                          const clr_accumulator *accumulator, const char *how)
{
    const clr_host_arrays arrays = arrays_of(reduction, &found);

    assert_int_equal(clr_accumulator_results(accumulator, &arrays, NULL, 0), CLR_OK);
    compare(shaped, reduction, how);
}

/* The whole's states, which the caller destroys. */
static clr_accumulator *check_whole(const struct rig *rig, const struct shaped *shaped,
                                    const clr_reduction *reduction)
{
    const struct piece whole = {0, extent_of(shaped)};
    clr_accumulator_info info = clr_accumulator_info_defaults();
    clr_accumulator *accumulator = accumulate(rig, shaped, reduction, &whole);

    assert_int_equal(clr_accumulator_describe(accumulator, &info), CLR_OK);
    assert_int_equal(info.results, shaped->results);
    check_results(shaped, reduction, accumulator, "whole");
    return accumulator;
}

static unsigned char *stored(const clr_accumulator *accumulator, size_t *size)
{
    unsigned char *bytes;

    (void)clr_accumulator_store(accumulator, NULL, 0, size);
    bytes = malloc(*size);
    assert_non_null(bytes);
    assert_int_equal(clr_accumulator_store(accumulator, bytes, *size, size), CLR_OK);
    return bytes;
}

/* Equal states are equal bytes. */
static void check_bytes(const struct shaped *shaped, const clr_reduction *reduction,
                        const clr_accumulator *whole, const clr_accumulator *merged)
{
    size_t wanted_size, found_size;
    unsigned char *const wanted_bytes = stored(whole, &wanted_size);
    unsigned char *const found_bytes = stored(merged, &found_size);

    if (wanted_size != found_size || memcmp(wanted_bytes, found_bytes, found_size) != 0)
        fail_msg("%s of %s, %s: merged parts have other bytes than the whole",
                 clr_operator_name(reduction->op), clr_type_name(reduction->type), shaped->name);
    free(wanted_bytes);
    free(found_bytes);
}

static void check_parts(const struct rig *rig, const struct shaped *shaped,
                        const clr_reduction *reduction, const clr_accumulator *whole)
{
    clr_accumulator *parts[PARTS], *folded;

    accumulate_parts(rig, shaped, reduction, parts);
    if (reduction->op != CLR_OPERATOR_PROD) {
        folded = fold_parts(parts, reduction);
        check_results(shaped, reduction, folded, "by words");
        clr_accumulator_destroy(folded);
    }
    merge_parts(parts);
    check_results(shaped, reduction, parts[0], "in parts");
    check_bytes(shaped, reduction, whole, parts[0]);
    destroy_parts(parts);
}

static void check(const struct rig *rig, const struct shaped *shaped,
                  const clr_reduction *reduction)
{
    clr_accumulator *whole;

    want(rig, shaped, reduction);
    whole = check_whole(rig, shaped, reduction);
    if (has_meaning(shaped, reduction))
        check_parts(rig, shaped, reduction, whole);
    clr_accumulator_destroy(whole);
}

/* ---- the product ---- */

static const clr_operator operators[] = {
    CLR_OPERATOR_SUM,    CLR_OPERATOR_MEAN,   CLR_OPERATOR_VAR,    CLR_OPERATOR_STD,
    CLR_OPERATOR_ASUM,   CLR_OPERATOR_SUMSQ,  CLR_OPERATOR_NRM2,   CLR_OPERATOR_DOT,
    CLR_OPERATOR_MIN,    CLR_OPERATOR_MAX,    CLR_OPERATOR_MINMAX, CLR_OPERATOR_AMAX,
    CLR_OPERATOR_ARGMIN, CLR_OPERATOR_ARGMAX, CLR_OPERATOR_IAMAX,  CLR_OPERATOR_ANY,
    CLR_OPERATOR_ALL,    CLR_OPERATOR_COUNT,  CLR_OPERATOR_AND,    CLR_OPERATOR_OR,
    CLR_OPERATOR_XOR,    CLR_OPERATOR_PROD,   CLR_OPERATOR_SIZE,   CLR_OPERATOR_WMEAN,
    CLR_OPERATOR_COV,    CLR_OPERATOR_CORR,   CLR_OPERATOR_FIRST,  CLR_OPERATOR_LAST,
};

static bool has_accumulators(clr_operator op, clr_type type)
{
    const bool is_bitwise =
        op == CLR_OPERATOR_AND || op == CLR_OPERATOR_OR || op == CLR_OPERATOR_XOR;

    return !is_float(type) || !(is_bitwise || op == CLR_OPERATOR_PROD);
}

/* The reduction of a trial: policies and a condition by chance. */
static clr_reduction draw_reduction(clr_operator op, clr_type type)
{
    clr_reduction reduction = clr_reduction_of(op, type);

    reduction.accuracy = CLR_ACCURACY_EXACT;
    if (is_float(type) && chance(2))
        reduction.nan = CLR_NAN_IGNORE;
    if (op != CLR_OPERATOR_PROD && chance(2))
        reduction.overflow = CLR_OVERFLOW_DETECT;
    if (chance(3) == 0)
        reduction.where = is_float(type) ? "x > -0.5" : "(x & 3) != 1";
    if (op == CLR_OPERATOR_VAR || op == CLR_OPERATOR_STD || op == CLR_OPERATOR_COV)
        reduction.ddof = chance(3);
    return reduction;
}

/* Some shapes for each operator and type; with every change each operator has two types. */
static void check_on(const struct rig *rig, unsigned shapes_each, unsigned every)
{
    for (int type = CLR_TYPE_I8; type <= CLR_TYPE_F64; type++) {
        draw_data((clr_type)type);
        for (unsigned i = 0; i < COUNT(operators); i++) {
            const bool is_turn = (i + (unsigned)type) % every == 0;

            for (unsigned k = 0;
                 is_turn && has_accumulators(operators[i], (clr_type)type) && k < shapes_each;
                 k++) {
                const clr_reduction reduction = draw_reduction(operators[i], (clr_type)type);

                if (clr_plan_check(rig->device, &reduction, 1, NULL, NULL, 0) == CLR_OK)
                    check(rig, &shapes[chance(COUNT(shapes))], &reduction);
            }
        }
    }
}

TEST(parts_make_the_whole)
{
    const scope wanted_scope = test_scope();

    state_of_chance += test_number("CLR_TEST_SEED", 1) * 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < rig_count(); i++)
        check_on(rig_at(i),
                 wanted_scope == SCOPE_FULL    ? 20
                 : wanted_scope == SCOPE_COVER ? 3
                                               : 1,
                 wanted_scope >= SCOPE_COVER   ? 1
                 : wanted_scope == SCOPE_SMALL ? 12
                                               : 36);
}

/* What chance seldom draws: products that are not 0, sums of products with a sign, indices of
 * sorted labels. */
TEST(rare_ones_too)
{
    static const struct {
        clr_operator op;
        clr_type type;
        const char *map;
        const char *shape;
    } rows[] = {
        {CLR_OPERATOR_PROD, CLR_TYPE_I32, "x | 1", "flat"},
        {CLR_OPERATOR_DOT, CLR_TYPE_I16, NULL, "rows"},
        {CLR_OPERATOR_MEAN, CLR_TYPE_I32, NULL, "rows, masked"},
        {CLR_OPERATOR_ARGMAX, CLR_TYPE_I32, NULL, "labels"},
        {CLR_OPERATOR_ARGMIN, CLR_TYPE_F32, NULL, "labels of rows"},
    };

    for (size_t d = 0; d < rig_count(); d++)
        for (size_t i = 0; i < COUNT(rows); i++) {
            clr_reduction reduction = clr_reduction_of(rows[i].op, rows[i].type);

            reduction.map = rows[i].map;
            if (rows[i].op == CLR_OPERATOR_DOT) /* so that all bits matter */
                reduction.overflow = CLR_OVERFLOW_DETECT;
            draw_data(rows[i].type);
            for (size_t k = 0; k < COUNT(shapes); k++)
                if (strcmp(shapes[k].name, rows[i].shape) == 0)
                    check(rig_at(d), &shapes[k], &reduction);
        }
}

enum { MANY = 200000 };

static const struct rig *any_rig(void)
{
    assert_true(rig_count() > 0);
    return rig_at(0);
}

/* More elements than a small buffer has, by a device that admits no larger one, go in pieces: the
 * largest lies in the last of them. Bits of the mask leave every third element out. */
TEST(many_elements_go_in_pieces)
{
    static double numbers[MANY];
    static uint8_t bits[MANY / 8];
    const clr_reduction asked[] = {clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_F64),
                                   clr_reduction_of(CLR_OPERATOR_ARGMAX, CLR_TYPE_F64)};
    const struct rig *rig = any_rig();
    const bool is_small = rig->device->max_mem_alloc_size < sizeof numbers;
    clr_host_run run = {.size = sizeof run, .inputs = {numbers}, .count = MANY};
    clr_reduction numbered = asked[0];
    clr_accumulator *made[2];
    clr_host_arrays arrays = {.size = sizeof arrays};
    cl_ulong index = 0;
    double sum = 0, total = 0;

    for (size_t i = 0; i < MANY; i++) {
        numbers[i] = (double)(i % 1000);
        bits[i / 8] |= (uint8_t)((i % 3 != 0) << i % 8);
        total += i % 3 != 0 ? numbers[i] : 0;
    }
    total += 1e6 - numbers[MANY - 1];
    numbers[MANY - 1] = 1e6;
    assert_true((MANY - 1) % 3 != 0);
    run.mask_kind = CLR_MASK_BITS;
    run.mask = bits;
    assert_ok(rig, clr_reduce_accumulator(rig->context, asked, COUNT(asked), &run, made));
    assert_int_equal(clr_accumulator_round(made[0], &sum, sizeof sum, NULL, 0), CLR_OK);
    assert_true(sum == total);
    arrays.index = &index;
    assert_int_equal(clr_accumulator_results(made[1], &arrays, NULL, 0), CLR_OK);
    assert_int_equal(index, MANY - 1);
    clr_accumulator_destroy(made[0]);
    clr_accumulator_destroy(made[1]);
    numbered.map = "x * (i < 5)"; /* i counts elements of the whole, or the call is refused */
    if (is_small) {
        assert_error(rig, CLR_ERROR_UNSUPPORTED,
                     clr_reduce_accumulator(rig->context, &numbered, 1, &run, made),
                     "which pieces count anew");
        return;
    }
    assert_ok(rig, clr_reduce_accumulator(rig->context, &numbered, 1, &run, made));
    assert_int_equal(clr_accumulator_round(made[0], &sum, sizeof sum, NULL, 0), CLR_OK);
    assert_true(sum == 1 + 2 + 4);
    clr_accumulator_destroy(made[0]);
}

/* ---- refusals ---- */

TEST(what_has_no_accumulator_is_told)
{
    static const struct {
        clr_reduction reduction;
        const char *part;
    } rows[] = {
        {{.op = CLR_OPERATOR_LOGSUMEXP, .type = CLR_TYPE_F32}, "depends on the order"},
        {{.op = CLR_OPERATOR_PROD, .type = CLR_TYPE_F64}, "depends on the order"},
        {{.op = CLR_OPERATOR_SUM, .type = CLR_TYPE_F32, .accuracy = CLR_ACCURACY_FAST},
         "at level fast"},
        {{.op = CLR_OPERATOR_SUM, .type = CLR_TYPE_F32, .accuracy = CLR_ACCURACY_REPRODUCIBLE},
         "at level reproducible"},
        {{.op = CLR_OPERATOR_PROD, .type = CLR_TYPE_I32, .overflow = CLR_OVERFLOW_DETECT},
         "let it wrap"},
    };
    const struct rig *rig = any_rig();
    const clr_host_run run = {.size = sizeof run};
    clr_accumulator *accumulator;

    for (size_t i = 0; i < COUNT(rows); i++) {
        clr_reduction reduction = rows[i].reduction;
        char reason[512];

        reduction.size = sizeof reduction;
        accumulator = (clr_accumulator *)reason; /* anything but NULL */
        assert_error(rig, CLR_ERROR_UNSUPPORTED,
                     clr_reduce_accumulator(rig->context, &reduction, 1, &run, &accumulator),
                     rows[i].part);
        assert_null(accumulator);
        assert_int_equal(clr_accumulator_create(&reduction, 1, &accumulator, reason, sizeof reason),
                         CLR_ERROR_UNSUPPORTED);
        assert_non_null(strstr(reason, rows[i].part));
    }
}

/* A segment beyond the input, by its number; there are no parts that would mend it. */
TEST(segments_beyond_the_input_are_named)
{
    static const uint32_t offsets[] = {0, 5, 12};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const struct rig *rig = any_rig();
    const clr_host_run run = {.size = sizeof run,
                              .shape = CLR_SHAPE_SEGMENTS,
                              .inputs = {x},
                              .count = 10,
                              .by = offsets,
                              .by_type = CLR_TYPE_U32,
                              .results = 2};
    clr_accumulator *accumulator;

    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_reduce_accumulator(rig->context, &sum, 1, &run, &accumulator),
                 "segment 1 ends");
    assert_null(accumulator);
}

/* Of shape flat, whose elements an axis of the library's own has, too. */
TEST(members_of_other_shapes_are_refused)
{
    static const int64_t strides[] = {2};
    static const double scalars[] = {1};
    static cl_ulong number;
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const struct rig *rig = any_rig();
    const struct {
        clr_host_run run;
        const char *part;
    } cases[] = {
        {{.results = 1}, "results is given, and shape flat"},
        {{.by_type = CLR_TYPE_U32}, "by_type is given, and shape flat"},
        {{.mask = mask, .mask_kind = CLR_MASK_BYTES, .mask_strides = strides},
         "mask_strides is given, and shape flat"},
        {{.outside = &number}, "outside is given, and shape flat"},
        {{.run_ends = &number}, "run_ends is given, and shape flat"},
        {{.index_count = 3}, "index_count is given, and index_type is 0"},
        {{.scalars = scalars}, "scalars is given, and no map"},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        clr_host_run run = cases[i].run;
        clr_accumulator *accumulator;

        run.size = sizeof run;
        run.inputs[0] = x;
        run.count = 10;
        assert_error(rig, CLR_ERROR_ARGUMENT,
                     clr_reduce_accumulator(rig->context, &sum, 1, &run, &accumulator),
                     cases[i].part);
    }
}

TEST(plans_of_states_have_no_results)
{
    const struct rig *rig = any_rig();
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const uint64_t extents[] = {4, 3};
    const int64_t apart[] = {2};
    clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 2, .extents = extents};
    clr_plan_options options = {.size = sizeof options, .shape = CLR_SHAPE_AXES, .states = 4};
    cl_mem elements = buffer_untouched(rig, 64), results = buffer_untouched(rig, 64);
    const clr_arrays arrays = {.size = sizeof arrays, .value = results};
    clr_accumulator *accumulator = NULL;
    clr_plan *plan = NULL;

    assert_ok(rig, clr_plan_create(rig->context, &sum, 1, &options, &plan));
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_accumulator(plan, 0, &accumulator),
                 "run it first");
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{elements, 0, 12}},
                                        .axes = &axes, .arrays = &arrays, .array_count = 1)),
                 "are to be NULL");
    axes.result_strides = apart;
    assert_error(
        rig, CLR_ERROR_ARGUMENT,
        clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{elements, 0, 12}}, .axes = &axes)),
        "leave gaps");
    axes.result_strides = NULL;
    assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{elements, 0, 12}},
                                          .axes = &axes)));
    assert_ok(rig, clr_plan_accumulator(plan, 0, &accumulator));
    clr_accumulator_destroy(accumulator);
    axes.reduced = 1 << 0 | 1 << 1;
    clr_plan_discard(plan);
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_accumulator(plan, 0, &accumulator),
                 "run it first");
    axes.reduced = 0;
    assert_error(
        rig, CLR_ERROR_UNSUPPORTED,
        clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{elements, 0, 12}}, .axes = &axes)),
        "more clr_plan_options.states");
    clr_plan_destroy(plan);
    options.states = UINT64_MAX / 2;
    assert_error(rig, CLR_ERROR_UNSUPPORTED,
                 clr_plan_create(rig->context, &sum, 1, &options, &plan), "take fewer results");
    options.shape = CLR_SHAPE_FLAT;
    assert_error(rig, CLR_ERROR_UNSUPPORTED,
                 clr_plan_create(rig->context, &sum, 1, &options, &plan),
                 "clr_plan_options.states is for shapes axes, segments, labels and axis_labels");
    clReleaseMemObject(elements);
    clReleaseMemObject(results);
}

/* Each is derived from itself, and sums of integers from their means. */
TEST(accumulators_are_derived)
{
    const int32_t numbers[] = {5, -3, 4};
    const clr_reduction asked[] = {clr_reduction_of(CLR_OPERATOR_ARGMIN, CLR_TYPE_I32),
                                   clr_reduction_of(CLR_OPERATOR_MEAN, CLR_TYPE_I32)};
    const struct rig *rig = any_rig();
    const clr_host_run run = {.size = sizeof run, .inputs = {numbers}, .count = COUNT(numbers)};
    clr_accumulator *made[2], *derived = NULL;
    clr_host_arrays arrays = {.size = sizeof arrays};
    cl_ulong index = 0;
    int64_t sum = 0;

    assert_ok(rig, clr_reduce_accumulator(rig->context, asked, COUNT(asked), &run, made));
    assert_int_equal(clr_accumulator_derive(made[0], CLR_OPERATOR_ARGMIN, 0, 0, &derived, NULL, 0),
                     CLR_OK);
    arrays.index = &index;
    assert_int_equal(clr_accumulator_results(derived, &arrays, NULL, 0), CLR_OK);
    assert_int_equal(index, 1);
    clr_accumulator_destroy(derived);
    assert_int_equal(clr_accumulator_derive(made[0], CLR_OPERATOR_MIN, 0, 0, &derived, NULL, 0),
                     CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_accumulator_derive(made[1], CLR_OPERATOR_SUM, 0, 0, &derived, NULL, 0),
                     CLR_OK);
    assert_int_equal(clr_accumulator_round(derived, &sum, sizeof sum, NULL, 0), CLR_OK);
    assert_int_equal(sum, 6);
    clr_accumulator_destroy(derived);
    clr_accumulator_destroy(made[0]);
    clr_accumulator_destroy(made[1]);
}
