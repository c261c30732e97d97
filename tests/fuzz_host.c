/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz_host - a differential fuzzer of what the host computes, against GMP and MPFR: reductions and
 * data drawn at random, mostly at the ends of the formats. Needs no device, so that it runs
 * wherever the library does.
 *
 *   fuzz_host [--seconds N] [--seed S]    N seconds (2) of trials from seed S on (the clock's)
 *
 * A trial is an array's result, judged by the oracle; accumulators of its parts, merged in another
 * order, whose bytes are those of the whole's; and results of its rows and by labels, each of which
 * is that of its elements alone. Exit status: 0 no mismatch, 1 one, which is printed with its seed.
 */
#include "operators.h"
#include "oracle.h"
#include "split_mix.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { ELEMENTS_MOST = 6000, PARTS_MOST = 5, LABELS_MOST = 40, STORED_MOST = 4096 };

/* A reduction and an array. */
struct trial {
    uint64_t seed;
    clr_reduction reduction;
    clr_result result;    /* where the record has it */
    uint64_t record_size; /* up to 32 */
    oracle_data kind;
    size_t inputs, count, size;
    unsigned char x[ELEMENTS_MOST * sizeof(double)], y[ELEMENTS_MOST * sizeof(double)];
};

static clr_context *host;

static size_t below(uint64_t *seed, size_t limit)
{
    return (size_t)((next_random(seed) >> 11) % limit);
}

/* ---- Drawing ---- */

/* Most sums of floats, as these have most ways to be wrong; no products of floats, nor logsumexp.
 */
static clr_reduction draw_reduction(uint64_t *seed)
{
    static const clr_type types[] = {CLR_TYPE_F32, CLR_TYPE_F64};
    static const clr_type results[] = {CLR_TYPE_F16, CLR_TYPE_BF16, CLR_TYPE_F32, CLR_TYPE_F64};
    static const clr_operator sums[] = {CLR_OPERATOR_SUM, CLR_OPERATOR_DOT,   CLR_OPERATOR_SUMSQ,
                                        CLR_OPERATOR_VAR, CLR_OPERATOR_WMEAN, CLR_OPERATOR_COV,
                                        CLR_OPERATOR_CORR};
    clr_reduction drawn = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);

    drawn.type = below(seed, 2) ? types[below(seed, COUNT(types))]
                                : (clr_type)(CLR_TYPE_I8 + below(seed, CLR_TYPE_F64));
    drawn.op = below(seed, 2) ? sums[below(seed, COUNT(sums))]
                              : (clr_operator)(1 + below(seed, OPERATORS));
    drawn.accuracy = CLR_ACCURACY_EXACT;
    drawn.nan = below(seed, 3) ? CLR_NAN_PROPAGATE : CLR_NAN_IGNORE;
    drawn.overflow = below(seed, 2) ? CLR_OVERFLOW_DETECT : CLR_OVERFLOW_WRAP;
    if (drawn.op == CLR_OPERATOR_VAR || drawn.op == CLR_OPERATOR_STD ||
        drawn.op == CLR_OPERATOR_COV)
        drawn.ddof = below(seed, 3);
    if (oracle_is_float(drawn.type) && below(seed, 3) == 0)
        drawn.result = results[below(seed, COUNT(results))];
    return drawn;
}

static size_t draw_count(uint64_t *seed)
{
    static const size_t limits[] = {4, 20, 300, 1100, ELEMENTS_MOST};

    return below(seed, limits[below(seed, COUNT(limits))]);
}

