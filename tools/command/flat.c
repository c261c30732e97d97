/* SPDX-License-Identifier: Apache-2.0 */
/* flat - a job with a single result of all numbers. See flat.h. */
#include "flat.h"
#include "clock.h"
#include "hush.h"
#include "message.h"
#include "place.h"
#include "progress.h"
#include "smaller.h"
#include "value.h"
#include "words.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* inputs up to this size are one piece: memory as small as the data */
#define SMALL_INPUT (UINT64_C(16) << 20)

/*
 * Bytes of a file viewed at a time: two pieces of the library, which limits the memory charged to
 * this process; a multiple of the elements at which level reproducible may cut.
 */
#define VIEW_SIZE (UINT64_C(128) << 20)
#define VIEW_STEP (UINT64_C(1) << 16)

/* bytes of each input read at a time for a team, whose devices all get some of it */
#define TEAM_ROOM (UINT64_C(32) << 20)

/* least bytes of a stream's piece, unless the device has little memory */
#define PIECE_LEAST (UINT64_C(5) << 20)

static uint64_t buffer_most(const flat *f)
{
    return clr_context_device(f->job.context)->max_mem_alloc_size;
}

/* ---- Opening --------------------------------------------------------------------------------- */

int flat_open(flat *f, request *r, input_whole whole)
{
    *f = (flat){.runs = r->o->repeat == 0 ? 1 : r->o->repeat};
    return job_open(&f->job, r, whole);
}

/* Elements of a piece; 0: the library decides. */
static uint64_t piece_count(const flat *f)
{
    const uint64_t size = f->job.in.feed.element_size, count = f->job.in.feed.count;
    uint64_t wanted = f->job.o->chunk_size / size;

    if (f->job.o->chunk_size == 0) {
        /* data that is run several times must fit one piece */
        const bool whole = f->runs > 1 || count <= SMALL_INPUT / size;
        if (count == INPUT_COUNT_UNKNOWN || !whole)
            return 0;
        wanted = count;
    }
    /* neither larger than the input nor than a buffer; an unknown count is the largest number */
    wanted = smaller(smaller(wanted, count), buffer_most(f) / size);
    return wanted == 0 ? 1 : wanted;
}

/* Reports why the last call of the team or the stream failed. */
static int fail(flat *f)
{
    if (!f->devices.team)
        return job_fail(&f->job);
    progress_end();
    return team_devices_fail(&f->devices, f->job.o);
}

/* Keeps the accumulator of all elements so far. */
static int keep_accumulator(flat *f)
{
    if (!f->job.o->save)
        return CODE_FINE;
    clr_accumulator_destroy(f->kept);
    if (f->devices.team)
        return clr_team_accumulator(f->devices.team, 0, &f->kept) == CLR_OK ? CODE_FINE : fail(f);
    return clr_stream_accumulator(f->stream, 0, &f->kept) == CLR_OK ? CODE_FINE : fail(f);
}

/* A strategy that cannot carry the detection of overflow goes without it, unless the user asked. */
static clr_status create_stream(flat *f, const clr_stream_options *create)
{
    const job *j = &f->job;
    request *r = j->request;
    clr_status status = hush_stream_create(j->context, r->reductions, r->count, create, &f->stream);

    if (status != CLR_ERROR_UNSUPPORTED || !request_let_wrap(r))
        return status;
    status = hush_stream_create(j->context, r->reductions, r->count, create, &f->stream);
    if (status == CLR_OK && !j->o->quiet)
        message_note(
            "this strategy cannot tell whether the result fits 64 bits: it is taken modulo "
            "2^64.");
    return status;
}

static int open_stream(flat *f)
{
    job *j = &f->job;
    const request *r = j->request;
    const bool is_known = j->in.feed.count != INPUT_COUNT_UNKNOWN;
    const clr_stream_options create = {.size = sizeof create,
                                       .plan = &j->o->plan,
                                       .piece_capacity = f->devices.team ? 1 : piece_count(f),
                                       .total = is_known ? j->in.feed.count : 0,
                                       .scalars = request_scalars(j->o)};

    if (request_has_count(r) && !is_known)
        return message_fail(CODE_USAGE,
                            "'%s' has n in it, which only the end of text or a pipe tells: "
                            "say it with --count.",
                            j->o->map);
    if (create_stream(f, &create) != CLR_OK)
        return job_fail(j);
    record_describe(&j->layout, clr_stream_plan(f->stream), j->o->result);
    j->is_shared = f->devices.team != NULL;
    for (size_t i = 0; i < r->count; i++)
        request_check_start(r, i, &j->checks[i]);
    OR_RETURN(job_check_record(j, j->in.feed.input_count));
    return keep_accumulator(f);
}

