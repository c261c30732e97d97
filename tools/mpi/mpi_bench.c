/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mpi_bench - what clr_mpi_allreduce() takes beside MPI_Allreduce() of as many doubles, and of as
 * many words, in turn; of each the median of the slowest ranks' times. A state is of four numbers
 * of 2^-20 to 2^20.
 *
 *     mpirun -n 2 mpi_bench [OPERATOR TYPE [RESULTS...]]        by default sum f32 1 1000 1000000
 */
#include <clreduce/clreduce_mpi.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_MOST = 401 };

static int rank;

static void stop(const char *why)
{
    fprintf(stderr, "mpi_bench: %s\n", why);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void *room_for(size_t count, size_t size)
{
    void *room = calloc(count, size);

    if (!room)
        stop("no memory");
    return room;
}

enum { ELEMENTS_EACH = 4 };

/* A number of either sign, of 2^-20 to 2^20. */
static double number(void)
{
    static uint64_t bits = 88172645463325252;

    bits ^= bits << 13;
    bits ^= bits >> 7;
    bits ^= bits << 17;
    return ldexp(1 + (double)(bits >> 40) / (1 << 24), (int)(bits % 40) - 20) *
           (bits >> 32 & 1 ? -1 : 1);
}

static void *numbers(clr_type type, uint64_t count)
{
    float *floats = room_for(count, 8);
    double *doubles = (double *)floats;

    if (type != CLR_TYPE_F32 && type != CLR_TYPE_F64)
        stop("numbers are f32 or f64");
    for (uint64_t i = 0; i < count; i++)
        if (type == CLR_TYPE_F32)
            floats[i] = (float)number();
        else
            doubles[i] = number();
    return floats;
}

static clr_accumulator *states(clr_operator op, clr_type type, uint64_t results)
{
    const clr_reduction reduction = CLR_REDUCTION(op, type);
    const uint64_t extents[] = {results, ELEMENTS_EACH};
    const clr_axes rows = {.size = sizeof rows, .rank = 2, .reduced = 1 << 1, .extents = extents};
    void *x = numbers(type, results * ELEMENTS_EACH);
    const clr_host_run run = {
        .size = sizeof run, .shape = CLR_SHAPE_AXES, .axes = &rows, .inputs = {x}};
    clr_context *context = NULL;
    clr_accumulator *made = NULL;

    if (clr_context_create(NULL, &context) ||
        clr_reduce_accumulator(context, &reduction, 1, &run, &made))
        stop(clr_context_error(context)->message);
    clr_context_destroy(context);
    free(x);
    return made;
}

static size_t words_of(const clr_accumulator *accumulator)
{
    char reason[200];
    size_t count;

    if (clr_accumulator_words(accumulator, NULL, 0, &count, NULL, reason, sizeof reason))
        stop(reason);
    return count;
}

/* What is measured: one collective operation, its arguments and its name. */
typedef struct call {
    const char *name;
    void (*run)(const struct call *call);
    const clr_accumulator *own;
    const void *from;
    void *to;
    size_t count;
} call;

static void run_accumulator(const call *c)
{
    clr_accumulator *all = NULL;
    char reason[300];

    if (clr_mpi_allreduce(c->own, MPI_COMM_WORLD, &all, reason, sizeof reason))
        stop(reason);
    clr_accumulator_destroy(all);
}

static void run_doubles(const call *c)
{
    MPI_Allreduce(c->from, c->to, (int)c->count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void run_words(const call *c)
{
    MPI_Allreduce(c->from, c->to, (int)c->count, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
}

/* Seconds of the slowest rank. */
static double time_of(const call *c, int times)
{
    double own, slowest;

    MPI_Barrier(MPI_COMM_WORLD);
    own = MPI_Wtime();
    for (int i = 0; i < times; i++)
        c->run(c);
    own = (MPI_Wtime() - own) / times;
    MPI_Allreduce(&own, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void measure(clr_operator op, clr_type type, uint64_t results)
{
    const clr_accumulator *own = states(op, type, results);
    const size_t words = words_of(own);
    const int runs = results > 10000 ? 15 : RUNS_MOST, times = results > 10000 ? 1 : 10;
    void *from = room_for(words, 8), *to = room_for(words, 8);
    const call calls[] = {{"doubles", run_doubles, NULL, from, to, results},
                          {"words", run_words, NULL, from, to, words},
                          {"accumulators", run_accumulator, own, NULL, NULL, results}};
    double seconds[3][RUNS_MOST], medians[3];

    for (int run = 0; run < runs; run++)
        for (int i = 0; i < 3; i++)
            seconds[i][run] = time_of(&calls[i], times);
    for (int i = 0; i < 3; i++) {
        qsort(seconds[i], (size_t)runs, sizeof(double), compare);
        medians[i] = seconds[i][runs / 2];
    }
    if (rank == 0)
        printf("%s of %s, %llu results, %zu bytes each: doubles %.2f us, words %.2f us, "
               "accumulators %.2f us: %.1f times doubles\n",
               clr_operator_name(op), clr_type_name(type), (unsigned long long)results,
               8 * (words - CLR_WORDS_HEADER) / results, 1e6 * medians[0], 1e6 * medians[1],
               1e6 * medians[2], medians[2] / medians[0]);
    free(from);
    free(to);
    clr_accumulator_destroy((clr_accumulator *)own);
}

int main(int count, char **words)
{
    clr_operator op;
    clr_type type;

    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    op = clr_operator_from_name(count > 1 ? words[1] : "sum");
    type = clr_type_from_name(count > 2 ? words[2] : "f32");
    if (count < 4)
        for (uint64_t results = 1; results <= 1000000; results *= 1000)
            measure(op, type, results);
    for (int i = 3; i < count; i++)
        measure(op, type, strtoull(words[i], NULL, 10));
    MPI_Finalize();
    return 0;
}