/* False if the host does not compute what was drawn. */
static bool draw_trial(struct trial *t, uint64_t seed)
{
    clr_operator_info info = {.size = sizeof info};
    unsigned char record[64];

    t->seed = seed;
    t->reduction = draw_reduction(&seed);
    t->result = (clr_result){.size = sizeof t->result};
    if (clr_record_describe(&t->reduction, 1, &t->result, &t->record_size, NULL, 0) != CLR_OK ||
        clr_reduce_all(host, &t->reduction, 1, NULL, 0, 0, record, sizeof record) ==
            CLR_ERROR_UNSUPPORTED)
        return false;
    clr_operator_describe(t->reduction.op, &info);
    t->inputs = info.inputs;
    t->count = draw_count(&seed);
    t->size = clr_type_size(t->reduction.type);
    t->kind = (oracle_data)below(&seed, ORACLE_DATA_COUNT);
    if (t->count == 0) /* of which oracle_fill() can make no kind */
        return true;
    oracle_fill(t->kind, seed, t->reduction.type, t->x, t->count);
    oracle_fill(oracle_data_of_second(t->kind), seed + 1, t->reduction.type, t->y, t->count);
    return true;
}

/* ---- Against the oracle ---- */

static bool tell(const struct trial *t, const char *what)
{
    printf("seed %" PRIu64 ": %s of %zu %s as %s, NaN %d, overflow %d, ddof %" PRIu64
           ", data %d: %s\n",
           t->seed, clr_operator_name(t->reduction.op), t->count, clr_type_name(t->reduction.type),
           clr_type_name(t->result.type), (int)t->reduction.nan, (int)t->reduction.overflow,
           t->reduction.ddof, (int)t->kind, what);
    return false;
}

/* The record of elements, and its status. */
static clr_status reduce(const struct trial *t, const void *x, const void *y, size_t count,
                         unsigned char *record)
{
    const void *const inputs[] = {x, y};

    memset(record, 0, t->record_size);
    return clr_reduce_all(host, &t->reduction, 1, inputs, t->inputs, count, record, t->record_size);
}

static bool judge_whole(const struct trial *t)
{
    const oracle_question question = {.op = t->reduction.op,
                                      .type = t->reduction.type,
                                      .nan = t->reduction.nan,
                                      .overflow = t->reduction.overflow,
                                      .ddof = t->reduction.ddof};
    unsigned char record[64];
    oracle_answer answer = {.type = t->result.type, .value = record, .accumulator = "exact"};
    oracle_value truth;
    char why[200];

    answer.status = reduce(t, t->x, t->y, t->count, record);
    answer.is_exact = oracle_is_float(t->reduction.type) && oracle_is_float(t->result.type);
    if (t->result.second_offset != CLR_UNKNOWN)
        answer.second = record + t->result.second_offset;
    if (t->result.index_offset != CLR_UNKNOWN)
        memcpy(&answer.index, record + t->result.index_offset, sizeof answer.index);
    oracle_reduce(&question, t->x, t->inputs > 1 ? t->y : NULL, t->count, &truth);
    const bool is_right = oracle_accepts(&truth, &answer, why, sizeof why);
    oracle_clear(&truth);
    return is_right || tell(t, why);
}

/* ---- Parts ---- */

static bool accumulate(const struct trial *t, size_t begin, size_t end, clr_accumulator **made)
{
    const clr_host_run run = {
        .size = sizeof run,
        .count = end - begin,
        .inputs = {t->x + begin * t->size, t->inputs > 1 ? t->y + begin * t->size : NULL}};

    return clr_reduce_accumulator(host, &t->reduction, 1, &run, made) == CLR_OK &&
           clr_accumulator_shift(*made, begin, NULL, 0) == CLR_OK;
}

static size_t store(const clr_accumulator *from, unsigned char bytes[STORED_MOST])
{
    size_t size = STORED_MOST;

    return clr_accumulator_store(from, bytes, STORED_MOST, &size) == CLR_OK ? size : 0;
}

