/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench - the verb that measures speed: kernels alone, the way from host memory to the result, and
 * a plain C loop over the same data. The three take turns, so that whatever disturbs the machine
 * disturbs all of them, until more runs would tell no more. Every result is checked.
 */
#include "bench_kernel.h"
#include "bench_report.h"
#include "bench_stream.h"
#include "clock.h"
#include "message.h"
#include "plain_loop.h"
#include "sample.h"
#include "session.h"
#include "verbs.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_COUNT (UINT64_C(1) << 24)
#define DEFAULT_TYPE  CLR_TYPE_F32
#define FEWEST_ROUNDS 10
#define LONGEST_NS    UINT64_C(6000000000)
#define TURN_NS       UINT64_C(40000000)
#define WARM_UP_NS    UINT64_C(20000000)
#define PAGE_SIZE     4096

/* Elements in host memory. */
typedef struct array {
    void *elements;
    uint64_t count;
    clr_type type;
} array;

/* One operator on its way through the three. */
typedef struct trial {
    const options *o;
    clr_context *context;
    const array *data;
    clr_reduction reduction;
    bench_kernel kernel;
    bench_stream stream;
    const plain_loop *loop;
    check host; /* what the results are judged by */
    bench_row row;
} trial;

/* ---- Three ways to the result -----------------------------------------------------------------
 */

/* One run: its time, its result, and what the result claims. */
typedef struct run {
    double seconds;
    uint64_t value;
    check_claim claim;
} run;

static int run_kernel(trial *t, run *r)
{
    const clr_plan_info *info = &t->kernel.info;
    uint64_t depth = clr_plan_depth(t->kernel.plan, t->data->count);

    r->claim = (check_claim){info->result, &r->value, depth, info->accumulator};
    return bench_kernel_run(&t->kernel, &r->seconds, &r->value);
}

static int run_stream(trial *t, run *r)
{
    const clr_plan_info *info = &t->kernel.info;
    int code = bench_stream_run(&t->stream, &r->seconds, &r->value);
    /* Each piece's value is folded into the running one: a rounding more for each. */
    uint64_t depth = clr_plan_depth(clr_stream_plan(t->stream.stream, 0), t->data->count);

    r->claim = (check_claim){info->result, &r->value, depth + t->stream.pieces, info->accumulator};
    return code;
}

/* Threads take a while to find a core each. */
static void start_loop(trial *t)
{
    uint64_t start = clock_ns();
    uint64_t value;

    plain_loop_wake();
    do {
        t->loop->run(t->data->elements, t->data->count, &value);
    } while (clock_ns() - start < WARM_UP_NS);
}

static int run_loop(trial *t, run *r)
{
    uint64_t start = clock_ns();

    t->loop->run(t->data->elements, t->data->count, &r->value);
    r->seconds = (double)(clock_ns() - start) * 1e-9;
    /* No chain of roundings is longer than one rounding an element. */
    r->claim = (check_claim){t->loop->result, &r->value, t->data->count, "f64"};
    return CODE_FINE;
}

static void stop_loop(trial *t)
{
    (void)t;
    plain_loop_rest();
}

static const struct {
    const char *name;
    int (*run)(trial *t, run *r);
    void (*start)(trial *t); /* before its turn, and after: NULL for nothing */
    void (*stop)(trial *t);
} ways[BENCH_SERIES_COUNT] = {
    {"kernel", run_kernel, NULL, NULL},
    {"end-to-end", run_stream, NULL, NULL},
    {"plain-loop", run_loop, start_loop, stop_loop},
};

/* ---- Measuring --------------------------------------------------------------------------------
 */

static int judge(trial *t, const char *name, const run *r)
{
    char sentence[CHECK_SENTENCE_SIZE];
    check_verdict verdict = check_judge(&t->host, &r->claim, sentence);

    if (verdict == CHECK_DIFFERS)
        return message_fail(CODE_CHECK, "a result of %s is wrong: %s.", name, sentence);
    if (verdict == CHECK_UNDECIDED)
        t->row.verdict = CHECK_UNDECIDED;
    return CODE_FINE;
}

