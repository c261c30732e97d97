/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Plans that select on the device (src/shape/ranks), or by the host as native kernels (test
 * ranks-native), against the host's selection of arrays in its memory (src/select),
 * with which they share no code, and which test_select.c holds against qsort() and MPFR: same bits
 * of values and statuses, of all types, shapes, methods and policies, of rows that fit a group's
 * memory and rows that do not.
 */
#include "selected_kinds.h"
#include "split_mix.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { MOST = 70000, RESULTS = 3000, VALUES = 11 };

static clr_context *host;

void before_all(void)
{
    const clr_context_options options = {.size = sizeof options, .device = "host"};

    assert_int_equal(clr_context_create(&options, &host), CLR_OK);
}

void after_all(void)
{
    clr_context_destroy(host);
}

/* ---- data ---- */

static unsigned char data[MOST * 8];

static void draw(clr_type type, int kind, size_t count, uint64_t seed)
{
    draw_selected(type, kind, count, seed, data);
}

/* ---- reductions ---- */

static const double some[] = {0, 0.01, 0.25, 1 / 3.0, 0.5, 0.75, 0.99, 1};

/* Number 0 is a median; the others, up to ASKED, quantiles by each method. */
enum { ASKED = 14 };

static clr_reduction reduction_of(size_t number, clr_type type)
{
    clr_reduction r = CLR_REDUCTION(CLR_OPERATOR_MEDIAN, type);

    if (number) {
        r.op = CLR_OPERATOR_QUANTILE;
        r.interpolation = (clr_interpolation)(number == 7 ? 0 : number);
        r.quantiles = some;
        r.quantile_count = COUNT(some);
    }
    return r;
}

/* ---- both runs ---- */

struct results {
    unsigned char values[VALUES * RESULTS * 8];
    cl_int status[RESULTS];
};

static struct results expected, had;

/* A host run's arrays in buffers; `elements` are in front of and behind input x's first. */
struct buffers {
    cl_mem input, by, ends, mask, list, values, status;
};

static cl_mem bytes_of(const struct rig *rig, const void *bytes, size_t size)
{
    return bytes && size ? buffer_of(rig, bytes, size) : NULL;
}

static void release(struct buffers *buffers)
{
    cl_mem all[] = {buffers->input, buffers->by,     buffers->ends,  buffers->mask,
                    buffers->list,  buffers->values, buffers->status};

    for (size_t i = 0; i < COUNT(all); i++)
        if (all[i])
            clReleaseMemObject(all[i]);
}

/* How many elements of `data` a case has, how many results, and how many labels or offsets. */
struct sizes {
    size_t elements, first, results, by_count, mask_bytes;
};

