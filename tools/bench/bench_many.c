/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_many - the race of a shape with the flat plan at one length after the other, and the check
 * of a sample of results. See bench_many.h.
 */
#include "bench_many.h"
#include "message.h"
#include "plain_loop.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define SHORTEST_NS UINT64_C(200000000)

/* Results that are checked unless all are asked for: so many, evenly spread, while they have no
 * more elements. Elements of a label are looked for among all elements. */
#define SAMPLES       65
#define LABEL_SAMPLES 5
#define SAMPLED_MOST  (UINT64_C(1) << 26)

/* ---- Getting ready --------------------------------------------------------------------------- */

/* Runs of the shortest length that is asked for. */
static uint64_t most_runs(const bench_many *m)
{
    uint64_t lengths[OPTIONS_SIZES_MOST], shortest = UINT64_MAX;
    const size_t count = made_shape_lengths(m->task.o, m->task.data.count, lengths);

    for (size_t i = 0; i < count; i++)
        shortest = lengths[i] < shortest ? lengths[i] : shortest;
    return made_segments_count(MADE_KEYS, m->task.data.count, shortest);
}

static int open_plan(bench_many *m, size_t number, clr_shape shape)
{
    const options *o = m->task.o;
    clr_plan_options how = o->plan;

    how.shape = shape;
    const bool has_labels = shape == CLR_SHAPE_LABELS || shape == CLR_SHAPE_AXIS_LABELS;
    how.labels = has_labels ? o->shape.bins : 0;
    how.runs = shape == CLR_SHAPE_RUNS ? most_runs(m) : 0;
    how.label_elements = has_labels ? made_shape_labelled(o, m->task.data.count) : 0;
    return bench_kernel_plan(&m->kernels[number], &m->task, &m->input, &how);
}

static clr_shape shape_asked(const options *o)
{
    if (o->made.segments != 0)
        return o->made.segments == MADE_KEYS + 1 ? CLR_SHAPE_RUNS : CLR_SHAPE_SEGMENTS;
    if (o->shape.bins == 0 && o->made.spread == 0)
        return CLR_SHAPE_AXES;
    return o->made.rank != 0 ? CLR_SHAPE_AXIS_LABELS : CLR_SHAPE_LABELS;
}

int bench_many_open(bench_many *m, const bench_task *task)
{
    memset(m, 0, sizeof *m);
    m->task = *task;
    plain_loop_rest();
    OR_RETURN(bench_input_open(&m->input, task->context, &task->data, false));
    OR_RETURN(open_plan(m, MANY_FLAT, CLR_SHAPE_FLAT));
    return open_plan(m, MANY_SHAPED, shape_asked(task->o));
}

int bench_many_write(bench_many *m, const bench_data *data)
{
    m->task.data = *data;
    plain_loop_rest();
    return bench_input_write(&m->input, data);
}

static void forget(bench_many *m)
{
    for (size_t i = 0; i < MANY_PLANS; i++) {
        timing_free(&m->plans[i].times);
        m->plans[i] = (timed){0};
    }
    m->kernels[MANY_SHAPED].shape = NULL;
    bench_shape_close(&m->on_device);
    memset(&m->on_device, 0, sizeof m->on_device);
    made_shape_close(&m->made);
}

void bench_many_close(bench_many *m)
{
    forget(m);
    for (size_t i = 0; i < MANY_PLANS; i++)
        bench_kernel_close(&m->kernels[i]);
    bench_input_close(&m->input);
}

/* ---- Checking -------------------------------------------------------------------------------- */

/* Whether `count` elements, without the NaNs that are ignored, have a value: if not, the array of
 * results has a filler, and the array of statuses says so. */
static bool has_value(const clr_reduction *reduction, uint64_t count)
{
    clr_operator_info info = {.size = sizeof info};

    clr_operator_describe(reduction->op, &info);
    return info.has_empty_value || count > reduction->ddof;
}

/* The verdict on a reduction's result number `k`, of these elements. */
static check_verdict judge(const bench_many *m, size_t i, uint64_t k, uint64_t length,
                           const void *const elements[], char sentence[CHECK_SENTENCE_SIZE])
{
    const clr_reduction *reduction = &m->task.request->reductions[i];
    const clr_plan *plan = m->kernels[MANY_SHAPED].plan;
    const check_claim claim = bench_shape_claim(&m->on_device, plan, i, k, length);
    const check_selected selected = {.reduction = reduction,
                                     .status = claim.status,
                                     .type = claim.type,
                                     .values = 1,
                                     .value = claim.value};
    check c;

    check_start(&c, reduction);
    if (operator_selects(reduction->op) && length != 0)
        return check_judge_selected(&c, &selected, elements, length, sentence);
    check_array(&c, elements, length);
    if (!has_value(reduction, c.missing ? length : c.count))
        return CHECK_AGREES;
    return check_judge(&c, &claim, sentence);
}

