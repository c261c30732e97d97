/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/fold.h"
#include "base/count.h"
#include "base/rounding_mode.h"
#include "base/system.h"
#include "base/thread.h"
#include "fold/cells.h"
#include "fold/columns.h"
#include "fold/moved.h"
#include "fold/row_sums.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLICE = 1 << 16, /* elements that a thread claims at a time; a merge costs less than 1 % */
    LINE_COLUMNS = 8 /* columns of f64 that share a cache line */
};

void clri_fold_room_release(clri_fold_room *room)
{
    clri_folder_destroy(room->folder);
    clri_evaluator_destroy(room->evaluator);
}

/* ---- a reduction's work, and the threads that share it ---- */

typedef struct fold_work {
    const clri_fold_job *job;
    const clri_fold_places *places;
    size_t index;
    const clr_host_arrays *arrays; /* of results; NULL: states are wanted, ... */
    clr_accumulator *states;       /* ... by their places; of results in slices, by their numbers */
    uint64_t slices;               /* of each result; 1: results are whole, ... */
    uint64_t batch;                /* ... and so many are claimed at a time */
    clri_units units;              /* slices, or batches, of all results */
    pthread_mutex_t lock;          /* of states that slices are merged into */
} fold_work;

/* What a thread has of its own. */
typedef struct fold_hand {
    fold_work *work;
    clri_fold_room *room;
    clri_source source;
    bool has_row_sums, has_column_sums; /* so that few results need the folder */
} fold_hand;

/* The reduction as folders and accumulators take it: of the values that are folded. */
static clr_reduction reduction_of(const clri_request *request, size_t index)
{
    clr_reduction reduction = request->reductions[index];

    reduction.type = clri_request_value(request, index);
    return reduction;
}

/* Sets a hand's room to the work's reduction. */
static clr_status prepare(fold_work *work, fold_hand *hand, clri_error *error)
{
    clri_fold_room *room = hand->room;
    const clri_request *request = work->job->request;
    const clr_reduction reduction = reduction_of(request, work->index);

    hand->work = work;
    hand->source = clri_fold_source(work->job, work->places);
    hand->source.input_count = clri_request_inputs(request, work->index);
    hand->source.lie = clri_source_lie(&hand->source);
    CLRI_OR_RETURN(clri_folder_set(&room->folder, &reduction, error));
    if (request->maps[work->index].text || request->wheres[work->index].text) {
        CLRI_OR_RETURN(clri_evaluator_set(&room->evaluator, request, work->index,
                                          work->job->run->scalars, clri_fold_entries(work->job),
                                          error));
        hand->source.evaluator = room->evaluator;
    }
    room->folder->is_mapped = request->maps[work->index].text != NULL;
    for (int i = 0; i < CLRI_PARTS_MOST; i++)
        room->folder->sums[i].is_of_result = work->arrays != NULL;
    hand->has_column_sums =
        clri_columns_serve(work->job, &hand->source, room->folder, work->arrays);
    hand->has_row_sums = clri_row_sums_serve(work->job, &hand->source, room->folder, work->arrays);
    return CLR_OK;
}

/* ---- folding ---- */

/* Folds elements of a result, of which there are `count`. n is of all elements where labels name
 * them, else the result's own. */
static void fold(const fold_hand *hand, const clri_stretch *stretch, uint64_t count)
{
    const fold_work *work = hand->work;

    clri_folder_begin(hand->room->folder, stretch->end - stretch->begin);
    if (hand->source.evaluator)
        clri_evaluator_begin(hand->source.evaluator,
                             work->places->order ? clri_fold_entries(work->job) : count);
    clri_source_fold(&hand->source, stretch, &hand->room->gathered, hand->room->folder);
}

static clri_state_result no_result(const clri_folder *folder)
{
    const clr_type type = folder->state->result;
    const uint64_t bits = clri_number_is_float(type) ? clri_state_quiet_nan(type) : 0;

    return (clri_state_result){CLR_ERROR_ARGUMENT, bits, bits, UINT64_MAX};
}