/* The host's run as a run of buffers. */
static void run_device(const struct rig *rig, const clr_reduction *r, const clr_host_run *from,
                       const struct sizes *sizes, uint64_t plane)
{
    const size_t by_size = clr_type_size(from->by_type), element = clr_type_size(r->type);
    struct buffers buffers = {
        .input = bytes_of(rig, data, sizes->elements * element),
        .by = bytes_of(rig, from->by, sizes->by_count * by_size),
        .ends = bytes_of(rig, from->ends, from->results * by_size),
        .mask = bytes_of(rig, from->mask, sizes->mask_bytes),
        .list = bytes_of(rig, from->indices, from->index_count * clr_type_size(from->index_type)),
        .values = buffer_untouched(rig, sizeof had.values),
        .status = buffer_untouched(rig, sizeof had.status),
    };
    const clr_segments segments = {.size = sizeof segments,
                                   .count = from->results,
                                   .type = from->by_type,
                                   .begins = buffers.by,
                                   .ends = buffers.ends};
    const clr_labels labels = {
        .size = sizeof labels, .count = from->results, .type = from->by_type, .labels = buffers.by};
    const clr_runs runs = {
        .size = sizeof runs, .most = from->results, .type = from->by_type, .keys = buffers.by};
    const clr_mask mask = {
        .size = sizeof mask, .mask = buffers.mask, .strides = from->mask_strides};
    const clr_index index = {
        .size = sizeof index, .indices = buffers.list, .count = from->index_count};
    const clr_arrays arrays = {
        .size = sizeof arrays, .value = buffers.values, .status = buffers.status, .plane = plane};
    const clr_plan_options options = {.size = sizeof options,
                                      .shape = from->shape,
                                      .mask = from->mask_kind,
                                      .index = from->index_type,
                                      .labels = from->shape == CLR_SHAPE_LABELS ||
                                                        from->shape == CLR_SHAPE_AXIS_LABELS
                                                    ? from->results
                                                    : 0,
                                      .runs = from->shape == CLR_SHAPE_RUNS ? from->results : 0};
    clr_run run = *RUN(.queue = rig->queue, .blocking = 1, .arrays = &arrays, .array_count = 1,
                       .scalars = from->scalars, .axes = from->axes);
    clr_plan *plan = NULL;

    run.inputs[0] = (clr_span){buffers.input, sizes->first, from->count};
    run.segments = from->shape == CLR_SHAPE_SEGMENTS ? &segments : NULL;
    run.labels = options.labels ? &labels : NULL;
    run.runs = options.runs ? &runs : NULL;
    run.mask = from->mask ? &mask : NULL;
    run.index = from->indices ? &index : NULL;
    assert_ok(rig, clr_plan_create(rig->context, r, 1, &options, &plan));
    assert_ok(rig, clr_plan_run(plan, &run));
    clr_plan_destroy(plan);
    buffer_read(rig, buffers.values, 0, had.values, sizeof had.values);
    buffer_read(rig, buffers.status, 0, had.status, sizeof had.status);
    release(&buffers);
}

static void run_host(const clr_reduction *r, const clr_host_run *from, uint64_t plane)
{
    clr_host_run run = *from;
    const clr_host_arrays arrays = {
        .size = sizeof arrays, .value = expected.values, .status = expected.status, .plane = plane};

    memset(&expected, UNTOUCHED, sizeof expected);
    run.size = sizeof run;
    run.arrays = &arrays;
    if (clr_reduce_shape(host, r, 1, &run) != CLR_OK)
        fail_msg("%s", clr_context_error(host)->message);
}

static uint64_t bits_at(const unsigned char *values, size_t at, size_t size)
{
    uint64_t bits = 0;

    memcpy(&bits, values + at * size, size);
    return bits;
}

/* NaNs are NaNs, whatever their bits. */
static bool is_nan(clr_type type, uint64_t bits)
{
    float narrow;
    double wide;

    memcpy(&narrow, &bits, sizeof narrow);
    memcpy(&wide, &bits, sizeof wide);
    return (type == CLR_TYPE_F32 && isnan(narrow)) || (type == CLR_TYPE_F64 && isnan(wide)) ||
           (type == CLR_TYPE_F16 && (bits & 0x7fff) > 0x7c00) ||
           (type == CLR_TYPE_BF16 && (bits & 0x7fff) > 0x7f80);
}

static clr_type result_of(const clr_reduction *r)
{
    clr_result result = {.size = sizeof result};
    clr_reduction one = *r;

    one.quantile_count = r->quantile_count ? 1 : 0;
    assert_int_equal(clr_record_describe(&one, 1, &result, NULL, NULL, 0), CLR_OK);
    return result.type;
}

