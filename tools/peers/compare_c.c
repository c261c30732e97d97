/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compare_c - plain C with OpenMP, as somebody without a library writes it: a loop on all cores,
 * sums in f64.
 *
 * Build: cc -std=gnu11 -O3 -march=native -fopenmp -ffinite-math-only -fno-signed-zeros compare_c.c
 * -lm Usage: see compare_common.h
 */
#include "compare_common.h"
#include <math.h>

typedef struct arrays {
    const compare_task *task;
    compare_operator op;
    size_t count;
    const float *x, *y;
    const double *wide;
} arrays;

static double sum_f32(const float *x, size_t count)
{
    double sum = 0;

#pragma omp parallel for simd schedule(static) reduction(+ : sum)
    for (size_t i = 0; i < count; i++)
        sum += (double)x[i];
    return sum;
}

static double sum_f64(const double *x, size_t count)
{
    double sum = 0;

#pragma omp parallel for simd schedule(static) reduction(+ : sum)
    for (size_t i = 0; i < count; i++)
        sum += x[i];
    return sum;
}

static float max_f32(const float *x, size_t count)
{
    float most = x[0];

#pragma omp parallel for simd schedule(static) reduction(max : most)
    for (size_t i = 0; i < count; i++)
        most = x[i] > most ? x[i] : most;
    return most;
}

/* The greatest first, by vectors, then where it is: each thread looks through its part until it is
 * found. */
static size_t argmax_f32(const float *x, size_t count)
{
    const size_t part = 1 << 16;
    const float most = max_f32(x, count);
    size_t place = count;

#pragma omp parallel for schedule(static) reduction(min : place)
    for (size_t first = 0; first < count; first += part) {
        const size_t end = first + part < count ? first + part : count;
        for (size_t i = first; place > first && i < end; i++)
            if (x[i] == most) {
                place = i < place ? i : place;
                break;
            }
    }
    return place;
}

static double dot_f32(const float *x, const float *y, size_t count)
{
    double sum = 0;

#pragma omp parallel for simd schedule(static) reduction(+ : sum)
    for (size_t i = 0; i < count; i++)
        sum += (double)x[i] * (double)y[i];
    return sum;
}

/* Twice through the array, which keeps the digits. */
static double std_f32(const float *x, size_t count)
{
    const double mean = sum_f32(x, count) / (double)count;
    double sum = 0;

#pragma omp parallel for simd schedule(static) reduction(+ : sum)
    for (size_t i = 0; i < count; i++)
        sum += ((double)x[i] - mean) * ((double)x[i] - mean);
    return sqrt(sum / (double)count);
}

static bool prepare(void *user, compare_operator op, size_t count)
{
    arrays *a = user;
    const size_t most = a->task->sizes[a->task->size_count - 1];

    a->op = op;
    a->count = count;
    if (op == COMPARE_SUM_F64 && !a->wide)
        a->wide = compare_data(a->task, compare_file(op, 0), most * sizeof *a->wide);
    if (op != COMPARE_SUM_F64 && !a->x)
        a->x = compare_data(a->task, compare_file(op, 0), most * sizeof *a->x);
    if (op == COMPARE_DOT_F32 && !a->y)
        a->y = compare_data(a->task, compare_file(op, 1), most * sizeof *a->y);
    return true;
}

static double fetch(void *user)
{
    const arrays *a = user;

    switch (a->op) {
    case COMPARE_SUM_F32:
        return sum_f32(a->x, a->count);
    case COMPARE_SUM_F64:
        return sum_f64(a->wide, a->count);
    case COMPARE_MAX_F32:
        return (double)max_f32(a->x, a->count);
    case COMPARE_ARGMAX_F32:
        return (double)argmax_f32(a->x, a->count);
    case COMPARE_STD_F32:
        return std_f32(a->x, a->count);
    case COMPARE_DOT_F32:
        return dot_f32(a->x, a->y, a->count);
    default:
        return sqrt(dot_f32(a->x, a->x, a->count));
    }
}

int main(int argc, char **argv)
{
    const compare_task task = compare_begin(argc, argv);
    arrays all = {.task = &task};
    const compare_peer peer = {.name = "c",
                               .version = __VERSION__,
                               .folded = "f64",
                               .user = &all,
                               .prepare = prepare,
                               .fetch = fetch};

    compare_run(&task, &peer);
    return 0;
}
