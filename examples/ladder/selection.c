/* SPDX-License-Identifier: Apache-2.0 */
/*
 * selection - rows, what is right, and runs of the kernel. See selection.h.
 */
#include "selection.h"
#include <math.h>

enum { RANKS = 3, WARM_RUNS = 5 };

/* ---- Rows ---- */

/* Numerical Recipes' linear congruences; the high bits, which are the better ones, in the low ones,
 * too. */
static cl_uint next_bits(cl_uint *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state ^ *state >> 16;
}

/* From 0 to 1. */
static float fraction(cl_uint bits)
{
    return (float)(bits >> 8) / (1 << 24);
}

static float of_bits(cl_uint bits)
{
    const union {
        cl_uint bits;
        float number;
    } both = {bits};

    return both.number;
}

static float negative_number(cl_uint bits)
{
    return -fraction(bits);
}

static float no_nan(cl_uint bits)
{
    const cl_uint below = 0x00800000; /* without this bit an exponent is that of a number */

    return of_bits(isnan(of_bits(bits)) ? bits & ~below : bits);
}

static float zero(cl_uint bits)
{
    return bits >> 31 ? -0.0f : 0.0f;
}

static float maybe_infinite(cl_uint bits)
{
    const float quarters[] = {-INFINITY, INFINITY, fraction(bits << 2), -fraction(bits << 2)};

    return quarters[bits >> 30];
}

static float maybe_nan(cl_uint bits)
{
    const cl_uint sign = bits << 2 & 0x80000000;

    return bits >> 30 ? fraction(bits) - 0.5f : of_bits(sign | 0x7fc00000);
}

static float one(cl_uint bits)
{
    (void)bits;
    return 1;
}

static float one_or_two(cl_uint bits)
{
    return bits >> 31 ? 1 : 2;
}

static const struct {
    const char *name;
    float (*number)(cl_uint bits);
} kinds[ROW_KINDS] = {
    [ROW_RANDOM] = {"random", fraction},
    [ROW_NEGATIVE] = {"negative", negative_number},
    [ROW_BITS] = {"any bits", no_nan},
    [ROW_ZEROS] = {"-0 and +0", zero},
    [ROW_INFINITE] = {"infinities", maybe_infinite},
    [ROW_NANS] = {"NaNs", maybe_nan},
    [ROW_EQUAL] = {"all equal", one},
    [ROW_TWO] = {"two values", one_or_two},
};

static void make_rows(const job *j, row_kind kind, float *rows)
{
    const size_t all = (size_t)j->count * j->groups;
    cl_uint state = 1;

    for (size_t i = 0; i < all; i++)
        rows[i] = kinds[kind].number(next_bits(&state));
}

static float *allocate(size_t count)
{
    float *numbers = malloc(count * sizeof *numbers);

    if (numbers == NULL)
        STOP(1, "no memory for %zu numbers", count);
    return numbers;
}

/* ---- What is right ---- */

/* NaNs last, -0 before +0. */
static int by_order(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;

    if (isnan(x) || isnan(y))
        return !!isnan(x) - !!isnan(y);
    if (x == y)
        return !!signbit(y) - !!signbit(x);
    return x < y ? -1 : 1;
}

static void sort_rows(const job *j, float *rows)
{
    for (cl_uint row = 0; row < j->groups; row++)
        qsort(rows + (size_t)row * j->count, j->count, sizeof *rows, by_order);
}

/* Whether each row's number is that of the rank in the sorted row; prints the first that is not. */
static bool is_right(const job *j, row_kind kind, const float *rows, cl_uint rank,
                     const float *found)
{
    for (cl_uint row = 0; row < j->groups; row++) {
        const float *expected = &rows[(size_t)row * j->count + rank];

        if (by_order(expected, &found[row]) == 0)
            continue;
        printf("%s: wrong, of %u numbers in groups of %u that of rank %u is %g, and ",
               kinds[kind].name, j->count, j->group, rank, (double)*expected);
        if (found[row] == UNWRITTEN)
            puts("nothing came");
        else
            printf("%g came\n", (double)found[row]);
        return false;
    }
    return true;
}

/* ---- Runs ---- */

/* The numbers of the rank go to `found`. Returns the seconds that they took. */
static double select_rank(job *j, cl_uint rank, float *found)
{
    const job_argument all[] = {
        {"global const float *in", sizeof j->x, &j->x},
        {"uint n", sizeof j->count, &j->count},
        {"uint rank", sizeof rank, &rank},
        {"global float *out", sizeof j->sums[0], &j->sums[0]},
        {"local uint *cells", j->group * sizeof(cl_uint), NULL},
    };
    const size_t size = j->groups * sizeof *found;
    const float unwritten = UNWRITTEN;
    double begin;

    job_set_arguments(j, all, j->rung->takes == CELLS ? 5 : 4);
    CHECK(clEnqueueFillBuffer(j->queue, j->sums[0], &unwritten, sizeof unwritten, 0, size, 0, NULL,
                              NULL));
    CHECK(clFinish(j->queue));
    begin = job_clock();
    job_launch(j, j->reduce, j->groups, j->group);
    CHECK(clFinish(j->queue));
    begin = job_clock() - begin;
    CHECK(clEnqueueReadBuffer(j->queue, j->sums[0], CL_TRUE, 0, size, found, 0, NULL, NULL));
    return begin;
}

static bool try_rows(job *j, row_kind kind, const float *rows, float *found, double *shortest)
{
    const cl_uint ranks[] = {0, j->count - 1, (j->count - 1) / 2};

    for (int i = 0; i < RANKS; i++) {
        *shortest = select_rank(j, ranks[i], found);
        if (!is_right(j, kind, rows, ranks[i], found))
            return false;
    }
    return true;
}

static bool try_kind(job *j, row_kind kind, bool tells)
{
    float *rows = allocate((size_t)j->count * j->groups), *found = allocate(j->groups);
    double time;
    bool right;

    make_rows(j, kind, rows);
    job_remake(j, &j->x, j->count * j->groups, rows);
    job_remake(j, &j->sums[0], j->groups, NULL);
    sort_rows(j, rows);
    right = try_rows(j, kind, rows, found, &time);
    for (int i = 0; tells && right && i < WARM_RUNS; i++) {
        const double again = select_rank(j, (j->count - 1) / 2, found);

        time = again < time ? again : time;
    }
    if (tells && right)
        printf("%s: right, the first median is %g; time %.3f ms\n", kinds[kind].name,
               (double)*found, 1e3 * time);
    free(rows);
    free(found);
    return right;
}

row_kind selection_try(job *j, bool tells)
{
    row_kind kind = 0;

    j->is_quiet = true;
    while (kind < ROW_KINDS && try_kind(j, kind, tells))
        kind++;
    return kind;
}