static void assert_same(const struct rig *rig, const clr_reduction *r, const clr_host_run *from,
                        const struct sizes *sizes, uint64_t plane)
{
    const clr_type type = result_of(r);
    const size_t size = clr_type_size(type), values = r->quantiles ? r->quantile_count : 1;
    const size_t apart = plane ? (size_t)plane : sizes->results;

    run_host(r, from, plane);
    run_device(rig, r, from, sizes, plane);
    for (size_t k = 0; k < sizes->results; k++) {
        if (had.status[k] != expected.status[k])
            fail_msg("%s of %s by %d, result %zu: status %d, expected %d", clr_operator_name(r->op),
                     clr_type_name(r->type), (int)r->interpolation, k, had.status[k],
                     expected.status[k]);
        for (size_t v = 0; v < values; v++) {
            const uint64_t is = bits_at(had.values, v * apart + k, size);
            const uint64_t wanted = bits_at(expected.values, v * apart + k, size);

            if (is != wanted && !(is_nan(type, is) && is_nan(type, wanted)))
                fail_msg("%s of %s by %d, value %zu of result %zu of %zu: %llx, expected %llx",
                         clr_operator_name(r->op), clr_type_name(r->type), (int)r->interpolation, v,
                         k, sizes->results, (unsigned long long)is, (unsigned long long)wanted);
        }
    }
    if (plane)
        assert_int_equal(bits_at(had.values, sizes->results, size),
                         bits_at(expected.values, sizes->results, size));
}

/* Of the product of types and reductions every `part`-th, as PoCL takes seconds for a text; in
 * scope full all, in scope few fewer. */
static bool is_drawn(int type, size_t number, size_t part)
{
    const scope asked = test_scope();
    const size_t step = asked == SCOPE_FULL ? 1 : asked == SCOPE_FEW ? 6 * part : part;

    return ((size_t)type + 5 * number) % step == 0;
}

#define EACH_RIG(rig)                                                                              \
    for (size_t rig_number = 0; rig_number < rig_count(); rig_number++)                            \
        for (struct rig *rig = rig_at(rig_number); rig; rig = NULL)

/* ---- shapes ---- */

TEST(flat_arrays)
{
    static const size_t counts[] = {1, 2, 3, 10, 255, 257, 1000, 2049, 5000, 70000};

    EACH_RIG(rig)
    for (int type = 1; type <= CLR_TYPE_F64; type++)
        for (size_t number = 0; number < ASKED; number++)
            for (size_t c = 0; c < COUNT(counts); c++) {
                const int kind = (int)((number + c) % SELECTED_KINDS);
                clr_reduction r = reduction_of(number, (clr_type)type);
                const clr_host_run run = {
                    .shape = CLR_SHAPE_FLAT, .inputs = {data}, .count = counts[c]};
                const struct sizes sizes = {.elements = counts[c], .results = 1};

                if (!is_drawn(type, number, 5))
                    continue;
                r.nan = number % 3 == 1 ? CLR_NAN_IGNORE : CLR_NAN_PROPAGATE;
                draw((clr_type)type, kind, counts[c], number * 31 + c);
                assert_same(rig, &r, &run, &sizes, 0);
            }
}

/* Long results, whose last tile is not full. */
TEST(tiles_that_are_not_full)
{
    const clr_reduction r = reduction_of(0, CLR_TYPE_I32);

    EACH_RIG(rig)
    for (size_t count = MOST - 9; count < MOST; count += 4) {
        const clr_host_run run = {.shape = CLR_SHAPE_FLAT, .inputs = {data}, .count = count};
        const struct sizes sizes = {.elements = count, .results = 1};

        draw(CLR_TYPE_I32, 0, count, count);
        assert_same(rig, &r, &run, &sizes, 0);
    }
}

/* Rows of a matrix, columns of it, rows from their ends, and two axes of three: with planes of
 * results apart, and of lengths within a group's memory and beyond it. */
