/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several reductions in one plan: each comes to what it comes to alone, in one record that is laid
 * out as a C struct; in parts, in streams, of maps that differ, and of host memory.
 */
#include "operators.h"
#include "subject.h"

#include <string.h>

/* ---- the record ---- */

#define REDUCTION(op_, type_, ...)                                                                 \
    {                                                                                              \
        .size = sizeof(clr_reduction), .op = CLR_OPERATOR_##op_, .type = CLR_TYPE_##type_,         \
        __VA_ARGS__                                                                                \
    }

/* Where one reduction's members are to be, CLR_UNKNOWN for those it has not. */
struct spot {
    clr_reduction reduction;
    uint64_t value, second, index, status;
};

#define NONE CLR_UNKNOWN

/* Records as a C programmer would write them down; the compiler says where their members are. */
struct floats {
    float sum;
    uint8_t any;
    float least, greatest;
    float top;
    uint64_t top_index;
    double mean;
    uint64_t count;
    float min;
    cl_int min_status;
};

static const struct spot floats_spots[] = {
#define AT(member) offsetof(struct floats, member)
    {REDUCTION(SUM, F32, 0), AT(sum), NONE, NONE, NONE},
    {REDUCTION(ANY, F32, 0), AT(any), NONE, NONE, NONE},
    {REDUCTION(MINMAX, F32, 0), AT(least), AT(greatest), NONE, NONE},
    {REDUCTION(ARGMAX, F32, 0), AT(top), NONE, AT(top_index), NONE},
    {REDUCTION(MEAN, F32, .result = CLR_TYPE_F64), AT(mean), NONE, NONE, NONE},
    {REDUCTION(COUNT, F32, 0), AT(count), NONE, NONE, NONE},
    {REDUCTION(MIN, F32, .nan = CLR_NAN_IGNORE), AT(min), NONE, NONE, AT(min_status)},
#undef AT
};

struct bytes {
    int8_t first;
    uint64_t first_index;
    uint8_t amax;
    int8_t least, greatest;
    int64_t sum;
    uint8_t all;
};

static const struct spot bytes_spots[] = {
#define AT(member) offsetof(struct bytes, member)
    {REDUCTION(ARGMIN, I8, 0), AT(first), NONE, AT(first_index), NONE},
    {REDUCTION(AMAX, I8, 0), AT(amax), NONE, NONE, NONE},
    {REDUCTION(MINMAX, I8, 0), AT(least), AT(greatest), NONE, NONE},
    {REDUCTION(SUM, I8, 0), AT(sum), NONE, NONE, NONE},
    {REDUCTION(ALL, I8, 0), AT(all), NONE, NONE, NONE},
#undef AT
};

struct longs {
    int64_t sum;
    uint8_t any;
    int64_t product;
    double variance;
    uint8_t all;
    cl_int sum_status;
    cl_int product_status;
};

static const struct spot longs_spots[] = {
#define AT(member) offsetof(struct longs, member)
    {REDUCTION(SUM, I64, .overflow = CLR_OVERFLOW_DETECT), AT(sum), NONE, NONE, AT(sum_status)},
    {REDUCTION(ANY, I64, 0), AT(any), NONE, NONE, NONE},
    {REDUCTION(PROD, I64, .overflow = CLR_OVERFLOW_DETECT), AT(product), NONE, NONE,
     AT(product_status)},
    {REDUCTION(VAR, I64, 0), AT(variance), NONE, NONE, NONE},
    {REDUCTION(ALL, I64, 0), AT(all), NONE, NONE, NONE},
#undef AT
};

struct halves {
    uint16_t min;
    uint64_t min_index;
    float sum;
    uint16_t max;
    uint8_t any;
    float dot;
    cl_int min_status;
    cl_int max_status;
};

