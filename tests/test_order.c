/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Level reproducible, on every device: the bits are those of the published order as order.c has it,
 * whatever the groups, vectors, launches, offsets, parts and pieces; and data that tell that order
 * from others.
 */
#include "order.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { MOST = 300001, MANY = 3000017, OFFSETS = 4, RECORD = 256 };

/* ---- data: several binades, both signs, so that nearly every addition rounds ---- */

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static double random_real(uint64_t *state)
{
    const double x = 1 + (double)(next_random(state) >> 12) * 0x1p-52;
    const int exponent = (int)(next_random(state) % 41) - 20;

    return ldexp(next_random(state) & 1 ? x : -x, exponent);
}

static struct {
    float f32[OFFSETS + MANY];
    double f64[OFFSETS + MANY];
    float near_one[OFFSETS + MANY]; /* of which products do not overflow */
    int32_t i32[OFFSETS + MANY];
} data;

static void make_data(void)
{
    uint64_t seed = 1;

    for (size_t i = 0; i < COUNT(data.f32); i++) {
        data.f64[i] = random_real(&seed);
        data.f32[i] = (float)random_real(&seed);
        data.near_one[i] = (float)(1 + ldexp(random_real(&seed), -34));
        data.i32[i] = (int32_t)(next_random(&seed) >> 32);
    }
}

/* ---- states, written a second time ---- */

static void zero_sum(void *state)
{
    *(double *)state = -0.0;
}

static void one(void *state)
{
    *(double *)state = 1;
}

static void add(void *left, const void *right)
{
    *(double *)left += *(const double *)right;
}

static void multiply(void *left, const void *right)
{
    *(double *)left *= *(const double *)right;
}

static void add_f32(void *state, const void *x, uint64_t first, uint64_t step, unsigned length)
{
    for (unsigned i = 0; i < length; i++)
        *(double *)state += ((const float *)x)[first + i * step];
}

static void add_squares_f32(void *state, const void *x, uint64_t first, uint64_t step,
                            unsigned length)
{
    for (unsigned i = 0; i < length; i++) {
        const double value = ((const float *)x)[first + i * step];

        *(double *)state += value * value;
    }
}

static void multiply_f32(void *state, const void *x, uint64_t first, uint64_t step, unsigned length)
{
    for (unsigned i = 0; i < length; i++)
        *(double *)state *= ((const float *)x)[first + i * step];
}

/* An unevaluated sum of two numbers. */
struct pair {
    double high, low;
};

static void no_pair(void *state)
{
    *(struct pair *)state = (struct pair){-0.0, 0};
}

static void add_pair(void *left, const void *right)
{
    struct pair *a = left;
    const struct pair *b = right;
    const double sum = a->high + b->high;
    const double of_b = sum - a->high;
    const double error = (a->high - (sum - of_b)) + (b->high - of_b);

    *a = (struct pair){sum, error + (a->low + b->low)};
}

static void add_f64(void *state, const void *x, uint64_t first, uint64_t step, unsigned length)
{
    for (unsigned i = 0; i < length; i++) {
        const struct pair value = {((const double *)x)[first + i * step], 0};

        add_pair(state, &value);
    }
}

struct moments {
    uint64_t count;
    double mean, squares;
};

static void no_moments(void *state)
{
    *(struct moments *)state = (struct moments){0};
}

/* A run's distances are from the mean so far, or from its first element. */
static void take_moments(struct moments *state, const double *values, unsigned length)
{
    const double around = state->count ? state->mean : values[0];
    const double n = (double)(state->count + length);
    double sum = 0;
    double squares = 0;
    double step;

    for (unsigned i = 0; i < length; i++) {
        const double distance = values[i] - around;

        sum += distance;
        squares = fma(distance, distance, squares);
    }
    step = sum * (1 / n);
    state->count += length;
    state->mean = around + step;
    state->squares += squares - sum * step;
}