TEST(axes)
{
    static const struct {
        uint64_t extents[3];
        unsigned rank, reduced;
    } cases[] = {{{7, 100}, 2, 2},   {{300, 7}, 2, 1},  {{3, 5000}, 2, 2},
                 {{5, 11, 9}, 3, 5}, {{4, 3, 2}, 3, 0}, {{40, 33}, 2, 2}};

    EACH_RIG(rig)
    for (int type = 1; type <= CLR_TYPE_F64; type++)
        for (size_t number = 0; number < ASKED; number++) {
            const size_t c = (number + (size_t)type) % COUNT(cases);
            const clr_reduction r = reduction_of(number, (clr_type)type);
            const int64_t size = (int64_t)clr_type_size((clr_type)type);
            const uint64_t *extents = cases[c].extents;
            const int64_t backwards[] = {(int64_t)extents[1] * size, -size};
            const bool is_backwards = cases[c].rank == 2 && number % 2;
            const clr_axes axes = {.size = sizeof axes,
                                   .rank = cases[c].rank,
                                   .reduced = cases[c].reduced,
                                   .extents = extents,
                                   .strides = {is_backwards ? backwards : NULL}};
            struct sizes sizes = {.elements = 1, .results = 1};
            clr_host_run run = {.shape = CLR_SHAPE_AXES, .axes = &axes};

            if (!is_drawn(type, number, 6))
                continue;
            for (unsigned k = 0; k < cases[c].rank; k++) {
                sizes.elements *= extents[k];
                sizes.results *= cases[c].reduced >> k & 1 ? 1 : extents[k];
            }
            sizes.first = is_backwards ? extents[1] - 1 : 0;
            draw((clr_type)type, (int)(number % SELECTED_KINDS), sizes.elements, number);
            run.inputs[0] = data + sizes.first * (size_t)size;
            assert_same(rig, &r, &run, &sizes, number % 3 || !number ? 0 : sizes.results + 3);
        }
}

/* Segments that are empty, of one element, overlap, and reach beyond the input. */
TEST(segments)
{
    static const uint32_t begins[] = {0, 5, 5, 100, 90, 7, 0},
                          ends[] = {5, 5, 6, 900, 9000, 3, 6000};

    EACH_RIG(rig)
    for (int type = 1; type <= CLR_TYPE_F64; type++)
        for (size_t number = 0; number < ASKED; number++) {
            const clr_reduction r = reduction_of(number, (clr_type)type);
            const clr_host_run run = {.shape = CLR_SHAPE_SEGMENTS,
                                      .inputs = {data},
                                      .count = 6000,
                                      .by = begins,
                                      .ends = ends,
                                      .by_type = CLR_TYPE_U32,
                                      .results = COUNT(begins)};
            const struct sizes sizes = {
                .elements = 6000, .results = COUNT(begins), .by_count = COUNT(begins)};

            if (!is_drawn(type, number, 9))
                continue;
            draw((clr_type)type, (int)(number % SELECTED_KINDS), 6000, number);
            assert_same(rig, &r, &run, &sizes, 0);
        }
}

/* Labels, of which some name no result and some results have none, and runs of keys: with a mask, a
 * list of indices of which some name no element, a map of two numbers, and a condition, in turn. */
/* So many that a team has several, of other lengths each. */
TEST(many_short_segments)
{
    enum { SEGMENTS = RESULTS - 1, ELEMENTS = 9000 };
    static uint32_t begins[SEGMENTS], ends[SEGMENTS];
    const clr_reduction r = reduction_of(0, CLR_TYPE_I32);
    const clr_host_run run = {.shape = CLR_SHAPE_SEGMENTS,
                              .inputs = {data},
                              .count = ELEMENTS,
                              .by = begins,
                              .ends = ends,
                              .by_type = CLR_TYPE_U32,
                              .results = SEGMENTS};
    const struct sizes sizes = {.elements = ELEMENTS, .results = SEGMENTS, .by_count = SEGMENTS};

    for (uint32_t k = 0; k < SEGMENTS; k++) {
        begins[k] = k * 7919u % (ELEMENTS - 40);
        ends[k] = begins[k] + k * k % 40;
    }
    EACH_RIG(rig)
    {
        draw(CLR_TYPE_I32, 0, ELEMENTS, 17);
        assert_same(rig, &r, &run, &sizes, 0);
    }
}