static const struct spot halves_spots[] = {
#define AT(member) offsetof(struct halves, member)
    {REDUCTION(ARGMIN, F16, .nan = CLR_NAN_IGNORE), AT(min), NONE, AT(min_index), AT(min_status)},
    {REDUCTION(SUM, F16, .nan = CLR_NAN_IGNORE), AT(sum), NONE, NONE, NONE},
    {REDUCTION(MAX, F16, .nan = CLR_NAN_IGNORE), AT(max), NONE, NONE, AT(max_status)},
    {REDUCTION(ANY, F16, .nan = CLR_NAN_IGNORE), AT(any), NONE, NONE, NONE},
    {REDUCTION(DOT, F16, .nan = CLR_NAN_IGNORE), AT(dot), NONE, NONE, NONE},
#undef AT
};

static const struct layout {
    const char *name;
    const struct spot *spots;
    size_t count;
    size_t size;
} layouts[] = {
    {"floats", floats_spots, COUNT(floats_spots), sizeof(struct floats)},
    {"bytes", bytes_spots, COUNT(bytes_spots), sizeof(struct bytes)},
    {"longs", longs_spots, COUNT(longs_spots), sizeof(struct longs)},
    {"halves", halves_spots, COUNT(halves_spots), sizeof(struct halves)},
};

static void check_spot(const struct layout *layout, size_t i, const clr_plan *plan)
{
    const struct spot *spot = &layout->spots[i];
    clr_result result = {.size = sizeof result};

    assert_int_equal(clr_plan_result(plan, i, &result), CLR_OK);
    assert_int_equal(result.op, spot->reduction.op);
    if (result.offset != spot->value || result.second_offset != spot->second ||
        result.index_offset != spot->index || result.status_offset != spot->status)
        fail_msg("%s: %s is at %u, %d, %d, %d", layout->name, clr_operator_name(result.op),
                 (unsigned)result.offset, (int)result.second_offset, (int)result.index_offset,
                 (int)result.status_offset);
}

TEST(lays_records_out_as_c_does)
{
    for (size_t r = 0; r < rig_count(); r++)
        for (size_t l = 0; l < COUNT(layouts); l++) {
            clr_reduction reductions[CLR_REDUCTIONS_MOST];
            clr_plan_info info = {.size = sizeof info};
            clr_result result = {.size = sizeof result};
            clr_plan *plan = NULL;

            for (size_t i = 0; i < layouts[l].count; i++) {
                reductions[i] = layouts[l].spots[i].reduction;
                if (test_scope() <= SCOPE_SMALL) /* whose kernels take less time to compile */
                    reductions[i].accuracy = CLR_ACCURACY_FAST;
            }
            if (clr_plan_check(rig_at(r)->device, reductions, layouts[l].count, NULL, NULL, 0) ==
                CLR_ERROR_UNSUPPORTED)
                continue; /* variances of i64 need fp64 */
            assert_ok(rig_at(r), clr_plan_create(rig_at(r)->context, reductions, layouts[l].count,
                                                 NULL, &plan));
            assert_int_equal(clr_plan_describe(plan, &info), CLR_OK);
            assert_int_equal(info.reductions, layouts[l].count);
            assert_int_equal(info.result_size, layouts[l].size);
            for (size_t i = 0; i < layouts[l].count; i++)
                check_spot(&layouts[l], i, plan);
            assert_int_equal(clr_plan_result(plan, layouts[l].count, &result), CLR_ERROR_ARGUMENT);
            clr_plan_destroy(plan);
        }
}

/* ---- a plan of several under test ---- */

struct several {
    const struct rig *rig;
    clr_plan *plan;
    clr_plan_info info;
    clr_reduction reductions[CLR_REDUCTIONS_MOST];
    clr_result results[CLR_REDUCTIONS_MOST];
    size_t count;
    struct field field;
};

enum { ELEMENTS = 40000, RECORD_LIMIT = 1024 };

/* False if the device cannot have the plan, which is noted. */
static bool several_make(const struct rig *rig, const clr_reduction *reductions, size_t count,
                         const clr_plan_options *options, uint64_t seed, struct several *made,
                         struct tally *tally)
{
    const size_t size = test_scope() <= SCOPE_SMALL ? 2000 : ELEMENTS;
    struct subject like = {.rig = rig};
    clr_status status;

