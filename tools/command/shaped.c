/* SPDX-License-Identifier: Apache-2.0 */
/* shaped - reductions with many results. See shaped.h. */
#include "shaped.h"
#include "clock.h"
#include "message.h"
#include "physical_memory.h"
#include "place.h"
#include "progress.h"
#include "quartiles.h"
#include "selecting.h"
#include "smaller.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* least elements that rooms hold, where the count is unknown */
#define STEP (UINT64_C(1) << 20)

/* default bytes of a piece, where any size will do */
#define PIECE_SIZE (UINT64_C(1) << 28)

/* ---- Reading --------------------------------------------------------------------------------- */

static int fail_memory(shaped *s, uint64_t elements)
{
    progress_end();
    return message_fail(CODE_DEVICE, "out of memory for %" PRIu64 " elements of %zu bytes.",
                        elements, s->job.in.feed.element_size);
}

static int make_room(shaped *s, uint64_t elements)
{
    if (elements <= s->job.in.room && s->job.in.room != 0)
        return CODE_FINE;
    return intake_make_room(&s->job.in, elements == 0 ? 1 : elements) ? CODE_FINE
                                                                      : fail_memory(s, elements);
}

static int read_elements(shaped *s, uint64_t at, uint64_t count, uint64_t *got)
{
    return intake_read(&s->job.in, s->job.in.rooms, at, count, got);
}

int shaped_open(shaped *s, request *r)
{
    intake *in = &s->job.in;

    memset(s, 0, sizeof *s);
    OR_RETURN(job_open(&s->job, r, request_whole(r->o, &r->operators)));
    OR_RETURN(job_settle(&s->job));
    if (request_selects(r))
        OR_RETURN(selecting_read(&s->job));
    if (in->feed.count == INPUT_COUNT_UNKNOWN)
        OR_RETURN(intake_read_ahead(in));
    return rows_open(&s->rows, r->o, &in->feed, in->feed.count);
}

void shaped_close(shaped *s)
{
    shaped_device_close(s);
    for (size_t i = 0; i < CLR_REDUCTIONS_MOST; i++) {
        free(s->results[i].value);
        free(s->results[i].second);
        free(s->results[i].index);
        free(s->results[i].number);
        free(s->results[i].status);
    }
    for (size_t i = 0; i < CLR_INPUTS_MOST; i++)
        free(s->gathered[i]);
    free(s->scratch);
    clr_accumulator_destroy(s->kept);
    rows_close(&s->rows);
    job_close(&s->job);
}

/* ---- Results --------------------------------------------------------------------------------- */

static bool allocate(void *array, uint64_t count, size_t size)
{
    void *room = count < SIZE_MAX / size ? calloc(count + 1, size) : NULL;

    memcpy(array, &room, sizeof room);
    return room != NULL;
}

/* Values of each row. Of the request's k no more are left than a row can have, so that any k will
 * do. */
static uint64_t settle_values(shaped *s, size_t index)
{
    clr_reduction *reduction = &s->job.request->reductions[index];

    if (reduction->k == 0)
        return reduction->quantile_count != 0 ? reduction->quantile_count : 1;
    const uint64_t longest = rows_longest(&s->rows);
    reduction->k = smaller(reduction->k, longest == 0 ? 1 : longest);
    return reduction->k;
}

/* Whether a result is told with how many elements have it, as the mode is. */
static bool has_count(const shaped *s, size_t reduction)
{
    return s->job.layout.results[reduction].op == CLR_OPERATOR_MODE;
}

/* Makes the arrays of a reduction. */
static bool make_results(shaped *s, size_t index)
{
    const clr_result *result = &s->job.layout.results[index];
    shaped_results *made = &s->results[index];
    uint64_t count;

    made->values = s->job.request && request_selects(s->job.request) ? settle_values(s, index) : 1;
    return !__builtin_mul_overflow(s->rows.count, made->values, &count) &&
           (made->values == 1 || physical_memory_holds_states(count, 2 * sizeof(uint64_t))) &&
           allocate(&made->value, count, result->value_size) &&
           allocate(&made->status, s->rows.count, sizeof *made->status) &&
           (result->second_offset == CLR_UNKNOWN ||
            allocate(&made->second, count, result->value_size)) &&
           (result->index_offset == CLR_UNKNOWN ||
            allocate(&made->index, count, sizeof *made->index)) &&
           ((!has_count(s, index) && (!made->index || !shaped_has_values(s, index))) ||
            allocate(&made->number, s->rows.count, sizeof *made->number));
}