static int allocate(flat *f)
{
    const size_t size = f->job.layout.info.result_size;

    f->run_ns = calloc(f->runs + 1, sizeof *f->run_ns); /* one more for a warm run */
    f->record = calloc(1, size);
    f->latest = calloc(1, size);
    if (f->run_ns && f->record && f->latest)
        return CODE_FINE;
    return message_fail(CODE_DEVICE, "out of memory for the results of %" PRIu64 " runs.", f->runs);
}

/* Devices are compared, unless -d or a strategy is given or the count is unknown. */
static void choose_device(job *j)
{
    const request *r = j->request;
    const uint64_t count = j->in.feed.count;

    if (j->o->repeat == 0 && !j->o->plan.strategy && count != INPUT_COUNT_UNKNOWN)
        soonest_find(&j->devices, j->o, r->reductions, r->count, count);
}

/* The job's context is the only device's, or the first one's. */
static int open_devices(flat *f)
{
    job *j = &f->job;
    const int code =
        team_devices_are_asked(j->o)
            ? team_devices_open(&f->devices, j->o)
            : team_devices_open_one(&f->devices, j->o, soonest_device(&j->devices, j->o));

    j->context = f->devices.contexts[0];
    return code;
}

static int start(flat *f)
{
    job *j = &f->job;

    choose_device(j);
    OR_RETURN(open_devices(f));
    OR_RETURN(team_devices_join(&f->devices, j->request, j->in.feed.element_size));
    OR_RETURN(open_stream(f));
    return allocate(f);
}

static void drop_copies(flat *f)
{
    for (size_t i = 0; i < CLR_INPUTS_MOST; i++) {
        free(f->copies[i]);
        f->copies[i] = NULL;
    }
}

void flat_close(flat *f)
{
    drop_copies(f);
    free(f->run_ns);
    free(f->record);
    free(f->latest);
    clr_accumulator_destroy(f->kept);
    clr_stream_destroy(f->stream);
    if (!f->job.is_by_host)
        f->job.context = NULL; /* which is one of the devices' */
    team_devices_close(&f->devices);
    job_close(&f->job);
}

/* ---- The first run: from the input ----------------------------------------------------------- */

static int copy_inputs(flat *f, const void *const inputs[], uint64_t count)
{
    const uint64_t size = count * f->job.in.feed.element_size;

    for (size_t i = 0; i < f->job.in.feed.input_count; i++) {
        f->copies[i] = malloc(size);
        if (!f->copies[i])
            return message_fail(CODE_DEVICE, "out of memory for a copy of %" PRIu64 " bytes.",
                                size);
        memcpy(f->copies[i], inputs[i], size);
    }
    return CODE_FINE;
}

/* Copies the data for the runs of --repeat; or for a warm run, whose time -v reports of small
 * data. */
static int keep_copy(flat *f, const void *const inputs[], uint64_t count)
{
    job *j = &f->job;
    const bool is_small = count <= SMALL_INPUT / j->in.feed.element_size;

    if (f->runs == 1) {
        drop_copies(f);
        return j->o->verbose && j->pieces == 1 && is_small && !f->devices.team
                   ? copy_inputs(f, inputs, count)
                   : CODE_FINE;
    }
    progress_end();
    if (j->pieces > 1)
        return message_fail(CODE_USAGE,
                            "--repeat needs data that fits in one piece: raise --chunk, "
                            "or take part of the data with --count.");
    return copy_inputs(f, inputs, count);
}

/* The host's work on a piece, such as --check, comes before it is submitted, after which the piece
 * is not accessible. */
static int note_piece(flat *f, const void *const inputs[], uint64_t count, uint64_t folds)
{
    job *j = &f->job;

    job_note_piece(j, count);
    f->folds += folds;
    job_check_piece(j, inputs, count);
    return keep_copy(f, inputs, count);
}

/* Elements to view at a time; 0: read instead. */
static uint64_t view_count(const flat *f)
{
    const uint64_t asked = f->job.o->chunk_size != 0 ? f->job.o->chunk_size : VIEW_SIZE;
    const uint64_t count = smaller(asked, buffer_most(f)) / f->job.in.feed.element_size;

    if (f->runs > 1)
        return 0;
    return count < VIEW_STEP ? count : count - count % VIEW_STEP;
}

/*
 * The most times that the library folds a piece's value into the running value for `count`
 * elements. CPUs take them in three parts: the rest of the step before, whole steps, and a rest;
 * other devices in pieces of the stream's size, and a last piece.
 */
static uint64_t folds_of(const flat *f, uint64_t count)
{
    uint64_t piece = smaller(PIECE_LEAST, buffer_most(f) / 4);

    if (f->job.o->chunk_size != 0)
        piece = smaller(piece, f->job.o->chunk_size);
    piece = piece / f->job.in.feed.element_size;
    if (clr_context_device(f->job.context)->type & CL_DEVICE_TYPE_CPU)
        return 3;
    return 3 + (piece == 0 ? count : count / piece);
}