    *made = (struct several){.rig = rig, .count = count, .info = {.size = sizeof made->info}};
    status = clr_plan_create(rig->context, reductions, count, options, &made->plan);
    if (status == CLR_ERROR_UNSUPPORTED) {
        tally_skip(tally, clr_context_error(rig->context)->message);
        return false;
    }
    assert_ok(rig, status);
    assert_int_equal(clr_plan_describe(made->plan, &made->info), CLR_OK);
    assert_in_range(made->info.result_size, 1, RECORD_LIMIT);
    for (size_t i = 0; i < count; i++) {
        made->reductions[i] = reductions[i];
        made->results[i].size = sizeof made->results[i];
        assert_int_equal(clr_plan_result(made->plan, i, &made->results[i]), CLR_OK);
    }
    like.reduction = reductions[0];
    like.info = made->info;
    made->field = field_make(&like, kind_for(reductions[0].op, (unsigned)seed), seed, size);
    return true;
}

static void several_destroy(struct several *s)
{
    field_destroy(&s->field);
    clr_plan_destroy(s->plan);
}

/* A run of the plan over elements from `offset` on, which the caller completes. */
static clr_run run_of(const struct several *s, uint64_t offset, uint64_t count)
{
    clr_run run = {.size = sizeof run, .queue = s->rig->queue};

    for (size_t i = 0; i < s->field.inputs; i++)
        run.inputs[i] = (clr_span){s->field.buffers[i], begin_of(&s->field, i, offset), count};
    return run;
}

static void judge_record(const struct several *s, uint64_t offset, uint64_t count, uint64_t depth,
                         const void *record)
{
    const void *data[2] = {NULL, NULL};
    char why[256];

    find_data(&s->field, offset, data);
    for (size_t i = 0; i < s->count; i++)
        if (!accepts_record(&s->reductions[i], &s->results[i], data, count, depth, CLR_OK, record,
                            why, sizeof why))
            fail_msg("%s of %s, number %u of %u by %s, offset %u, count %u: %s",
                     clr_operator_name(s->reductions[i].op), clr_type_name(s->reductions[i].type),
                     (unsigned)i, (unsigned)s->count, s->info.strategy, (unsigned)offset,
                     (unsigned)count, why);
}

/* Runs into the middle one of three records: the others stay as they are. */
static void check_in_a_buffer(const struct several *s, uint64_t offset, uint64_t count)
{
    const size_t size = (size_t)s->info.result_size;
    unsigned char records[3 * RECORD_LIMIT], marks[3 * RECORD_LIMIT];
    clr_run run = run_of(s, offset, count);

    memset(marks, 0xa5, sizeof marks);
    run.output = buffer_of(s->rig, marks, 3 * size);
    run.output_index = 1;
    assert_ok(s->rig, clr_plan_run(s->plan, &run));
    buffer_read(s->rig, run.output, 0, records, 3 * size);
    clReleaseMemObject(run.output);
    assert_memory_equal(records, marks, size);
    assert_memory_equal(records + 2 * size, marks, size);
    judge_record(s, offset, count, clr_plan_depth(s->plan, count), records + size);
}

static void check_on_the_host(const struct several *s, uint64_t offset, uint64_t count)
{
    const size_t size = (size_t)s->info.result_size;
    unsigned char record[RECORD_LIMIT + 64], marks[RECORD_LIMIT + 64];
    clr_run run = run_of(s, offset, count);

    memset(marks, 0xa5, sizeof marks);
    memset(record, 0xa5, sizeof record);
    run.host = record;
    assert_ok(s->rig, clr_plan_run(s->plan, &run));
    assert_int_equal(clFinish(s->rig->queue), CL_SUCCESS);
    assert_memory_equal(record + size, marks, sizeof record - size);
    judge_record(s, offset, count, clr_plan_depth(s->plan, count), record);
}

