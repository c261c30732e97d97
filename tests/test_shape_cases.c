/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every shape by the same tests: masks, lists of indices and counts on the device against a loop;
 * what a shape may not have is refused with its name, by creation as by clr_plan_check(), and so
 * are streams and the numbers of other shapes. Rows are tests/shape_cases.def; what
 * src/problem/shape has and these lack fails. At the end run + skipped is the product.
 */
#include "operators.h"
#include "problem/shape.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

enum {
    ELEMENTS = 24,
    RESULTS = 4,
    WIDTH = ELEMENTS / RESULTS,
    FEWER = 3 * WIDTH,
    KEPT = 2,
    NOBODY = ELEMENTS /* no shape has as many results */
};

static const struct rig *rig;

/* ---- the shapes ---- */

/* The numbers of a run's shape, and buffers that they name. */
struct numbers {
    clr_axes axes;
    clr_segments segments;
    clr_labels labels;
    clr_runs runs;
    cl_mem buffer; /* of offsets, labels or keys; or NULL */
};

static const uint64_t extents[] = {RESULTS, WIDTH};

static cl_mem words_of(unsigned (*word)(unsigned e), unsigned count)
{
    cl_uint words[ELEMENTS];

    for (unsigned e = 0; e < count; e++)
        words[e] = word(e);
    return buffer_of(rig, words, count * sizeof *words);
}

static unsigned offset_of(unsigned e)
{
    return e * WIDTH;
}

static unsigned label_of(unsigned e)
{
    return e % RESULTS;
}

static unsigned key_of(unsigned e)
{
    return 7 + e / WIDTH;
}

static void tell_flat(struct numbers *numbers, clr_run *run)
{
    (void)numbers;
    (void)run;
}

static void tell_axes(struct numbers *numbers, clr_run *run)
{
    numbers->axes =
        (clr_axes){.size = sizeof numbers->axes, .rank = 2, .reduced = 1 << 1, .extents = extents};
    run->axes = &numbers->axes;
}

static void tell_segments(struct numbers *numbers, clr_run *run)
{
    numbers->buffer = words_of(offset_of, RESULTS + 1);
    numbers->segments = (clr_segments){.size = sizeof numbers->segments,
                                       .count = RESULTS,
                                       .type = CLR_TYPE_U32,
                                       .begins = numbers->buffer};
    run->segments = &numbers->segments;
}

static void tell_labels(struct numbers *numbers, clr_run *run)
{
    numbers->buffer = words_of(label_of, ELEMENTS);
    numbers->labels = (clr_labels){.size = sizeof numbers->labels,
                                   .count = RESULTS,
                                   .type = CLR_TYPE_U32,
                                   .labels = numbers->buffer};
    run->labels = &numbers->labels;
}

static void tell_runs(struct numbers *numbers, clr_run *run)
{
    numbers->buffer = words_of(key_of, ELEMENTS);
    numbers->runs = (clr_runs){.size = sizeof numbers->runs,
                               .most = RESULTS,
                               .type = CLR_TYPE_U32,
                               .keys = numbers->buffer};
    run->runs = &numbers->runs;
}

static unsigned row_label_of(unsigned e)
{
    return e % 2;
}

/* Two labels of rows of KEPT elements. */
static void tell_axis_labels(struct numbers *numbers, clr_run *run)
{
    static const uint64_t rows[] = {ELEMENTS / KEPT, KEPT};

    numbers->buffer = words_of(row_label_of, ELEMENTS / KEPT);
    numbers->axes =
        (clr_axes){.size = sizeof numbers->axes, .rank = 2, .reduced = 1 << 0, .extents = rows};
    numbers->labels = (clr_labels){.size = sizeof numbers->labels,
                                   .count = RESULTS / KEPT,
                                   .type = CLR_TYPE_U32,
                                   .labels = numbers->buffer};
    run->axes = &numbers->axes;
    run->labels = &numbers->labels;
}

#define SHAPE_CASE(id, name, owner, number, results)                                               \
    static unsigned name##_owner(unsigned e)                                                       \
    {                                                                                              \
        (void)e;                                                                                   \
        return owner;                                                                              \
    }                                                                                              \
    static unsigned name##_number(unsigned e)                                                      \
    {                                                                                              \
        return number;                                                                             \
    }                                                                                              \
    static unsigned name##_results(unsigned count)                                                 \
    {                                                                                              \
        (void)count;                                                                               \
        return results;                                                                            \
    }
