/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scalars, numbers that runs give for maps and conditions: of every shape and way the results are
 * those of the same expressions with the numbers spelled out, and a run with other numbers compiles
 * nothing.
 */
#include "device/context.h"
#include "split_mix.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ELEMENTS = 300000, RESULTS = 15000, TEXT_SIZE = 400 };

static const char letters[] = "abcdpqrstu";

/* An expression with scalars, and with marks where their numbers go. */
struct expression {
    const char *scalars;
    const char *spelled;
};

static const struct expression maps[] = {
    {"x > a", "x > $a"},
    {"fabs(x - a) * b", "fabs(x - $a) * $b"},
    {"clamp(x, a, b) + s", "clamp(x, $a, $b) + $s"},
    {"a ? x : -u", "$a ? x : -$u"},
};

static const struct expression wheres[] = {
    {NULL, NULL},
    {"x != a && x < b", "x != $a && x < $b"},
    {"i * 2 > n * a", "i * 2 > n * $a"},
};

/* Exact in f32, so that spelled out they are the same numbers. */
static const double numbers[][CLR_SCALARS_MOST] = {
    {0.375, 17.5, 3, 4, 5, 6, 7, -0.125, 2.5, 3},
    {-2, 0.5, -3, 0, 0x1p-30, 6, 7, 1e3, 0, 99},
    {0, -0.0, 0, 0, 0, 0, 0, 0, -7, 8},
};

/* Puts all digits of the numbers in the places that are marked by their letters. */
static void spell(char *text, const struct expression *expression, const double *by)
{
    size_t length = 0;

    for (const char *at = expression->spelled; at && *at; at++)
        length += (size_t)(*at != '$' ? snprintf(text + length, TEXT_SIZE - length, "%c", *at)
                                      : snprintf(text + length, TEXT_SIZE - length, "(%.40f)",
                                                 by[strchr(letters, *++at) - letters]));
    text[length] = '\0';
}

/* ---- shapes ---- */

struct shape {
    const char *name;
    clr_shape shape;
    uint64_t rows, length; /* of axes: rows of elements; else results, and their mean length */
    bool across;           /* of axes: columns */
    bool has_mask;
    bool has_list;
    int64_t row_step, step; /* of axes that are no neighbours, in elements; else 0 */
};

static const struct shape shapes[] = {
    {"rows of 2", CLR_SHAPE_AXES, .rows = 15000, .length = 2},
    {"rows of 30", CLR_SHAPE_AXES, .rows = 1000, .length = 30},
    {"many rows of 30", CLR_SHAPE_AXES, .rows = 10000, .length = 30},
    {"rows of 30 with gaps", CLR_SHAPE_AXES, .rows = 5000, .length = 30, .row_step = 35, .step = 1},
    {"rows of 3, every other", CLR_SHAPE_AXES, .rows = 5000, .length = 3, .row_step = 7, .step = 2},
    {"rows of 30 with a mask", CLR_SHAPE_AXES, .rows = 1000, .length = 30, .has_mask = true},
    {"long rows", CLR_SHAPE_AXES, .rows = 3, .length = 10000},
    {"columns of 30", CLR_SHAPE_AXES, .rows = 1000, .length = 30, .across = true},
    {"long columns", CLR_SHAPE_AXES, .rows = 7, .length = 4000, .across = true},
    {"columns with a mask", CLR_SHAPE_AXES, .rows = 1000, .length = 30, .across = true,
     .has_mask = true},
    {"rows of a list", CLR_SHAPE_AXES, .rows = 100, .length = 300, .has_list = true},
    {"segments", CLR_SHAPE_SEGMENTS, .rows = 1000, .length = 30},
    {"long segments", CLR_SHAPE_SEGMENTS, .rows = 4, .length = 7500, .has_mask = true},
    {"few labels", CLR_SHAPE_LABELS, .rows = 8, .length = 3750},
    {"labels", CLR_SHAPE_LABELS, .rows = 9000, .length = 3},
    {"labels with a mask and a list", CLR_SHAPE_LABELS, .rows = 900, .length = 30, .has_mask = true,
     .has_list = true},
    {"runs", CLR_SHAPE_RUNS, .rows = 1000, .length = 30},
};

