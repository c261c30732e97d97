/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Maps on devices: of every element type, of one to four inputs that lie differently in memory,
 * with index and count, whole and in parts. The numbers are whole and small, so that C computes the
 * same to the bit; what expressions may say, and how they are typed, is test_expression.c's.
 */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 20000, MARGIN = 16 };

/* ---- numbers of every type ---- */

/* What element `at` of input number `input` is: 0 to 6, so that all types have it. */
static int64_t number_at(unsigned input, uint64_t at)
{
    return (int64_t)((at * (2 * input + 3) + at / 7 + input) % 7);
}

static void put_float(clr_type type, void *place, int64_t number)
{
    static const uint16_t halves[] = {0, 0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600};
    const float narrow = (float)number;
    const double wide = (double)number;
    uint32_t bits;
    uint16_t brain;

    memcpy(&bits, &narrow, sizeof bits);
    brain = (uint16_t)(bits >> 16); /* the numbers have no more digits */
    if (type == CLR_TYPE_F16)
        memcpy(place, &halves[number], sizeof *halves);
    else if (type == CLR_TYPE_BF16)
        memcpy(place, &brain, sizeof brain);
    else if (type == CLR_TYPE_F32)
        memcpy(place, &narrow, sizeof narrow);
    else
        memcpy(place, &wide, sizeof wide);
}

static bool is_float(clr_type type)
{
    return type >= CLR_TYPE_F16;
}

static void put(clr_type type, void *place, int64_t number)
{
    if (is_float(type))
        put_float(type, place, number);
    else
        memcpy(place, &number,
               clr_type_size(type)); /* little-endian, as all that clreduce runs on */
}

/* A value as the library wrote it, which is whole. */
static double value_of(clr_type type, const void *place)
{
    float narrow;
    double wide;
    int64_t whole = 0;

    switch (type) {
    case CLR_TYPE_F32:
        memcpy(&narrow, place, sizeof narrow);
        return (double)narrow;
    case CLR_TYPE_F64:
        memcpy(&wide, place, sizeof wide);
        return wide;
    case CLR_TYPE_I64:
    case CLR_TYPE_U64:
    case CLR_TYPE_U8:
        memcpy(&whole, place, clr_type_size(type));
        return (double)whole;
    default:
        fail_msg("no map gives %s", clr_type_name(type));
        return 0;
    }
}

/* ---- expressions, and the same in C ---- */

struct at {
    int64_t x, y, z, w, i, n;
};

static int64_t only_x(const struct at *at)
{
    return at->x * at->x + 1;
}

static int64_t of_two(const struct at *at)
{
    return at->x * 3 + at->y;
}

static int64_t of_three(const struct at *at)
{
    return at->x > at->y ? at->z : at->x;
}

static int64_t of_four(const struct at *at)
{
    return at->x * at->y + at->z * at->w;
}

static int64_t the_last_alone(const struct at *at)
{
    return at->w;
}

static int64_t asked(const struct at *at)
{
    return at->x == at->y || at->x > 3;
}

static int64_t the_index(const struct at *at)
{
    return at->i;
}

static int64_t weighted(const struct at *at)
{
    return at->i % 5 * at->x;
}

static int64_t from_the_end(const struct at *at)
{
    return at->n - at->i;
}

static int64_t the_first_half(const struct at *at)
{
    return 2 * at->i < at->n ? at->x : 0;
}

static const struct map {
    const char *text;
    uint64_t inputs;
    int64_t (*same)(const struct at *at);
} maps[] = {
    {"x * x + 1", 1, only_x},
    {"x * 3 + y", 2, of_two},
    {"x > y ? z : x", 3, of_three},
    {"x * y + z * w", 4, of_four},
    {"w", 4, the_last_alone},
    {"x == y || x > 3", 2, asked},
    {"i", 1, the_index},
    {"i % 5 * x", 1, weighted},
    {"n - i", 1, from_the_end},
    {"2 * i < n ? x : 0", 1, the_first_half},
};