static int check_result(bench_many *m, uint64_t k, uint64_t length, const void *const elements[])
{
    char sentence[CHECK_SENTENCE_SIZE];

    for (size_t i = 0; i < m->task.request->count; i++) {
        const check_verdict verdict = judge(m, i, k, length, elements, sentence);
        if (verdict == CHECK_DIFFERS)
            return message_fail(CODE_CHECK,
                                "result %" PRIu64 " of the %s, of %s data, is wrong: %s.", k,
                                m->made.name, m->task.data.kind->name, sentence);
        if (!check_is_within(verdict))
            m->verdict = CHECK_UNDECIDED;
    }
    m->checked++;
    return CODE_FINE;
}

/* `*taken` elements have been checked, and these are more of them. */
static int check_one(bench_many *m, uint64_t k, uint64_t *taken)
{
    const uint64_t length = made_shape_length(&m->made, k);
    const size_t size = clr_type_size(m->task.data.type);
    const uint64_t inputs = m->task.data.input_count;
    char *room = malloc(length * size * inputs + 1);
    const void *elements[CLR_INPUTS_MOST] = {NULL};
    int code = !room ? message_fail(CODE_DEVICE, "out of memory for the check.") : CODE_FINE;

    *taken += length;
    for (uint64_t i = 0; code == CODE_FINE && i < inputs; i++) {
        char *of_input = room + i * length * size;
        made_shape_gather(&m->made, k, size, m->task.data.inputs[i], of_input);
        elements[i] = of_input;
    }
    if (code == CODE_FINE)
        code = check_result(m, k, length, elements);
    free(room);
    return code;
}

static int check_sample(bench_many *m)
{
    const uint64_t count = m->made.count;
    const uint64_t most = m->made.labels != 0 ? LABEL_SAMPLES : SAMPLES;
    const bool all = m->task.o->check || count <= most;
    const uint64_t samples = all ? count : most;
    uint64_t taken = 0;
    int code = bench_shape_read(&m->on_device);

    m->verdict = CHECK_AGREES;
    m->checked = 0;
    for (uint64_t i = 0; code == CODE_FINE && i < samples; i++)
        if (m->task.o->check || taken < SAMPLED_MOST)
            code = check_one(m, all ? i : i * (count - 1) / (samples - 1), &taken);
    plain_loop_rest();
    return code;
}

/* ---- Measuring ------------------------------------------------------------------------------- */

static int measure_once(void *user, size_t plan, double *seconds)
{
    bench_many *m = user;
    unsigned char record[RECORD_SIZE_MOST];

    return bench_kernel_run(&m->kernels[plan], seconds, record);
}

static int measure(bench_many *m)
{
    race r = {.count = MANY_PLANS,
              .repeat = m->task.o->repeat,
              .shortest_ns = SHORTEST_NS,
              .user = m,
              .run = measure_once};
    for (size_t i = 0; i < MANY_PLANS; i++) {
        r.at[i] = &m->plans[i];
        m->plans[i].runs = true;
        OR_RETURN(bench_kernel_warm(&m->kernels[i], true));
        bench_kernel_method(&m->kernels[i], m->plans[i].method);
    }
    return race_run(&r);
}

/* Results that may not fit say so in their status. */
static bool wants_statuses(const request *r)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->reductions[i].overflow == CLR_OVERFLOW_DETECT)
            return true;
    return false;
}

int bench_many_run(bench_many *m, uint64_t length)
{
    bench_kernel *kernel = &m->kernels[MANY_SHAPED];

    forget(m);
    OR_RETURN(made_shape_open(&m->made, m->task.o, m->task.data.count, length));
    OR_RETURN(bench_shape_open(&m->on_device, &m->made, &m->input, &kernel->layout,
                               wants_statuses(m->task.request)));
    kernel->shape = &m->on_device;
    OR_RETURN(measure(m));
    return check_sample(m);
}

/* ---- Speed ----------------------------------------------------------------------------------- */

double bench_many_gb_per_s(const bench_many *m, size_t plan)
{
    const uint64_t bytes =
        plan == MANY_FLAT ? bench_data_size(&m->task.data) : bench_shape_bytes(&m->on_device);

    return timed_gb_per_s(&m->plans[plan], bytes);
}

double bench_many_over_flat(const bench_many *m)
{
    const double flat = bench_many_gb_per_s(m, MANY_FLAT);

    return flat > 0 ? bench_many_gb_per_s(m, MANY_SHAPED) / flat : 0;
}