/* Everything in host memory that runs read. */
struct host {
    double data[ELEMENTS]; /* of any type */
    uint32_t by[ELEMENTS + 1];
    unsigned char mask[ELEMENTS];
    uint32_t indices[ELEMENTS];
};

static void fill_data(struct host *host, clr_type type, uint64_t seed)
{
    for (size_t i = 0; i < ELEMENTS; i++) {
        const int whole = (int)(next_random(&seed) % 64) - 20;

        if (type == CLR_TYPE_F64)
            host->data[i] = whole + 0.5 * (double)(next_random(&seed) % 3);
        else if (type == CLR_TYPE_F32)
            ((float *)host->data)[i] = (float)whole + 0.375F * (float)(next_random(&seed) % 3);
        else if (type == CLR_TYPE_F16)
            ((uint16_t *)host->data)[i] = (uint16_t)(0x3000 + next_random(&seed) % 0x1800);
        else
            ((int32_t *)host->data)[i] = whole;
        host->mask[i] = next_random(&seed) % 4 != 0;
        host->indices[i] = (uint32_t)(next_random(&seed) % 27000);
    }
}

static void fill_by(struct host *host, const struct shape *shape)
{
    for (uint32_t i = 0; i <= ELEMENTS; i++)
        host->by[i] = shape->shape == CLR_SHAPE_SEGMENTS ? (uint32_t)(i * shape->length)
                      : shape->shape == CLR_SHAPE_LABELS
                          ? (uint32_t)(i * UINT64_C(2654435761) % UINT32_MAX % shape->rows)
                          : (uint32_t)(i / shape->length);
}

/* ---- runs ---- */

struct told {
    unsigned char values[RESULTS * 8];
    cl_int statuses[RESULTS];
};

static void run_shape(const struct rig *rig, const struct shape *shape, const struct host *host,
                      const clr_reduction *reduction, const double *by, struct told *told)
{
    const uint64_t extents[] = {shape->across ? shape->length : shape->rows,
                                shape->across ? shape->rows : shape->length};
    const int64_t strides[] = {shape->row_step * (int64_t)clr_type_size(reduction->type),
                               shape->step * (int64_t)clr_type_size(reduction->type)};
    const clr_axes axes = {.size = sizeof axes,
                           .rank = 2,
                           .reduced = shape->across ? 1 : 2,
                           .extents = extents,
                           .strides = {shape->step ? strides : NULL}};
    const uint64_t count = shape->rows * shape->length;
    const bool has_axes = shape->shape == CLR_SHAPE_AXES;
    clr_host_arrays arrays = {.size = sizeof arrays, .value = told->values};
    clr_host_run run = {.size = sizeof run,
                        .shape = shape->shape,
                        .inputs = {host->data},
                        .count = count,
                        .by = has_axes ? NULL : host->by,
                        .by_type = has_axes ? CLR_TYPE_DEFAULT : CLR_TYPE_U32,
                        .results = has_axes ? 0 : shape->rows,
                        .arrays = &arrays,
                        .axes = has_axes ? &axes : NULL,
                        .scalars = by};

    memset(told, UNTOUCHED, sizeof *told);
    if (reduction->op == CLR_OPERATOR_MAX || reduction->op == CLR_OPERATOR_VAR)
        arrays.status = told->statuses;
    if (shape->has_mask) {
        run.mask_kind = CLR_MASK_BYTES;
        run.mask = host->mask;
    }
    if (shape->has_list) {
        run.index_type = CLR_TYPE_U32;
        run.indices = host->indices;
        run.index_count = count;
    }
    assert_ok(rig, clr_reduce_shape(rig->context, reduction, 1, &run));
}

static void count_one(void *thing, void *user)
{
    (void)thing;
    ++*(size_t *)user;
}

/* How many plans the calls have left. */
static size_t plans_kept(const struct rig *rig)
{
    size_t count = 0;

    clri_shelf_visit(&rig->context->reducers, count_one, &count);
    return count;
}