bool shaped_make_results(shaped *s)
{
    bool is_made = true;

    for (size_t i = 0; is_made && i < s->job.layout.count; i++)
        is_made = make_results(s, i);
    return is_made;
}

bool shaped_has_values(const shaped *s, size_t reduction)
{
    const clr_operator op = s->job.layout.results[reduction].op;

    return op == CLR_OPERATOR_TOPK || op == CLR_OPERATOR_BOTTOMK ||
           s->results[reduction].values > 1;
}

uint64_t shaped_values_of(const shaped *s, size_t reduction, uint64_t row)
{
    const shaped_results *results = &s->results[reduction];

    return results->number && !has_count(s, reduction) ? results->number[row] : results->values;
}

size_t shaped_part_count(const shaped *s, size_t reduction)
{
    return record_number_count(&s->job.layout.results[reduction]) + has_count(s, reduction);
}

size_t shaped_number_count(const shaped *s, size_t reduction)
{
    return shaped_part_count(s, reduction) * s->results[reduction].values;
}

shaped_number shaped_number_at(const shaped *s, size_t reduction, uint64_t row, size_t index)
{
    const clr_result *result = &s->job.layout.results[reduction];
    const shaped_results *results = &s->results[reduction];
    const size_t parts = shaped_part_count(s, reduction), part = index % parts;
    const uint64_t place = index / parts * s->rows.count + row;
    const record_number number = record_number_at(result, part);
    shaped_number found = {number.name, number.type, results->value + place * result->value_size};

    if (part > 0 && has_count(s, reduction))
        return (shaped_number){"count", CLR_TYPE_U64, results->number + row};
    if (part > 0 && results->second)
        found.at = results->second + place * result->value_size;
    else if (part > 0 && results->index)
        found.at = results->index + place;
    else
        found.at = (const char *)found.at + part * clr_type_size(number.type);
    return found;
}

/* ---- Running --------------------------------------------------------------------------------- */

/* Most elements and results of a piece, by the size of buffers. An array that can only be cut
 * across is cut only if it must be, as the host assembles its pieces. With --save there is one
 * piece, as accumulators of other results cannot be put side by side. */
static uint64_t elements_most(const shaped *s)
{
    if (request_selects(s->job.request))
        return smaller(selecting_most(&s->job), PIECE_SIZE / s->job.in.feed.element_size);
    if (s->job.o->save)
        return UINT64_MAX;
    const uint64_t usual = rows_can_be_cut(&s->rows) ? PIECE_SIZE : UINT64_MAX;
    const uint64_t asked = s->job.o->chunk_size != 0 ? s->job.o->chunk_size : usual;

    return smaller(asked, shaped_device_room(s)) / s->job.in.feed.element_size;
}

static uint64_t results_most(const shaped *s)
{
    if (s->job.o->save)
        return UINT64_MAX;
    const uint64_t usual = rows_can_be_cut(&s->rows) ? PIECE_SIZE : UINT64_MAX;
    const uint64_t most = smaller(usual, shaped_device_room(s)) / sizeof(uint64_t);

    return most == 0 ? 1 : most;
}

static bool is_long(const shaped *s, const rows_piece *piece)
{
    return piece->end - piece->begin > shaped_device_room(s) / s->job.in.feed.element_size;
}

static int check_saved_piece(const shaped *s, const rows_piece *piece)
{
    const uint64_t size = (piece->end - piece->begin) * s->job.in.feed.element_size;

    if (!is_long(s, piece))
        return CODE_FINE;
    return message_fail(CODE_USAGE,
                        "the numbers have %" PRIu64 " bytes, and a buffer of this device %" PRIu64
                        " at most: --save takes all numbers of many results at once. Save parts of "
                        "them, which clreduce merge puts together, or choose another device with "
                        "-d.",
                        size, shaped_device_room(s));
}

