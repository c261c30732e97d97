/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_ways - a table of the three ways to a result, their race, and the judging of each run's
 * results. See bench_ways.h.
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

#define SHORTEST_NS UINT64_C(300000000)
#define WARM_UP_NS  UINT64_C(20000000)

/* ---- Three ways to the result ---------------------------------------------------------------- */

/* One run: its time, its results, and their claims. */
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

static clr_status submit_all(bench_ways *w)
{
    const bench_data *data = &w->task.data;
    const size_t size = clr_type_size(data->type);
    clr_status status = CLR_OK;

    w->pieces = 0;
    for (uint64_t done = 0; status == CLR_OK && done < data->count; w->pieces++) {
        void *rooms[CLR_INPUTS_MOST] = {NULL};
        uint64_t count = 0;
        status = clr_stream_map(w->stream, rooms, &count);
        if (status != CLR_OK)
            break;
        count = count < data->count - done ? count : data->count - done;
        for (uint64_t i = 0; i < data->input_count; i++)
            memcpy(rooms[i], (const char *)data->inputs[i] + done * size, count * size);
        status = clr_stream_submit(w->stream, count);
        done += count;
    }
    return status;
}

static int run_stream(bench_ways *w, run *r)
{
    const uint64_t start = clock_ns();

    if (submit_all(w) != CLR_OK || clr_stream_result(w->stream, r->record) != CLR_OK)
        return session_fail(w->task.o, w->task.context, w->task.data.type);
    r->seconds = (double)(clock_ns() - start) * 1e-9;
    /* Each piece's value is folded into the running one: a rounding more for each. */
    claim_record(w, r, clr_plan_depth(clr_stream_plan(w->stream), w->task.data.count) + w->pieces);
    return CODE_FINE;
}

/* Bytes of the pieces that clr_reduce_all() takes, at least: each piece's value is rounded, too. */
#define PIECE_LEAST (UINT64_C(1) << 20)

static int run_call(bench_ways *w, run *r)
{
    const bench_data *data = &w->task.data;
    const uint64_t start = clock_ns();
    const clr_status status =
        clr_reduce_all(w->task.context, w->task.request->reductions, w->task.request->count,
                       (const void *const *)data->inputs, data->input_count, data->count, r->record,
                       sizeof r->record);

    r->seconds = (double)(clock_ns() - start) * 1e-9;
    if (status != CLR_OK)
        return session_fail(w->task.o, w->task.context, data->type);
    claim_record(w, r,
                 clr_plan_depth(w->kernel.plan, data->count) + bench_data_size(data) / PIECE_LEAST +
                     1);
    return CODE_FINE;
}

static int run_host(bench_ways *w, run *r)
{
    return w->stream ? run_stream(w, r) : run_call(w, r);
}

/* A loop for each operator, one after the other. */
static void run_loops(const bench_ways *w, run *r)
{
    const void *const *inputs = (const void *const *)w->task.data.inputs;

    for (size_t i = 0; i < w->task.request->count; i++)
        w->loops[i]->run(inputs, w->task.data.count, r->record + i * sizeof(uint64_t));
}

/* Threads take a while to find a core each. */
static void start_loop(void *user, size_t way, size_t done)
{
    const uint64_t start = clock_ns();
    run ignored;

    (void)done;
    if (way != BENCH_WAY_LOOP)
        return;
    plain_loop_wake();
    do {
        run_loops(user, &ignored);
    } while (clock_ns() - start < WARM_UP_NS);
}