TEST(labels_and_runs)
{
    enum { ELEMENTS = 4000, LABELS = 50, WAYS = 5 };
    static int32_t labels[ELEMENTS];
    static uint32_t list[ELEMENTS];
    static unsigned char mask[ELEMENTS];
    const double scalars[] = {3, 0.5};
    uint64_t seed = 5;

    EACH_RIG(rig)
    for (size_t way = 0; way < 2 * WAYS; way++)
        for (int type = 1; type <= CLR_TYPE_F64; type++) {
            const bool are_runs = way >= WAYS;
            clr_reduction r = reduction_of((way + (size_t)type) % ASKED, (clr_type)type);
            clr_host_run run = {.shape = are_runs ? CLR_SHAPE_RUNS : CLR_SHAPE_LABELS,
                                .inputs = {data},
                                .count = ELEMENTS,
                                .by = labels,
                                .by_type = CLR_TYPE_I32,
                                .results = are_runs ? 2 * LABELS : LABELS};
            struct sizes sizes = {.elements = ELEMENTS,
                                  .results = LABELS,
                                  .by_count = ELEMENTS,
                                  .mask_bytes = ELEMENTS};

            if (!is_drawn(type, way, 4))
                continue;
            draw((clr_type)type, (int)(way % SELECTED_KINDS), ELEMENTS, way);
            for (size_t i = 0; i < ELEMENTS; i++) {
                labels[i] = are_runs ? (int32_t)(i * LABELS / ELEMENTS)
                                     : (int32_t)(next_random(&seed) % (LABELS + 2)) - 1;
                mask[i] = next_random(&seed) % 4 != 0;
                list[i] = (uint32_t)(next_random(&seed) % (ELEMENTS + 50));
            }
            run.mask_kind = way % WAYS == 1 ? CLR_MASK_BYTES : CLR_MASK_NONE;
            run.mask = way % WAYS == 1 ? mask : NULL;
            run.index_type = way % WAYS == 2 ? CLR_TYPE_U32 : CLR_TYPE_DEFAULT;
            run.indices = way % WAYS == 2 ? list : NULL;
            run.index_count = way % WAYS == 2 ? ELEMENTS : 0;
            r.map = way % WAYS == 3 ? "x * a + b" : NULL;
            run.scalars = way % WAYS == 3 ? scalars : NULL;
            r.where = way % WAYS == 4 ? "i % 3 != 0 || n < 40" : NULL;
            if (r.map && type >= CLR_TYPE_F16)
                r.map = "x > 0 ? a : x"; /* what computes floats is the device's alone */
            if (r.map && type < CLR_TYPE_F16)
                r.map = "x > 0 ? x - 1 : x";
            if (r.map && type < CLR_TYPE_F16)
                run.scalars = NULL;
            assert_same(rig, &r, &run, &sizes, 0);
        }
}

/* Of masks, bits, along axes, and NaNs ignored: rows without any element that counts. */
TEST(masked_rows)
{
    enum { ROWS = 30, LENGTH = 200 };
    static unsigned char mask[ROWS * LENGTH];
    const uint64_t extents[] = {ROWS, LENGTH};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 2, .extents = extents};
    const int64_t strides[] = {LENGTH, 1};
    uint64_t seed = 3;

    for (size_t i = 0; i < ROWS * LENGTH; i++)
        mask[i] = i / LENGTH != 3 && next_random(&seed) % 3 == 0;
    EACH_RIG(rig)
    for (int type = CLR_TYPE_F16; type <= CLR_TYPE_F64; type++) {
        clr_reduction r = reduction_of((size_t)type % ASKED, (clr_type)type);
        const clr_host_run run = {.shape = CLR_SHAPE_AXES,
                                  .inputs = {data},
                                  .axes = &axes,
                                  .mask_kind = CLR_MASK_BYTES,
                                  .mask = mask,
                                  .mask_strides = strides};
        const struct sizes sizes = {
            .elements = ROWS * LENGTH, .results = ROWS, .mask_bytes = ROWS * LENGTH};

        if (!is_drawn(type, 0, 1))
            continue;
        r.nan = CLR_NAN_IGNORE;
        draw((clr_type)type, 0, ROWS * LENGTH, 7);
        assert_same(rig, &r, &run, &sizes, 0);
    }
}