#include "shape_cases.def"

static const struct shape_case {
    const char *name;
    void (*tell)(struct numbers *numbers, clr_run *run);
    unsigned (*owner)(unsigned e);
    unsigned (*number)(unsigned e);
    unsigned (*results)(unsigned count);
} cases[] = {
#define SHAPE_CASE(id, name, ...)                                                                  \
    [CLR_SHAPE_##id] = {#name, tell_##name, name##_owner, name##_number, name##_results},
#include "shape_cases.def"
};

TEST(every_shape_has_a_case)
{
    size_t shapes = 0;

    for (; clri_shape_of((clr_shape)shapes); shapes++) {
        if (shapes >= COUNT(cases) || !cases[shapes].name)
            fail_msg("shape %s has no row in tests/shape_cases.def",
                     clri_shape_of((clr_shape)shapes)->name);
        assert_string_equal(cases[shapes].name, clri_shape_of((clr_shape)shapes)->name);
    }
    assert_int_equal(shapes, COUNT(cases));
}

/* ---- what every shape is put through ---- */

static const struct feature {
    const char *name;
    clr_mask_kind mask;
    clr_type index;
    int device_count;
} features[] = {
    {"nothing else", CLR_MASK_NONE, CLR_TYPE_DEFAULT, 0},
    {"a mask of bytes", CLR_MASK_BYTES, CLR_TYPE_DEFAULT, 0},
    {"a mask of bits", CLR_MASK_BITS, CLR_TYPE_DEFAULT, 0},
    {"a list", CLR_MASK_NONE, CLR_TYPE_U32, 0},
    {"a count on the device", CLR_MASK_NONE, CLR_TYPE_DEFAULT, 1},
    {"a list and a mask", CLR_MASK_BYTES, CLR_TYPE_I64, 0},
};

/* Sums by label are added by atomics, indices are of labels that are sorted. */
static const clr_operator operators[] = {CLR_OPERATOR_SUM, CLR_OPERATOR_ARGMAX};

static int32_t element_of(unsigned i)
{
    return (int32_t)(i * 5 % ELEMENTS) - 7;
}

static unsigned listed(unsigned e)
{
    return e * 7 % ELEMENTS;
}

static bool is_taken(unsigned e)
{
    return e % 7 != 3;
}

struct expected {
    int64_t value;
    uint64_t index;
    bool is_there;
};

static void expect(const struct shape_case *c, const struct feature *feature, clr_operator op,
                   struct expected expected[NOBODY + 1])
{
    const unsigned count = feature->device_count ? FEWER : ELEMENTS;

    for (unsigned e = 0; e < count; e++) {
        struct expected *result = &expected[c->owner(e)];
        const int32_t x = element_of(feature->index ? listed(e) : e);

        if (feature->mask && !is_taken(e))
            continue;
        if (op == CLR_OPERATOR_SUM) {
            result->value += x;
        } else if (!result->is_there || x > result->value) {
            result->value = x;
            result->index = c->number(e);
        }
        result->is_there = true;
    }
}

/* Elements, a mask, a list and a count, as the feature has them. */
struct sources {
    cl_mem x, mask, list, count;
};

static void sources_make(struct sources *sources, const struct feature *feature)
{
    const cl_ulong fewer = FEWER;
    int32_t x[ELEMENTS];
    unsigned char bytes[ELEMENTS], bits[ELEMENTS / 8] = {0};
    int64_t longs[ELEMENTS];

    for (unsigned e = 0; e < ELEMENTS; e++) {
        x[e] = element_of(e);
        bytes[e] = is_taken(e);
        bits[e / 8] = (unsigned char)(bits[e / 8] | is_taken(e) << e % 8);
        longs[e] = listed(e);
    }
    *sources = (struct sources){
        .x = buffer_of(rig, x, sizeof x),
        .mask = feature->mask == CLR_MASK_BITS ? buffer_of(rig, bits, sizeof bits)
                                               : buffer_of(rig, bytes, sizeof bytes),
        .list = feature->index == CLR_TYPE_I64 ? buffer_of(rig, longs, sizeof longs)
                                               : words_of(listed, ELEMENTS),
        .count = buffer_of(rig, &fewer, sizeof fewer)};
}

static void sources_release(const struct sources *sources)
{
    clReleaseMemObject(sources->x);
    clReleaseMemObject(sources->mask);
    clReleaseMemObject(sources->list);
    clReleaseMemObject(sources->count);
}

static clr_plan_options options_of(size_t shape, const struct feature *feature)
{
    clr_plan_options options = clr_plan_options_defaults();

    options.shape = (clr_shape)shape;
    options.mask = feature->mask;
    options.index = feature->index;
    options.device_count = feature->device_count;
    return options;
}

/* Runs the plan and compares its results with the loop's. */
static void run_case(const struct shape_case *c, const struct feature *feature, clr_operator op,
                     clr_plan *plan)
{
    struct expected expected[NOBODY + 1] = {{0, 0, false}};
    struct numbers numbers = {.buffer = NULL};
    struct sources sources;
    clr_result result = clr_result_defaults();
    clr_mask mask = clr_mask_defaults();
    clr_index index = clr_index_defaults();
    clr_arrays arrays = clr_arrays_defaults();
    clr_run run = {.size = sizeof run, .queue = rig->queue, .arrays = &arrays, .array_count = 1};
    uint64_t indices[ELEMENTS] = {0};
    unsigned char values[ELEMENTS * sizeof(int64_t)];
    int64_t value = 0;
    int32_t small;

    sources_make(&sources, feature);
    assert_ok(rig, clr_plan_result(plan, 0, &result));
    mask.mask = sources.mask;
    index.indices = sources.list;
    index.count = ELEMENTS;
    run.inputs[0] = (clr_span){sources.x, 0, ELEMENTS};
    run.mask = feature->mask ? &mask : NULL;
    run.index = feature->index ? &index : NULL;
    run.count_at = feature->device_count ? sources.count : NULL;
    arrays.value = buffer_untouched(rig, sizeof values);
    arrays.index = op == CLR_OPERATOR_ARGMAX ? buffer_untouched(rig, sizeof indices) : NULL;
    c->tell(&numbers, &run);
    assert_ok(rig, clr_plan_run(plan, &run));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    buffer_read(rig, arrays.value, 0, values, sizeof values);
    if (arrays.index)
        buffer_read(rig, arrays.index, 0, indices, sizeof indices);
    expect(c, feature, op, expected);
    for (unsigned r = 0; r < c->results(feature->device_count ? FEWER : ELEMENTS); r++) {
        memcpy(&value, values + r * result.value_size, sizeof value);
        memcpy(&small, values + r * result.value_size, sizeof small);
        if (result.value_size == sizeof small)
            value = small;
        if (arrays.index && !expected[r].is_there) /* no element: the value means nothing */
            continue;
        if (value != expected[r].value || (arrays.index && indices[r] != expected[r].index))
            fail_msg("%s of shape %s with %s: result %u is %d at %d, not %d at %d",
                     clr_operator_name(op), c->name, feature->name, r, (int)value, (int)indices[r],
                     (int)expected[r].value, (int)expected[r].index);
    }
    clReleaseMemObject(arrays.value);
    if (arrays.index)
        clReleaseMemObject(arrays.index);
    if (numbers.buffer)
        clReleaseMemObject(numbers.buffer);
    sources_release(&sources);
}

/* Indices take a sort of labels more than sums: of the features, without any and with two. */
static bool is_in_scope(size_t feature, size_t op)
{
    return test_scope() >= SCOPE_COVER || op == 0 || feature == 0 || feature == COUNT(features) - 1;
}

/* Whether the shape's row says that its plans have no such feature. */
static bool is_excluded(const clri_shape *shape, const struct feature *feature)
{
    return (feature->device_count && !(shape->may & CLRI_MAY_COUNT)) ||
           (feature->index && !(shape->may & CLRI_MAY_INDEX));
}

TEST(results_are_right)
{
    struct tally tally = {0};
    char why[200];

    for (size_t s = 0; s < COUNT(cases); s++)
        for (size_t f = 0; f < COUNT(features); f++)
            for (size_t o = 0; o < COUNT(operators); o++) {
                const clr_reduction reduction = clr_reduction_of(operators[o], CLR_TYPE_I32);
                const clr_plan_options options = options_of(s, &features[f]);
                const clr_status status =
                    clr_plan_check(rig->device, &reduction, 1, &options, why, sizeof why);
                clr_plan *plan;

                if (!is_in_scope(f, o)) {
                    tally_skip(&tally, "a small scope");
                    continue;
                }
                if (status != CLR_OK) {
                    assert_true(is_excluded(clri_shape_of((clr_shape)s), &features[f]));
                    assert_non_null(strstr(why, cases[s].name));
                    tally_skip(&tally, why);
                    continue;
                }
                assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, &options, &plan));
                run_case(&cases[s], &features[f], operators[o], plan);
                clr_plan_destroy(plan);
                tally.run++;
            }
    tally_print("shapes", &tally);
    assert_int_equal(tally.run + tally.skipped, COUNT(cases) * COUNT(features) * COUNT(operators));
}

