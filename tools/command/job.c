/* SPDX-License-Identifier: Apache-2.0 */
/*
 * job - the reductions of a request over its files. See job.h.
 */
#include "job.h"
#include "clock.h"
#include "hush.h"
#include "message.h"
#include "session.h"
#include "smaller.h"
#include "value.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Inputs up to this many bytes get a piece of their own size: memory as small as the data. */
#define SMALL_INPUT (UINT64_C(16) << 20)

/* Elements to read at a time. */
#define STEP (UINT64_C(1) << 20)

/*
 * Bytes of a file to look at at a time: as many as two pieces of the library have, so that no more
 * of it counts as this process's memory; and elements that these are a multiple of, so that level
 * reproducible cuts them nowhere.
 */
#define VIEW_SIZE (UINT64_C(128) << 20)
#define VIEW_STEP (UINT64_C(1) << 16)

/* Bytes that the pieces of a stream have at least, unless the device has little memory. */
#define PIECE_LEAST (UINT64_C(5) << 20)

/* ---- Failing: the bar goes before the sentence comes ----------------------------------------- */

static int fail_library(job *j)
{
    progress_end(&j->bar);
    return session_fail(j->o, j->context, j->feed.type);
}

static int fail_input(job *j)
{
    progress_end(&j->bar);
    return feed_fail(&j->feed);
}

/* ---- Opening -------------------------------------------------------------------------------- */

