/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operators of the caller's own: a product of complex numbers, one of matrices, whose order
 * matters, the box around points; of every element type, in parts and streams; and what is wrong
 * with a text, said in the text's own lines.
 */
#include "custom_examples.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 30000, FIRST = 3, RESULT_MOST = 64 };

static size_t element_limit(void)
{
    return test_scope() <= SCOPE_SMALL ? 3000 : ELEMENTS;
}

static clr_reduction reduction_of(const clr_custom *custom, clr_type type)
{
    clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_CUSTOM, type);

    reduction.custom = custom;
    return reduction;
}

/* ---- one of them under test ---- */

struct subject {
    const struct rig *rig;
    const struct example *example;
    clr_plan *plan;
    clr_plan_info info;
    unsigned char *data;
    cl_mem input;
};

/* False if the device cannot have the plan; `tally` knows why. */
static bool subject_make_at(const struct rig *rig, const struct example *example,
                            clr_accuracy accuracy, const clr_plan_options *options,
                            struct subject *made, struct tally *tally)
{
    clr_reduction reduction = reduction_of(&example->custom, CLR_TYPE_DEFAULT);
    const size_t size = (size_t)example->custom.element_size * element_limit();
    clr_result result = {.size = sizeof result};
    char reason[256];
    clr_status status;

    reduction.accuracy = accuracy;
    *made = (struct subject){.rig = rig, .example = example, .info = {.size = sizeof made->info}};
    status = clr_plan_check(rig->device, &reduction, 1, options, reason, sizeof reason);
    assert_int_equal(clr_plan_create(rig->context, &reduction, 1, options, &made->plan), status);
    if (status != CLR_OK) {
        assert_error(rig, CLR_ERROR_UNSUPPORTED, status, "");
        tally_skip(tally, reason);
        return false;
    }
    assert_int_equal(clr_plan_describe(made->plan, &made->info), CLR_OK);
    assert_int_equal(clr_plan_result(made->plan, 0, &result), CLR_OK);
    assert_int_equal(result.op, CLR_OPERATOR_CUSTOM);
    assert_int_equal(result.type, CLR_TYPE_DEFAULT);
    assert_int_equal(result.value_size, example->result_size);
    assert_int_equal(made->info.element_size, example->custom.element_size);
    assert_int_equal(made->info.result_size, example->result_size);
    made->data = malloc(size);
    assert_non_null(made->data);
    example->fill(made->data, element_limit());
    made->input = buffer_of(rig, made->data, size);
    tally->run++;
    return true;
}

static bool subject_make(const struct rig *rig, const struct example *example,
                         const clr_plan_options *options, struct subject *made, struct tally *tally)
{
    return subject_make_at(rig, example, CLR_ACCURACY_DEFAULT, options, made, tally);
}

static void subject_destroy(struct subject *s)
{
    clReleaseMemObject(s->input);
    free(s->data);
    clr_plan_destroy(s->plan);
}

static void judge(const struct subject *s, uint64_t first, uint64_t count, const void *result)
{
    unsigned char expected[RESULT_MOST];

    s->example->fold(s->data + first * s->example->custom.element_size, (size_t)count, expected);
    if (memcmp(result, expected, s->example->result_size) != 0)
        fail_msg("%s by %s, group %u, vector %u, loads %u, first %u, count %u is wrong",
                 s->example->custom.name, s->info.strategy, (unsigned)s->info.group_size,
                 (unsigned)s->info.vector_width, (unsigned)s->info.item_loads, (unsigned)first,
                 (unsigned)count);
}

static void check_run(const struct subject *s, uint64_t first, uint64_t count)
{
    unsigned char result[RESULT_MOST];

    memset(result, 0x5a, sizeof result);
    run_plan(s->rig, s->plan, s->input, first, count, result);
    judge(s, first, count, result);
    for (size_t i = s->example->result_size; i < sizeof result; i++)
        assert_int_equal(result[i], 0x5a);
}