/* Accumulators of parts, merged from the last to the first, against the whole's. */
static bool judge_parts(const struct trial *t)
{
    unsigned char bytes[2][STORED_MOST];
    clr_accumulator *whole = NULL, *merged = NULL;
    uint64_t seed = t->seed;
    size_t end = t->count, sizes[2] = {0, 1};
    bool is_made = accumulate(t, 0, t->count, &whole);

    for (int part = 0; is_made && (part == 0 || end != 0); part++) {
        const size_t begin = part == PARTS_MOST - 1 ? 0 : below(&seed, end + 1);
        clr_accumulator *made = NULL;

        is_made = accumulate(t, begin, end, &made);
        if (is_made && merged)
            is_made = clr_accumulator_merge(merged, made, NULL, 0) == CLR_OK;
        if (merged)
            clr_accumulator_destroy(made);
        else
            merged = made;
        end = begin;
    }
    if (is_made) {
        sizes[0] = store(whole, bytes[0]);
        sizes[1] = store(merged, bytes[1]);
    }
    clr_accumulator_destroy(whole);
    clr_accumulator_destroy(merged);
    return (sizes[0] == sizes[1] && memcmp(bytes[0], bytes[1], sizes[0]) == 0) ||
           tell(t, is_made ? "parts merged are another state" : "no accumulator was made");
}

/* ---- Rows and labels ---- */

/* Results of each row or label, and what each of these has: its elements side by side. */
struct groups {
    size_t count;
    size_t begins[ELEMENTS_MOST + 1];
    unsigned char x[ELEMENTS_MOST * sizeof(double)], y[ELEMENTS_MOST * sizeof(double)];
    unsigned char value[ELEMENTS_MOST * sizeof(double)], second[ELEMENTS_MOST * sizeof(double)];
    cl_ulong index[ELEMENTS_MOST];
    cl_int status[ELEMENTS_MOST];
};

/* Whether group k's results are those of its elements alone. */
static bool is_as_alone(const struct trial *t, const struct groups *g, size_t k)
{
    const size_t begin = g->begins[k], size = (size_t)t->result.value_size;
    unsigned char record[64];
    const clr_status status =
        reduce(t, g->x + begin * t->size, g->y + begin * t->size, g->begins[k + 1] - begin, record);

    if (status != CLR_OK)
        return g->status[k] == (cl_int)status;
    return g->status[k] == CLR_OK &&
           memcmp(g->value + k * size, record + t->result.offset, size) == 0 &&
           (t->result.second_offset == CLR_UNKNOWN ||
            memcmp(g->second + k * size, record + t->result.second_offset, size) == 0);
}

static bool judge_groups(const struct trial *t, clr_host_run *run, struct groups *g,
                         const char *what)
{
    const clr_host_arrays arrays = {
        .size = sizeof arrays,
        .value = g->value,
        .second = t->result.second_offset == CLR_UNKNOWN ? NULL : g->second,
        .index = t->result.index_offset == CLR_UNKNOWN ? NULL : g->index,
        .status = g->status};

    run->size = sizeof *run;
    run->count = t->count;
    if (!run->inputs[0]) {
        run->inputs[0] = t->x;
        run->inputs[1] = t->inputs > 1 ? t->y : NULL;
    }
    run->arrays = &arrays;
    if (clr_reduce_shape(host, &t->reduction, 1, run) != CLR_OK)
        return tell(t, clr_context_error(host)->message);
    for (size_t k = 0; k < g->count; k++)
        if (!is_as_alone(t, g, k))
            return tell(t, what);
    return true;
}

static bool judge_rows(const struct trial *t, struct groups *g)
{
    uint64_t seed = t->seed;
    const size_t length = 1 + below(&seed, below(&seed, 2) ? 12 : 200);
    uint64_t extents[] = {t->count / length, length};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 2, .extents = extents};
    clr_host_run run = {.shape = CLR_SHAPE_AXES, .axes = &axes};

    g->count = (size_t)extents[0];
    if (g->count == 0)
        return true;
    for (size_t k = 0; k <= g->count; k++)
        g->begins[k] = k * length;
    memcpy(g->x, t->x, t->count * t->size);
    memcpy(g->y, t->y, t->count * t->size);
    return judge_groups(t, &run, g, "a row differs from its elements alone");
}