/* Its kernels read elements by pieces that other levels have no use for. */
TEST(all_have_the_published_order)
{
    clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_F32);

    sum.accuracy = CLR_ACCURACY_REPRODUCIBLE;
    for (size_t s = 0; s < COUNT(cases); s++) {
        const clr_plan_options options = options_of(s, &(struct feature){.name = "nothing"});
        clr_plan *plan;

        assert_ok(rig, clr_plan_create(rig->context, &sum, 1, &options, &plan));
        clr_plan_destroy(plan);
    }
}

/* ---- what is refused ---- */

/* What clr_plan_check() says is what creation says, of the shape that was asked for. */
static void check_as_create(size_t shape, const clr_plan_options *options, clr_operator op,
                            clr_type type, uint64_t *refused)
{
    const clr_reduction reduction = clr_reduction_of(op, type);
    clr_plan *plan = NULL;
    char why[1024];
    const clr_status status = clr_plan_check(rig->device, &reduction, 1, options, why, sizeof why);

    if (status == CLR_OK)
        return;
    (*refused)++;
    assert_error(rig, status, clr_plan_create(rig->context, &reduction, 1, options, &plan), why);
    for (size_t s = 0; s < COUNT(cases); s++)
        if (s != shape && strstr(why, "plan's shape is") &&
            strcmp(strstr(why, "plan's shape is") + strlen("plan's shape is "), cases[s].name) == 0)
            fail_msg("of shape %s: %s", cases[shape].name, why);
}