static void stop_loop(void *user, size_t way)
{
    (void)user;
    if (way == BENCH_WAY_LOOP)
        plain_loop_rest();
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

static const struct {
    const char *name;
    int (*run)(bench_ways *w, run *r);
} rows[BENCH_WAY_COUNT] = {
    [BENCH_WAY_KERNEL] = {"kernel", run_kernel},
    [BENCH_WAY_HOST] = {"end-to-end", run_host},
    [BENCH_WAY_LOOP] = {"plain-loop", run_loop},
};

const char *bench_ways_name(size_t way)
{
    return rows[way].name;
}

/* ---- Measuring ------------------------------------------------------------------------------- */

static int judge(bench_ways *w, size_t way, const run *r)
{
    char sentence[CHECK_SENTENCE_SIZE];

    if (!w->sound && way != BENCH_WAY_LOOP)
        return CODE_FINE;
    for (size_t i = 0; i < w->task.request->count; i++) {
        check_verdict verdict = check_judge(&w->answers[i], &r->claims[i], sentence);
        if (verdict == CHECK_DIFFERS)
            return message_fail(CODE_CHECK, "a result of %s, of %s data, is wrong: %s.",
                                rows[way].name, w->task.data.kind->name, sentence);
        if (!check_is_within(verdict))
            w->verdict = CHECK_UNDECIDED;
    }
    return CODE_FINE;
}

static int measure_once(void *user, size_t way, double *seconds)
{
    run r = {0};
    int code = rows[way].run(user, &r);

    *seconds = r.seconds;
    return code == CODE_FINE ? judge(user, way, &r) : code;
}

static int measure(bench_ways *w)
{
    race r = {.count = w->way_count,
              .repeat = w->task.o->repeat,
              .shortest_ns = SHORTEST_NS,
              .user = w,
              .run = measure_once,
              .start = start_loop,
              .stop = stop_loop};

    for (size_t i = 0; i < w->way_count; i++) {
        r.at[i] = &w->ways[i];
        w->ways[i].runs = true;
    }
    return race_run(&r);
}

/* ---- The interface --------------------------------------------------------------------------- */

static void describe(bench_ways *w)
{
    bench_kernel_method(&w->kernel, w->ways[BENCH_WAY_KERNEL].method);
    if (w->stream)
        snprintf(w->ways[BENCH_WAY_HOST].method, RACE_METHOD_SIZE,
                 "host's clock, array in host memory to result, by a stream of %" PRIu64 " %s",
                 w->pieces, w->pieces == 1 ? "piece" : "pieces");
    else
        snprintf(w->ways[BENCH_WAY_HOST].method, RACE_METHOD_SIZE,
                 "host's clock, array in host memory to result, by clr_reduce_all()");
    snprintf(
        w->ways[BENCH_WAY_LOOP].method, RACE_METHOD_SIZE,
        "host's clock, C with -O3 for this processor, -ffinite-math-only and OpenMP, %d threads",
        plain_loop_threads());
}

static int open_kernel(bench_ways *w)
{
    const bench_task *task = &w->task;

    /* On a CPU, kernels read the very memory that the plain loop reads. */
    OR_RETURN(bench_input_open(&w->input, task->context, &task->data, true));
    OR_RETURN(bench_kernel_plan(&w->kernel, task, &w->input, &task->o->plan));
    return bench_kernel_warm(&w->kernel, false);
}

static int open_stream(bench_ways *w)
{
    const bench_task *task = &w->task;
    const request *r = task->request;
    const clr_stream_options create = {
        .size = sizeof create, .plan = &task->o->plan, .total = task->data.count};

    return hush_stream_create(task->context, r->reductions, r->count, &create, &w->stream) == CLR_OK
               ? CODE_FINE
               : session_fail(task->o, task->context, task->data.type);
}

/* Whether the way from host memory is a stream's: if that is asked for, or a plan of the caller's,
 * which clr_reduce_all() does not take. */
static bool wants_stream(const options *o)
{
    const clr_plan_options *plan = &o->plan;

    return o->stream || plan->strategy || plan->group_size || plan->group_count ||
           plan->vector_width || plan->item_loads || plan->local || plan->atomics;
}

/* The first call compiles. */
static int warm_call(const bench_ways *w)
{
    const bench_data *data = &w->task.data;
    run ignored;

    return hush_reduce_all(w->task.context, w->task.request->reductions, w->task.request->count,
                           (const void *const *)data->inputs, data->input_count, data->count,
                           ignored.record, sizeof ignored.record) == CLR_OK
               ? CODE_FINE
               : session_fail(w->task.o, w->task.context, data->type);
}

static int open_host(bench_ways *w)
{
    run ignored;
    int code;

    if (!wants_stream(w->task.o))
        return warm_call(w);
    code = open_stream(w);
    return code == CODE_FINE ? run_stream(w, &ignored) : code;
}

/*
 * Whether there is a loop for each operator that means what was asked for. Loops are compiled for
 * finite numbers.
 */
static bool find_loops(bench_ways *w)
{
    const request *r = w->task.request;

    if (w->task.data.kind->is_special)
        return false;
    for (size_t i = 0; i < r->count; i++) {
        w->loops[i] = plain_loop_find(r->reductions[i].op, w->task.data.type);
        if (!w->loops[i] || r->reductions[i].map ||
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

    OR_RETURN(open_kernel(w));
    OR_RETURN(open_host(w));
    w->sound = words_is_sound(w->kernel.layout.info.strategy);
    OR_RETURN(measure(w));
    describe(w);
    return CODE_FINE;
}

void bench_ways_close(bench_ways *w)
{
    bench_kernel_close(&w->kernel);
    clr_stream_destroy(w->stream);
    bench_input_close(&w->input);
    for (size_t i = 0; i < BENCH_WAY_COUNT; i++)
        timing_free(&w->ways[i].times);
}

double bench_ways_gb_per_s(const bench_ways *w, size_t way)
{
    return timed_gb_per_s(&w->ways[way], bench_data_size(&w->task.data));
}

double bench_ways_per_loop(const bench_ways *w, size_t way)
{
    if (w->way_count <= BENCH_WAY_LOOP)
        return 0;
    return timed_median(&w->ways[way]) / timed_median(&w->ways[BENCH_WAY_LOOP]);
}