/* The same elements as columns, of which some rows lie between. */
static bool judge_columns(const struct trial *t, struct groups *g)
{
    static unsigned char apart[2][2 * ELEMENTS_MOST * sizeof(double)];
    uint64_t seed = t->seed;
    const size_t length = 1 + below(&seed, below(&seed, 2) ? 12 : 200), count = t->count / length;
    const size_t between = below(&seed, 2) ? count : 0;
    uint64_t extents[] = {length, count};
    const int64_t strides[] = {(int64_t)((count + between) * t->size), (int64_t)t->size};
    clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 1, .extents = extents};
    clr_host_run run = {.shape = CLR_SHAPE_AXES, .axes = &axes};

    g->count = count;
    if (count == 0)
        return true;
    for (size_t i = 0; i < t->inputs; i++)
        axes.strides[i] = strides;
    for (size_t k = 0; k <= count; k++)
        g->begins[k] = k * length;
    for (size_t k = 0; k < count; k++)
        for (size_t i = 0; i < length; i++) {
            const size_t from = (i * (count + between) + k) * t->size;

            memcpy(apart[0] + from, t->x + (k * length + i) * t->size, t->size);
            memcpy(apart[1] + from, t->y + (k * length + i) * t->size, t->size);
        }
    memcpy(g->x, t->x, t->count * t->size);
    memcpy(g->y, t->y, t->count * t->size);
    run.inputs[0] = apart[0];
    run.inputs[1] = t->inputs > 1 ? apart[1] : NULL;
    return judge_groups(t, &run, g, "a column differs from its elements alone");
}

static bool judge_labels(const struct trial *t, struct groups *g)
{
    cl_uint labels[ELEMENTS_MOST];
    uint64_t seed = t->seed;
    clr_host_run run = {.shape = CLR_SHAPE_LABELS, .by = labels, .by_type = CLR_TYPE_U32};
    size_t at = 0;

    g->count = 1 + below(&seed, LABELS_MOST);
    run.results = g->count;
    for (size_t i = 0; i < t->count; i++)
        labels[i] = (cl_uint)below(&seed, g->count + 1);
    for (size_t k = 0; k < g->count; k++) {
        g->begins[k] = at;
        for (size_t i = 0; i < t->count; i++) {
            if (labels[i] != k)
                continue;
            memcpy(g->x + at * t->size, t->x + i * t->size, t->size);
            memcpy(g->y + at++ * t->size, t->y + i * t->size, t->size);
        }
    }
    g->begins[g->count] = at;
    return judge_groups(t, &run, g, "a label's result differs from its elements alone");
}

/* ---- The command line ---- */

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static uint64_t argument(int argc, char **argv, const char *name, uint64_t otherwise)
{
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return strtoull(argv[i + 1], NULL, 10);
    return otherwise;
}

int main(int argc, char **argv)
{
    const clr_context_options options = {.size = sizeof options, .device = "host"};
    const double end = now() + (double)argument(argc, argv, "--seconds", 2);
    uint64_t seed = argument(argc, argv, "--seed", (uint64_t)time(NULL) << 20);
    static struct trial t;
    static struct groups g;
    uint64_t trials = 0, wrong = 0;

    if (clr_context_create(&options, &host) != CLR_OK)
        return 1;
    for (; now() < end && wrong < 20; seed++) {
        if (!draw_trial(&t, seed))
            continue;
        trials++;
        wrong += !(judge_whole(&t) && judge_parts(&t) && judge_rows(&t, &g) &&
                   judge_columns(&t, &g) && judge_labels(&t, &g));
    }
    clr_context_destroy(host);
    printf("%" PRIu64 " trials, %" PRIu64 " wrong\n", trials, wrong);
    return wrong == 0 && trials != 0 ? 0 : 1;
}