/* Elements a piece; 0 leaves it to the library. */
static uint64_t piece_count(const job *j)
{
    uint64_t size = j->feed.element_size;
    uint64_t count = j->feed.count;
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

static uint64_t known_count(const job *j)
{
    return j->feed.count == INPUT_COUNT_UNKNOWN ? 0 : j->feed.count;
}

int job_check_record(const job *j)
{
    const clr_result *result = &j->layout.results[0];

    if (result->op != CLR_OPERATOR_CUSTOM || result->value_size % clr_type_size(result->type) == 0)
        return CODE_FINE;
    return message_fail(CODE_USAGE,
                        "the result of %s has %" PRIu64 " bytes, which are no whole number of %s: "
                        "say another type with -r.",
                        j->o->operator_file, result->value_size, clr_type_name(result->type));
}

/* Of what was read so far; nothing yet has an accumulator too, if the reduction has any. */
static int keep_accumulator(job *j)
{
    if (j->o->save == NULL)
        return CODE_FINE;
    clr_accumulator_destroy(j->kept);
    return clr_stream_accumulator(j->stream, 0, &j->kept) == CLR_OK ? CODE_FINE : fail_library(j);
}

/* Strategies that cannot carry what looks out for overflow do without it, where nobody asked. */
static clr_status create_stream(job *j, const clr_stream_options *create)
{
    request *r = j->request;
    clr_status status = hush_stream_create(j->context, r->reductions, r->count, create, &j->stream);

    if (status != CLR_ERROR_UNSUPPORTED || !request_let_wrap(r))
        return status;
    status = hush_stream_create(j->context, r->reductions, r->count, create, &j->stream);
    if (status == CLR_OK && !j->o->quiet)
        message_note(
            "this strategy cannot tell whether the result fits 64 bits: it is taken modulo "
            "2^64.");
    return status;
}

static int open_stream(job *j)
{
    const request *r = j->request;
    const clr_stream_options create = {.size = sizeof create,
                                       .plan = &j->o->plan,
                                       .piece_capacity = piece_count(j),
                                       .total = known_count(j)};

    if (request_has_count(r) && j->feed.count == INPUT_COUNT_UNKNOWN)
        return message_fail(CODE_USAGE,
                            "'%s' has n in it, which only the end of text or a pipe tells: "
                            "say it with --count.",
                            j->o->map);
    if (create_stream(j, &create) != CLR_OK)
        return fail_library(j);
    record_describe(&j->layout, clr_stream_plan(j->stream), j->o->result);
    if (j->layout.info.inputs != j->feed.input_count)
        return message_fail(CODE_USAGE,
                            "the reduction takes %" PRIu64 " inputs, but %" PRIu64 " are there.",
                            j->layout.info.inputs, j->feed.input_count);
    for (size_t i = 0; i < r->count; i++)
        request_check_start(r, i, &j->checks[i]);
    int code = job_check_record(j);
    return code == CODE_FINE ? keep_accumulator(j) : code;
}

static int allocate(job *j)
{
    j->run_ns = calloc(j->runs + 1, sizeof *j->run_ns); /* one more that is warm */
    j->record = calloc(1, j->layout.info.result_size);
    j->latest = calloc(1, j->layout.info.result_size);
    if (j->run_ns != NULL && j->record != NULL && j->latest != NULL)
        return CODE_FINE;
    return message_fail(CODE_DEVICE, "out of memory for the results of %" PRIu64 " runs.", j->runs);
}

int job_open(job *j, request *r, input_whole whole)
{
    memset(j, 0, sizeof *j);
    j->o = r->o;
    j->request = r;
    j->start_ns = clock_ns();
    j->runs = j->o->repeat == 0 ? 1 : j->o->repeat;
    if (j->o->operator_file != NULL && j->o->result == CLR_TYPE_DEFAULT)
        return message_fail(CODE_USAGE, "say with -r of which type the numbers are that the result "
                                        "of --operator is made of, such as -r f64.");
    int code = feed_open(&j->feed, r, whole);
    j->read_ns = clock_ns() - j->start_ns;
    return code;
}

/* Which device is to answer first is nobody's question where one is timed, or told how to work, or
 * where only the end tells how much there is. */
static void choose_device(job *j)
{
    const request *r = j->request;

    if (j->o->repeat == 0 && j->o->plan.strategy == NULL && j->feed.count != INPUT_COUNT_UNKNOWN)
        soonest_find(&j->devices, j->o, r->reductions, r->count, j->feed.count);
}

static int start(job *j)
{
    choose_device(j);
    int code = session_open_on(j->o, soonest_device(&j->devices, j->o), &j->context);

    if (code == CODE_FINE)
        code = open_stream(j);
    return code == CODE_FINE ? allocate(j) : code;
}

static void drop_copies(job *j)
{
    for (size_t i = 0; i < CLR_INPUTS_MOST; i++) {
        free(j->copies[i]);
        j->copies[i] = NULL;
    }
}

void job_close(job *j)
{
    drop_copies(j);
    free(j->run_ns);
    free(j->record);
    free(j->latest);
    clr_accumulator_destroy(j->kept);
    clr_stream_destroy(j->stream);
    clr_context_destroy(j->context);
    soonest_close(&j->devices);
    feed_close(&j->feed);
}

uint64_t job_size(const job *j)
{
    return j->count * j->feed.element_size * j->feed.input_count;
}

/* ---- The first run: from the input ----------------------------------------------------------- */

/* Fills the rooms as far as the input reaches, in steps that let the bar move. */
static uint64_t fill(job *j, void *const rooms[], uint64_t capacity)
{
    size_t size = j->feed.element_size;
    uint64_t count = 0;
    uint64_t got = 0;

    do {
        uint64_t start_ns = clock_ns();
        got = feed_read(&j->feed, rooms, count * size, smaller(capacity - count, STEP));
        j->read_ns += clock_ns() - start_ns;
        count += got;
        progress_step(&j->bar, (j->count + count) * size * j->feed.input_count);
    } while (got != 0 && count < capacity);
    return count;
}

static int copy_inputs(job *j, const void *const inputs[], uint64_t count)
{
    uint64_t size = count * j->feed.element_size;

    for (size_t i = 0; i < j->feed.input_count; i++) {
        j->copies[i] = malloc(size);
        if (j->copies[i] == NULL)
            return message_fail(CODE_DEVICE, "out of memory for a copy of %" PRIu64 " bytes.",
                                size);
        memcpy(j->copies[i], inputs[i], size);
    }
    return CODE_FINE;
}

/* For the runs of --repeat; or for one that is warm, which -v tells of if there is little data. */
static int keep_copy(job *j, const void *const inputs[], uint64_t count)
{
    const bool is_small = count <= SMALL_INPUT / j->feed.element_size;

    if (j->runs == 1) {
        drop_copies(j);
        return j->o->verbose && j->pieces == 1 && is_small ? copy_inputs(j, inputs, count)
                                                           : CODE_FINE;
    }
    progress_end(&j->bar);
    if (j->pieces > 1)
        return message_fail(CODE_USAGE,
                            "--repeat needs data that fits in one piece: raise --chunk, "
                            "or take part of the data with --count.");
    return copy_inputs(j, inputs, count);
}

/* What the check, which folds likewise, has to know of elements that the device takes at once. */
static void note_piece(job *j, const void *const inputs[], uint64_t count, uint64_t folds)
{
    j->pieces++;
    j->folds += folds;
    j->count += count;
    j->piece_most = count > j->piece_most ? count : j->piece_most;
    for (size_t i = 0; j->o->check && i < j->layout.count; i++)
        check_add(&j->checks[i], inputs, count);
}

/* All that is done with a piece. The host's part comes first: a submitted piece is out of reach. */
static int take_piece(job *j, void *const rooms[], uint64_t count)
{
    const void *const *inputs = (const void *const *)rooms;

    note_piece(j, inputs, count, 1);
    int code = keep_copy(j, inputs, count);
    if (code != CODE_FINE)
        return code;
    return clr_stream_submit(j->stream, count) == CLR_OK ? CODE_FINE : fail_library(j);
}

/* Elements to look at at a time; 0 where they are to be read. */
static uint64_t view_count(const job *j)
{
    const uint64_t asked = j->o->chunk_size != 0 ? j->o->chunk_size : VIEW_SIZE;
    const uint64_t most = clr_context_device(j->context)->max_mem_alloc_size;
    const uint64_t count = smaller(asked, most) / j->feed.element_size;

    if (j->runs > 1)
        return 0;
    return count < VIEW_STEP ? count : count - count % VIEW_STEP;
}

/*
 * How often the library folds a value of what it takes at a time into the running one, at most.
 * CPUs take a whole number of steps, what completes the step before, and what is left; other
 * devices as many pieces as it has, of which none but the last is smaller than that.
 */
static uint64_t folds_of(const job *j, uint64_t count)
{
    const clr_device *device = clr_context_device(j->context);
    uint64_t piece = smaller(PIECE_LEAST, device->max_mem_alloc_size / 4);

    if (j->o->chunk_size != 0)
        piece = smaller(piece, j->o->chunk_size);
    piece = piece / j->feed.element_size;
    if (device->type & CL_DEVICE_TYPE_CPU)
        return 3;
    return 3 + (piece == 0 ? count : count / piece);
}

/*
 * The library takes the elements from where the files have them: CPUs read them there, and to
 * others several threads copy them. Sets `*count`, to 0 if the next ones are to be read.
 */
static int take_view(job *j, uint64_t most, uint64_t *count)
{
    const void *inputs[CLR_INPUTS_MOST] = {NULL};
    const uint64_t start_ns = clock_ns();

    *count = most == 0 ? 0 : feed_view(&j->feed, inputs, most);
    j->read_ns += clock_ns() - start_ns;
    if (*count == 0)
        return fail_input(j);
    j->is_mapped = true;
    note_piece(j, inputs, *count, folds_of(j, *count));
    const int code = keep_copy(j, inputs, *count);
    if (code != CODE_FINE)
        return code;
    const clr_status status = clr_stream_take(j->stream, inputs, *count);
    const bool is_passed = feed_pass(&j->feed, *count);
    if (status != CLR_OK)
        return fail_library(j);
    progress_step(&j->bar, j->count * j->feed.element_size * j->feed.input_count);
    return is_passed ? CODE_FINE : fail_input(j);
}

static int pump(job *j)
{
    const uint64_t most = view_count(j);

    for (;;) {
        uint64_t viewed = 0;
        int code = take_view(j, most, &viewed);
        if (code != CODE_FINE)
            return code;
        if (viewed != 0)
            continue;
        void *rooms[CLR_INPUTS_MOST] = {NULL};
        uint64_t capacity = 0;
        if (clr_stream_map(j->stream, rooms, &capacity) != CLR_OK)
            return fail_library(j);
        uint64_t count = fill(j, rooms, capacity);
        code = fail_input(j);
        if (code != CODE_FINE || count == 0)
            return code;
        code = take_piece(j, rooms, count);
        if (code != CODE_FINE)
            return code;
    }
}

/* Waits for the results of run number `run` and its kernels' time. */
static int collect(job *j, uint64_t run)
{
    clr_stream_times times = {.size = sizeof times};
    uint64_t previous = j->kernel_ns;
    clr_status status = clr_stream_result(j->stream, j->latest);

    j->is_empty = j->may_be_empty && status == CLR_ERROR_EMPTY;
    if ((status != CLR_OK && !j->is_empty) || clr_stream_describe(j->stream, &times) != CLR_OK)
        return fail_library(j);
    /* The library's times are those of all runs together. */
    j->run_ns[run] = times.kernel_ns - previous;
    j->kernel_ns = times.kernel_ns;
    j->upload_ns = run == 0 ? times.upload_ns : j->upload_ns;
    return CODE_FINE;
}

static int run_first(job *j)
{
    uint64_t total = PROGRESS_TOTAL_UNKNOWN;

    if (j->feed.count != INPUT_COUNT_UNKNOWN)
        total = j->feed.count * j->feed.element_size * j->feed.input_count;
    progress_start(&j->bar, !j->o->quiet, total);
    int code = pump(j);
    if (code == CODE_FINE)
        code = keep_accumulator(j);
    if (code == CODE_FINE)
        code = collect(j, 0);
    progress_end(&j->bar);
    memcpy(j->record, j->latest, j->layout.info.result_size);
    return code;
}

/* ---- The other runs: from the copy ----------------------------------------------------------- */

/* Whether every run must give the same: only what is computed in floats depends on its order. */
static bool must_repeat(const record_layout *layout, const clr_result *result)
{
    clr_strategy_info strategy = {.size = sizeof strategy};
    bool any_order = clr_operator_result(result->op, CLR_TYPE_F16) != CLR_TYPE_F32 ||
                     value_kind_of(result->type) != VALUE_REAL;

    if (clr_strategy_describe(layout->info.strategy, &strategy) != CLR_OK)
        return true;
    return strategy.is_repeatable != 0 || (strategy.is_sound != 0 && any_order);
}

static int compare(const job *j, uint64_t run)
{
    for (size_t i = 0; i < j->layout.count; i++) {
        const clr_result *result = &j->layout.results[i];
        char now[RECORD_TEXT_SIZE], before[RECORD_TEXT_SIZE];
        if (record_same(result, j->latest, j->record) || !must_repeat(&j->layout, result))
            continue;
        record_text(result, j->latest, now, sizeof now);
        record_text(result, j->record, before, sizeof before);
        return message_fail(CODE_DEVICE,
                            "run %" PRIu64 " over the same data gave a %s of %s, the first run %s: "
                            "this device's results are not to be trusted.",
                            run + 1, clr_operator_name(result->op), now, before);
    }
    return CODE_FINE;
}

static int run_again(job *j, uint64_t run)
{
    void *rooms[CLR_INPUTS_MOST] = {NULL};
    uint64_t capacity = 0;

    if (clr_stream_map(j->stream, rooms, &capacity) != CLR_OK)
        return fail_library(j);
    if (j->count > capacity)
        return CODE_FINE; /* of a look at a file: it stays the only run */
    for (size_t i = 0; j->count != 0 && i < j->feed.input_count; i++)
        memcpy(rooms[i], j->copies[i], j->count * j->feed.element_size);
    if (clr_stream_submit(j->stream, j->count) != CLR_OK)
        return fail_library(j);

    int code = collect(j, run);
    return code != CODE_FINE ? code : compare(j, run);
}

static int rising(const void *a, const void *b)
{
    uint64_t x, y;

    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

/* The first run's time apart from those of the others, and all of them in order. */
static int settle_times(job *j)
{
    const uint64_t others = j->runs > 1 ? j->runs - 1 : 1;

    j->first_ns = j->run_ns[0];
    if (j->runs == 1 && j->copies[0] != NULL && !j->is_empty) {
        const int code = run_again(j, 1);
        if (code != CODE_FINE)
            return code;
    }
    qsort(j->run_ns + 1, others, sizeof *j->run_ns, rising);
    j->warm_ns = j->run_ns[1 + others / 2];
    qsort(j->run_ns, j->runs, sizeof *j->run_ns, rising);
    j->kernel_ns = j->run_ns[j->runs / 2];
    return CODE_FINE;
}

int job_run(job *j)
{
    int code = start(j);

    if (code == CODE_FINE)
        code = run_first(j);
    for (uint64_t run = 1; code == CODE_FINE && run < j->runs; run++)
        code = run_again(j, run);
    if (code != CODE_FINE)
        return code;
    j->total_ns = clock_ns() - j->start_ns;
    return settle_times(j);
}

/* ---- The check ------------------------------------------------------------------------------- */

/* Says what the host found where somebody wants to know. */
static int tell(const job *j, check_verdict verdict, const char *sentence)
{
    if (verdict == CHECK_DIFFERS)
        return message_fail(CODE_CHECK, "check failed: %.400s.", sentence);
    if (verdict == CHECK_UNAVAILABLE && !j->o->quiet)
        message_note("check: %.400s.", sentence);
    else if ((verdict == CHECK_UNDECIDED || verdict == CHECK_VAGUE) && !j->o->quiet)
        message_note("check undecided: %.400s.", sentence);
    else if (verdict == CHECK_AGREES && j->o->verbose)
        message_note("check passed: %.400s.", sentence);
    return CODE_FINE;
}

int job_check(job *j)
{
    const clr_plan *plan = clr_stream_plan(j->stream);
    char sentence[CHECK_SENTENCE_SIZE];
    int code = CODE_FINE;

    for (size_t i = 0; j->o->check && i < j->layout.count; i++) {
        /* Each piece's value is folded into the running one: a rounding more for each. */
        uint64_t depth = clr_plan_depth(plan, j->piece_most) + j->folds;
        check_claim claim = check_claim_of(&j->layout.results[i], j->record, depth);
        j->verdicts[i] = check_judge(&j->checks[i], &claim, sentence);
        int told = tell(j, j->verdicts[i], sentence);
        code = told != CODE_FINE ? told : code;
    }
    return code;
}

bool job_is_sure(const job *j)
{
    bool sure = true;

    for (size_t i = 0; j->o->check && i < j->layout.count; i++)
        sure = sure && j->verdicts[i] == CHECK_AGREES;
    return sure;
}