static void take_f32_moments(void *state, const void *x, uint64_t first, uint64_t step,
                             unsigned length)
{
    double values[ORDER_RUN];

    for (unsigned i = 0; i < length; i++)
        values[i] = ((const float *)x)[first + i * step];
    take_moments(state, values, length);
}

static void take_i32_moments(void *state, const void *x, uint64_t first, uint64_t step,
                             unsigned length)
{
    double values[ORDER_RUN];

    for (unsigned i = 0; i < length; i++)
        values[i] = ((const int32_t *)x)[first + i * step];
    take_moments(state, values, length);
}

static void join_moments(void *left, const void *right)
{
    struct moments *a = left;
    const struct moments *b = right;
    const double apart = b->mean - a->mean;
    double step;

    if (b->count == 0)
        return;
    if (a->count == 0) {
        *a = *b;
        return;
    }
    step = apart * (1 / (double)(a->count + b->count)) * (double)b->count;
    a->squares = (a->squares + b->squares) + (apart * step) * (double)a->count;
    a->mean += step;
    a->count += b->count;
}

/* The kernels' own e^x and log x, compiled for the host: what is compared is their use. */
#define CLR_FN         static inline
#define CLR_NARROW     1
#define CLR_WIDE(name) name
#define CLR_AT(name)   kernel_##name
#define CLR_OF(name)   kernel_##name