static clri_state_result fold_result(const fold_hand *hand, const clri_stretch *stretch)
{
    const clri_source *source = &hand->source;
    const uint64_t count = stretch->end - stretch->begin;
    clri_folder *folder = hand->room->folder;
    clri_state_result result;

    if (folder->adds_short && !source->evaluator && !hand->has_row_sums) {
        const void *few = clri_source_few(source, stretch, &hand->room->gathered);

        if (few && clri_folder_short_result(folder, few, count, &result))
            return result;
    }
    fold(hand, stretch, count);
    return clri_folder_result(folder);
}

/* Folds result k. */
static void fold_one(const fold_hand *hand, uint64_t k)
{
    const fold_work *work = hand->work;
    clri_folder *folder = hand->room->folder;
    clri_stretch stretch;
    uint64_t place;
    const bool is_there = clri_fold_place(work->job, work->places, k, &stretch, &place) == CLR_OK;

    if (work->arrays) {
        const clri_state_result result = is_there ? fold_result(hand, &stretch) : no_result(folder);

        clri_accumulator_deliver(folder->state, &result, work->arrays, (size_t)place);
    } else {
        fold(hand, &stretch, stretch.end - stretch.begin);
        clri_folder_state(folder, work->states, (size_t)place);
    }
}

/* Folds results of a panel that are not known. */
static void fold_unknown(const fold_hand *hand, uint64_t k, const clri_panel *panel)
{
    const bool *end = panel->is_known + panel->count, *next = panel->is_known;

    for (; (next = memchr(next, false, (size_t)(end - next))); next++)
        fold_one(hand, k + (uint64_t)(next - panel->is_known));
}

static void fold_rows(const fold_hand *hand, uint64_t k, uint64_t end)
{
    const fold_work *work = hand->work;
    uint64_t hard = 0;
    clri_panel panel;

    for (; k < end; k += panel.count) {
        clri_row_sums(work->job, work->places, &hand->source, hand->room->folder, work->arrays, k,
                      end, &hard, &panel);
        fold_unknown(hand, k, &panel);
    }
}

static void fold_columns(const fold_hand *hand, uint64_t k, uint64_t end)
{
    const fold_work *work = hand->work;
    clri_panel panel;

    for (; k < end; k += panel.count) {
        clri_columns_fold(work->job, &hand->source, hand->room->folder, work->arrays, k, end,
                          &panel);
        fold_unknown(hand, k, &panel);
    }
}

/* Folds results k to end - 1. */
static void fold_whole(const fold_hand *hand, uint64_t k, uint64_t end)
{
    if (hand->has_row_sums)
        fold_rows(hand, k, end);
    else if (hand->has_column_sums)
        fold_columns(hand, k, end);
    else
        for (; k < end; k++)
            fold_one(hand, k);
}

/* Folds a slice of a result, and merges its state into the result's. */
static void fold_slice(const fold_hand *hand, uint64_t k, uint64_t slice)
{
    fold_work *work = hand->work;
    clr_accumulator *state = hand->room->folder->state;
    clri_stretch stretch;
    uint64_t place, count, step;

    if (clri_fold_place(work->job, work->places, k, &stretch, &place) != CLR_OK)
        return;
    count = stretch.end - stretch.begin;
    step = (count + work->slices - 1) / work->slices;
    stretch.begin += clri_smaller(count, slice * step);
    stretch.end = stretch.begin + clri_smaller(stretch.end - stretch.begin, step);
    fold(hand, &stretch, count);
    clri_folder_state(hand->room->folder, state, 0);
    place = work->arrays ? k : place;
    pthread_mutex_lock(&work->lock);
    state->kind->merge(work->states, (size_t)place, state, 0);
    work->states->met[place].count += state->met->count;
    pthread_mutex_unlock(&work->lock);
}