/* A part, a whole run between, and a last one. */
static void check_in_parts(const struct several *s, uint64_t count, uint64_t cut)
{
    unsigned char record[RECORD_LIMIT];
    clr_run run = run_of(s, 0, cut);

    run.part = CLR_PART_MORE;
    assert_ok(s->rig, clr_plan_run(s->plan, &run));
    check_on_the_host(s, 3, 500);
    run = run_of(s, cut, count - cut);
    run.part = CLR_PART_LAST;
    run.host = record;
    assert_ok(s->rig, clr_plan_run(s->plan, &run));
    assert_int_equal(clFinish(s->rig->queue), CL_SUCCESS);
    judge_record(s, 0, count, clr_plan_depth(s->plan, count) + 2, record);
}

static void check_everywhere(const struct several *s, uint64_t seed)
{
    static const uint64_t counts[] = {1, 2, 3, 33, 255, 1009, 1500, 38989};
    const size_t most = test_scope() <= SCOPE_SMALL ? COUNT(counts) - 1 : COUNT(counts);

    for (size_t i = 0; i < most; i++)
        if ((i + seed) % 2)
            check_in_a_buffer(s, i % 4, counts[i]);
        else
            check_on_the_host(s, i % 4, counts[i]);
    check_in_parts(s, 1500, seed % 1500);
}

/* ---- each as alone ---- */

/* Some reductions of one type, all that it has coming round as the seed grows. */
static size_t pick_reductions(clr_type type, uint64_t seed, size_t wanted,
                              clr_reduction *reductions)
{
    size_t count = 0;

    for (uint64_t turn = 5 * seed; count < wanted; turn++) {
        clr_reduction *next = &reductions[count];

        *next = (clr_reduction)CLR_REDUCTION((clr_operator)(1 + turn % OPERATORS), type);
        if (clr_operator_result(next->op, type) == CLR_TYPE_DEFAULT)
            continue;
        next->nan = (clr_nan)(turn / 3 % 2);
        next->overflow = (clr_overflow)(turn / 5 % 2);
        if (seed % 4 || clr_operator_result(next->op, type) == CLR_TYPE_F64 ||
            next->op == CLR_OPERATOR_PROD || next->op == CLR_OPERATOR_LOGSUMEXP)
            next->accuracy = CLR_ACCURACY_FAST; /* see FAST_REDUCTION */
        count++;
    }
    return count;
}

static void check_picked(const struct rig *rig, clr_type type, uint64_t seed, size_t wanted,
                         struct tally *tally)
{
    size_t strategies = 0;
    clr_reduction reductions[CLR_REDUCTIONS_MOST];
    const size_t count = pick_reductions(type, seed, wanted, reductions);
    clr_plan_options options = {.size = sizeof options};
    struct several s;

    while (clr_strategy_name(strategies))
        strategies++;
    options.strategy = clr_strategy_name(seed % strategies);
    if (clr_plan_check(rig->device, reductions, count, &options, NULL, 0) != CLR_OK)
        options.strategy = NULL;
    if (!several_make(rig, reductions, count, &options, seed, &s, tally))
        return;
    check_everywhere(&s, seed);
    several_destroy(&s);
    tally->run++;
}

TEST(several_come_to_what_the_oracle_says)
{
    static const size_t sizes[] = {2, 3, 6, CLR_REDUCTIONS_MOST};
    const uint64_t rounds = test_scope() <= SCOPE_SMALL ? 1 : test_scope() == SCOPE_FULL ? 60 : 3;

    for (size_t r = 0; r < rig_count(); r++) {
        struct tally tally = {0};

        for (uint64_t round = 0; round < rounds; round++)
            for (int type = 1; clr_type_name((clr_type)type); type++) {
                const uint64_t seed = 12 * round + (uint64_t)type;

                if (test_scope() <= SCOPE_SMALL && type % 4 != 1)
                    continue;
                check_picked(rig_at(r), (clr_type)type, seed, sizes[seed % 4], &tally);
            }
        tally_print("plans of several", &tally);
        assert_true(tally.run > 0);
    }
}