/* Refuses a piece that exceeds buffers: of a single result, or an input that cannot be cut. */
static int check_piece(shaped *s, const rows_piece *piece)
{
    const uint64_t size = (piece->end - piece->begin) * s->job.in.feed.element_size;
    const uint64_t room = shaped_device_room(s);

    if (request_selects(s->job.request))
        return selecting_check_count(&s->job, piece->end - piece->begin);
    if (s->job.o->save)
        return check_saved_piece(s, piece);
    if (is_long(s, piece) ? shaped_long_can(s, piece) : piece->count <= room / sizeof(uint64_t))
        return CODE_FINE;
    if (s->rows.row->is_scattered)
        return message_fail(CODE_USAGE,
                            "the numbers have %" PRIu64
                            " bytes, and a buffer of this device %" PRIu64
                            " at most: results by label take all numbers at once. Take a part of "
                            "them, or choose another device with -d.",
                            size, room);
    if (rows_can_be_cut(&s->rows) || rows_can_be_cut_across(&s->rows))
        return message_fail(
            CODE_USAGE,
            "a single index of the first axis that is kept has %" PRIu64
            " bytes, and a buffer of this device %" PRIu64
            " at most: it goes in pieces if the file is in C order, the axes that are reduced are "
            "its last ones and --mask is left out.",
            size, room);
    return message_fail(CODE_USAGE,
                        "the array has %" PRIu64 " bytes, and a buffer of this device %" PRIu64
                        " at most: no axis is kept along which it could be cut. In C order, and "
                        "without --mask, it goes in pieces; so it does without --axis.",
                        size, room);
}

static int check_chunk(const shaped *s)
{
    if (s->job.o->chunk_size != 0 && s->job.o->save)
        return message_fail(CODE_USAGE, "--chunk: --save takes all numbers of many results at "
                                        "once: leave --chunk out.");
    if (s->job.o->chunk_size == 0 || rows_can_be_cut(&s->rows) || rows_can_be_cut_across(&s->rows))
        return CODE_FINE;
    if (s->rows.row->is_scattered)
        return message_fail(CODE_USAGE, "--chunk: results by label take all numbers at once: leave "
                                        "it out.");
    return message_fail(CODE_USAGE, "--chunk: an array goes in pieces along an axis that is kept, "
                                    "and there is none: leave --chunk or --axis out.");
}

/* Skips elements that belong to no result, up to number `begin`. */
static int skip_to(shaped *s, uint64_t begin)
{
    const intake *in = &s->job.in;
    uint64_t got = 0;

    if (in->count < begin && in->room == 0)
        OR_RETURN(make_room(s, STEP));
    while (in->count < begin)
        OR_RETURN(read_elements(s, 0, smaller(begin - in->count, in->room), &got));
    return CODE_FINE;
}

/* Reads the elements of a piece, or of the whole input. */
static int read_piece(shaped *s, uint64_t count)
{
    uint64_t got = 0;

    OR_RETURN(make_room(s, count));
    return read_elements(s, 0, count, &got);
}

/* Views the whole input, as a piece that is cut across has elements all over it. */
static int have_all(shaped *s)
{
    const uint64_t count = s->rows.elements;
    uint64_t viewed = 0;

    if (s->views[0])
        return CODE_FINE;
    OR_RETURN(intake_view(&s->job.in, count, true, s->views, &viewed));
    if (viewed != 0)
        return CODE_FINE;
    OR_RETURN(intake_read_ahead(&s->job.in));
    return intake_view(&s->job.in, count, true, s->views, &viewed);
}

static int gather_piece(shaped *s, const rows_piece *piece, void *rooms[])
{
    const size_t size = s->job.in.feed.element_size;
    int code = have_all(s);

    for (size_t i = 0; code == CODE_FINE && i < s->job.in.feed.input_count; i++) {
        if (!s->gathered[i]) /* no piece is larger than the first */
            s->gathered[i] = malloc(piece->end * size);
        if (!s->gathered[i])
            return fail_memory(s, piece->end);
        rows_gather(&s->rows, piece, i, size, s->views[i], s->gathered[i]);
        rooms[i] = s->gathered[i];
    }
    return code;
}

