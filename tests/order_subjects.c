/* SPDX-License-Identifier: Apache-2.0 */
#include "order_subjects.h"
#include "kernel_exponential.h"
#include "split_mix.h"

#include <math.h>

/* ---- data: several binades, both signs, so that nearly every addition rounds ---- */

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

void make_data(void)
{
    uint64_t seed = 1;

    for (size_t i = 0; i < OFFSETS + MANY; i++) {
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

/* What their sum loses, the larger one being a: nothing overflows then that the sum does not. */
static double loss_of(double a, double b)
{
    return b - ((a + b) - a);
}

static void add_pair(void *left, const void *right)
{
    struct pair *a = left;
    const struct pair *b = right;
    const double sum = a->high + b->high;
    const double error =
        fabs(a->high) >= fabs(b->high) ? loss_of(a->high, b->high) : loss_of(b->high, a->high);

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

/* The largest element, and the sum of e^(x - largest), by the kernels' own functions. */
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

const struct order_subject subjects[SUBJECTS] = {
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