static int measure_once(trial *t, size_t way)
{
    run r = {0};
    int code = ways[way].run(t, &r);

    if (code == CODE_FINE)
        code = judge(t, ways[way].name, &r);
    if (code == CODE_FINE && !timing_add(&t->row.series[way].times, r.seconds))
        code = message_fail(CODE_DEVICE, "out of memory for the times of the runs.");
    return code;
}

static bool has_enough(const trial *t, size_t way)
{
    const timing *times = &t->row.series[way].times;

    return t->o->repeat != 0 ? times->count >= t->o->repeat : timing_is_stable(times);
}

/* A way's turn: some runs, so that little of what its predecessor left behind is measured. */
static int take_turn(trial *t, size_t way)
{
    int code = CODE_FINE;

    if (t->o->repeat != 0 && has_enough(t, way))
        return CODE_FINE;
    if (ways[way].start != NULL)
        ways[way].start(t);

    uint64_t start = clock_ns();
    do {
        code = measure_once(t, way);
    } while (code == CODE_FINE && clock_ns() - start < TURN_NS &&
             (t->o->repeat == 0 || !has_enough(t, way)));
    if (ways[way].stop != NULL)
        ways[way].stop(t);
    return code;
}

/* Whether to go on: as often as asked for, else until all are stable, or for so long. */
static bool wants_more(const trial *t, uint64_t rounds, uint64_t elapsed_ns)
{
    bool enough = true;

    for (size_t way = 0; way < BENCH_SERIES_COUNT; way++)
        enough = enough && has_enough(t, way);
    if (enough || t->o->repeat != 0)
        return !enough;
    return rounds < FEWEST_ROUNDS || elapsed_ns < LONGEST_NS;
}

static int measure(trial *t)
{
    uint64_t start = clock_ns();
    int code = CODE_FINE;

    for (uint64_t rounds = 0; code == CODE_FINE && wants_more(t, rounds, clock_ns() - start);
         rounds++) {
        for (size_t way = 0; code == CODE_FINE && way < BENCH_SERIES_COUNT; way++)
            code = take_turn(t, way);
    }
    return code;
}

/* ---- One operator -----------------------------------------------------------------------------
 */

static void describe(trial *t)
{
    bench_series *series = t->row.series;
    char method[BENCH_KERNEL_METHOD_SIZE];

    bench_kernel_method(&t->kernel, method);
    for (size_t i = 0; i < BENCH_SERIES_COUNT; i++)
        series[i].name = ways[i].name;
    snprintf(series[0].method, sizeof series[0].method, "%s", method);
    snprintf(series[1].method, sizeof series[1].method,
             "host's clock, array in host memory to result, %" PRIu64 " %s", t->stream.pieces,
             t->stream.pieces == 1 ? "piece" : "pieces");
    snprintf(series[2].method, sizeof series[2].method,
             "host's clock, C with -O3 -march=native -ffinite-math-only and OpenMP, %d threads",
             plain_loop_threads());
    t->row.device = clr_context_device(t->context);
    t->row.info = &t->kernel.info;
    t->row.count = t->data->count;
    t->row.copies = t->kernel.input_count;
}

static int open_trial(trial *t)
{
    const array *data = t->data;
    int code =
        bench_kernel_open(&t->kernel, t->o, t->context, &t->reduction, data->elements, data->count);

    if (code == CODE_FINE)
        code = bench_stream_open(&t->stream, t->o, t->context, &t->reduction, data->elements,
                                 data->count);
    t->loop = plain_loop_find(t->reduction.op, data->type);
    if (code == CODE_FINE && t->loop == NULL)
        code = message_fail(CODE_USAGE, "bench has no plain loop for %s of %s.",
                            clr_operator_name(t->reduction.op), clr_type_name(data->type));
    return code;
}

static void close_trial(trial *t)
{
    bench_kernel_close(&t->kernel);
    bench_stream_close(&t->stream);
    for (size_t i = 0; i < BENCH_SERIES_COUNT; i++)
        timing_free(&t->row.series[i].times);
}