/* Sets where the piece's elements are, valid until intake_pass(). */
static int find_piece(shaped *s, const rows_piece *piece, void *rooms[])
{
    intake *in = &s->job.in;
    const uint64_t count = piece->end - piece->begin;
    const void *views[CLR_INPUTS_MOST] = {NULL};
    uint64_t viewed = 0;

    if (piece->is_across)
        return gather_piece(s, piece, rooms);
    OR_RETURN(skip_to(s, piece->begin));
    OR_RETURN(intake_view(in, count, true, views, &viewed));
    if (viewed == 0)
        OR_RETURN(read_piece(s, count));
    for (size_t i = 0; i < in->feed.input_count; i++)
        rooms[i] = viewed != 0 ? (void *)(uintptr_t)views[i] : in->rooms[i];
    return CODE_FINE;
}

/* Reads the rest: errors behind the last result are errors of the input, too. */
static int read_rest(shaped *s)
{
    uint64_t got = 1;
    int code = CODE_FINE;

    if (s->job.in.room == 0)
        code = make_room(s, STEP);
    while (code == CODE_FINE && got != 0)
        code = read_elements(s, 0, s->job.in.room, &got);
    return code;
}

static int reduce_piece(shaped *s, const rows_piece *piece, void *const rooms[])
{
    if (s->job.o->save)
        return shaped_states_run(s, piece, rooms);
    if (s->job.is_by_host)
        return shaped_host_run(s, piece, rooms);
    return is_long(s, piece) ? shaped_long_run(s, piece, rooms)
                             : shaped_device_run(s, piece, rooms);
}

static int run_piece(shaped *s, const rows_piece *piece)
{
    void *rooms[CLR_INPUTS_MOST] = {NULL};
    OR_RETURN(check_piece(s, piece));
    OR_RETURN(find_piece(s, piece, rooms));
    OR_RETURN(reduce_piece(s, piece, rooms));
    if (s->quartiles)
        OR_RETURN(quartiles_find_piece(s->quartiles, s, piece, rooms));
    if (s->plans.wraps)
        shaped_labels_tell_wrapped(s, rooms);
    if (s->job.o->check)
        OR_RETURN(shaped_check_piece(s, piece, rooms));
    if (!piece->is_across)
        OR_RETURN(intake_pass(&s->job.in));
    job_note_piece(&s->job, piece->end - piece->begin);
    return CODE_FINE;
}

static int run_pieces(shaped *s)
{
    rows_piece piece = {0};

    while (rows_next(&s->rows, elements_most(s), results_most(s), &piece))
        OR_RETURN(run_piece(s, &piece));
    OR_RETURN(intake_pass(&s->job.in));
    OR_RETURN(labels_pass(&s->rows.labels));
    return read_rest(s);
}

/* Makes what pieces are reduced with: the plans, unless the host does it. */
static int open_place(shaped *s)
{
    job *j = &s->job;

    OR_RETURN(place_open(j));
    rows_next(&s->rows, elements_most(s), results_most(s), &s->first);
    if (j->is_by_host)
        shaped_host_open(s);
    return j->is_by_host ? CODE_FINE : shaped_device_open(s);
}

int shaped_run(shaped *s)
{
    job *j = &s->job;
    int code = j->o->save ? shaped_states_check(s) : CODE_FINE;

    if (code == CODE_FINE)
        code = open_place(s);
    if (code == CODE_FINE)
        code = check_chunk(s);
    if (code == CODE_FINE && !shaped_make_results(s))
        code = s->rows.row->is_scattered && !request_selects(j->request)
                   ? rows_refuse_labels(&s->rows)
                   : message_fail(CODE_DEVICE, "out of memory for %" PRIu64 " results.",
                                  s->rows.count);
    intake_start(&j->in);
    if (code == CODE_FINE)
        code = run_pieces(s);
    if (code == CODE_FINE && j->o->save)
        code = shaped_states_end(s);
    progress_end();
    j->total_ns = clock_ns() - j->start_ns;
    return code == CODE_FINE && j->o->check ? shaped_check_end(s) : code;
}
