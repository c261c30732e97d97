/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ladder - its rungs, what is measured of each in a race, and the judging of their answers. See
 * ladder.h.
 */
#include "ladder.h"
#include "hush.h"
#include "message.h"
#include "progress.h"
#include "result_record.h"
#include "value.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHORTEST_NS       UINT64_C(300000000)
#define LONGEST_RUN       5.0 /* seconds: a strategy that takes longer is skipped */
#define FIRST_PART        (UINT64_C(1) << 16)
#define PART_GROWTH       16
#define RUNS_COMPARED     20
#define COMPARING_SECONDS 5.0
#define ROUNDED           0x1p-8 /* the least rounding of any type of values, about */

/* A rung's plan, on the device. */
struct ladder_kernel {
    bench_kernel kernel;
    unsigned char record[RECORD_SIZE_MOST]; /* of its first run */
};

typedef struct ladder_kernel ladder_kernel;

clr_type ladder_result(const ladder *l)
{
    const clr_reduction *first = &l->task.request->reductions[0];

    return first->result == CLR_TYPE_DEFAULT ? clr_operator_result(first->op, first->type)
                                             : first->result;
}

static void tell(size_t done, const char *what, const rung *r)
{
    char words[80];

    snprintf(words, sizeof words, "%s %s", what, r->name);
    progress_tell(done, words);
}

/* ---- Results --------------------------------------------------------------------------------- */

/* Values that were rounded to their type before they were reduced have no bound: whether they are
 * floats, and then near or not to be judged. */
static bool judge_rounded(rung *r, const check *answer, const check_claim *claim)
{
    if (value_kind_of(claim->type) != VALUE_REAL)
        return false;
    if (!(fabs(1 - check_share(answer, claim)) < ROUNDED) && r->answer == RUNG_RIGHT)
        r->answer = RUNG_UNDECIDED;
    return true;
}

static void judge(ladder *l, rung *r, ladder_kernel *k, const void *record)
{
    uint64_t depth = clr_plan_depth(k->kernel.plan, l->task.data.count);
    char sentence[CHECK_SENTENCE_SIZE];

    if (r->strategy.is_sound == 0) {
        const check_claim claim = check_claim_of(&k->kernel.layout.results[0], record, depth);
        const double lost = 1 - check_share(&l->answers[0], &claim);
        if (r->answer != RUNG_WRONG_BY_DESIGN || fabs(lost) > fabs(r->lost))
            r->lost = lost;
        r->answer = RUNG_WRONG_BY_DESIGN;
        return;
    }
    for (size_t i = 0; i < l->task.request->count; i++) {
        check_claim claim = check_claim_of(&k->kernel.layout.results[i], record, depth);
        if (r->map_groups != 0 && judge_rounded(r, &l->answers[i], &claim))
            continue;
        rung_take(&r->answer, r->reason, check_judge(&l->answers[i], &claim, sentence), sentence);
    }
}

/* Judges a run's record, unless it is that of the first run, and remembers whether they differ. */
static void take_record(ladder *l, rung *r, ladder_kernel *k, const void *record)
{
    bool first = r->runs_seen == 0;
    bool same = !first;

    for (size_t i = 0; i < l->task.request->count; i++)
        same = same && record_same(&k->kernel.layout.results[i], record, k->record);
    if (!same)
        judge(l, r, k, record);
    if (first)
        memcpy(k->record, record, sizeof k->record);
    r->repeats = first || (r->repeats && same);
    r->runs_seen++;
}

/* ---- Getting ready --------------------------------------------------------------------------- */

static void give_up(rung *r, rung_state state, const char *reason)
{
    r->state = state;
    snprintf(r->reason, sizeof r->reason, "%s", reason);
}

/* Whether the device takes the strategy; if not the rung says why. */
static bool make_plan(ladder *l, rung *r, clr_plan **plan)
{
    const request *asked = r->map_groups != 0 ? &l->unfused.request : l->task.request;
    clr_plan_options how = l->task.o->plan;
    char reason[sizeof r->reason];

    how.strategy = r->name;
    how.group_size = r->sizes[SWEEP_GROUP] != 0 ? r->sizes[SWEEP_GROUP] : how.group_size;
    how.vector_width = r->sizes[SWEEP_VECTOR] != 0 ? r->sizes[SWEEP_VECTOR] : how.vector_width;
    how.item_loads = r->sizes[SWEEP_LOADS] != 0 ? r->sizes[SWEEP_LOADS] : how.item_loads;
    if (clr_plan_check(clr_context_device(l->task.context), asked->reductions, asked->count, &how,
                       reason, sizeof reason) != CLR_OK) {
        give_up(r, RUNG_UNSUPPORTED, reason);
        return false;
    }
    if (hush_plan_create(l->task.context, asked->reductions, asked->count, &how, plan) == CLR_OK)
        return true;

    const clr_error *error = clr_context_error(l->task.context);
    bool refused = error->status == CLR_ERROR_UNSUPPORTED || error->status == CLR_ERROR_ARGUMENT;
    give_up(r, refused ? RUNG_UNSUPPORTED : RUNG_FAILED, error->message);
    return false;
}

