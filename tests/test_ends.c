/* SPDX-License-Identifier: Apache-2.0 */
/*
 * First and last elements against plain loops over bits: of every shape, with masks, conditions and
 * lists of indices, NaNs of any bits among the elements, by devices and by the host; and of parts,
 * by accumulators and their words.
 */
#include "split_mix.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 60, COLUMNS = 50, ELEMENTS = ROWS * COLUMNS, LABELS = 23, SIZE_MOST = 8, PARTS = 4 };

static uint64_t state_of_chance = 9;

static uint64_t chance(uint64_t below)
{
    return next_random(&state_of_chance) % below;
}

/* ---- data ---- */

static unsigned char x[ELEMENTS * SIZE_MOST];
static uint8_t mask[ELEMENTS];
static int32_t labels[ELEMENTS], row_labels[ROWS], keys[ELEMENTS], offsets[LABELS + 1];
static uint32_t indices[ELEMENTS]; /* some name no element */

static uint64_t infinity_of(clr_type type)
{
    return type == CLR_TYPE_F16    ? 0x7c00
           : type == CLR_TYPE_BF16 ? 0x7f80
           : type == CLR_TYPE_F32  ? 0x7f800000
           : type == CLR_TYPE_F64  ? 0x7ff0000000000000
                                   : UINT64_MAX;
}

static uint64_t bits_at(clr_type type, const void *from, uint64_t i)
{
    const size_t size = clr_type_size(type);
    uint64_t bits = 0;

    memcpy(&bits, (const char *)from + i * size, size); /* little-endian, as all under test are */
    return bits;
}

static bool is_nan(clr_type type, uint64_t bits)
{
    const uint64_t all = UINT64_MAX >> (64 - 8 * clr_type_size(type));

    return infinity_of(type) != UINT64_MAX && (bits & all >> 1) > infinity_of(type);
}

/* Bits by chance: a third of floats are NaNs, whose fractions and signs are any. */
static void draw(clr_type type)
{
    const size_t size = clr_type_size(type);
    const bool is_float = infinity_of(type) != UINT64_MAX;

    for (size_t i = 0; i < ELEMENTS; i++) {
        uint64_t bits = chance(UINT64_MAX) * 0x9e3779b97f4a7c15u;

        if (is_float && chance(3) == 0)
            bits |= infinity_of(type);
        memcpy(x + i * size, &bits, size);
        mask[i] = chance(3) == 0;
        labels[i] = (int32_t)chance(LABELS + 1) - 1; /* some are outside; few have none */
        keys[i] = i > 0 && chance(8) ? keys[i - 1] : (int32_t)chance(5);
        indices[i] = (uint32_t)chance(ELEMENTS + 9);
    }
    for (size_t i = 0; i < ROWS; i++)
        row_labels[i] = (int32_t)chance(LABELS);
    for (size_t k = 0; k <= LABELS; k++)
        offsets[k] = (int32_t)(k < 3 ? 0 : k * ELEMENTS / LABELS);
}

/* ---- results ---- */

struct ends {
    unsigned char values[2][ELEMENTS * SIZE_MOST];
    cl_ulong index[2][ELEMENTS];
    cl_int status[2][ELEMENTS];
};

static struct ends found, wanted;

/* The NaN that f16 has, in the results of kernels. */
static void put(clr_type type, unsigned end, uint64_t k, uint64_t bits, uint64_t number)
{
    const size_t size = clr_type_size(type);

    if (type == CLR_TYPE_F16 && is_nan(type, bits))
        bits = 0x7fff;
    memcpy(wanted.values[end] + k * size, &bits, size);
    wanted.index[end][k] = number;
    wanted.status[end][k] = CLR_OK;
}

/* Entries in order: the first of a result stays, the last goes on. */
static void want_entry(clr_type type, clr_nan nan, uint64_t k, uint64_t element, uint64_t number)
{
    const uint64_t bits = bits_at(type, x, element);

    if (nan == CLR_NAN_IGNORE && is_nan(type, bits))
        return;
    if (wanted.status[0][k] != CLR_OK)
        put(type, 0, k, bits, number);
    put(type, 1, k, bits, number);
}