static int64_t as_long(double x)
{
    int64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double as_double(int64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

#include "../cl/number/exponential.cl"

/* The largest element, and the sum of e^(x - largest). */
struct exponentials {
    double largest, sum;
};

static void no_exponentials(void *state)
{
    *(struct exponentials *)state = (struct exponentials){-INFINITY, 0};
}

static double rescaled(const struct exponentials *e, double largest)
{
    return e->largest == largest ? e->sum : e->sum * kernel_exp(e->largest - largest);
}

static void join_exponentials(void *left, const void *right)
{
    struct exponentials *a = left;
    const struct exponentials *b = right;
    const double largest = a->largest > b->largest ? a->largest : b->largest;

    *a = (struct exponentials){largest, rescaled(a, largest) + rescaled(b, largest)};
}

static void take_exponentials(void *state, const void *x, uint64_t first, uint64_t step,
                              unsigned length)
{
    for (unsigned i = 0; i < length; i++) {
        const struct exponentials single = {((const float *)x)[first + i * step], 1};

        join_exponentials(state, &single);
    }
}

/* x -> slope x + shift, one after the other: joining is not commutative. */
struct line {
    double slope, shift;
};

static void no_line(void *state)
{
    *(struct line *)state = (struct line){1, 0};
}

static void join_lines(void *left, const void *right)
{
    struct line *a = left;
    const struct line *b = right;

    *a = (struct line){a->slope * b->slope, b->slope * a->shift + b->shift};
}

static void take_lines(void *state, const void *x, uint64_t first, uint64_t step, unsigned length)
{
    for (unsigned i = 0; i < length; i++) {
        const double value = ((const float *)x)[first + i * step];
        const struct line line = {value, value - 1};

        join_lines(state, &line);
    }
}

/* ---- results of states ---- */

static double number_of(const void *state, uint64_t count)
{
    (void)count;
    return *(const double *)state;
}

static double mean_of(const void *state, uint64_t count)
{
    return *(const double *)state / (double)count;
}

static double root_of(const void *state, uint64_t count)
{
    (void)count;
    return sqrt(*(const double *)state);
}

static double pair_of(const void *state, uint64_t count)
{
    const struct pair *pair = state;

    (void)count;
    return pair->low != 0 ? pair->high + pair->low : pair->high;
}

static double variance_of(const void *state, uint64_t count)
{
    return ((const struct moments *)state)->squares / (double)count;
}

static double log_of(const void *state, uint64_t count)
{
    const struct exponentials *e = state;

    (void)count;
    return e->largest + kernel_log(e->sum);
}

static double shift_of(const void *state, uint64_t count)
{
    (void)count;
    return ((const struct line *)state)->shift;
}

/* ---- subjects ---- */

static const char lines_source[] =
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "typedef struct { double slope, shift; } state;\n"
    "typedef double result;\n"
    "state identity(void) { state s = {1, 0}; return s; }\n"
    "state lift(element x, ulong i) { state s = {x, (double)x - 1}; return s; }\n"
    "state combine(state a, state b)\n"
    "{ state s = {a.slope * b.slope, b.slope * a.shift + b.shift}; return s; }\n"
    "result lower(state s, ulong n) { return s.shift; }\n";

static const char sum_source[] = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                                 "typedef double state;\n"
                                 "typedef double result;\n"
                                 "state identity(void) { return -0.0; }\n"
                                 "state lift(element x, ulong i) { return x; }\n"
                                 "state combine(state a, state b) { return a + b; }\n"
                                 "result lower(state s, ulong n) { return s; }\n";

static const clr_custom lines = {.size = sizeof lines, .source = lines_source, .name = "lines"};
static const clr_custom own_sum = {
    .size = sizeof own_sum, .source = sum_source, .name = "own sum", .is_commutative = 1};

static const struct subject {
    clr_operator op;
    clr_type type;
    const void *data;
    const clr_custom *custom;
    order_fold fold;
    double (*result)(const void *state, uint64_t count);
} subjects[] = {
    {CLR_OPERATOR_SUM,
     CLR_TYPE_F32,
     data.f32,
     NULL,
     {sizeof(double), false, NULL, zero_sum, add_f32, add},
     number_of},
    {CLR_OPERATOR_VAR,
     CLR_TYPE_F32,
     data.f32,
     NULL,
     {sizeof(struct moments), false, NULL, no_moments, take_f32_moments, join_moments},
     variance_of},
    {CLR_OPERATOR_CUSTOM,
     CLR_TYPE_F32,
     data.near_one,
     &lines,
     {sizeof(struct line), true, NULL, no_line, take_lines, join_lines},
     shift_of},
    {CLR_OPERATOR_SUM,
     CLR_TYPE_F64,
     data.f64,
     NULL,
     {sizeof(struct pair), false, NULL, no_pair, add_f64, add_pair},
     pair_of},
    {CLR_OPERATOR_PROD,
     CLR_TYPE_F32,
     data.near_one,
     NULL,
     {sizeof(double), false, NULL, one, multiply_f32, multiply},
     number_of},
    {CLR_OPERATOR_MEAN,
     CLR_TYPE_F32,
     data.f32,
     NULL,
     {sizeof(double), false, NULL, zero_sum, add_f32, add},
     mean_of},
    {CLR_OPERATOR_NRM2,
     CLR_TYPE_F32,
     data.f32,
     NULL,
     {sizeof(double), false, NULL, zero_sum, add_squares_f32, add},
     root_of},
    {CLR_OPERATOR_VAR,
     CLR_TYPE_I32,
     data.i32,
     NULL,
     {sizeof(struct moments), false, NULL, no_moments, take_i32_moments, join_moments},
     variance_of},
    {CLR_OPERATOR_LOGSUMEXP,
     CLR_TYPE_F32,
     data.near_one,
     NULL,
     {sizeof(struct exponentials), false, NULL, no_exponentials, take_exponentials,
      join_exponentials},
     log_of},
    {CLR_OPERATOR_CUSTOM,
     CLR_TYPE_F32,
     data.f32,
     &own_sum,
     {sizeof(double), false, NULL, zero_sum, add_f32, add},
     number_of},
};

static clr_reduction reduction_of(const struct subject *s)
{
    clr_reduction reduction = CLR_REDUCTION(s->op, s->type);

    reduction.accuracy = CLR_ACCURACY_REPRODUCIBLE;
    reduction.custom = s->custom;
    reduction.result = s->custom ? CLR_TYPE_DEFAULT : CLR_TYPE_F64;
    return reduction;
}

static double expected_of(const struct subject *s, uint64_t offset, uint64_t count)
{
    order_fold fold = s->fold;
    double state[4];

    fold.data = (const char *)s->data + offset * clr_type_size(s->type);
    order_reduce(&fold, count, state);
    return s->result(state, count);
}

/* ---- plans ---- */

/* A plan, or NULL if the device cannot have it: for want of fp64 or of groups that see writes. */
static clr_plan *plan_by(const struct rig *rig, const struct subject *s,
                         const clr_plan_options *options)
{
    const clr_reduction reduction = reduction_of(s);
    clr_plan *plan = NULL;
    const clr_status status = clr_plan_create(rig->context, &reduction, 1, options, &plan);
    const char *message = clr_context_error(rig->context)->message;

    if (status == CLR_ERROR_UNSUPPORTED &&
        (strstr(message, "no fp64") || strstr(message, "each other's writes")))
        return NULL;
    if (status == CLR_ERROR_BUILD && s->custom && !rig->device->fp64)
        return NULL;
    if (status == CLR_ERROR_ARGUMENT && strstr(message, "work-items that"))
        return NULL;
    assert_ok(rig, status);
    return plan;
}

static cl_mem buffer_for(const struct rig *rig, const struct subject *s, uint64_t count)
{
    return buffer_of(rig, s->data, (size_t)(OFFSETS + count) * clr_type_size(s->type));
}

static void assert_bits(const struct subject *s, const char *how, uint64_t count, double got,
                        double expected)
{
    if (memcmp(&got, &expected, sizeof got) != 0)
        fail_msg("%s of %llu %s, %s: %a instead of %a", clr_operator_name(s->op),
                 (unsigned long long)count, clr_type_name(s->type), how, got, expected);
}

static const uint64_t counts[] = {1,     2,     15,    16,    17,     127,  128,  129,
                                  511,   512,   513,   4095,  4096,   4097, 5000, 32767,
                                  32768, 32769, 65537, 98304, 130001, MOST, MANY};

static size_t count_limit(bool many)
{
    if (test_scope() == SCOPE_SMALL)
        return COUNT(counts) - 6;
    return COUNT(counts) - (many ? 0 : 1);
}

/* All counts by one plan, at offsets by turns. */
static void check_plan(const struct rig *rig, const struct subject *s, clr_plan *plan,
                       cl_mem buffer, const char *how, bool many)
{
    for (size_t i = 0; i < count_limit(many); i++) {
        const uint64_t offset = i % OFFSETS;
        double got;

        run_plan(rig, plan, buffer, offset, counts[i], &got);
        assert_bits(s, how, counts[i], got, expected_of(s, offset, counts[i]));
    }
}

/* ---- ways of carrying it out ---- */

static const struct way {
    const char *strategy;
    uint64_t group, vector, groups;
    clr_local local;
} ways[] = {
    {NULL, 0, 0, 0, CLR_LOCAL_DEFAULT},
    {"ordered", 1, 16, 1, CLR_LOCAL_DEFAULT},
    {"ordered-ticket", 64, 4, 3, CLR_LOCAL_DYNAMIC},
    {"ordered", 7, 1, 0, CLR_LOCAL_DEFAULT},
    {"ordered", 256, 4, 0, CLR_LOCAL_DEFAULT},
    {"ordered", 2, 8, 5, CLR_LOCAL_DEFAULT},
    {"ordered-ticket", 96, 2, 2, CLR_LOCAL_DEFAULT},
    {"ordered", 3, 4, 0, CLR_LOCAL_DYNAMIC},
    {"ordered", 32, 2, 7, CLR_LOCAL_DEFAULT},
    {"ordered-ticket", 256, 1, 0, CLR_LOCAL_DEFAULT},
    {"ordered", 1, 2, 2, CLR_LOCAL_DEFAULT},
};

/* The first subjects are carried out in all ways, the others in some by turns. */
static bool is_covered(size_t subject, size_t way)
{
    if (test_scope() == SCOPE_FULL)
        return true;
    if (test_scope() == SCOPE_SMALL)
        return way == 0 || way % COUNT(subjects) == subject;
    return subject < 2 || way == 0 || way % 4 == subject % 4;
}

static void check_way(const struct rig *rig, const struct subject *s, const struct way *way,
                      struct tally *tally)
{
    const clr_plan_options options = {.size = sizeof options,
                                      .strategy = way->strategy,
                                      .group_size = way->group,
                                      .group_count = way->groups,
                                      .vector_width = s->custom ? 0 : way->vector,
                                      .local = way->local};
    clr_plan *plan = plan_by(rig, s, &options);
    char how[100];
    cl_mem buffer;

    if (!plan) {
        tally_skip(tally, clr_context_error(rig->context)->message);
        return;
    }
    snprintf(how, sizeof how, "%s, groups of %u, vectors of %u",
             way->strategy ? way->strategy : "auto", (unsigned)way->group, (unsigned)way->vector);
    buffer = buffer_for(rig, s, MANY);
    check_plan(rig, s, plan, buffer, how, way == ways || test_scope() == SCOPE_FULL);
    clReleaseMemObject(buffer);
    clr_plan_destroy(plan);
    tally->run++;
}

static void all_ways_have_the_published_bits(void **state)
{
    struct tally tally = {0};
    uint64_t whole = 0;

    (void)state;
    for (size_t r = 0; r < rig_count(); r++)
        for (size_t s = 0; s < COUNT(subjects); s++)
            for (size_t w = 0; w < COUNT(ways); w++, whole++) {
                if (is_covered(s, w))
                    check_way(rig_at(r), &subjects[s], &ways[w], &tally);
                else
                    tally_skip(&tally, "left to another scope");
            }
    tally_print("subject x way", &tally);
    assert_int_equal(tally.run + tally.skipped, whole);
}

/* ---- input in parts and pieces ---- */

static double result_of_parts(const struct rig *rig, clr_plan *plan, cl_mem buffer,
                              const uint64_t *parts, size_t part_count)
{
    uint64_t first = 0;
    double got = 0;
    double aside;

    for (size_t i = 0; i < part_count; i++) {
        const bool is_last = i + 1 == part_count;

        run_part(rig, plan, buffer, first, parts[i], is_last ? CLR_PART_LAST : CLR_PART_MORE,
                 is_last ? &got : NULL);
        first += parts[i];
        run_plan(rig, plan, buffer, 1, 40000, &aside); /* leaves the parts alone */
    }
    return got;
}

static void parts_are_as_the_whole(void **state)
{
    static const uint64_t parts[] = {ORDER_STRIP, 0, 3 * ORDER_STRIP, ORDER_STRIP, 40007};
    static const uint64_t with_empty_end[] = {2 * ORDER_STRIP, 3 * ORDER_STRIP + 40007, 0};
    const uint64_t count = 5 * ORDER_STRIP + 40007;

    (void)state;
    for (size_t r = 0; r < rig_count(); r++)
        for (size_t s = 0; s < 3; s++)
            for (int ticket = 0; ticket < 2; ticket++) {
                const struct rig *rig = rig_at(r);
                const clr_plan_options options = {
                    .size = sizeof options, .strategy = ticket ? "ordered-ticket" : "ordered"};
                clr_plan *plan = plan_by(rig, &subjects[s], &options);
                const double expected = expected_of(&subjects[s], 0, count);
                cl_mem buffer;

                if (!plan)
                    continue;
                buffer = buffer_for(rig, &subjects[s], count);
                assert_bits(&subjects[s], "in parts", count,
                            result_of_parts(rig, plan, buffer, parts, COUNT(parts)), expected);
                assert_bits(
                    &subjects[s], "in parts, the last one empty", count,
                    result_of_parts(rig, plan, buffer, with_empty_end, COUNT(with_empty_end)),
                    expected);
                clReleaseMemObject(buffer);
                clr_plan_destroy(plan);
            }
}

static void parts_are_whole_strips(void **state)
{
    (void)state;
    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        clr_plan *plan = plan_by(rig, &subjects[0], NULL);
        cl_mem buffer;
        double got;

        if (!plan)
            continue;
        buffer = buffer_for(rig, &subjects[0], 1000);
        run_part(rig, plan, buffer, 0, 100, CLR_PART_MORE, NULL);
        assert_error(rig, CLR_ERROR_ARGUMENT,
                     clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{buffer, 100, 1}},
                                            .part = CLR_PART_LAST, .host = &got)),
                     "multiple of 32768");
        run_part(rig, plan, buffer, 100, 0, CLR_PART_LAST, &got);
        assert_bits(&subjects[0], "in one part", 100, got, expected_of(&subjects[0], 0, 100));
        clReleaseMemObject(buffer);
        clr_plan_destroy(plan);
    }
}