/* Whether sums of the map's values stay exact in f32, in which f16, bf16 and f32 are computed. */
static bool suits(const struct map *map, clr_type type)
{
    return !is_float(type) || type == CLR_TYPE_F64 ||
           (map->same != the_index && map->same != from_the_end);
}

/* ---- inputs ---- */

/* Four inputs, of which each begins at another element of its buffer. */
struct inputs {
    clr_type type;
    cl_mem buffers[CLR_INPUTS_MOST];
    unsigned char *bytes[CLR_INPUTS_MOST];
    uint64_t first[CLR_INPUTS_MOST];
};

static struct inputs inputs_make(const struct rig *rig, clr_type type, uint64_t seed)
{
    const size_t element = clr_type_size(type);
    const size_t size = (ELEMENTS + 2 * MARGIN) * element;
    struct inputs made = {.type = type};

    for (unsigned k = 0; k < CLR_INPUTS_MOST; k++) {
        made.first[k] = (seed * 5 + k * (seed + 3)) % MARGIN;
        made.bytes[k] = malloc(size);
        assert_non_null(made.bytes[k]);
        memset(made.bytes[k], 0x7f, size); /* NaN or huge in every format */
        for (uint64_t at = 0; at < ELEMENTS; at++)
            put(type, made.bytes[k] + (made.first[k] + at) * element, number_at(k, at));
        made.buffers[k] = buffer_of(rig, made.bytes[k], size);
    }
    return made;
}

static void inputs_destroy(struct inputs *inputs)
{
    for (unsigned k = 0; k < CLR_INPUTS_MOST; k++) {
        clReleaseMemObject(inputs->buffers[k]);
        free(inputs->bytes[k]);
    }
}

/* Element `first` on, of as many inputs as are asked for. */
static clr_run run_of(const struct rig *rig, const struct inputs *inputs, uint64_t input_count,
                      uint64_t first, uint64_t count)
{
    clr_run run = {.size = sizeof run, .queue = rig->queue};

    for (uint64_t k = 0; k < input_count; k++)
        run.inputs[k] = (clr_span){inputs->buffers[k], inputs->first[k] + first, count};
    return run;
}

/* The map's value of element `i` of `n`, of inputs from their element `first` on. */
static int64_t mapped(const struct map *map, uint64_t first, uint64_t i, uint64_t n)
{
    const uint64_t at = first + i;

    return map->same(&(struct at){.x = number_at(0, at),
                                  .y = number_at(1, at),
                                  .z = number_at(2, at),
                                  .w = number_at(3, at),
                                  .i = (int64_t)i,
                                  .n = (int64_t)n});
}

/* ---- a map under test ---- */

struct truth {
    double sum;
    double most;
    uint64_t most_index; /* the first */
};

static struct truth truth_of(const struct map *map, uint64_t first, uint64_t count)
{
    struct truth truth = {.most = -INFINITY};

    for (uint64_t i = 0; i < count; i++) {
        const double value = (double)mapped(map, first, i, count);

        truth.sum += value;
        if (value > truth.most) {
            truth.most = value;
            truth.most_index = i;
        }
    }
    return truth;
}

/* Sum and argmax of one map, in one plan. */
struct subject {
    const struct rig *rig;
    const struct map *map;
    clr_plan *plan;
    clr_plan_info info;
    clr_result sum, most;
};