/* Hands elements of the caller's to the team or the stream. */
static int take(flat *f, const void *const inputs[], uint64_t count)
{
    if (f->devices.team)
        return team_devices_take(&f->devices, f->job.o, inputs, count);
    return clr_stream_take(f->stream, inputs, count) == CLR_OK ? CODE_FINE : fail(f);
}

/*
 * Submits mapped elements: CPUs read them in place, for other devices several threads copy them.
 * Sets `*count`; 0: the next elements must be read.
 */
static int take_view(flat *f, uint64_t most, uint64_t *count)
{
    const void *inputs[CLR_INPUTS_MOST] = {NULL};

    OR_RETURN(intake_view(&f->job.in, most, false, inputs, count));
    if (*count == 0)
        return CODE_FINE;
    OR_RETURN(note_piece(f, inputs, *count, folds_of(f, *count)));
    OR_RETURN(take(f, inputs, *count));
    return intake_pass(&f->job.in);
}

/* Reads the input into the stream's rooms, as far as it reaches, and submits them. */
static int take_piece(flat *f, uint64_t *count)
{
    void *rooms[CLR_INPUTS_MOST] = {NULL};
    uint64_t capacity = 0;

    if (clr_stream_map(f->stream, rooms, &capacity) != CLR_OK)
        return job_fail(&f->job);
    OR_RETURN(intake_read(&f->job.in, rooms, 0, capacity, count));
    if (*count == 0)
        return CODE_FINE;
    OR_RETURN(note_piece(f, (const void *const *)rooms, *count, 1));
    if (clr_stream_submit(f->stream, *count) != CLR_OK)
        OR_RETURN(job_fail(&f->job));
    return CODE_FINE;
}

/* The same through rooms of the job's, for a team. */
static int take_room(flat *f, uint64_t *count)
{
    intake *in = &f->job.in;
    const uint64_t room = smaller(TEAM_ROOM / in->feed.element_size, in->feed.count);

    if (in->room == 0 && !intake_make_room(in, room))
        return message_fail(CODE_DEVICE, "out of memory for reading %" PRIu64 " numbers at a time.",
                            room);
    OR_RETURN(intake_read(in, in->rooms, 0, in->room, count));
    if (*count != 0)
        OR_RETURN(note_piece(f, (const void *const *)in->rooms, *count, 1));
    if (*count != 0)
        OR_RETURN(take(f, (const void *const *)in->rooms, *count));
    return CODE_FINE;
}

static int pump(flat *f)
{
    const uint64_t most = view_count(f);
    uint64_t count = 1;

    while (count != 0) {
        OR_RETURN(take_view(f, most, &count));
        if (count == 0)
            OR_RETURN(f->devices.team ? take_room(f, &count) : take_piece(f, &count));
    }
    return CODE_FINE;
}

/* Waits for run number `run`: its results and its kernel time. */
static int collect(flat *f, uint64_t run)
{
    job *j = &f->job;
    clr_stream_times times = {.size = sizeof times};
    const uint64_t previous = j->kernel_ns;
    const clr_status status =
        f->devices.team ? clr_team_result(f->devices.team, f->latest, j->layout.info.result_size)
                        : clr_stream_result(f->stream, f->latest);

    f->is_empty = f->may_be_empty && status == CLR_ERROR_EMPTY;
    if (f->devices.team)
        return status == CLR_OK || f->is_empty ? CODE_FINE : fail(f);
    if ((status != CLR_OK && !f->is_empty) || clr_stream_describe(f->stream, &times) != CLR_OK)
        return job_fail(j);
    /* the library's times are totals of all runs */
    f->run_ns[run] = times.kernel_ns - previous;
    j->kernel_ns = times.kernel_ns;
    j->upload_ns = run == 0 ? times.upload_ns : j->upload_ns;
    return CODE_FINE;
}

static int run_first(flat *f)
{
    job *j = &f->job;

    intake_start(&j->in);
    int code = pump(f);
    if (code == CODE_FINE)
        code = keep_accumulator(f);
    if (code == CODE_FINE)
        code = collect(f, 0);
    progress_end();
    memcpy(f->record, f->latest, j->layout.info.result_size);
    return code;
}

/* ---- The other runs: from the copy ----------------------------------------------------------- */

/* Whether all runs must have equal results: only floats depend on the order. */
static bool must_repeat(const record_layout *layout, const clr_result *result)
{
    clr_strategy_info strategy = {.size = sizeof strategy};
    bool any_order = clr_operator_result(result->op, CLR_TYPE_F16) != CLR_TYPE_F32 ||
                     value_kind_of(result->type) != VALUE_REAL;

    if (clr_strategy_describe(layout->info.strategy, &strategy) != CLR_OK)
        return true;
    return strategy.is_repeatable != 0 || (strategy.is_sound != 0 && any_order);
}

