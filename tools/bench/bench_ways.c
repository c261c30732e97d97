/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_ways - a request measured three ways. See bench_ways.h.
 */
#include "bench_ways.h"
#include "clock.h"
#include "hush.h"
#include "message.h"
#include "result_record.h"
#include "session.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define FEWEST_ROUNDS 10
#define LONGEST_NS    UINT64_C(6000000000)
#define TURN_NS       UINT64_C(40000000)
#define WARM_UP_NS    UINT64_C(20000000)

/* ---- Three ways to the result -----------------------------------------------------------------
 */

/* One run: its time, its results, and what they claim. */
typedef struct run {
    double seconds;
    unsigned char record[RECORD_SIZE_MOST];
    check_claim claims[CLR_REDUCTIONS_MOST];
} run;

static void claim_record(const bench_ways *w, run *r, uint64_t depth)
{
    for (size_t i = 0; i < w->kernel.layout.count; i++)
        r->claims[i] = check_claim_of(&w->kernel.layout.results[i], r->record, depth);
}

static int run_kernel(bench_ways *w, run *r)
{
    int code = bench_kernel_run(&w->kernel, &r->seconds, r->record);

    claim_record(w, r, clr_plan_depth(w->kernel.plan, w->task.data.count));
    return code;
}

static int run_stream(bench_ways *w, run *r)
{
    int code = bench_stream_run(&w->stream, &r->seconds, r->record);
    /* Each piece's value is folded into the running one: a rounding more for each. */
    uint64_t depth = clr_plan_depth(clr_stream_plan(w->stream.stream), w->task.data.count);

    claim_record(w, r, depth + w->stream.pieces);
    return code;
}

/* A loop for each operator, one after the other. */
static void run_loops(const bench_ways *w, run *r)
{
    const void *const *inputs = (const void *const *)w->task.data.inputs;

    for (size_t i = 0; i < w->task.request->count; i++)
        w->loops[i]->run(inputs, w->task.data.count, r->record + i * sizeof(uint64_t));
}

/* Threads take a while to find a core each. */
static void start_loop(bench_ways *w)
{
    uint64_t start = clock_ns();
    run ignored;

    plain_loop_wake();
    do {
        run_loops(w, &ignored);
    } while (clock_ns() - start < WARM_UP_NS);
}

static int run_loop(bench_ways *w, run *r)
{
    uint64_t start = clock_ns();

    run_loops(w, r);
    r->seconds = (double)(clock_ns() - start) * 1e-9;
    /* No chain of roundings is longer than one rounding an element. */
    for (size_t i = 0; i < w->task.request->count; i++)
        r->claims[i] = (check_claim){.type = w->loops[i]->result,
                                     .value = r->record + i * sizeof(uint64_t),
                                     .depth = w->task.data.count,
                                     .accumulator = "f64",
                                     .accuracy = CLR_ACCURACY_FAST};
    return CODE_FINE;
}

static void stop_loop(bench_ways *w)
{
    (void)w;
    plain_loop_rest();
}

static const struct {
    const char *name;
    int (*run)(bench_ways *w, run *r);
    void (*start)(bench_ways *w); /* before its turn, and after: NULL for nothing */
    void (*stop)(bench_ways *w);
} rows[BENCH_WAY_COUNT] = {
    [BENCH_WAY_KERNEL] = {"kernel", run_kernel, NULL, NULL},
    [BENCH_WAY_STREAM] = {"end-to-end", run_stream, NULL, NULL},
    [BENCH_WAY_LOOP] = {"plain-loop", run_loop, start_loop, stop_loop},
};

/* ---- Measuring --------------------------------------------------------------------------------
 */

static int judge(bench_ways *w, size_t way, const run *r)
{
    char sentence[CHECK_SENTENCE_SIZE];

    if (!w->sound && way != BENCH_WAY_LOOP)
        return CODE_FINE;
    for (size_t i = 0; i < w->task.request->count; i++) {
        check_verdict verdict = check_judge(&w->answers[i], &r->claims[i], sentence);
        if (verdict == CHECK_DIFFERS)
            return message_fail(CODE_CHECK, "a result of %s is wrong: %s.", rows[way].name,
                                sentence);
        if (!check_is_within(verdict))
            w->verdict = CHECK_UNDECIDED;
    }
    return CODE_FINE;
}

static int measure_once(bench_ways *w, size_t way)
{
    run r;
    int code = rows[way].run(w, &r);

    if (code == CODE_FINE)
        code = judge(w, way, &r);
    if (code == CODE_FINE && !timing_add(&w->ways[way].times, r.seconds))
        code = message_fail(CODE_DEVICE, "out of memory for the times of the runs.");
    return code;
}

static bool has_enough(const bench_ways *w, size_t way)
{
    const timing *times = &w->ways[way].times;
    uint64_t repeat = w->task.o->repeat;

    return repeat != 0 ? times->count >= repeat : timing_is_stable(times);
}