/* Feeds a stream whose pieces are to have so many elements by `step` elements at a time. */
static double result_of_stream(const struct rig *rig, const struct subject *s, uint64_t capacity,
                               uint64_t step, uint64_t count)
{
    const clr_reduction reduction = reduction_of(s);
    const clr_stream_options options = {.size = sizeof options, .piece_capacity = capacity};
    const size_t size = clr_type_size(s->type);
    clr_stream *stream;
    double got;

    assert_ok(rig, clr_stream_create(rig->context, &reduction, 1, &options, &stream));
    for (uint64_t first = 0; first < count;) {
        uint64_t length = count - first < step ? count - first : step;
        uint64_t room;
        void *rooms;

        assert_ok(rig, clr_stream_map(stream, &rooms, &room));
        length = length < room ? length : room;
        memcpy(rooms, (const char *)s->data + first * size, (size_t)(length * size));
        assert_ok(rig, clr_stream_submit(stream, length));
        first += length;
    }
    assert_ok(rig, clr_stream_result(stream, &got));
    clr_stream_destroy(stream);
    return got;
}

static void streams_are_as_the_whole(void **state)
{
    static const struct {
        uint64_t capacity, step;
    } feeds[] = {{100, 100000}, {70000, 100000}, {50000, 7777}, {ORDER_STRIP, ORDER_STRIP}};
    const uint64_t count = 3 * ORDER_STRIP + 12345;

    (void)state;
    for (size_t r = 0; r < rig_count(); r++)
        for (size_t s = 0; s < 2; s++) {
            const double expected = expected_of(&subjects[s], 0, count);
            clr_plan *plan = plan_by(rig_at(r), &subjects[s], NULL);

            if (!plan)
                continue;
            clr_plan_destroy(plan);
            for (size_t f = 0; f < COUNT(feeds); f++)
                assert_bits(&subjects[s], "streamed", count,
                            result_of_stream(rig_at(r), &subjects[s], feeds[f].capacity,
                                             feeds[f].step, count),
                            expected);
        }
}