TEST(refusals_are_those_of_creation)
{
    uint64_t refused = 0;

    for (size_t s = 0; s < COUNT(cases); s++)
        for (size_t f = 0; f < COUNT(features); f++)
            for (int op = 1; op <= OPERATORS; op++)
                for (int way = 0; way < 4; way++) {
                    clr_plan_options options = options_of(s, &features[f]);

                    options.trace = way == 1;
                    options.strategy = way == 2 ? "two-pass" : NULL;
                    options.group_size = way == 3 ? 1 << 30 : 0;
                    check_as_create(s, &options, (clr_operator)op, CLR_TYPE_I32, &refused);
                    check_as_create(s, &options, (clr_operator)op, CLR_TYPE_F32, &refused);
                }
    assert_true(refused > 100);
}

/* A trace and strategies of one result, of shapes that have neither, and of sorted labels. */
TEST(refusals_name_the_shape)
{
    char part[96];

    for (size_t s = 0; s < COUNT(cases); s++)
        for (size_t o = 0; o < COUNT(operators); o++) {
            const clri_shape *shape = clri_shape_of((clr_shape)s);
            const clr_reduction reduction = clr_reduction_of(operators[o], CLR_TYPE_I32);
            clr_plan_options options = options_of(s, &features[0]);
            char why[1024];

            snprintf(part, sizeof part, "plan's shape is %s", shape->name);
            options.trace = 1;
            clr_plan_check(rig->device, &reduction, 1, &options, why, sizeof why);
            if (!(shape->may & CLRI_MAY_TRACE) && !strstr(why, part))
                fail_msg("of shape %s: %s", shape->name, why);
            options.trace = 0;
            options.strategy = "two-pass";
            clr_plan_check(rig->device, &reduction, 1, &options, why, sizeof why);
            if (shape->carrier->is_many && !strstr(why, shape->name))
                fail_msg("of shape %s: %s", shape->name, why);
        }
}