static int try_operator(const options *o, clr_context *context, clr_operator op, const array *data,
                        bench_report *report)
{
    trial t = {.o = o,
               .context = context,
               .data = data,
               .reduction = session_reduction(o, op, data->type)};

    check_start(&t.host, op, data->type);
    check_add(&t.host, data->elements, data->count);

    int code = open_trial(&t);
    if (code == CODE_FINE)
        code = measure(&t);
    if (code == CODE_FINE) {
        describe(&t);
        bench_report_add(report, &t.row);
    }
    close_trial(&t);
    return code;
}

/* ---- The verb ---------------------------------------------------------------------------------
 */

static int check_size(const clr_device *device, uint64_t size)
{
    uint64_t limit = device->max_mem_alloc_size;

    if (limit == CLR_UNKNOWN || size <= limit)
        return CODE_FINE;
    return message_fail(CODE_USAGE,
                        "%" PRIu64 " bytes are more than the %" PRIu64
                        " that %s takes in one buffer: choose a smaller --count.",
                        size, limit, device->name);
}

static int allocate(array *data, const clr_device *device)
{
    uint64_t size = clr_type_size(data->type);

    if (data->count == 0)
        return message_fail(CODE_USAGE, "bench needs a --count of at least 1.");
    if (data->count > (SIZE_MAX - PAGE_SIZE) / size)
        return message_fail(CODE_USAGE, "a --count of %" PRIu64 " is beyond this machine's memory.",
                            data->count);
    size *= data->count;
    int code = check_size(device, size);
    if (code != CODE_FINE)
        return code;
    data->elements = aligned_alloc(PAGE_SIZE, (size + PAGE_SIZE - 1) / PAGE_SIZE * PAGE_SIZE);
    if (data->elements == NULL)
        return message_fail(CODE_DEVICE, "out of memory for %" PRIu64 " bytes of data.", size);
    return CODE_FINE;
}

/* Operators that want elements of one kind share them. */
static int try_operators(const options *o, clr_context *context, const operator_list *operators,
                         array *data, bench_report *report)
{
    int filled = -1;

    for (size_t i = 0; i < operators->count; i++) {
        sample_kind kind = sample_kind_for(operators->at[i]);
        if (filled != (int)kind && sample_fill(data->type, kind, data->elements, data->count))
            return message_fail(CODE_USAGE, "bench has no data of type %s.",
                                clr_type_name(data->type));
        filled = (int)kind;
        int code = try_operator(o, context, operators->at[i], data, report);
        if (code != CODE_FINE)
            return code;
    }
    return CODE_FINE;
}

static int read_words(const options *o, operator_list *operators, array *data)
{
    const char *named =
        o->operand_count == 0 ? clr_operator_name(CLR_OPERATOR_SUM) : o->operands[0];

    data->type = o->input.type == CLR_TYPE_DEFAULT ? DEFAULT_TYPE : o->input.type;
    data->count = o->input.has_count ? o->input.count : DEFAULT_COUNT;
    if (o->operand_count > 1)
        return message_fail(CODE_USAGE, "bench takes operators as one word: %s,%s", o->operands[0],
                            o->operands[1]);
    if (!words_operators(named, operators))
        return CODE_USAGE;
    return session_check_result(o, operators, data->type);
}

int verb_bench(const options *o)
{
    operator_list operators;
    array data = {0};
    clr_context *context = NULL;
    bench_report report;
    int code = read_words(o, &operators, &data);

    if (code == CODE_FINE)
        code = session_open(o, &context);
    if (code != CODE_FINE)
        return code;
    bench_report_open(&report, o);
    code = allocate(&data, clr_context_device(context));
    if (code == CODE_FINE)
        code = try_operators(o, context, &operators, &data, &report);
    if (!bench_report_close(&report) && code == CODE_FINE)
        code = message_fail(CODE_INPUT, "standard output did not take the result.");
    clr_context_destroy(context);
    free(data.elements);
    return code;
}