/* One reduction: with all sets of numbers as scalars, by one plan; then with one set spelled out.
 */
static void judge(const struct rig *rig, const struct shape *shape, const struct host *host,
                  clr_reduction reduction, const struct expression *map,
                  const struct expression *where, size_t set)
{
    static struct told by_scalars[COUNT(numbers)], by_text;
    char map_text[TEXT_SIZE], where_text[TEXT_SIZE];
    clr_reduction spelled = reduction;

    reduction.map = map->scalars;
    reduction.where = where->scalars;
    for (size_t i = 0; i < COUNT(numbers); i++)
        run_shape(rig, shape, host, &reduction, numbers[i], &by_scalars[i]);
    assert_int_equal(plans_kept(rig), 1);
    spell(map_text, map, numbers[set]);
    spell(where_text, where, numbers[set]);
    spelled.map = map_text;
    spelled.where = where->spelled ? where_text : NULL;
    run_shape(rig, shape, host, &spelled, NULL, &by_text);
    if (memcmp(&by_scalars[set], &by_text, sizeof by_text) != 0)
        fail_msg("%s: %s of %s where %s: other results with scalars", shape->name,
                 clr_operator_name(reduction.op), map_text, where_text);
}

static const struct kind {
    clr_operator op;
    clr_type type;
    clr_accuracy accuracy;
} kinds[] = {
    {CLR_OPERATOR_MAX, CLR_TYPE_F32, CLR_ACCURACY_DEFAULT}, /* compiles fast */
    {CLR_OPERATOR_SUM, CLR_TYPE_F32, CLR_ACCURACY_EXACT},
    {CLR_OPERATOR_SUM, CLR_TYPE_F64, CLR_ACCURACY_FAST},
    {CLR_OPERATOR_VAR, CLR_TYPE_F32, CLR_ACCURACY_REPRODUCIBLE},
    {CLR_OPERATOR_SUM, CLR_TYPE_I32, CLR_ACCURACY_EXACT},
    {CLR_OPERATOR_SUM, CLR_TYPE_F16, CLR_ACCURACY_EXACT},
};

static void every_shape(struct rig *rig, const struct kind *kind, size_t seed)
{
    static struct host host;
    clr_reduction reduction = CLR_REDUCTION(kind->op, kind->type);

    if ((kind->type == CLR_TYPE_F64 || kind->type == CLR_TYPE_I32) && !rig->device->fp64)
        return;
    reduction.accuracy = kind->accuracy;
    fill_data(&host, kind->type, seed);
    for (size_t s = 0; s < COUNT(shapes); s++) {
        fill_by(&host, &shapes[s]);
        judge(rig, &shapes[s], &host, reduction, &maps[(s + seed) % COUNT(maps)],
              &wheres[s % COUNT(wheres)], (s + seed) % COUNT(numbers));
        rig_renew(rig);
    }
}

TEST(results_are_those_of_numbers_spelled_out)
{
    const size_t most = test_scope() >= SCOPE_COVER ? COUNT(kinds) : 1;

    for (size_t d = 0; d < rig_count(); d++)
        for (size_t k = 0; k < most; k++)
            every_shape(rig_at(d), &kinds[k], k);
}

/* ---- one result ---- */

TEST(streams_give_them_to_all_pieces)
{
    static float x[30000];
    uint64_t seed = 1;

    for (size_t i = 0; i < COUNT(x); i++)
        x[i] = (float)(next_random(&seed) % 1000);
    for (size_t d = 0; d < rig_count(); d++) {
        const struct rig *rig = rig_at(d);
        clr_reduction count = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);

        count.map = "x >= a && x < b";
        for (uint64_t capacity = 1000; capacity <= 100000; capacity *= 10)
            for (double least = 0; least < 1000; least += 300) {
                const double scalars[] = {least, least + 77};
                const clr_stream_options options = {
                    .size = sizeof options, .piece_capacity = capacity, .scalars = scalars};
                clr_stream *stream;
                int64_t counted = -1, expected = 0;

                for (size_t i = 0; i < COUNT(x); i++)
                    expected += x[i] >= scalars[0] && x[i] < scalars[1];
                assert_ok(rig, clr_stream_create(rig->context, &count, 1, &options, &stream));
                assert_ok(rig, clr_stream_take(stream, (const void *[]){x}, COUNT(x)));
                assert_ok(rig, clr_stream_result(stream, &counted));
                assert_int_equal(counted, expected);
                clr_stream_destroy(stream);
            }
    }
}