static bool subject_make(const struct rig *rig, const struct map *map, clr_type type,
                         const char *strategy, struct subject *made)
{
    clr_reduction reductions[] = {CLR_REDUCTION(CLR_OPERATOR_SUM, type),
                                  CLR_REDUCTION(CLR_OPERATOR_ARGMAX, type)};
    clr_plan_options options = {.size = sizeof options, .strategy = strategy};
    clr_type value = CLR_TYPE_DEFAULT;
    uint64_t inputs = 0;

    *made = (struct subject){.rig = rig,
                             .map = map,
                             .info = {.size = sizeof made->info},
                             .sum = {.size = sizeof made->sum},
                             .most = {.size = sizeof made->most}};
    reductions[0].map = reductions[1].map = map->text;
    if (strategy)
        reductions[0].accuracy = CLR_ACCURACY_FAST;
    if (clr_plan_check(rig->device, reductions, 2, &options, NULL, 0) != CLR_OK)
        options.strategy = NULL;
    if (clr_plan_check(rig->device, reductions, 2, &options, NULL, 0) != CLR_OK)
        return false;
    assert_ok(rig, clr_plan_create(rig->context, reductions, 2, &options, &made->plan));
    assert_int_equal(clr_plan_describe(made->plan, &made->info), CLR_OK);
    assert_int_equal(clr_plan_result(made->plan, 0, &made->sum), CLR_OK);
    assert_int_equal(clr_plan_result(made->plan, 1, &made->most), CLR_OK);
    assert_int_equal(clr_map_check(map->text, type, &value, &inputs, NULL, 0), CLR_OK);
    assert_int_equal(made->info.inputs, map->inputs);
    assert_int_equal(made->info.type, type);
    assert_int_equal(made->sum.type, clr_operator_result(CLR_OPERATOR_SUM, value));
    assert_int_equal(made->most.type, clr_operator_result(CLR_OPERATOR_ARGMAX, value));
    return true;
}

static void judge(const struct subject *s, uint64_t first, uint64_t count,
                  const unsigned char *record)
{
    const struct truth truth = truth_of(s->map, first, count);
    const double sum = value_of(s->sum.type, record + s->sum.offset);
    const double most = value_of(s->most.type, record + s->most.offset);
    uint64_t index;

    memcpy(&index, record + s->most.index_offset, sizeof index);
    if (sum != truth.sum || most != truth.most || index != truth.most_index)
        fail_msg("'%s' of %s by %s, %u elements from %u on: sum %.17g, most %.17g at %u; "
                 "in C %.17g, %.17g, %u",
                 s->map->text, clr_type_name(s->info.type), s->info.strategy, (unsigned)count,
                 (unsigned)first, sum, most, (unsigned)index, truth.sum, truth.most,
                 (unsigned)truth.most_index);
}

static void check_whole(const struct subject *s, const struct inputs *inputs, uint64_t first,
                        uint64_t count)
{
    unsigned char record[64];
    clr_run run = run_of(s->rig, inputs, s->map->inputs, first, count);

    run.host = record;
    assert_ok(s->rig, clr_plan_run(s->plan, &run));
    assert_int_equal(clFinish(s->rig->queue), CL_SUCCESS);
    judge(s, first, count, record);
}

/* In three parts, of which each goes on counting where the one before has ended. */
static void check_parts(const struct subject *s, const struct inputs *inputs, uint64_t count)
{
    const uint64_t cuts[] = {0, count / 3, count / 3 + 1, count};
    unsigned char record[64];

    for (size_t part = 0; part < 3; part++) {
        clr_run run =
            run_of(s->rig, inputs, s->map->inputs, cuts[part], cuts[part + 1] - cuts[part]);

        run.total = count;
        run.part = part < 2 ? CLR_PART_MORE : CLR_PART_LAST;
        run.host = part < 2 ? NULL : record;
        assert_ok(s->rig, clr_plan_run(s->plan, &run));
    }
    assert_int_equal(clFinish(s->rig->queue), CL_SUCCESS);
    judge(s, 0, count, record);
}

static void check_map(const struct subject *s, const struct inputs *inputs)
{
    static const uint64_t counts[] = {1, 2, 3, 15, 17, 255, 257, 1009, 2048, 19000};
    const size_t most = test_scope() <= SCOPE_SMALL ? COUNT(counts) - 2 : COUNT(counts);

    for (size_t i = 0; i < most; i++)
        check_whole(s, inputs, i % 5, counts[i]);
    check_parts(s, inputs, 1100);
}

static const char *strategy_at(size_t turn)
{
    size_t count = 0;

    while (clr_strategy_name(count))
        count++;
    return clr_strategy_name(turn % count);
}

/* ---- the product ---- */

/* Every map meets every kind of type, by another strategy each time. */
static bool covers(size_t map, int type)
{
    if (test_scope() == SCOPE_FULL)
        return true;
    return (map + (size_t)type) % (test_scope() <= SCOPE_SMALL ? 12 : 3) == 0;
}