/* Counts around every edge that the plan's geometry has. */
static void check_edges(const struct subject *s)
{
    const uint64_t group = s->info.vector_width * s->info.group_size;
    const uint64_t tile = group * s->info.item_loads;
    const uint64_t edges[] = {1, 4, group, tile, 2 * tile, tile * s->info.group_count, 1001};

    for (size_t i = 0; i < COUNT(edges); i++)
        for (uint64_t count = edges[i] - 1; count <= edges[i] + 1; count++)
            if (count + FIRST <= element_limit())
                check_run(s, i % (FIRST + 1), count);
    if (test_scope() > SCOPE_SMALL)
        check_run(s, 1, element_limit() - 1);
}

/* ---- every strategy and group size ---- */

static const uint64_t group_sizes[] = {0, 1, 2, 3, 32, 33, 64, 100, 256};

/* The covering set: all sizes for the one whose order matters by some strategies; each else one. */
static bool covers(const struct example *example, size_t strategy, size_t size)
{
    if (test_scope() == SCOPE_FULL || size == 0)
        return test_scope() > SCOPE_SMALL || strategy % 3 == 0;
    if (test_scope() <= SCOPE_SMALL)
        return group_sizes[size] == 33 && strategy % 5 == 0;
    return (strategy + size) % (example->custom.is_commutative ? 9 : 4) == 0;
}

static void check_example(const struct rig *rig, const struct example *example, struct tally *tally)
{
    for (size_t strategy = 0; clr_strategy_name(strategy); strategy++)
        for (size_t size = 0; size < COUNT(group_sizes); size++) {
            const clr_plan_options options = {.size = sizeof options,
                                              .strategy = clr_strategy_name(strategy),
                                              .group_size = group_sizes[size]};
            struct subject s;

            if (group_sizes[size] > rig->device->max_work_group_size) {
                tally_skip(tally, "larger than the device's groups");
                continue;
            }
            if (!covers(example, strategy, size)) {
                tally_skip(tally, "left to another scope");
                continue;
            }
            if (!subject_make(rig, example, &options, &s, tally))
                continue;
            check_edges(&s);
            subject_destroy(&s);
        }
}

TEST(every_strategy_computes_them_or_refuses)
{
    for (size_t r = 0; r < rig_count(); r++)
        for (size_t e = 0; e < EXAMPLES; e++) {
            struct tally tally = {0};

            check_example(rig_at(r), &examples[e], &tally);
            tally_print(examples[e].custom.name, &tally);
            assert_true(tally.run >= (test_scope() <= SCOPE_SMALL ? 1 : 4));
        }
}

/* In the published order, lanes of operators that do not commute take consecutive elements: each
 * 1024, the last one what is left. */
TEST(the_published_order_computes_them)
{
    static const uint64_t counts[] = {1, 31, 33, 1023, 1024, 1025, 1500, 2049, 2900};

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t e = 0; e < EXAMPLES; e++) {
            struct tally tally = {0};
            struct subject s;

            if (!subject_make_at(rig_at(r), &examples[e], CLR_ACCURACY_REPRODUCIBLE, NULL, &s,
                                 &tally))
                continue;
            for (size_t i = 0; i < COUNT(counts); i++)
                check_run(&s, i % (FIRST + 1), counts[i]);
            subject_destroy(&s);
        }
}

/* A state that no atomic can hold is refused where states meet in one cell. */
TEST(atomics_refuse_states_of_many_bytes)
{
    const clr_plan_options options = {.size = sizeof options, .strategy = "atomic"};

    for (size_t r = 0; r < rig_count(); r++) {
        const clr_reduction reduction =
            reduction_of(&examples[EXAMPLE_MATRIX].custom, CLR_TYPE_DEFAULT);
        clr_plan *plan = NULL;

        assert_error(rig_at(r), CLR_ERROR_UNSUPPORTED,
                     clr_plan_create(rig_at(r)->context, &reduction, 1, &options, &plan), "atomic");
    }
}

/* ---- parts, streams, host memory ---- */