static void want_nothing(clr_type type, uint64_t results)
{
    static const uint64_t quiet[] = {[CLR_TYPE_F16] = 0x7e00,
                                     [CLR_TYPE_BF16] = 0x7fc0,
                                     [CLR_TYPE_F32] = 0x7fc00000,
                                     [CLR_TYPE_F64] = 0x7ff8000000000000};

    memset(&wanted, UNTOUCHED, sizeof wanted);
    for (unsigned end = 0; end < 2; end++)
        for (uint64_t k = 0; k < results; k++) {
            put(type, end, k, quiet[type], CLR_UNKNOWN);
            if (type == CLR_TYPE_F16)
                memcpy(wanted.values[end] + 2 * k, &quiet[type], 2);
            wanted.status[end][k] = CLR_ERROR_EMPTY;
        }
}

/* ---- shapes ---- */

typedef enum shape_way {
    LINE,
    ROW,
    COLUMN,
    SEGMENT,
    RUN_OF_KEYS,
    LABEL,
    ROW_LABEL,
    LISTED,
    WAYS
} shape_way;

struct call {
    clr_host_run run;
    clr_axes axes;
    clr_host_arrays arrays[2];
    uint64_t results;
};

static const uint64_t line[] = {ELEMENTS}, matrix[] = {ROWS, COLUMNS};

static void make_call(shape_way way, struct call *c)
{
    static const unsigned reduced[WAYS] = {[LINE] = 1, [ROW] = 2, [COLUMN] = 1, [ROW_LABEL] = 1};
    static const clr_shape shapes[WAYS] = {[LINE] = CLR_SHAPE_AXES,
                                           [ROW] = CLR_SHAPE_AXES,
                                           [COLUMN] = CLR_SHAPE_AXES,
                                           [SEGMENT] = CLR_SHAPE_SEGMENTS,
                                           [RUN_OF_KEYS] = CLR_SHAPE_RUNS,
                                           [LABEL] = CLR_SHAPE_LABELS,
                                           [ROW_LABEL] = CLR_SHAPE_AXIS_LABELS,
                                           [LISTED] = CLR_SHAPE_SEGMENTS};

    *c = (struct call){.run = {.size = sizeof c->run, .shape = shapes[way], .inputs = {x}}};
    c->axes = (clr_axes){.size = sizeof c->axes,
                         .rank = way == LINE ? 1 : 2,
                         .reduced = reduced[way],
                         .extents = way == LINE ? line : matrix};
    c->run.arrays = c->arrays;
    c->run.axes = reduced[way] ? &c->axes : NULL;
    c->run.count = ELEMENTS;
    c->results = way == LINE          ? 1
                 : way == ROW         ? ROWS
                 : way == COLUMN      ? COLUMNS
                 : way == ROW_LABEL   ? LABELS * COLUMNS
                 : way == RUN_OF_KEYS ? ELEMENTS
                                      : LABELS;
    if (!reduced[way] || way == ROW_LABEL) {
        c->run.by = way == LABEL         ? labels
                    : way == ROW_LABEL   ? row_labels
                    : way == RUN_OF_KEYS ? keys
                                         : offsets;
        c->run.by_type = CLR_TYPE_I32;
        c->run.results = way == ROW_LABEL ? LABELS : c->results;
    }
    if (way == LISTED) {
        c->run.indices = indices;
        c->run.index_type = CLR_TYPE_U32;
        c->run.index_count = ELEMENTS;
    }
    for (unsigned end = 0; end < 2; end++)
        c->arrays[end] = (clr_host_arrays){.size = sizeof *c->arrays,
                                           .value = found.values[end],
                                           .index = found.index[end],
                                           .status = found.status[end]};
}

