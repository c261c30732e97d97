/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tune_trial - a context that reads sizes from a file of rows, its plan, and the comparison of two
 * such plans in rounds. See tune_trial.h.
 */
#include "tune_trial.h"
#include "clock.h"
#include "hush.h"
#include "message.h"
#include "session.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FEWEST_ROUNDS 5
#define LEAST_GAIN    0.02
#define HOPELESS      1.1 /* times the first's median, in three of four runs: enough was seen */

/* ---- Rows that a context reads --------------------------------------------------------------- */

static FILE *open_rows(char path[64])
{
    const char *folder = getenv("TMPDIR");
    int file;

    if (!folder || strlen(folder) > 32)
        folder = "/tmp";
    snprintf(path, 64, "%s/clreduce-tune-XXXXXX", folder);
    file = mkstemp(path);
    return file < 0 ? NULL : fdopen(file, "w");
}

static int write_rows(const tune_trial *t, const tune_subject *s, char path[64])
{
    const tune_evidence evidence = {"on trial", "", "2000-01-01"};
    FILE *rows = open_rows(path);
    bool failed = !rows;

    if (!failed)
        tune_sizes_write(&t->sizes, &s->scope, clr_context_device(s->input->context), &evidence,
                         rows);
    if (failed || fclose(rows) != 0)
        return message_fail(CODE_INPUT, "%s: what is to be tried cannot be written: %s.", path,
                            strerror(errno));
    return CODE_FINE;
}

/* A context on the subject's device and OpenCL context, so that it takes the same buffers. */
static int open_context(tune_trial *t, const tune_subject *s, const char *path)
{
    clr_context *shared = s->input->context;
    const clr_context_options create = {.size = sizeof create,
                                        .opencl_context = clr_context_opencl(shared),
                                        .opencl_device = clr_context_device(shared)->device,
                                        .ignore_self_test = s->o->no_self_test,
                                        .tuning_file = path};

    if (hush_context_create(&create, &t->context) == CLR_OK)
        return CODE_FINE;
    return session_fail(s->o, t->context, s->reduction->type);
}

static int open_tuned(tune_trial *t, const tune_subject *s)
{
    char path[64] = "";
    int code = CODE_FINE;

    if (!tune_sizes_are_any(&t->sizes))
        return open_context(t, s, path);
    code = write_rows(t, s, path);
    if (code == CODE_FINE)
        code = open_context(t, s, path);
    unlink(path);
    return code;
}

/* ---- The trial ------------------------------------------------------------------------------- */

static bool is_refusal(clr_status status)
{
    return status == CLR_ERROR_UNSUPPORTED || status == CLR_ERROR_ARGUMENT ||
           status == CLR_ERROR_DEVICE_MEMORY;
}

int tune_trial_open(tune_trial *t, const tune_subject *s, const tune_sizes *sizes)
{
    clr_plan *plan = NULL;

    *t = (tune_trial){.sizes = *sizes, .input = *s->input};
    OR_RETURN(open_tuned(t, s));
    t->input.context = t->context;
    if (hush_plan_create(t->context, s->reduction, 1, NULL, &plan) != CLR_OK) {
        t->is_refused = is_refusal(clr_context_error(t->context)->status);
        return t->is_refused ? CODE_FINE : session_fail(s->o, t->context, s->reduction->type);
    }
    return bench_kernel_open(&t->kernel, s->o, &t->input, plan);
}

void tune_trial_close(tune_trial *t)
{
    bench_kernel_close(&t->kernel);
    timing_free(&t->times);
    clr_context_destroy(t->context);
    *t = (tune_trial){0};
}

bool tune_trial_same(const tune_trial *a, const tune_trial *b)
{
    const clr_plan_info *left = &a->kernel.layout.info, *right = &b->kernel.layout.info;

    return left->group_count == right->group_count && left->group_size == right->group_size &&
           left->item_loads == right->item_loads && left->vector_width == right->vector_width &&
           strcmp(left->source, right->source) == 0;
}

void tune_trial_text(const tune_trial *t, char text[TUNE_TRIAL_TEXT_SIZE])
{
    const clr_plan_info *info = &t->kernel.layout.info;

    snprintf(text, TUNE_TRIAL_TEXT_SIZE, "%" PRIu64 " x %" PRIu64 ", %" PRIu64 " x %" PRIu64,
             info->group_count, info->group_size, info->item_loads, info->vector_width);
}

double tune_trial_seconds(const tune_trial *t)
{
    return timing_quantile(&t->times, 0.5);
}

/* ---- In turns -------------------------------------------------------------------------------- */

/* Ready for a new comparison. */
static int prepare(tune_trial *t)
{
    int code = t->is_warm ? CODE_FINE : bench_kernel_warm(&t->kernel, true);

    t->is_warm = true;
    timing_free(&t->times);
    return code;
}

static int run_once(tune_trial *t, double *seconds)
{
    OR_RETURN(bench_kernel_run(&t->kernel, seconds, t->record));
    if (!timing_add(&t->times, *seconds))
        return message_fail(CODE_DEVICE, "out of memory for what was measured.");
    return CODE_FINE;
}

/* One of each, the first one first every other time. */
static int run_round(tune_trial *first, tune_trial *second, unsigned round, unsigned *won)
{
    double left = 0, right = 0;
    int code = round % 2 == 0 ? run_once(first, &left) : run_once(second, &right);

    if (code == CODE_FINE)
        code = round % 2 == 0 ? run_once(second, &right) : run_once(first, &left);
    *won += right < left;
    return code;
}

/* Of levels with one right result: results of other levels differ in their last bits. */
static bool agree(const tune_trial *first, const tune_trial *second)
{
    const clr_result *result = &first->kernel.layout.results[0];
    const bool has_one =
        result->accuracy == CLR_ACCURACY_EXACT || result->accuracy == CLR_ACCURACY_REPRODUCIBLE;

    if (!has_one || record_same(result, first->record, second->record))
        return true;
    message_note("sizes that were tried changed a result, which no sizes should: please report "
                 "this.");
    return false;
}

/*
 * Three standard errors of a median, as a part of it, of times that are spread as in a normal
 * distribution: 1.2533 s / sqrt(n), where quartiles are 1.3490 s apart.
 */
static double noise_of(const timing *t)
{
    return 3 * 1.2533 / 1.3490 * timing_spread(t) / sqrt((double)t->count);
}

static bool is_beyond_noise(const tune_trial *first, const tune_trial *second)
{
    const double noise = fmax(noise_of(&first->times), noise_of(&second->times));

    return tune_trial_seconds(second) * (1 + fmax(noise, LEAST_GAIN)) < tune_trial_seconds(first);
}

/* Whether more rounds would tell little more. */
static bool is_settled(const tune_trial *first, const tune_trial *second)
{
    return timing_quantile(&second->times, 0.25) > HOPELESS * tune_trial_seconds(first) ||
           (timing_is_steady(&first->times) && timing_is_steady(&second->times));
}

int tune_trial_compare(tune_trial *first, tune_trial *second, tune_turns turns, bool *wins)
{
    unsigned won = 0, round = 0;
    int code = prepare(first);

    if (code == CODE_FINE)
        code = prepare(second);
    while (code == CODE_FINE && round < turns.rounds &&
           (round < FEWEST_ROUNDS || clock_ns() < turns.until_ns)) {
        code = run_round(first, second, round++, &won);
        if (round >= FEWEST_ROUNDS && is_settled(first, second))
            break;
    }
    *wins = code == CODE_FINE && won * 4 >= round * 3 && is_beyond_noise(first, second) &&
            agree(first, second);
    return code;
}