/* One result of few integers, of the lowest rank to the highest. */
static void assert_integers(const struct rig *rig, clr_type type, const void *x, size_t count)
{
    static const double ends[] = {0, 0.5, 1};
    clr_reduction r = CLR_REDUCTION(CLR_OPERATOR_QUANTILE, type);
    const clr_host_run run = {.shape = CLR_SHAPE_FLAT, .inputs = {data}, .count = count};
    const struct sizes sizes = {.elements = count, .results = 1};

    r.quantiles = ends;
    r.quantile_count = COUNT(ends);
    memcpy(data, x, count * clr_type_size(type));
    assert_same(rig, &r, &run, &sizes, 0);
}

/* The largest integer has the key that stands for elements that are not there, and 2^53 + 1 is no
 * double. */
TEST(integers_at_the_ends)
{
    const uint32_t x[] = {5, UINT32_MAX, 1000};
    const int64_t y[] = {INT64_MAX, 1, 9007199254740993, -7};

    EACH_RIG(rig)
    {
        assert_integers(rig, CLR_TYPE_U32, x, COUNT(x));
        assert_integers(rig, CLR_TYPE_I64, y, COUNT(y));
    }
}

/* Values of results with gaps between them are as far apart as results reach. */
TEST(planes_reach_over_gaps)
{
    enum { ROWS = 3, GAP = 2, REACH = (ROWS - 1) * GAP + 1 };
    static const double ends[] = {0, 1};
    const int32_t x[ROWS][2] = {{1, 2}, {3, 4}, {5, 6}};
    const uint64_t extents[] = {ROWS, 2};
    const int64_t places[] = {GAP, 0};
    const clr_axes axes = {
        .size = sizeof axes, .rank = 2, .reduced = 2, .extents = extents, .result_strides = places};
    const clr_plan_options options = {.size = sizeof options, .shape = CLR_SHAPE_AXES};
    clr_reduction r = CLR_REDUCTION(CLR_OPERATOR_QUANTILE, CLR_TYPE_I32);

    r.quantiles = ends;
    r.quantile_count = COUNT(ends);
    EACH_RIG(rig)
    {
        cl_mem input = buffer_of(rig, x, sizeof x);
        cl_mem output = buffer_untouched(rig, 2 * REACH * sizeof(double));
        const clr_arrays arrays = {.size = sizeof arrays, .value = output};
        double values[2 * REACH];
        clr_plan *plan = NULL;

        assert_ok(rig, clr_plan_create(rig->context, &r, 1, &options, &plan));
        assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 0}},
                                              .axes = &axes, .arrays = &arrays, .array_count = 1)));
        buffer_read(rig, output, 0, values, sizeof values);
        for (int k = 0; k < ROWS; k++) {
            assert_true(values[k * GAP] == x[k][0]);
            assert_true(values[REACH + k * GAP] == x[k][1]);
        }
        clr_plan_destroy(plan);
        clReleaseMemObject(input);
        clReleaseMemObject(output);
    }
}

/* ---- a record, and what is refused ---- */

TEST(one_value_has_a_record)
{
    const float x[] = {5, 1, 4, 2, 3, 3};
    const clr_reduction median = CLR_REDUCTION(CLR_OPERATOR_MEDIAN, CLR_TYPE_F32);

    EACH_RIG(rig)
    {
        cl_mem input = buffer_of(rig, x, sizeof x), output = buffer_untouched(rig, 3 * sizeof *x);
        clr_plan *plan = NULL;
        clr_plan_info info = {.size = sizeof info};
        float value = 0, values[3];

        assert_ok(rig, clr_plan_create(rig->context, &median, 1, NULL, &plan));
        assert_int_equal(clr_plan_describe(plan, &info), CLR_OK);
        assert_int_equal(clr_plan_launches(plan, 6), info.native ? 0 : 1);
        assert_int_equal(clr_plan_launches(plan, 1 << 20), /* two for each byte of a key */
                         info.native ? 0 : 13);
        assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 6}},
                                              .host = &value, .blocking = 1)));
        assert_true(value == 3);
        assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 1, 4}},
                                              .output = output, .output_index = 1)));
        buffer_read(rig, output, 0, values, sizeof values);
        assert_true(values[1] == 2.5F);
        assert_error(rig, CLR_ERROR_EMPTY,
                     clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 0}},
                                            .host = &value, .blocking = 1)),
                     "no elements");
        assert_error(rig, CLR_ERROR_ARGUMENT,
                     clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 6}},
                                            .part = CLR_PART_MORE)),
                     "as a whole");
        clr_plan_destroy(plan);
        clReleaseMemObject(input);
        clReleaseMemObject(output);
    }
}

