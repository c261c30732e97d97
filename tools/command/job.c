/* SPDX-License-Identifier: Apache-2.0 */
/*
 * job - one reduction of one input by one or more operators. See job.h.
 */
#include "job.h"
#include "clock.h"
#include "message.h"
#include "output.h"
#include "session.h"
#include "value.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Inputs up to this many bytes get a piece of their own size: memory as small as the data. */
#define SMALL_INPUT (UINT64_C(16) << 20)

/* Elements to read at a time. */
#define STEP (UINT64_C(1) << 20)

/* ---- Failing: the bar goes before the sentence comes ----------------------------------------- */

static int fail_library(job *j)
{
    progress_end(&j->bar);
    return session_fail(j->o, j->context, j->type);
}

static int fail_input(job *j)
{
    progress_end(&j->bar);
    return message_fail(CODE_INPUT, "%s", input_error(j->in));
}

/* ---- Opening -------------------------------------------------------------------------------- */

static int open_input(job *j)
{
    static const char *const standard_input[] = {"-"};
    const options *o = j->o;
    bool named = o->operand_count != 0;

    j->in =
        input_open(named ? o->operands : standard_input, named ? o->operand_count : 1, &o->input);
    if (j->in == NULL)
        return message_fail(CODE_DEVICE, "out of memory while opening the input.");
    if (input_error(j->in) != NULL)
        return fail_input(j);
    j->type = input_type(j->in);
    return session_check_result(o, &j->operators, j->type);
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Elements a piece; 0 leaves it to the library. */
static uint64_t piece_count(const job *j)
{
    uint64_t size = clr_type_size(j->type);
    uint64_t count = input_count(j->in);
    uint64_t wanted = j->o->chunk_size / size;

    if (j->o->chunk_size == 0) {
        /* What is to run again has to fit in one piece. */
        bool whole = j->runs > 1 || count <= SMALL_INPUT / size;
        if (count == INPUT_COUNT_UNKNOWN || !whole)
            return 0;
        wanted = count;
    }
    /* Neither beyond the input nor beyond the device; what is unknown is beyond all numbers. */
    wanted = smaller(wanted, count);
    wanted = smaller(wanted, clr_context_device(j->context)->max_mem_alloc_size / size);
    return wanted == 0 ? 1 : wanted;
}

static int open_stream(job *j)
{
    clr_reduction reductions[WORDS_OPERATORS_MOST];

    for (size_t i = 0; i < j->operators.count; i++)
        reductions[i] = session_reduction(j->o, j->operators.at[i], j->type);
    if (clr_stream_create(j->context, reductions, j->operators.count, &j->o->plan, piece_count(j),
                          &j->stream) != CLR_OK)
        return fail_library(j);
    for (size_t i = 0; i < j->operators.count; i++) {
        j->results[i].info.size = sizeof j->results[i].info;
        clr_plan_describe(clr_stream_plan(j->stream, i), &j->results[i].info);
        check_start(&j->results[i].host, j->operators.at[i], j->type);
    }
    return CODE_FINE;
}

int job_open(job *j, const options *o)
{
    memset(j, 0, sizeof *j);
    j->o = o;
    j->start_ns = clock_ns();
    j->runs = o->repeat == 0 ? 1 : o->repeat;
    if (!words_operators(o->word, &j->operators))
        return CODE_USAGE;

    int code = open_input(j);
    if (code == CODE_FINE)
        code = session_open(o, &j->context);
    if (code == CODE_FINE)
        code = open_stream(j);
    if (code != CODE_FINE)
        return code;
    j->run_ns = calloc(j->runs, sizeof *j->run_ns);
    if (j->run_ns == NULL)
        return message_fail(CODE_DEVICE, "out of memory for the times of %" PRIu64 " runs.",
                            j->runs);
    return CODE_FINE;
}

void job_close(job *j)
{
    free(j->copy);
    free(j->run_ns);
    clr_stream_destroy(j->stream);
    clr_context_destroy(j->context);
    input_close(j->in);
}

/* ---- The first run: from the input ----------------------------------------------------------- */

/* Fills the room as far as the input reaches, in steps that let the bar move. */
static uint64_t fill(job *j, void *room, uint64_t capacity)
{
    size_t size = clr_type_size(j->type);
    uint64_t count = 0;
    uint64_t got = 0;

    do {
        uint64_t left = capacity - count;
        uint64_t start = clock_ns();
        got = input_read(j->in, (char *)room + count * size, left < STEP ? left : STEP);
        j->read_ns += clock_ns() - start;
        count += got;
        progress_step(&j->bar, (j->count + count) * size);
    } while (got != 0 && count < capacity);
    return count;
}

static int keep_copy(job *j, const void *piece, uint64_t count)
{
    uint64_t size = count * clr_type_size(j->type);

    progress_end(&j->bar);
    if (j->pieces > 1)
        return message_fail(CODE_USAGE,
                            "--repeat needs data that fits in one piece: raise --chunk, "
                            "or take part of the data with --count.");
    j->copy = malloc(size);
    if (j->copy == NULL)
        return message_fail(CODE_DEVICE, "out of memory for a copy of %" PRIu64 " bytes.", size);
    memcpy(j->copy, piece, size);
    return CODE_FINE;
}

/* All that is done with a piece. The host's part comes first: a submitted piece is out of reach. */
static int take_piece(job *j, const void *piece, uint64_t count)
{
    int code = CODE_FINE;

    j->pieces++;
    j->count += count;
    j->piece_most = count > j->piece_most ? count : j->piece_most;
    if (j->runs > 1)
        code = keep_copy(j, piece, count);
    if (code != CODE_FINE)
        return code;
    for (size_t i = 0; j->o->check && i < j->operators.count; i++)
        check_add(&j->results[i].host, piece, count);
    return clr_stream_submit(j->stream, count) == CLR_OK ? CODE_FINE : fail_library(j);
}

static int pump(job *j)
{
    for (;;) {
        void *room = NULL;
        uint64_t capacity = 0;
        if (clr_stream_map(j->stream, &room, &capacity) != CLR_OK)
            return fail_library(j);
        uint64_t count = fill(j, room, capacity);
        if (input_error(j->in) != NULL)
            return fail_input(j);
        if (count == 0)
            return CODE_FINE;
        int code = take_piece(j, room, count);
        if (code != CODE_FINE)
            return code;
    }
}

/* Waits for the results of run number `run` and its kernels' time. */
static int collect(job *j, uint64_t run, uint64_t *values)
{
    void *places[WORDS_OPERATORS_MOST];
    clr_stream_times times = {.size = sizeof times};
    uint64_t previous = j->kernel_ns;

    for (size_t i = 0; i < j->operators.count; i++)
        places[i] = &values[i];
    if (clr_stream_result(j->stream, places) != CLR_OK ||
        clr_stream_describe(j->stream, &times) != CLR_OK)
        return fail_library(j);
    /* The library's times are those of all runs together. */
    j->run_ns[run] = times.kernel_ns - previous;
    j->kernel_ns = times.kernel_ns;
    j->upload_ns = run == 0 ? times.upload_ns : j->upload_ns;
    return CODE_FINE;
}

static int run_first(job *j)
{
    uint64_t values[WORDS_OPERATORS_MOST] = {0};
    uint64_t count = input_count(j->in);
    uint64_t total = PROGRESS_TOTAL_UNKNOWN;

    if (count != INPUT_COUNT_UNKNOWN)
        total = count * clr_type_size(j->type);
    progress_start(&j->bar, !j->o->quiet, total);
    int code = pump(j);
    if (code == CODE_FINE)
        code = collect(j, 0, values);
    progress_end(&j->bar);
    for (size_t i = 0; i < j->operators.count; i++)
        j->results[i].value = values[i];
    return code;
}

/* ---- The other runs: from the copy ----------------------------------------------------------- */

static bool same_value(clr_type type, const void *a, const void *b)
{
    if (value_kind_of(type) == VALUE_REAL && isnan(value_real(type, a)))
        return isnan(value_real(type, b));
    return memcmp(a, b, clr_type_size(type)) == 0;
}

/* Whether every run must give the same: only sums and products of floats depend on their order. */
static bool must_repeat(const clr_plan_info *info)
{
    clr_strategy_info strategy = {.size = sizeof strategy};
    bool any_order = value_kind_of(info->type) != VALUE_REAL || info->op == CLR_OPERATOR_MIN ||
                     info->op == CLR_OPERATOR_MAX;

    if (clr_strategy_describe(info->strategy, &strategy) != CLR_OK)
        return true;
    return strategy.is_repeatable != 0 || (strategy.is_sound != 0 && any_order);
}

static int compare(const job *j, uint64_t run, const uint64_t *values)
{
    for (size_t i = 0; i < j->operators.count; i++) {
        clr_type type = j->results[i].info.result;
        char now[OUTPUT_TEXT_SIZE], before[OUTPUT_TEXT_SIZE];
        if (same_value(type, &values[i], &j->results[i].value) || !must_repeat(&j->results[i].info))
            continue;
        output_text(type, &values[i], now);
        output_text(type, &j->results[i].value, before);
        return message_fail(CODE_DEVICE,
                            "run %" PRIu64 " over the same data gave a %s of %s, the first run %s: "
                            "this device's results are not to be trusted.",
                            run + 1, clr_operator_name(j->operators.at[i]), now, before);
    }
    return CODE_FINE;
}

static int run_again(job *j, uint64_t run)
{
    uint64_t values[WORDS_OPERATORS_MOST] = {0};
    void *room = NULL;
    uint64_t capacity = 0;

    if (clr_stream_map(j->stream, &room, &capacity) != CLR_OK)
        return fail_library(j);
    if (j->count != 0)
        memcpy(room, j->copy, j->count * clr_type_size(j->type));
    if (clr_stream_submit(j->stream, j->count) != CLR_OK)
        return fail_library(j);

    int code = collect(j, run, values);
    return code != CODE_FINE ? code : compare(j, run, values);
}

static int rising(const void *a, const void *b)
{
    uint64_t x, y;

    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

int job_run(job *j)
{
    int code = run_first(j);

    for (uint64_t run = 1; code == CODE_FINE && run < j->runs; run++)
        code = run_again(j, run);
    if (code != CODE_FINE)
        return code;
    qsort(j->run_ns, j->runs, sizeof *j->run_ns, rising);
    j->kernel_ns = j->run_ns[j->runs / 2];
    j->total_ns = clock_ns() - j->start_ns;
    return CODE_FINE;
}

/* ---- The check ------------------------------------------------------------------------------- */

int job_check(job *j)
{
    int code = CODE_FINE;

    for (size_t i = 0; j->o->check && i < j->operators.count; i++) {
        job_result *result = &j->results[i];
        /* Each piece's value is folded into the running one: a rounding more for each. */
        uint64_t depth = clr_plan_depth(clr_stream_plan(j->stream, i), j->piece_most) + j->pieces;
        check_claim claim = {result->info.result, &result->value, depth, result->info.accumulator};
        result->verdict = check_judge(&result->host, &claim, result->sentence);
        if (result->verdict == CHECK_DIFFERS)
            code = message_fail(CODE_CHECK, "check failed: %s.", result->sentence);
        else if (j->o->verbose || (result->verdict == CHECK_UNDECIDED && !j->o->quiet))
            message_note("check %s: %s.", result->verdict == CHECK_AGREES ? "passed" : "undecided",
                         result->sentence);
    }
    return code;
}