/* A way's turn: some runs, so that little of what its predecessor left behind is measured. */
static int take_turn(bench_ways *w, size_t way)
{
    uint64_t repeat = w->task.o->repeat;
    int code = CODE_FINE;

    if (repeat != 0 && has_enough(w, way))
        return CODE_FINE;
    if (rows[way].start != NULL)
        rows[way].start(w);

    uint64_t start = clock_ns();
    do {
        code = measure_once(w, way);
    } while (code == CODE_FINE && clock_ns() - start < TURN_NS &&
             (repeat == 0 || !has_enough(w, way)));
    if (rows[way].stop != NULL)
        rows[way].stop(w);
    return code;
}

/* Whether to go on: as often as asked for, else until all are stable, or for so long. */
static bool wants_more(const bench_ways *w, uint64_t rounds, uint64_t elapsed_ns)
{
    bool enough = true;

    for (size_t way = 0; way < w->way_count; way++)
        enough = enough && has_enough(w, way);
    if (enough || w->task.o->repeat != 0)
        return !enough;
    return rounds < FEWEST_ROUNDS || elapsed_ns < LONGEST_NS;
}

static int measure(bench_ways *w)
{
    uint64_t start = clock_ns();
    int code = CODE_FINE;

    for (uint64_t rounds = 0; code == CODE_FINE && wants_more(w, rounds, clock_ns() - start);
         rounds++) {
        for (size_t way = 0; code == CODE_FINE && way < w->way_count; way++)
            code = take_turn(w, way);
    }
    return code;
}

/* ---- The interface ----------------------------------------------------------------------------
 */

static void describe(bench_ways *w)
{
    char method[BENCH_KERNEL_METHOD_SIZE];

    bench_kernel_method(&w->kernel, method);
    for (size_t i = 0; i < BENCH_WAY_COUNT; i++)
        w->ways[i].name = rows[i].name;
    snprintf(w->ways[BENCH_WAY_KERNEL].method, sizeof w->ways[0].method, "%s", method);
    snprintf(w->ways[BENCH_WAY_STREAM].method, sizeof w->ways[0].method,
             "host's clock, array in host memory to result, %" PRIu64 " %s", w->stream.pieces,
             w->stream.pieces == 1 ? "piece" : "pieces");
    snprintf(
        w->ways[BENCH_WAY_LOOP].method, sizeof w->ways[0].method,
        "host's clock, C with -O3 for this processor, -ffinite-math-only and OpenMP, %d threads",
        plain_loop_threads());
}

static int open_kernel(bench_ways *w)
{
    const bench_task *task = &w->task;
    const request *r = task->request;
    clr_plan *plan = NULL;
    /* On a CPU, kernels read the very memory that the plain loop reads. */
    int code = bench_input_open(&w->input, task->context, &task->data, true);

    if (code != CODE_FINE)
        return code;
    if (hush_plan_create(task->context, r->reductions, r->count, &task->o->plan, &plan) != CLR_OK)
        return session_fail(task->o, task->context, task->data.type);
    code = bench_kernel_open(&w->kernel, task->o, &w->input, plan);
    return code != CODE_FINE ? code : bench_kernel_warm(&w->kernel, false);
}

/* Whether there is a loop for each operator that means what was asked for. */
static bool find_loops(bench_ways *w)
{
    const request *r = w->task.request;

    for (size_t i = 0; i < r->count; i++) {
        w->loops[i] = plain_loop_find(r->reductions[i].op, w->task.data.type);
        if (w->loops[i] == NULL || r->reductions[i].map != NULL ||
            r->reductions[i].overflow == CLR_OVERFLOW_DETECT)
            return false;
    }
    return true;
}

int bench_ways_run(bench_ways *w, const bench_task *task)
{
    memset(w, 0, sizeof *w);
    w->task = *task;
    w->verdict = CHECK_AGREES;
    w->way_count = find_loops(w) ? BENCH_WAY_COUNT : BENCH_WAY_LOOP;
    bench_data_answer(&task->data, task->request, w->answers);

    int code = open_kernel(w);
    if (code == CODE_FINE)
        code = bench_stream_open(&w->stream, task->o, task->context, task->request, &task->data);
    if (code != CODE_FINE)
        return code;
    w->sound = words_is_sound(w->kernel.layout.info.strategy);
    code = measure(w);
    if (code == CODE_FINE)
        describe(w);
    return code;
}

void bench_ways_close(bench_ways *w)
{
    bench_kernel_close(&w->kernel);
    bench_stream_close(&w->stream);
    bench_input_close(&w->input);
    for (size_t i = 0; i < BENCH_WAY_COUNT; i++)
        timing_free(&w->ways[i].times);
}

double bench_ways_median(const bench_ways *w, size_t way)
{
    return timing_quantile(&w->ways[way].times, 0.5);
}

double bench_ways_gb_per_s(const bench_ways *w, size_t way)
{
    return (double)bench_data_size(&w->task.data) / bench_ways_median(w, way) * 1e-9;
}

double bench_ways_per_loop(const bench_ways *w, size_t way)
{
    if (w->way_count <= BENCH_WAY_LOOP)
        return 0;
    return bench_ways_median(w, way) / bench_ways_median(w, BENCH_WAY_LOOP);
}