/* ---- together, and not ---- */

static void several_at_once_are_as_each_alone(void **state)
{
    static const size_t chosen[] = {0, 1, 6}; /* of one type and one array */
    const uint64_t count = 100001;

    (void)state;
    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        clr_reduction reductions[COUNT(chosen) + 1];
        unsigned char record[RECORD];
        clr_plan *plan;
        cl_mem buffer;

        if (!rig->device->fp64)
            continue;
        for (size_t i = 0; i < COUNT(chosen); i++)
            reductions[i] = reduction_of(&subjects[chosen[i]]);
        reductions[COUNT(chosen)] = (clr_reduction)CLR_REDUCTION(CLR_OPERATOR_ARGMAX, CLR_TYPE_F32);
        assert_ok(rig, clr_plan_create(rig->context, reductions, COUNT(reductions), NULL, &plan));
        buffer = buffer_for(rig, &subjects[0], count);
        run_plan(rig, plan, buffer, 1, count, record);
        for (size_t i = 0; i < COUNT(chosen); i++) {
            clr_result result = {.size = sizeof result};
            double got;

            assert_int_equal(clr_plan_result(plan, i, &result), CLR_OK);
            assert_int_equal(result.accuracy, CLR_ACCURACY_REPRODUCIBLE);
            memcpy(&got, record + result.offset, sizeof got);
            assert_bits(&subjects[chosen[i]], "together with others", count, got,
                        expected_of(&subjects[chosen[i]], 1, count));
        }
        clReleaseMemObject(buffer);
        clr_plan_destroy(plan);
    }
}