/*
 * Runs over ever larger parts of the data until the next one would take too long: GPUs have
 * watchdogs, and people have other things to do. The second of two runs counts, as the first may
 * have to be compiled.
 */
static int find_slow(ladder *l, rung *r, ladder_kernel *k)
{
    uint64_t count = l->task.data.count;
    uint64_t part = FIRST_PART < count ? FIRST_PART : count;
    double seconds = 0;
    unsigned char record[RECORD_SIZE_MOST];

    for (;;) {
        OR_RETURN(bench_kernel_try(&k->kernel, part, &seconds, record));
        OR_RETURN(bench_kernel_try(&k->kernel, part, &seconds, record));
        if (part == count)
            return CODE_FINE;
        uint64_t next = part < count / PART_GROWTH ? part * PART_GROWTH : count;
        if (seconds * (double)next / (double)part > LONGEST_RUN)
            break;
        part = next;
    }

    r->state = RUNG_TOO_SLOW;
    snprintf(r->reason, sizeof r->reason, "skipped: would take about %.0f s a run",
             seconds * (double)count / (double)part);
    return CODE_FINE;
}

static int prepare(ladder *l, rung *r, ladder_kernel *k)
{
    clr_plan *plan = NULL;

    r->strategy.size = sizeof r->strategy;
    clr_strategy_describe(r->name, &r->strategy);
    if (!make_plan(l, r, &plan))
        return CODE_FINE;
    int code = bench_kernel_open(&k->kernel, l->task.o, &l->input, plan);
    k->kernel.map = r->map_groups != 0 ? &l->unfused : NULL;
    if (code == CODE_FINE)
        code = find_slow(l, r, k);
    if (code == CODE_FINE && r->state == RUNG_MEASURED)
        code = bench_kernel_warm(&k->kernel, true);
    r->info = k->kernel.layout.info;
    r->plan = plan;
    bench_kernel_method(&k->kernel, r->timed.method);
    return code;
}

/* The level of the one strategy of -s is noted; strategies of a list share a level. */
static void note_level(const ladder *l)
{
    for (size_t i = 0; l->task.o->strategies.count == 0 && i < l->count; i++) {
        const record_layout *layout = &l->kernels[i].kernel.layout;
        if (l->rungs[i].state != RUNG_MEASURED)
            continue;
        request_note_level(l->task.o, layout->results, layout->count);
        return;
    }
}

static int prepare_all(ladder *l)
{
    OR_RETURN(bench_input_open(&l->input, l->task.context, &l->task.data, false));
    if (l->task.o->unfused)
        OR_RETURN(bench_unfused_open(&l->unfused, &l->task));
    for (size_t i = 0; i < l->count; i++) {
        tell(i, "preparing", &l->rungs[i]);
        OR_RETURN(prepare(l, &l->rungs[i], &l->kernels[i]));
    }
    return CODE_FINE;
}

/* ---- Measuring ------------------------------------------------------------------------------- */

static int measure_once(void *user, size_t i, double *seconds)
{
    ladder *l = user;
    unsigned char record[RECORD_SIZE_MOST] = {0};

    OR_RETURN(bench_kernel_run(&l->kernels[i].kernel, seconds, record));
    take_record(l, &l->rungs[i], &l->kernels[i], record);
    return CODE_FINE;
}

static void tell_turn(void *user, size_t i, size_t done)
{
    ladder *l = user;

    tell(l->count + done, "measuring", &l->rungs[i]);
}

/* The yardstick has a turn a round. */
static int measure_peak(void *user)
{
    ladder *l = user;

    return read_peak_run(l->peak);
}

static int measure_all(ladder *l)
{
    race r = {.count = l->count,
              .repeat = l->task.o->repeat,
              .shortest_ns = SHORTEST_NS,
              .user = l,
              .run = measure_once,
              .round = measure_peak,
              .start = tell_turn};

    for (size_t i = 0; i < l->count; i++) {
        r.at[i] = &l->rungs[i].timed;
        r.at[i]->runs = l->rungs[i].state == RUNG_MEASURED;
    }
    return race_run(&r);
}