TEST(parts_come_to_the_whole)
{
    static const uint64_t cuts[] = {0, 1, 77, 1000, 2499, 2500};

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t e = 0; e < EXAMPLES; e++) {
            const clr_plan_options options = {.size = sizeof options, .group_count = 3};
            const struct rig *rig = rig_at(r);
            struct tally tally = {0};
            struct subject s;

            assert_true(subject_make(rig, &examples[e], &options, &s, &tally));
            for (size_t c = 0; c < COUNT(cuts); c++) {
                unsigned char result[RESULT_MOST];

                run_part(rig, s.plan, s.input, 0, cuts[c], CLR_PART_MORE, NULL);
                check_run(&s, 2, 600);
                run_part(rig, s.plan, s.input, cuts[c], 2500 - cuts[c], CLR_PART_LAST, result);
                judge(&s, 0, 2500, result);
            }
            subject_destroy(&s);
        }
}

/* Pieces of 999 through a stream. */
static void check_stream(const struct subject *s, const clr_reduction *reduction, uint64_t count)
{
    const clr_stream_options options = {.size = sizeof options, .piece_capacity = 999};
    const size_t element = (size_t)s->example->custom.element_size;
    unsigned char result[RESULT_MOST];
    clr_stream *stream = NULL;
    uint64_t capacity = 0;

    assert_ok(s->rig, clr_stream_create(s->rig->context, reduction, 1, &options, &stream));
    for (uint64_t at = 0; at < count; at += capacity) {
        void *room = NULL;

        assert_ok(s->rig, clr_stream_map(stream, &room, &capacity));
        if (capacity > count - at)
            capacity = count - at;
        memcpy(room, s->data + at * element, (size_t)capacity * element);
        assert_ok(s->rig, clr_stream_submit(stream, capacity));
    }
    assert_ok(s->rig, clr_stream_result(stream, result));
    judge(s, 0, count, result);
    clr_stream_destroy(stream);
}

TEST(streams_and_host_memory_do_as_well)
{
    for (size_t r = 0; r < rig_count(); r++)
        for (size_t e = 0; e < EXAMPLES; e++) {
            const clr_reduction reduction = reduction_of(&examples[e].custom, CLR_TYPE_DEFAULT);
            const struct rig *rig = rig_at(r);
            unsigned char result[RESULT_MOST];
            struct tally tally = {0};
            struct subject s;

            assert_true(subject_make(rig, &examples[e], NULL, &s, &tally));
            check_stream(&s, &reduction, 2900);
            assert_ok(rig, clr_reduce(rig->context, &reduction, s.data, 2900, result,
                                      examples[e].result_size));
            judge(&s, 0, 2900, result);
            assert_ok(rig, clr_reduce(rig->context, &reduction, NULL, 0, result,
                                      examples[e].result_size));
            judge(&s, 0, 0, result);
            subject_destroy(&s);
        }
}

/* ---- elements that are numbers ---- */

static const char weighted_text[] = "typedef float2 state;\n"
                                    "typedef float result;\n"
                                    "state identity(void) { return (state)(0); }\n"
                                    "state lift(element x, ulong i)\n"
                                    "{\n"
                                    "    return (state)((float)x * (float)(i % 5), (float)x);\n"
                                    "}\n"
                                    "state combine(state a, state b) { return a + b; }\n"
                                    "result lower(state s, ulong n) { return s.x + 7 * s.y; }\n";

/* 0, 1, 2, 0, 1 ... as any type, small enough for f32 to be exact. */
static void fill_type(clr_type type, void *data, size_t count)
{
    static const uint16_t halves[] = {0, 0x3c00, 0x4000}, brains[] = {0, 0x3f80, 0x4000};

    for (size_t i = 0; i < count; i++) {
        char *at = (char *)data + i * clr_type_size(type);
        const uint64_t whole = i % 3;
        const double real = (double)whole;
        const float narrow = (float)whole;

        switch (type) {
        case CLR_TYPE_F16:
            memcpy(at, &halves[whole], sizeof *halves);
            break;
        case CLR_TYPE_BF16:
            memcpy(at, &brains[whole], sizeof *brains);
            break;
        case CLR_TYPE_F32:
            memcpy(at, &narrow, sizeof narrow);
            break;
        case CLR_TYPE_F64:
            memcpy(at, &real, sizeof real);
            break;
        default:
            memcpy(at, &whole, clr_type_size(type));
        }
    }
}