static int compare(const flat *f, uint64_t run)
{
    const record_layout *layout = &f->job.layout;

    for (size_t i = 0; i < layout->count; i++) {
        const clr_result *result = &layout->results[i];
        char now[RECORD_TEXT_SIZE], before[RECORD_TEXT_SIZE];
        if (record_same(result, f->latest, f->record) || !must_repeat(layout, result))
            continue;
        record_text(result, f->latest, now, sizeof now);
        record_text(result, f->record, before, sizeof before);
        return message_fail(CODE_DEVICE,
                            "run %" PRIu64 " over the same data gave a %s of %s, the first run %s: "
                            "this device's results are not to be trusted.",
                            run + 1, clr_operator_name(result->op), now, before);
    }
    return CODE_FINE;
}

static int run_again(flat *f, uint64_t run)
{
    job *j = &f->job;
    const uint64_t count = j->in.count;
    void *rooms[CLR_INPUTS_MOST] = {NULL};
    uint64_t capacity = 0;

    if (clr_stream_map(f->stream, rooms, &capacity) != CLR_OK)
        return job_fail(j);
    if (count > capacity)
        return CODE_FINE; /* a view exists only in the first run */
    for (size_t i = 0; count != 0 && i < j->in.feed.input_count; i++)
        memcpy(rooms[i], f->copies[i], count * j->in.feed.element_size);
    if (clr_stream_submit(f->stream, count) != CLR_OK)
        return job_fail(j);

    OR_RETURN(collect(f, run));
    return compare(f, run);
}

static int rising(const void *a, const void *b)
{
    uint64_t x, y;

    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

/* Sorts the runs' times, and takes the first run's and the median of all later runs. */
static int settle_times(flat *f)
{
    job *j = &f->job;
    const uint64_t others = f->runs > 1 ? f->runs - 1 : 1;

    j->first_ns = f->run_ns[0];
    if (f->runs == 1 && f->copies[0] && !f->is_empty) {
        const int code = run_again(f, 1);
        if (code != CODE_FINE)
            return code;
    }
    qsort(f->run_ns + 1, others, sizeof *f->run_ns, rising);
    j->warm_ns = f->run_ns[1 + others / 2];
    qsort(f->run_ns, f->runs, sizeof *f->run_ns, rising);
    j->kernel_ns = f->run_ns[f->runs / 2];
    return CODE_FINE;
}

/* Says the run's results where they may differ by design: what an unsound strategy loses varies. */
static void tell_unsound(const flat *f, uint64_t run)
{
    const record_layout *layout = &f->job.layout;

    if (f->runs == 1 || f->job.o->quiet || words_is_sound(layout->info.strategy))
        return;
    for (size_t i = 0; i < layout->count; i++) {
        const clr_result *result = &layout->results[i];
        char text[RECORD_TEXT_SIZE];
        record_text(result, run == 0 ? f->record : f->latest, text, sizeof text);
        message_note("run %" PRIu64 ": %s %s", run + 1, clr_operator_name(result->op), text);
    }
}

/* Streams the input through the device, as often as asked for. */
static int run_on_device(flat *f)
{
    OR_RETURN(start(f));
    OR_RETURN(run_first(f));
    for (uint64_t run = 0; run < f->runs; run++) {
        if (run > 0)
            OR_RETURN(run_again(f, run));
        tell_unsound(f, run);
    }
    f->job.total_ns = clock_ns() - f->job.start_ns;
    return settle_times(f);
}

int flat_run(flat *f)
{
    int code = place_find(&f->job);

    if (code == CODE_FINE)
        code = f->job.is_by_host ? flat_host_run(f) : run_on_device(f);
    return code;
}

const clr_plan *flat_plan(const flat *f)
{
    return f->devices.team || !f->stream ? NULL : clr_stream_plan(f->stream);
}

/* ---- The check ------------------------------------------------------------------------------- */

int flat_check(flat *f)
{
    job *j = &f->job;
    char sentence[CHECK_SENTENCE_SIZE];
    int code = CODE_FINE;

    for (size_t i = 0; j->o->check && i < j->layout.count; i++) {
        /* folding each piece's value adds a rounding */
        const uint64_t depth = clr_plan_depth(clr_stream_plan(f->stream), j->piece_most) + f->folds;
        const check_claim claim = check_claim_of(&j->layout.results[i], f->record, depth);
        j->verdicts[i] = check_judge(&j->checks[i], &claim, sentence);
        const int told = job_tell(j, j->verdicts[i], "", sentence);
        code = told != CODE_FINE ? told : code;
        if (j->verdicts[i] == CHECK_AGREES && j->o->verbose)
            message_note("check passed: %.400s.", sentence);
    }
    return code;
}