static void fold_units(void *hands, unsigned number)
{
    const fold_hand *hand = &((const fold_hand *)hands)[number];
    fold_work *work = hand->work;
    const clri_rounding rounding = clri_rounding_begin();
    uint64_t unit;

    while (clri_units_claim(&work->units, &unit))
        if (work->slices > 1)
            fold_slice(hand, unit / work->slices, unit % work->slices);
        else
            fold_whole(hand, unit * work->batch,
                       clri_smaller((unit + 1) * work->batch, work->places->folded));
    clri_rounding_end(&rounding);
}

/* ---- threads ---- */

/* Elements of all results, at most. */
static uint64_t elements_of(const clri_fold_job *job, const clri_fold_places *places)
{
    const uint64_t rows = job->rows ? job->rows->count : 1;
    uint64_t elements;

    if (places->folded == 0)
        return 0;
    return __builtin_mul_overflow(rows, clri_fold_entries(job), &elements) ? UINT64_MAX : elements;
}

/*
 * Threads worth starting, the caller included. n elements take n c / t by t threads, which the
 * caller starts in t s: least for t = sqrt(n c / s). s is 16 to 49 us, c from 0.2 ns an element of
 * tame data to 4 of products that are not: the quotient s / c is taken for a slice, and two threads
 * begin at four slices (docs/history/2026-11-29-host-threads.md).
 */
static unsigned threads_for(uint64_t elements)
{
    const uint64_t slices = elements / SLICE;
    unsigned threads = 2, cores;

    if (slices < 4)
        return 1;
    cores = clri_thread_cores();
    while (threads < CLRI_THREADS_MOST && (uint64_t)(threads + 1) * (threads + 1) <= slices)
        threads++;
    return threads < cores ? threads : cores;
}

/* Makes units of the work: few results are cut, unless they are short; of many, some are claimed at
 * a time, of columns as many as share cache lines. */
static void divide(fold_work *work, unsigned threads, uint64_t elements, bool are_columns)
{
    const uint64_t results = work->places->folded, mean = elements / results;

    work->slices = results < 4 * (uint64_t)threads && mean > SLICE ? (mean + SLICE - 1) / SLICE : 1;
    work->batch = clri_larger(SLICE / clri_larger(mean, 1), 1);
    if (are_columns) {
        work->slices = 1;
        work->batch = clri_larger(clri_smaller(results / threads, CLRI_COLUMNS), LINE_COLUMNS);
    }
    work->units.end = work->slices > 1 ? results * work->slices : (results - 1) / work->batch + 1;
}

/* Rounds the states that results in slices have led to. */
static void round_states(const fold_work *work, clri_folder *folder)
{
    const clri_rounding rounding = clri_rounding_begin();

    for (uint64_t k = 0; k < work->places->folded; k++) {
        clri_state_result result;
        clri_stretch stretch;
        uint64_t place;

        result = clri_fold_place(work->job, work->places, k, &stretch, &place) == CLR_OK
                     ? clri_folder_round(work->states, (size_t)k)
                     : no_result(folder);
        clri_accumulator_deliver(folder->state, &result, work->arrays, (size_t)place);
    }
    clri_rounding_end(&rounding);
}

/* Folds by several threads, the first of which has a room already. */
static clr_status fold_by_threads(fold_work *work, unsigned threads, uint64_t elements,
                                  const fold_hand *first, clri_error *error)
{
    const clr_reduction reduction = reduction_of(work->job->request, work->index);
    fold_hand hands[CLRI_THREADS_MOST] = {*first};
    clr_accumulator *made = NULL;
    clr_status status = CLR_OK;

    divide(work, threads, elements, first->has_column_sums);
    if (work->slices > 1 && work->arrays) {
        CLRI_TRY(clri_accumulator_make(&reduction, (size_t)work->places->folded, &made, error));
        work->states = made;
    }
    for (unsigned i = 1; i < threads; i++) {
        hands[i].room = calloc(1, sizeof *hands[i].room);
        if (!hands[i].room) {
            status = clri_fail_memory(error);
            goto cleanup;
        }
        CLRI_TRY(prepare(work, &hands[i], error));
    }
    clri_thread_share(threads, fold_units, hands);
    if (made)
        round_states(work, first->room->folder);
cleanup:
    for (unsigned i = 1; i < threads && hands[i].room; i++) {
        clri_fold_room_release(hands[i].room);
        free(hands[i].room);
    }
    clr_accumulator_destroy(made);
    return status;
}