TEST(elements_may_be_of_every_type)
{
    const clr_custom custom = {.size = sizeof custom, .source = weighted_text, .is_commutative = 1};
    enum { SIZE = 2003 };
    static uint64_t data[SIZE];
    float expected = 0;

    for (int i = 0; i < SIZE; i++)
        expected += (float)(i % 3 * (i % 5) + 7 * (i % 3));
    for (size_t r = 0; r < rig_count(); r++)
        for (int type = 1; clr_type_name((clr_type)type); type++) {
            const clr_reduction reduction = reduction_of(&custom, (clr_type)type);
            const struct rig *rig = rig_at(r);
            float result = -1;

            fill_type((clr_type)type, data, SIZE);
            if (type == CLR_TYPE_F64 && !rig->device->fp64) {
                assert_error(
                    rig, CLR_ERROR_UNSUPPORTED,
                    clr_reduce(rig->context, &reduction, data, SIZE, &result, sizeof result),
                    "fp64");
                continue;
            }
            assert_ok(rig,
                      clr_reduce(rig->context, &reduction, data, SIZE, &result, sizeof result));
            if (result != expected)
                fail_msg("%s: %g instead of %g", clr_type_name((clr_type)type), (double)result,
                         (double)expected);
        }
}

/* ---- names ---- */

/* What a text calls its own things is its own affair. */
TEST(other_names_may_be_anything)
{
    static const char text[] =
        "#define value 3\n"
        "#define count 4\n"
        "#define scratch 5\n"
        "#define N 6\n"
        "typedef struct { int index, size; } span;\n"
        "typedef long state;\n"
        "typedef long result;\n"
        "long fold(long group, long local_size) { return group + local_size; }\n"
        "long reduce(long x) { return x; }\n"
        "long read(long x) { return x; }\n"
        "state identity(void) { return 0; }\n"
        "state lift(element x, ulong at) { span s = {value, count}; return x + s.index; }\n"
        "state combine(state a, state b) { return fold(a, b); }\n"
        "result lower(state s, ulong n) { return read(reduce(s)) + scratch + N; }\n";
    const clr_custom custom = {.size = sizeof custom, .source = text, .is_commutative = 1};
    const clr_reduction reduction = reduction_of(&custom, CLR_TYPE_I32);
    int32_t data[1000];

    for (int i = 0; i < 1000; i++)
        data[i] = i;
    for (size_t r = 0; r < rig_count(); r++) {
        int64_t result = 0;

        assert_ok(rig_at(r),
                  clr_reduce(rig_at(r)->context, &reduction, data, 1000, &result, sizeof result));
        assert_int_equal(result, 999 * 500 + 3 * 1000 + 11);
    }
}

/* ---- what is wrong ---- */

#define SOUND_END                                                                                  \
    "state combine(state a, state b) { return a + b; }\n"                                          \
    "result lower(state s, ulong n) { return s; }\n"

/* The fault is in the line that the build log names, as the text counts them. */
TEST(faults_are_told_in_the_texts_own_lines)
{
    static const struct {
        const char *source;
        const char *name;
        const char *place;
    } faults[] = {
        {"typedef long state;\n"
         "typedef long result;\n"
         "state identity(void) { return 0; }\n"
         "state lift(element x, ulong i) { return no_such_thing; }\n" SOUND_END,
         "sum.cl", "sum.cl:4"},
        {"typedef long state;\n"
         "typedef long result;\n"
         "\n"
         "\n"
         "state identity(void) { return 0 }\n"
         "state lift(element x, ulong i) { return x; }\n" SOUND_END,
         NULL, "operator:5"},
        {"typedef long state;\n"
         "typedef long result;\n"
         "state identity(void) { return 0; }\n" SOUND_END,
         "short.cl", "lift"},
    };

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t i = 0; i < COUNT(faults); i++) {
            const clr_custom custom = {
                .size = sizeof custom, .source = faults[i].source, .name = faults[i].name};
            const clr_reduction reduction = reduction_of(&custom, CLR_TYPE_I32);
            const struct rig *rig = rig_at(r);
            const char *log;
            clr_plan *plan = NULL;

            assert_error(rig, CLR_ERROR_BUILD,
                         clr_plan_create(rig->context, &reduction, 1, NULL, &plan),
                         faults[i].name ? faults[i].name : "operator");
            assert_null(plan);
            log = clr_context_error(rig->context)->build_log;
            if (!strstr(log, faults[i].place))
                fail_msg("the build log does not say '%s':\n%s", faults[i].place, log);
        }
}