/* The bits of one that is exact are those it has alone, in whatever company. */
TEST(exact_ones_have_the_bits_they_have_alone)
{
    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        struct tally tally = {0};
        clr_reduction reductions[CLR_REDUCTIONS_MOST];
        const size_t count = pick_reductions(CLR_TYPE_I16, 2, 6, reductions);
        unsigned char together[RECORD_LIMIT], alone[RECORD_LIMIT];
        struct several s;
        clr_run run;

        assert_true(several_make(rig, reductions, count, NULL, 3, &s, &tally));
        run = run_of(&s, 1, 1999);
        run.host = together;
        assert_ok(rig, clr_plan_run(s.plan, &run));
        clFinish(rig->queue);
        for (size_t i = 0; i < count; i++) {
            struct several one;

            if (s.results[i].accuracy != CLR_ACCURACY_EXACT)
                continue;
            assert_true(several_make(rig, &reductions[i], 1, NULL, 3, &one, &tally));
            run = run_of(&s, 1, 1999);
            for (size_t k = (size_t)one.info.inputs; k < CLR_INPUTS_MOST; k++)
                run.inputs[k] = (clr_span){0};
            run.host = alone;
            assert_ok(rig, clr_plan_run(one.plan, &run));
            clFinish(rig->queue);
            assert_memory_equal(alone, together + s.results[i].offset,
                                (size_t)one.results[0].value_size);
            several_destroy(&one);
            tally.run++;
        }
        several_destroy(&s);
        assert_true(tally.run >= 2);
    }
}

/* ---- maps that differ ---- */

TEST(maps_differ_from_one_to_the_next)
{
    const clr_reduction reductions[] = {
        REDUCTION(SUM, I32, 0),
        REDUCTION(SUM, I32, .map = "x * x"),
        REDUCTION(MAX, I32, .map = "y - x"),
        REDUCTION(SUM, I32, .map = "x > y"),
        REDUCTION(DOT, I32, 0),
        REDUCTION(MIN, I32, 0),
        REDUCTION(SUM, I32, .map = "x * y * z"),
        REDUCTION(SUM, I32, .map = "x * x"),
    };
    struct {
        int64_t sum, squares, most, greater, dot;
        int32_t least;
        int64_t cubes, squares_again;
    } record, expected = {.most = INT64_MIN, .least = INT32_MAX};
    enum { SIZE = 5000 };
    int32_t inputs[3][SIZE];
    uint64_t random = 77;

    for (int i = 0; i < SIZE; i++) {
        for (int k = 0; k < 3; k++)
            inputs[k][i] = (int32_t)(oracle_random(&random) % 2001) - 1000;
        const int64_t x = inputs[0][i], y = inputs[1][i], z = inputs[2][i];
        expected.sum += x;
        expected.squares += x * x;
        expected.most = y - x > expected.most ? y - x : expected.most;
        expected.greater += x > y;
        expected.dot += x * y;
        expected.least = inputs[0][i] < expected.least ? inputs[0][i] : expected.least;
        expected.cubes += x * y * z;
    }
    expected.squares_again = expected.squares;
    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        const void *const places[] = {inputs[0], inputs[1], inputs[2]};

        memset(&record, 0, sizeof record);
        assert_ok(rig, clr_reduce_all(rig->context, reductions, COUNT(reductions), places, 3, SIZE,
                                      &record, sizeof record));
        assert_int_equal(record.sum, expected.sum);
        assert_int_equal(record.squares, expected.squares);
        assert_int_equal(record.most, expected.most);
        assert_int_equal(record.greater, expected.greater);
        assert_int_equal(record.dot, expected.dot);
        assert_int_equal(record.least, expected.least);
        assert_int_equal(record.cubes, expected.cubes);
        assert_int_equal(record.squares_again, expected.squares);
    }
}

/* Exact sums of f32 and of f64, of which each has pieces of its own, stand in one plan. */
TEST(maps_make_floats_of_both_sizes)
{
    const clr_reduction reductions[] = {
        REDUCTION(SUM, F32, 0),
        REDUCTION(SUM, F32, .map = "f64(x)"),
        REDUCTION(SUMSQ, F32, .map = "f64(x)", .where = "x < 2"),
    };
    const float x[] = {0x1p-70f, 3, 1, -3};
    const void *const inputs[] = {x};
    struct {
        float sum;
        double same, squares;
    } record;

    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);

        if (clr_plan_check(rig->device, reductions, COUNT(reductions), NULL, NULL, 0) ==
            CLR_ERROR_UNSUPPORTED)
            continue; /* maps in f64 need fp64 */
        assert_ok(rig, clr_reduce_all(rig->context, reductions, COUNT(reductions), inputs, 1, 4,
                                      &record, sizeof record));
        assert_true(record.sum == 1 && record.same == 1 && record.squares == 10);
    }
}