static clr_status fold_all(fold_work *work, fold_hand *first, clri_error *error)
{
    const uint64_t elements = elements_of(work->job, work->places);
    const unsigned threads = threads_for(elements);
    clri_rounding rounding;

    if (threads > 1)
        return fold_by_threads(work, threads, elements, first, error);
    rounding = clri_rounding_begin();
    fold_whole(first, 0, work->places->folded);
    clri_rounding_end(&rounding);
    return CLR_OK;
}

/* ---- labels ---- */

/* Hands over a label's result, if its cell has it. Whether the label is in doubt. */
static bool deliver_cell(const fold_work *work, const clri_cells *cells, uint64_t k,
                         clri_folder *folder)
{
    clri_state_result result;
    clri_cell cell;

    if (work->arrays && clri_cells_short_result(cells, k, folder, &result)) {
        clri_accumulator_deliver(folder->state, &result, work->arrays, (size_t)k);
        return false;
    }
    cell = clri_cells_put(cells, k, folder);
    if (cell == CLRI_CELL_KNOWN && work->arrays) {
        result = clri_folder_result(folder);
        clri_accumulator_deliver(folder->state, &result, work->arrays, (size_t)k);
    } else if (cell == CLRI_CELL_KNOWN) {
        clri_folder_state(folder, work->states, (size_t)k);
    }
    return cell == CLRI_CELL_DOUBTFUL;
}

/* Hands over the results that cells have. Whether some are left, which are marked. */
static bool deliver_cells(const fold_work *work, clri_cells *cells, clri_folder *folder)
{
    const clri_rounding rounding = clri_rounding_begin();
    bool are_left = false;

    for (uint64_t k = 0; k < cells->results; k++) {
        const bool is_left = deliver_cell(work, cells, k, folder);

        if (cells->doubtful)
            cells->doubtful[k] = is_left;
        are_left |= is_left;
    }
    clri_rounding_end(&rounding);
    return are_left;
}

/* Folds entries in the order of their labels: of all labels, or of those that are marked. */
static clr_status fold_sorted(fold_work *work, fold_hand *first, const uint8_t *marks,
                              clri_error *error)
{
    clri_fold_places marked = {0}, *sorted = marks ? &marked : work->places->sorted;
    clr_status status = CLR_OK;

    if (!sorted->order)
        CLRI_OR_RETURN(clri_fold_sort(work->job, marks, sorted, error));
    work->places = sorted;
    CLRI_TRY(prepare(work, first, error));
    if (sorted->folded)
        CLRI_TRY(fold_all(work, first, error));
cleanup:
    clri_fold_forget(&marked);
    return status;
}

/* Folds all entries as rows, once their elements are moved. */
static clr_status fold_moved(fold_work *work, fold_hand *first, clri_error *error)
{
    clr_status status = CLR_OK;
    clri_moved moved;

    CLRI_TRY(clri_moved_make(work->job, &first->source, first->room->folder, &moved, error));
    work->job = &moved.job;
    work->places = &moved.places;
    CLRI_TRY(prepare(work, first, error));
    if (moved.places.folded)
        CLRI_TRY(fold_all(work, first, error));
cleanup:
    clri_moved_forget(&moved);
    return status;
}