/* Runs whose results alone matter, until enough of them can be compared. */
static int compare_runs(ladder *l, size_t i)
{
    rung *r = &l->rungs[i];
    double total = 0;
    while (r->state == RUNG_MEASURED && r->runs_seen < RUNS_COMPARED && total < COMPARING_SECONDS) {
        double seconds = 0;
        unsigned char record[RECORD_SIZE_MOST] = {0};
        OR_RETURN(bench_kernel_try(&l->kernels[i].kernel, l->task.data.count, &seconds, record));
        total += seconds;
        take_record(l, r, &l->kernels[i], record);
    }
    return CODE_FINE;
}

/* ---- The interface --------------------------------------------------------------------------- */

bool ladder_is_asked(const options *o)
{
    return o->strategies.count != 0 || o->unfused || ladder_sweep(o) != SWEEP_COUNT;
}

size_t ladder_sweep(const options *o)
{
    size_t first = 0;

    while (first < SWEEP_COUNT && o->sweeps[first].count < 2)
        first++;
    return first;
}

static size_t values_of(const sweep_list *list)
{
    return list->count < 2 ? 1 : list->count;
}

/* A strategy with each combination of sizes that are lists, the first of which changes fastest, as
 * one kernel or apart. False if there are too many. */
static bool add_rungs(ladder *l, const char *name, bool is_apart)
{
    const sweep_list *lists = l->task.o->sweeps;
    const uint64_t map_groups = is_apart ? bench_unfused_groups(l->task.data.count) : 0;
    size_t combinations = 1;

    for (size_t i = 0; i < SWEEP_COUNT; i++)
        combinations *= values_of(&lists[i]);
    for (size_t at = 0; at < combinations; at++) {
        if (l->count == LADDER_RUNGS_MOST)
            return false;
        rung *r = &l->rungs[l->count++];
        *r = (rung){.map_groups = map_groups};
        snprintf(r->name, sizeof r->name, "%s", name);
        for (size_t i = 0, rest = at; i < SWEEP_COUNT; rest /= values_of(&lists[i++]))
            r->sizes[i] = lists[i].count < 2 ? 0 : lists[i].at[rest % lists[i].count];
    }
    return true;
}

static int choose_rungs(ladder *l)
{
    const options *o = l->task.o;
    const char *one = o->plan.strategy ? o->plan.strategy : clr_strategy_name(0);
    const size_t count = o->strategies.count == 0 ? 1 : o->strategies.count;
    bool fit = true;

    for (size_t i = 0; fit && i < count; i++) {
        const char *name = o->strategies.count == 0 ? one : o->strategies.at[i];
        if (!o->plan.unsound && !words_is_sound(name))
            continue;
        fit = add_rungs(l, name, false) && (!o->unfused || add_rungs(l, name, true));
    }
    if (fit)
        return CODE_FINE;
    return message_fail(CODE_USAGE, "these lists make more than %d combinations: shorten them.",
                        LADDER_RUNGS_MOST);
}

static int open_ladder(ladder *l, const bench_task *task, read_peak *peak)
{
    memset(l, 0, sizeof *l);
    l->task = *task;
    l->peak = peak;
    const int code = choose_rungs(l);
    if (code != CODE_FINE) {
        l->count = 0;
        return code;
    }
    l->kernels = calloc(l->count, sizeof *l->kernels);
    if (!l->kernels)
        return message_fail(CODE_DEVICE, "out of memory for %zu strategies.", l->count);
    bench_data_answer(&task->data, task->request, l->answers);
    return CODE_FINE;
}

int ladder_run(ladder *l, const bench_task *task, read_peak *peak)
{
    int code = open_ladder(l, task, peak);

    /* A rung is prepared, then measured: two steps. */
    progress_start(2 * l->count);
    if (code == CODE_FINE)
        code = prepare_all(l);
    if (code == CODE_FINE)
        code = measure_all(l);
    for (size_t i = 0; code == CODE_FINE && i < l->count; i++)
        code = compare_runs(l, i);
    progress_end();
    if (code == CODE_FINE)
        note_level(l);
    rung_compare(l->rungs, l->count, bench_data_size(&task->data), read_peak_gb_per_s(peak));
    return code;
}

void ladder_close(ladder *l)
{
    for (size_t i = 0; l->kernels && i < l->count; i++) {
        bench_kernel_close(&l->kernels[i].kernel);
        timing_free(&l->rungs[i].timed.times);
    }
    free(l->kernels);
    bench_unfused_close(&l->unfused);
    bench_input_close(&l->input);
}

int ladder_judge(const ladder *l)
{
    int code = CODE_FINE;

    for (size_t i = 0; i < l->count; i++) {
        const rung *r = &l->rungs[i];
        if (r->state == RUNG_FAILED)
            code = message_fail(CODE_DEVICE, "strategy %s failed: %s", r->name, r->reason);
        else if (r->state == RUNG_MEASURED && r->answer == RUNG_WRONG)
            code = message_fail(CODE_CHECK, "a result of %s is wrong: %s.", r->name, r->reason);
    }
    return code;
}