static void set_mask(struct call *c)
{
    c->run.mask_kind = CLR_MASK_BYTES;
    c->run.mask = mask;
}

/* The result to which an entry belongs, and its number there; false: none. */
static bool place_of(shape_way way, uint64_t entry, uint64_t *k, uint64_t *number)
{
    const uint64_t row = entry / COLUMNS, column = entry % COLUMNS;

    *k = 0;
    *number = entry;
    switch (way) {
    case ROW:
        *k = row;
        *number = column;
        break;
    case COLUMN:
        *k = column;
        *number = row;
        break;
    case LABEL:
        *k = (uint64_t)labels[entry];
        return labels[entry] >= 0;
    case ROW_LABEL:
        *k = (uint64_t)row_labels[row] * COLUMNS + column;
        *number = row;
        break;
    case RUN_OF_KEYS:
        for (uint64_t i = 1; i <= entry; i++)
            if (keys[i] != keys[i - 1]) {
                ++*k;
                *number = entry - i;
            }
        break;
    case SEGMENT:
    case LISTED:
        while (entry >= (uint64_t)offsets[*k + 1])
            ++*k;
        *number = entry - (uint64_t)offsets[*k];
        break;
    default:
        break;
    }
    return true;
}

static void want(shape_way way, const struct call *c, clr_type type, clr_nan nan)
{
    const uint64_t runs = c->results;

    want_nothing(type, runs);
    for (uint64_t entry = 0; entry < ELEMENTS; entry++) {
        const uint64_t element = way == LISTED ? indices[entry] : entry;
        uint64_t k, number;

        if (element < ELEMENTS && (!c->run.mask || mask[entry]) &&
            place_of(way, entry, &k, &number))
            want_entry(type, nan, k, element, number);
    }
}

static clr_reduction reduction_of(clr_operator op, clr_type type, clr_nan nan)
{
    clr_reduction reduction = clr_reduction_of(op, type);

    reduction.nan = nan;
    return reduction;
}

/* Runs leave untouched what is behind the last of them. */
static void compare(clr_context *context, shape_way way, const struct call *c, clr_type type,
                    clr_nan nan)
{
    uint64_t results = c->results, last, number;

    if (way == RUN_OF_KEYS) {
        place_of(way, ELEMENTS - 1, &last, &number);
        results = last + 1;
    }
    for (unsigned end = 0; end < 2; end++)
        for (uint64_t k = 0; k < results; k++) {
            const uint64_t bits = bits_at(type, found.values[end], k);
            const uint64_t expected = bits_at(type, wanted.values[end], k);

            if (bits != expected || found.index[end][k] != wanted.index[end][k] ||
                found.status[end][k] != wanted.status[end][k])
                fail_msg(
                    "%s, way %d, %s, NaN policy %d, mask %d, %s %llu: %llx at %lld, status %d, "
                    "not %llx at %lld, status %d",
                    clr_context_device(context)->name, (int)way, clr_type_name(type), (int)nan,
                    c->run.mask != NULL, end ? "last" : "first", (unsigned long long)k,
                    (unsigned long long)bits, (long long)found.index[end][k],
                    (int)found.status[end][k], (unsigned long long)expected,
                    (long long)wanted.index[end][k], (int)wanted.status[end][k]);
        }
}

static void check(clr_context *context, shape_way way, clr_type type, clr_nan nan, bool is_masked)
{
    const clr_reduction both[] = {reduction_of(CLR_OPERATOR_FIRST, type, nan),
                                  reduction_of(CLR_OPERATOR_LAST, type, nan)};
    struct call c;

    make_call(way, &c);
    if (is_masked)
        set_mask(&c);
    want(way, &c, type, nan);
    memset(&found, UNTOUCHED, sizeof found);
    if (clr_reduce_shape(context, both, 2, &c.run) != CLR_OK)
        fail_msg("way %d: %s", (int)way, clr_context_error(context)->message);
    compare(context, way, &c, type, nan);
}