TEST(maps_compute_what_c_computes)
{
    for (size_t r = 0; r < rig_count(); r++) {
        struct tally tally = {0};

        for (int type = 1; clr_type_name((clr_type)type); type++) {
            struct inputs inputs = inputs_make(rig_at(r), (clr_type)type, (uint64_t)type);

            for (size_t m = 0; m < COUNT(maps); m++) {
                struct subject s;

                if (!covers(m, type) || !suits(&maps[m], (clr_type)type)) {
                    tally_skip(&tally,
                               covers(m, type) ? "not exact in f32" : "left to the full scope");
                } else if (subject_make(rig_at(r), &maps[m], (clr_type)type,
                                        strategy_at(m + (size_t)type * 4), &s)) {
                    check_map(&s, &inputs);
                    clr_plan_destroy(s.plan);
                    tally.run++;
                } else {
                    tally_skip(&tally, "the device has no fp64");
                }
            }
            inputs_destroy(&inputs);
        }
        tally_print("map x type", &tally);
        assert_int_equal(tally.run + tally.skipped, COUNT(maps) * 12);
        assert_true(tally.run > 0);
    }
}

/* Maps go before the operator, whichever it is; NaNs that a map makes are NaNs. */
TEST(operators_take_what_maps_give)
{
    static const float x[] = {4, 9, -1, 16, 0};
    const struct {
        clr_operator op;
        clr_nan nan;
        const char *map;
        float value;
    } rows[] = {
        {CLR_OPERATOR_SUM, CLR_NAN_IGNORE, "sqrt(x)", 9},
        {CLR_OPERATOR_SUM, CLR_NAN_PROPAGATE, "sqrt(x)", NAN},
        {CLR_OPERATOR_MIN, CLR_NAN_IGNORE, "sqrt(x)", 0},
        {CLR_OPERATOR_MAX, CLR_NAN_PROPAGATE, "-x", 1},
        {CLR_OPERATOR_MEAN, CLR_NAN_IGNORE, "sqrt(x)", 2.25f},
        {CLR_OPERATOR_MEAN, CLR_NAN_PROPAGATE, "x * 2", 11.2f},
        {CLR_OPERATOR_PROD, CLR_NAN_PROPAGATE, "x + 1", 0},
        {CLR_OPERATOR_SUMSQ, CLR_NAN_PROPAGATE, "x - y", 4 + 49 + 9 + 196 + 4},
        {CLR_OPERATOR_AMAX, CLR_NAN_PROPAGATE, "x - 20", 21},
        {CLR_OPERATOR_ASUM, CLR_NAN_PROPAGATE, "fmin(x, 5)", 4 + 5 + 1 + 5},
    };
    static const float y[] = {2, 2, 2, 2, 2};
    const void *const inputs[] = {x, y};

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t i = 0; i < COUNT(rows); i++) {
            clr_reduction reduction = CLR_REDUCTION(rows[i].op, CLR_TYPE_F32);
            struct {
                float value;
                cl_int status;
            } record = {-1, CLR_OK};

            reduction.map = rows[i].map;
            reduction.nan = rows[i].nan;
            assert_ok(rig_at(r), clr_reduce_all(rig_at(r)->context, &reduction, 1, inputs,
                                                strchr(rows[i].map, 'y') ? 2 : 1, COUNT(x), &record,
                                                sizeof record));
            if (isnan(rows[i].value) ? !isnan(record.value) : record.value != rows[i].value)
                fail_msg("%s of '%s': %g instead of %g", clr_operator_name(rows[i].op), rows[i].map,
                         (double)record.value, (double)rows[i].value);
        }
}

/* Elements count even if the map looks at none of them. */
TEST(maps_may_ignore_the_elements)
{
    clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_U8);
    const uint8_t nothing[1000] = {0};
    const void *const inputs[] = {nothing};

    reduction.map = "i * i";
    for (size_t r = 0; r < rig_count(); r++) {
        uint64_t sum = 0;

        assert_ok(rig_at(r), clr_reduce_all(rig_at(r)->context, &reduction, 1, inputs, 1, 1000,
                                            &sum, sizeof sum));
        assert_int_equal(sum, 332833500);
    }
}