/* A float's rounding, infinities and NaN, which no literal has. */
TEST(numbers_are_rounded_to_their_type)
{
    static const struct {
        double scalar;
        int64_t above; /* of 1 and the next float */
    } rows[] = {{1 + 0x1p-24, 1}, {1 + 0x1.8p-24, 0}, {-INFINITY, 2}, {INFINITY, 0},
                {NAN, 0},         {0x1p200, 0},       {1, 1}};
    const float x[] = {1, 1 + 0x1p-23F};

    for (size_t d = 0; d < rig_count(); d++) {
        const struct rig *rig = rig_at(d);
        clr_reduction above = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
        const cl_mem input = buffer_of(rig, x, sizeof x);
        clr_plan *plan;

        above.map = "x > a";
        assert_ok(rig, clr_plan_create(rig->context, &above, 1, NULL, &plan));
        for (size_t i = 0; i < COUNT(rows); i++) {
            int64_t counted = -1;

            assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 2}},
                                                  .host = &counted, .blocking = 1,
                                                  .scalars = &rows[i].scalar)));
            assert_int_equal(counted, rows[i].above);
        }
        clReleaseMemObject(input);
        clr_plan_destroy(plan);
    }
}

/* ---- what is wrong ---- */

TEST(runs_without_the_numbers_are_refused)
{
    const struct rig *rig = rig_at(0);
    const float x[] = {1, 2};
    clr_reduction above = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    const cl_mem input = buffer_of(rig, x, sizeof x);
    int64_t counted = 77;
    clr_stream *stream;
    clr_plan *plan;

    above.map = "x > a";
    above.where = "x < d";
    assert_ok(rig, clr_plan_create(rig->context, &above, 1, NULL, &plan));
    assert_error(
        rig, CLR_ERROR_ARGUMENT,
        clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 2}}, .host = &counted)),
        "names 'd', a number that each run gives, and clr_run.scalars is NULL");
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_stream_create(rig->context, &above, 1, NULL, &stream),
                 "names 'd', a number that each run gives, and clr_stream_options.scalars");
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_reduce(rig->context, &above, x, 2, &counted, sizeof counted),
                 "and clr_reduce_shape() of shape FLAT has, is NULL");
    assert_int_equal(counted, 77);
    clReleaseMemObject(input);
    clr_plan_destroy(plan);
}

TEST(numbers_that_nothing_names_are_refused)
{
    static const double scalars[] = {1};
    const struct rig *rig = rig_at(0);
    const float x[] = {1, 2};
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    const clr_stream_options options = {.size = sizeof options, .scalars = scalars};
    const clr_team_options team_options = {.size = sizeof team_options, .scalars = scalars};
    const cl_mem input = buffer_of(rig, x, sizeof x);
    float total = 77;
    clr_stream *stream;
    clr_team *team;
    clr_plan *plan;

    sum.where = "x > 1";
    assert_ok(rig, clr_plan_create(rig->context, &sum, 1, NULL, &plan));
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{input, 0, 2}},
                                        .host = &total, .scalars = scalars)),
                 "clr_run.scalars is given, and no map");
    assert_error(rig, CLR_ERROR_ARGUMENT,
                 clr_stream_create(rig->context, &sum, 1, &options, &stream),
                 "clr_stream_options.scalars is given, and no map");
    assert_int_equal(
        clr_team_create(&(clr_context *){rig->context}, 1, &sum, 1, &team_options, &team),
        CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(clr_team_error(team)->message, "clr_team_options.scalars is given"));
    assert_true(total == 77);
    clr_team_destroy(team);
    clReleaseMemObject(input);
    clr_plan_destroy(plan);
}