TEST(streams_name_the_shape)
{
    const clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    clr_stream_options options = clr_stream_options_defaults();
    clr_stream *stream;

    for (size_t s = 0; s < COUNT(cases); s++) {
        const clr_plan_options plan = options_of(s, &features[0]);
        char part[96];

        if (clri_shape_of((clr_shape)s)->may & CLRI_MAY_PARTS)
            continue;
        options.plan = &plan;
        snprintf(part, sizeof part, "clr_plan_options.shape, which is %s,", cases[s].name);
        assert_error(rig, CLR_ERROR_ARGUMENT,
                     clr_stream_create(rig->context, &sum, 1, &options, &stream), part);
    }
}

/* Whether a run of a shape has all members that the other one has its numbers in. */
static bool adds_nothing(size_t shape, size_t other)
{
    return !(clri_shape_of((clr_shape)other)->members & ~clri_shape_of((clr_shape)shape)->members);
}

/* The numbers of another shape, of two, or of none. */
TEST(runs_have_their_own_numbers)
{
    const clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_I32);

    for (size_t s = 0; s < COUNT(cases); s++) {
        const clr_plan_options options = options_of(s, &features[0]);
        clr_plan *plan;
        char part[96];

        assert_ok(rig, clr_plan_create(rig->context, &sum, 1, &options, &plan));
        snprintf(part, sizeof part, "plan's shape is %s", cases[s].name);
        for (size_t other = 0; other < COUNT(cases); other++)
            for (int both = 0; both < 2; both++) {
                struct numbers own = {.buffer = NULL}, others = {.buffer = NULL};
                clr_arrays arrays = clr_arrays_defaults();
                clr_run run = {
                    .size = sizeof run, .queue = rig->queue, .arrays = &arrays, .array_count = 1};

                if (both)
                    cases[s].tell(&own, &run);
                cases[other].tell(&others, &run);
                if (!(adds_nothing(s, other) && (both || adds_nothing(other, s))))
                    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(plan, &run), part);
                if (own.buffer)
                    clReleaseMemObject(own.buffer);
                if (others.buffer)
                    clReleaseMemObject(others.buffer);
            }
        clr_plan_destroy(plan);
    }
}

/* What runs may have by the shape's row: a mask's own strides, a part of the input. */
TEST(runs_have_what_the_shape_may)
{
    const clr_reduction sum = clr_reduction_of(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const int64_t strides[CLR_RANK_MOST] = {0};
    clr_arrays arrays = clr_arrays_defaults();
    clr_mask mask = clr_mask_defaults();

    mask.strides = strides;
    for (size_t s = 0; s < COUNT(cases); s++) {
        const clri_shape *shape = clri_shape_of((clr_shape)s);
        const clr_plan_options options = options_of(s, &features[1]);
        struct numbers numbers = {.buffer = NULL};
        clr_run run = {.size = sizeof run,
                       .queue = rig->queue,
                       .arrays = &arrays,
                       .array_count = 1,
                       .mask = &mask};
        char part[96 + CLRI_SHAPE_NAMES_SIZE], names[CLRI_SHAPE_NAMES_SIZE];
        clr_plan *plan;

        assert_ok(rig, clr_plan_create(rig->context, &sum, 1, &options, &plan));
        cases[s].tell(&numbers, &run);
        snprintf(part, sizeof part, "strides go with %s, and the plan's shape is %s",
                 clri_shape_names(CLRI_MAY_STRIDES, names), shape->name);
        if (!(shape->may & CLRI_MAY_STRIDES))
            assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(plan, &run), part);
        mask.strides = NULL;
        run.part = CLR_PART_LAST;
        snprintf(part, sizeof part, "a plan of shape %s takes its input as a whole", shape->name);
        if (!(shape->may & CLRI_MAY_PARTS))
            assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(plan, &run), part);
        mask.strides = strides;
        if (numbers.buffer)
            clReleaseMemObject(numbers.buffer);
        clr_plan_destroy(plan);
    }
}

/* A reader that fails says so by its status, whether or not anyone wants the sentence. */
TEST(readers_need_no_error)
{
    const clr_axes axes = {.size = sizeof axes, .rank = CLR_RANK_MOST + 1};
    clri_rows rows;

    assert_int_equal(clri_axes_read(&axes, 1, 4, NULL, &rows, NULL), CLR_ERROR_ARGUMENT);
}

void before_all(void)
{
    rig = rig_at(0);
}