/* ---- streams ---- */

/* Index and count go through all pieces. */
TEST(streams_count_on)
{
    clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_stream_options options = {
        .size = sizeof options, .piece_capacity = 77, .total = 1000};

    reduction.map = "x * i + y * (n - i)";
    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        clr_stream *stream = NULL;
        int64_t expected = 0, sum = 0;

        for (int64_t i = 0; i < 1000; i++)
            expected += number_at(0, (uint64_t)i) * i + number_at(1, (uint64_t)i) * (1000 - i);
        assert_ok(rig, clr_stream_create(rig->context, &reduction, 1, &options, &stream));
        for (int round = 0; round < 2; round++) {
            uint64_t capacity = 0;

            for (uint64_t at = 0; at < 1000; at += capacity) {
                void *rooms[2] = {NULL, NULL};

                assert_ok(rig, clr_stream_map(stream, rooms, &capacity));
                if (capacity > 1000 - at)
                    capacity = 1000 - at;
                for (uint64_t i = 0; i < capacity; i++)
                    for (unsigned k = 0; k < 2; k++)
                        ((int32_t *)rooms[k])[i] = (int32_t)number_at(k, at + i);
                assert_ok(rig, clr_stream_submit(stream, capacity));
            }
            assert_ok(rig, clr_stream_result(stream, &sum));
            assert_int_equal(sum, expected);
        }
        clr_stream_destroy(stream);
    }
}

/* ---- what is wrong ---- */

TEST(maps_that_are_wrong_are_told)
{
    static const struct {
        const char *map;
        const char *part;
    } cases[] = {
        {"", "column"},       {"x +", "column"},      {"k", "k"},
        {"x; y", "column 2"}, {"x) + (y", "column"},  {"system(x)", "system"},
        {"x = 3", "column"},  {"sqrt(x, y)", "sqrt"}, {"x \" y", "column 3"},
    };
    struct rig *rig = rig_at(0);

    for (size_t i = 0; i < COUNT(cases); i++) {
        clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
        clr_plan *plan = NULL;
        float result = 0;

        reduction.map = cases[i].map;
        assert_error(rig, CLR_ERROR_ARGUMENT,
                     clr_plan_create(rig->context, &reduction, 1, NULL, &plan), cases[i].part);
        assert_null(plan);
        assert_error(rig, CLR_ERROR_ARGUMENT,
                     clr_reduce(rig->context, &reduction, &result, 1, &result, sizeof result),
                     cases[i].part);
    }
}

/* Runs of two inputs and of n that do not say enough, or contradict themselves. */
TEST(runs_that_do_not_fit_the_map_are_refused)
{
    clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    struct rig *rig = rig_at(0);
    struct inputs inputs = inputs_make(rig, CLR_TYPE_I32, 1);
    clr_stream *stream = NULL;
    clr_plan *plan = NULL;
    int64_t sum = -1;
    clr_run run = run_of(rig, &inputs, 2, 0, 100), sound;

    reduction.map = "x * y + n";
    assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, NULL, &plan));
    run.host = &sum;
    sound = run;
    run.inputs[1].count = 99;
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(plan, &run), "99");
    run.inputs[1] = (clr_span){NULL, 0, 100};
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(plan, &run), "input y");
    run.inputs[1] = (clr_span){inputs.buffers[1], ELEMENTS, 100};
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(plan, &run), "input y");
    run = sound;
    run.host = NULL;
    run.output = inputs.buffers[1];
    run.output_index = 20; /* in the midst of the elements */
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(plan, &run), "input y");
    run = sound;
    run.host = NULL;
    run.part = CLR_PART_MORE;
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(plan, &run), "total");
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_stream_create(rig->context, &reduction, 1, NULL, &stream), "total");
    assert_null(stream);
    assert_int_equal(sum, -1);
    clr_plan_destroy(plan);
    inputs_destroy(&inputs);
}