/* Equal plans share kernels; those of other quantiles have these. */
TEST(plans_differ_by_their_quantiles)
{
    const double x[] = {1, 2, 3};

    EACH_RIG(rig)
    {
        cl_mem input = buffer_of(rig, x, sizeof x);

        for (double q = 0; q <= 1; q += 0.5) {
            clr_reduction r = CLR_REDUCTION(CLR_OPERATOR_QUANTILE, CLR_TYPE_F64);
            clr_plan *plan = NULL;
            double value = 0;

            r.quantiles = &q;
            r.quantile_count = 1;
            assert_ok(rig, clr_plan_create(rig->context, &r, 1, NULL, &plan));
            assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 3}},
                                                  .host = &value, .blocking = 1)));
            assert_true(value == 1 + 2 * q);
            clr_plan_destroy(plan);
        }
        clReleaseMemObject(input);
    }
}

TEST(what_is_refused)
{
    const double quantiles[] = {0, 1};
    const clr_reduction median = CLR_REDUCTION(CLR_OPERATOR_MEDIAN, CLR_TYPE_F64);
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    const clr_reduction mode = CLR_REDUCTION(CLR_OPERATOR_MODE, CLR_TYPE_F64);
    clr_reduction two = CLR_REDUCTION(CLR_OPERATOR_QUANTILE, CLR_TYPE_F64);
    const clr_plan_options traced = {.size = sizeof traced, .trace = 1};

    two.quantiles = quantiles;
    two.quantile_count = COUNT(quantiles);
    EACH_RIG(rig)
    {
        cl_mem input = buffer_untouched(rig, 80), output = buffer_untouched(rig, 24);
        const clr_arrays arrays = {.size = sizeof arrays, .value = output, .plane = 3};
        clr_plan *plan = NULL;
        double value;

        assert_error(rig, CLR_ERROR_UNSUPPORTED,
                     clr_plan_create(rig->context, (clr_reduction[]){median, sum}, 2, NULL, &plan),
                     "median selects and sum folds");
        assert_error(rig, CLR_ERROR_UNSUPPORTED,
                     clr_plan_create(rig->context, (clr_reduction[]){median, two}, 2, NULL, &plan),
                     "one reduction, not 2");
        assert_error(rig, CLR_ERROR_UNSUPPORTED,
                     clr_plan_create(rig->context, &mode, 1, NULL, &plan), "mode has no kernels");
        assert_error(rig, CLR_ERROR_UNSUPPORTED,
                     clr_plan_create(rig->context, &median, 1, &traced, &plan), "trace");
        assert_null(plan);
        assert_ok(rig, clr_plan_create(rig->context, &two, 1, NULL, &plan));
        assert_error(rig, CLR_ERROR_ARGUMENT,
                     clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 10}},
                                            .host = &value, .blocking = 1)),
                     "several values");
        assert_error(rig, CLR_ERROR_ARGUMENT,
                     clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 10}},
                                            .arrays = &arrays, .array_count = 1)),
                     "reach beyond the buffer");
        clr_plan_destroy(plan);
        clReleaseMemObject(input);
        clReleaseMemObject(output);
    }
}