/* Folds all labels without cells. */
static clr_status fold_all_labels(fold_work *work, fold_hand *first, clri_error *error)
{
    if (clri_moved_serve(work->job, &first->source, first->room->folder, work->arrays))
        return fold_moved(work, first, error);
    return fold_sorted(work, first, NULL, error);
}

/* By cells, and sorted what these do not have. */
static clr_status fold_labels(fold_work *work, fold_hand *first, clri_error *error)
{
    const bool to_states = !work->arrays;
    clri_folder *folder = first->room->folder;
    clri_cells cells = {0};
    clr_status status = CLR_OK;

    if (!clri_cells_serve(work->job, &first->source, folder, to_states))
        return fold_all_labels(work, first, error);
    CLRI_TRY(clri_cells_fold(work->job, &first->source, folder, to_states,
                             threads_for(clri_fold_entries(work->job)), &cells, error));
    if (cells.are_all)
        CLRI_TRY(fold_all_labels(work, first, error));
    else if (deliver_cells(work, &cells, folder))
        CLRI_TRY(fold_sorted(work, first, cells.doubtful, error));
cleanup:
    clri_cells_forget(&cells);
    return status;
}

static clr_status fold_any(fold_work *work, fold_hand *first, clri_error *error)
{
    return (work->places->sorted ? fold_labels : fold_all)(work, first, error);
}

/* ---- to results ---- */

/* Writes the result of no elements everywhere, if there are labels, of which some may have none. */
static void deliver_nothing(const clri_fold_places *places, clri_folder *folder,
                            const clr_host_arrays *arrays)
{
    clri_state_result nothing;

    if (!places->sorted)
        return;
    clri_folder_begin(folder, 0);
    nothing = clri_folder_result(folder);
    clri_accumulator_deliver_alike(folder->state, &nothing, arrays, (size_t)places->results);
}

clr_status clri_fold_results(const clri_fold_job *job, const clri_fold_places *places, size_t index,
                             clri_fold_room *room, const clr_host_arrays *arrays, clri_error *error)
{
    fold_work work = {.job = job,
                      .places = places,
                      .index = index,
                      .arrays = arrays,
                      .units.lock = CLRI_UNLOCKED,
                      .lock = CLRI_UNLOCKED};
    fold_hand first = {.room = room};

    CLRI_OR_RETURN(prepare(&work, &first, error));
    deliver_nothing(places, room->folder, arrays);
    return fold_any(&work, &first, error);
}

/* ---- to accumulators ---- */

static clr_status check_places(const clri_fold_job *job, const clri_fold_places *places,
                               clri_error *error)
{
    for (uint64_t k = 0; k < places->folded; k++) {
        clri_stretch stretch;
        uint64_t place;

        if (clri_fold_place(job, places, k, &stretch, &place) != CLR_OK)
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "segment %" PRIu64 " ends at element %" PRIu64
                             ", and the input has %" PRIu64,
                             k, stretch.end, clri_fold_entries(job));
    }
    return CLR_OK;
}

clr_status clri_fold_accumulator(const clri_fold_job *job, const clri_fold_places *places,
                                 size_t index, clri_fold_room *room, clr_accumulator **accumulator,
                                 clri_error *error)
{
    const clr_reduction reduction = reduction_of(job->request, index);
    fold_work work = {.job = job,
                      .places = places,
                      .index = index,
                      .units.lock = CLRI_UNLOCKED,
                      .lock = CLRI_UNLOCKED};
    fold_hand first = {.room = room};
    clr_status status = CLR_OK;

    CLRI_OR_RETURN(prepare(&work, &first, error));
    if (!places->sorted)
        CLRI_OR_RETURN(check_places(job, places, error));
    if (places->results > SIZE_MAX)
        return clri_fail_memory(error);
    CLRI_OR_RETURN(clri_accumulator_make(&reduction, (size_t)places->results, &work.states, error));
    status = fold_any(&work, &first, error);
    if (status == CLR_OK)
        *accumulator = work.states;
    else
        clr_accumulator_destroy(work.states);
    return status;
}