static clr_context *host_context(void)
{
    const clr_context_options options = {.size = sizeof options, .device = "host"};
    clr_context *host = NULL;

    assert_int_equal(clr_context_create(&options, &host), CLR_OK);
    return host;
}

/* The host has all types with all shapes; a device, whose compiling takes the time, each of either
 * some time. */
TEST(results_of_every_shape)
{
    static const struct {
        clr_type type;
        clr_nan nan;
        bool is_masked;
    } of_devices[WAYS] = {
        [LINE] = {CLR_TYPE_F64, CLR_NAN_PROPAGATE, false},
        [ROW] = {CLR_TYPE_F32, CLR_NAN_IGNORE, false},
        [COLUMN] = {CLR_TYPE_BF16, CLR_NAN_PROPAGATE, true},
        [SEGMENT] = {CLR_TYPE_F32, CLR_NAN_PROPAGATE, false},
        [RUN_OF_KEYS] = {CLR_TYPE_U16, CLR_NAN_PROPAGATE, false},
        [LABEL] = {CLR_TYPE_F64, CLR_NAN_IGNORE, false},
        [ROW_LABEL] = {CLR_TYPE_I8, CLR_NAN_PROPAGATE, false},
        [LISTED] = {CLR_TYPE_F16, CLR_NAN_PROPAGATE, false},
    };
    clr_context *host = host_context();

    for (clr_type type = CLR_TYPE_I8; type <= CLR_TYPE_F64; type++) {
        draw(type);
        for (shape_way way = 0; way < WAYS; way++)
            for (int k = 0; k < 4; k++)
                check(host, way, type, (clr_nan)(k % 2), k / 2);
        for (shape_way way = 0; way < WAYS; way++)
            for (size_t r = 0; r < rig_count() && of_devices[way].type == type; r++)
                check(rig_at(r)->context, way, type, of_devices[way].nan,
                      of_devices[way].is_masked);
    }
    clr_context_destroy(host);
}

/* ---- parts ---- */

static clr_accumulator *accumulate(clr_context *context, const clr_reduction *reduction,
                                   uint64_t first, uint64_t count)
{
    const size_t size = clr_type_size(reduction->type);
    const clr_host_run run = {.size = sizeof run,
                              .shape = CLR_SHAPE_LABELS,
                              .inputs = {x + first * size},
                              .count = count,
                              .by = labels + first,
                              .by_type = CLR_TYPE_I32,
                              .results = LABELS};
    clr_accumulator *made = NULL;

    if (clr_reduce_accumulator(context, reduction, 1, &run, &made) != CLR_OK)
        fail_msg("%s", clr_context_error(context)->message);
    assert_int_equal(clr_accumulator_shift(made, first, NULL, 0), CLR_OK);
    return made;
}

/* Minima of the words of all parts. */
static clr_accumulator *fold_words(clr_accumulator *const parts[PARTS])
{
    int64_t all[1000], words[1000];
    clr_accumulator *folded = NULL;
    size_t count;
    clr_fold fold;

    for (size_t p = 0; p < PARTS; p++) {
        assert_int_equal(
            clr_accumulator_words(parts[p], words, COUNT(words), &count, &fold, NULL, 0), CLR_OK);
        assert_int_equal(fold, CLR_FOLD_MIN);
        for (size_t i = 0; i < count; i++)
            all[i] = p == 0 || words[i] < all[i] ? words[i] : all[i];
    }
    assert_int_equal(clr_accumulator_from_words(parts[0], all, count, &folded, NULL, 0), CLR_OK);
    return folded;
}

static void compare_accumulator(clr_context *context, const clr_accumulator *made, clr_type type,
                                clr_nan nan, unsigned end)
{
    struct call c;

    make_call(LABEL, &c);
    want(LABEL, &c, type, nan);
    memcpy(&found, &wanted, sizeof found);
    memset(found.values[end], UNTOUCHED, sizeof found.values[end]);
    memset(found.index[end], UNTOUCHED, sizeof found.index[end]);
    assert_int_equal(clr_accumulator_results(made, &c.arrays[end], NULL, 0), CLR_OK);
    compare(context, LABEL, &c, type, nan);
}