static void what_cannot_be_is_refused(void **state)
{
    const clr_plan_options two_pass = {.size = sizeof two_pass, .strategy = "two-pass"};
    const clr_plan_options mixed = {.size = sizeof mixed, .strategy = "lanes/sequential/store"};
    const clr_reduction sum = reduction_of(&subjects[0]);
    const clr_reduction fast = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    clr_plan *plan;

    (void)state;
    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);

        assert_error(rig, CLR_ERROR_UNSUPPORTED,
                     clr_plan_create(rig->context, &fast, 1, &mixed, &plan), "go with each other");
        if (!rig->device->fp64) {
            assert_error(rig, CLR_ERROR_UNSUPPORTED,
                         clr_plan_create(rig->context, &sum, 1, NULL, &plan), "no fp64");
            continue;
        }
        assert_error(rig, CLR_ERROR_UNSUPPORTED,
                     clr_plan_create(rig->context, &sum, 1, &two_pass, &plan), "use ordered");
    }
}

/* ---- the data ---- */

static double sum_from_left_to_right(const float *x, uint64_t count)
{
    double sum = 0;

    for (uint64_t i = 0; i < count; i++)
        sum += x[i];
    return sum;
}

/* As a mistake would have it: strips that are shifted, lines the other way round. */
static void other_orders_have_other_bits(void **state)
{
    const struct subject *sum = &subjects[0];
    const struct subject *own = &subjects[2];
    double shifted[2], right, mirrored;
    order_fold fold = sum->fold;

    (void)state;
    right = expected_of(sum, 0, MOST);
    assert_true(right != sum_from_left_to_right(data.f32, MOST));
    fold.data = data.f32;
    order_reduce(&fold, 5, &shifted[0]);
    fold.data = data.f32 + 5;
    order_reduce(&fold, MOST - 5, &shifted[1]);
    assert_true(right != shifted[0] + shifted[1]);
    right = expected_of(own, 0, 5000);
    fold = own->fold;
    fold.minds_order = false;
    fold.data = own->data;
    order_reduce(&fold, 5000, shifted);
    mirrored = own->result(shifted, 5000);
    assert_true(right != mirrored);
    fold = subjects[1].fold; /* a run is not the same as its elements one by one */
    right = expected_of(&subjects[1], 0, 4096);
    assert_true(right != expected_of(&subjects[1], 1, 4096));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_orders_have_other_bits),
        cmocka_unit_test(all_ways_have_the_published_bits),
        cmocka_unit_test(parts_are_as_the_whole),
        cmocka_unit_test(parts_are_whole_strips),
        cmocka_unit_test(streams_are_as_the_whole),
        cmocka_unit_test(several_at_once_are_as_each_alone),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    int failures;

    make_data();
    failures = cmocka_run_group_tests(tests, NULL, NULL);
    rigs_destroy();
    return leaks_looked_for(failures);
}