/* ---- host memory ---- */

/* Streams of any piece size, twice over, and what clr_reduce_all() makes of the same. */
static void check_stream(const struct rig *rig, uint64_t piece)
{
    const clr_reduction reductions[] = {REDUCTION(SUM, U16, 0), REDUCTION(ARGMAX, U16, 0),
                                        REDUCTION(DOT, U16, 0), REDUCTION(COUNT, U16, 0)};
    const clr_stream_options options = {.size = sizeof options, .piece_capacity = piece};
    struct several s;
    struct tally tally = {0};
    unsigned char record[RECORD_LIMIT], at_once[RECORD_LIMIT];
    const void *data[2];
    clr_stream *stream = NULL;
    const uint64_t count = 1700;

    assert_true(several_make(rig, reductions, COUNT(reductions), NULL, piece, &s, &tally));
    find_data(&s.field, 0, data);
    assert_ok(rig,
              clr_stream_create(rig->context, reductions, COUNT(reductions), &options, &stream));
    for (int round = 0; round < 2; round++) {
        uint64_t capacity = 0;

        memset(record, 0, sizeof record);
        for (uint64_t at = 0; at < count; at += capacity) {
            void *rooms[CLR_INPUTS_MOST] = {NULL};

            assert_ok(rig, clr_stream_map(stream, rooms, &capacity));
            if (capacity > count - at)
                capacity = count - at;
            for (size_t i = 0; i < 2; i++)
                memcpy(rooms[i], (const uint16_t *)data[i] + at, (size_t)capacity * 2);
            assert_ok(rig, clr_stream_submit(stream, capacity));
        }
        assert_ok(rig, clr_stream_result(stream, record));
        judge_record(&s, 0, count, clr_plan_depth(s.plan, count) + count / piece + 1, record);
    }
    assert_ok(rig, clr_reduce_all(rig->context, reductions, COUNT(reductions), data, 2, count,
                                  at_once, sizeof at_once));
    judge_record(&s, 0, count, clr_plan_depth(s.plan, count), at_once);
    clr_stream_destroy(stream);
    several_destroy(&s);
}

TEST(streams_take_several_inputs_and_give_one_record)
{
    for (size_t r = 0; r < rig_count(); r++)
        for (uint64_t piece = 100; piece < 3000; piece = piece * 7 - 1)
            check_stream(rig_at(r), piece);
}

/* ---- what is refused ---- */

TEST(refuses_companies_that_make_no_sense)
{
    clr_reduction many[CLR_REDUCTIONS_MOST + 1];
    const clr_reduction mixed[] = {REDUCTION(SUM, I32, 0), REDUCTION(SUM, U32, 0)};
    const clr_reduction bad[] = {REDUCTION(SUM, F32, 0), REDUCTION(XOR, F32, 0)};
    const clr_reduction aged[] = {REDUCTION(SUM, F32, 0), {.size = 1}};
    struct rig *rig = rig_at(0);
    clr_context *context = rig->context;
    clr_plan *plan = NULL;

    for (size_t i = 0; i < COUNT(many); i++)
        many[i] = (clr_reduction)REDUCTION(SUM, I32, 0);
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_create(context, many, 0, NULL, &plan),
                 "reduction");
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_create(context, many, COUNT(many), NULL, &plan),
                 "16");
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_create(context, mixed, 2, NULL, &plan),
                 "element type");
    assert_error(rig, CLR_ERROR_UNSUPPORTED, clr_plan_create(context, bad, 2, NULL, &plan), "xor");
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_create(context, aged, 2, NULL, &plan), "size");
    assert_null(plan);
    assert_ok(rig, clr_plan_create(context, many, CLR_REDUCTIONS_MOST, NULL, &plan));
    clr_plan_destroy(plan);
}