/* Parts are merged in an order that is not the elements', and folded as words in two rounds. */
static void check_parts(clr_context *context, clr_type type, clr_nan nan, unsigned end)
{
    static const uint64_t begins[PARTS + 1] = {0, 700, 700, 2999, ELEMENTS};
    const clr_reduction reduction =
        reduction_of(end ? CLR_OPERATOR_LAST : CLR_OPERATOR_FIRST, type, nan);
    clr_accumulator *parts[PARTS], *kept[PARTS], *best, *folded;

    for (size_t p = 0; p < PARTS; p++) {
        parts[p] = accumulate(context, &reduction, begins[p], begins[p + 1] - begins[p]);
        assert_int_equal(clr_accumulator_slice(parts[p], 0, LABELS, &kept[p], NULL, 0), CLR_OK);
    }
    best = fold_words(parts);
    for (size_t p = 0; p < PARTS; p++)
        assert_int_equal(clr_accumulator_keep_best(kept[p], best, NULL, 0), CLR_OK);
    folded = fold_words(kept);
    compare_accumulator(context, folded, type, nan, end);
    for (size_t p = 1; p < PARTS; p++)
        assert_int_equal(clr_accumulator_merge(parts[p], parts[p == 1 ? 0 : p - 1], NULL, 0),
                         CLR_OK);
    compare_accumulator(context, parts[PARTS - 1], type, nan, end);
    for (size_t p = 0; p < PARTS; p++) {
        clr_accumulator_destroy(parts[p]);
        clr_accumulator_destroy(kept[p]);
    }
    clr_accumulator_destroy(best);
    clr_accumulator_destroy(folded);
}

TEST(parts_have_the_ends_of_the_whole)
{
    static const clr_type types[] = {CLR_TYPE_I16, CLR_TYPE_BF16, CLR_TYPE_F32, CLR_TYPE_F64};
    clr_context *host = host_context();

    for (size_t i = 0; i < COUNT(types); i++) {
        draw(types[i]);
        for (int k = 0; k < 4; k++)
            check_parts(host, types[i], (clr_nan)(k % 2), (unsigned)k / 2);
    }
    for (size_t r = 0; r < rig_count(); r++)
        check_parts(rig_at(r)->context, CLR_TYPE_F64, CLR_NAN_PROPAGATE, r % 2);
    clr_context_destroy(host);
}

/* ---- maps ---- */

/* What a map makes of a NaN has no bits of its own: it is the one quiet NaN everywhere. */
TEST(maps_have_one_nan)
{
    static const uint32_t bits[] = {0xffc00123, 0x80000000, 0x7f800001};
    clr_reduction both[] = {reduction_of(CLR_OPERATOR_FIRST, CLR_TYPE_F32, CLR_NAN_PROPAGATE),
                            reduction_of(CLR_OPERATOR_LAST, CLR_TYPE_F32, CLR_NAN_PROPAGATE)};
    const void *const inputs[] = {bits};
    clr_context *host = host_context();

    both[0].map = "i < 9 ? x : 0";
    both[1].where = "i < 2"; /* -0, as it is */
    for (size_t r = 0; r <= rig_count(); r++) {
        clr_context *context = r < rig_count() ? rig_at(r)->context : host;
        struct {
            uint32_t first;
            uint64_t first_index;
            uint32_t last;
            uint64_t last_index;
            cl_int status;
        } record;

        assert_int_equal(
            clr_reduce_all(context, both, 2, inputs, 1, COUNT(bits), &record, sizeof record),
            CLR_OK);
        assert_int_equal(record.first, 0x7fc00000);
        assert_int_equal(record.first_index, 0);
        assert_int_equal(record.last, 0x80000000);
        assert_int_equal(record.last_index, 1);
    }
    clr_context_destroy(host);
}