/* The element's struct is not of the size that was given for it. */
TEST(wrong_element_sizes_are_found)
{
    clr_custom custom = examples[EXAMPLE_MATRIX].custom;
    const clr_reduction reduction = reduction_of(&custom, CLR_TYPE_DEFAULT);
    clr_plan *plan = NULL;

    custom.element_size = 12;
    for (size_t r = 0; r < rig_count(); r++) {
        assert_error(rig_at(r), CLR_ERROR_ARGUMENT,
                     clr_plan_create(rig_at(r)->context, &reduction, 1, NULL, &plan), "16");
        assert_null(plan);
    }
}

TEST(refuses_descriptions_that_make_no_sense)
{
    static const char text[] = "typedef long state;\n"
                               "typedef long result;\n"
                               "state identity(void) { return 0; }\n"
                               "state lift(element x, ulong i) { return x; }\n" SOUND_END;
    const struct {
        clr_custom custom;
        const char *part;
    } cases[] = {
        {{.size = 1, .source = text}, "clr_custom.size"},
        {{.size = sizeof(clr_custom)}, "NULL"},
        {{.size = sizeof(clr_custom), .source = text, .element_size = 4097}, "4096"},
    };
    const clr_custom sound = {.size = sizeof sound, .source = text};
    struct rig *rig = rig_at(0);
    clr_context *context = rig->context;
    clr_plan *plan = NULL;
    clr_reduction two[2] = {reduction_of(&sound, CLR_TYPE_I32),
                            CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32)};

    for (size_t i = 0; i < COUNT(cases); i++) {
        const clr_reduction reduction = reduction_of(&cases[i].custom, CLR_TYPE_I32);

        assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_create(context, &reduction, 1, NULL, &plan),
                     cases[i].part);
    }
    assert_error(rig, CLR_ERROR_UNSUPPORTED, clr_plan_create(context, two, 2, NULL, &plan),
                 "alone");
    two[0].custom = NULL;
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_create(context, two, 1, NULL, &plan), "custom");
    two[1].custom = &sound;
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_create(context, &two[1], 1, NULL, &plan),
                 "custom");
    assert_null(plan);
}

/* What the caller handed in is copied: it may be gone when the plan runs. */
TEST(texts_need_not_outlive_the_call)
{
    const size_t length = strlen(examples[EXAMPLE_COMPLEX].custom.source) + 1;
    char *text = malloc(length);
    clr_custom custom = examples[EXAMPLE_COMPLEX].custom;
    const clr_reduction reduction = reduction_of(&custom, CLR_TYPE_DEFAULT);
    const struct complex_number data[] = {{0, 1}, {0, 1}, {3, 0}};
    struct rig *rig = rig_at(0);
    struct complex_number result = {0, 0};
    clr_plan *plan = NULL;
    cl_mem buffer = buffer_of(rig, data, sizeof data);

    assert_non_null(text);
    memcpy(text, custom.source, length);
    custom.source = text;
    assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, NULL, &plan));
    memset(text, '?', length);
    free(text);
    memset(&custom, 0xff, sizeof custom);
    run_plan(rig, plan, buffer, 0, COUNT(data), &result);
    assert_true(result.re == -3 && result.im == 0);
    clr_plan_destroy(plan);
    clReleaseMemObject(buffer);
}
