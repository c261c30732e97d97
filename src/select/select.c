/* SPDX-License-Identifier: Apache-2.0 */
#include "select/select.h"
#include "accumulator/state_kind.h"
#include "base/count.h"
#include "base/rounding_mode.h"
#include "base/system.h"
#include "base/thread.h"
#include "select/all.h"
#include "select/best.h"
#include "select/kth.h"
#include "select/quantile.h"

#include <stdlib.h>
#include <string.h>

enum {
    KEPT_MOST = 64 << 20, /* bytes that a call leaves to the next one: as on a device (reducer.c) */
    BATCH = 1 << 14,      /* elements, on average, of the results that a thread claims at once */
    SORTED_QUANTILES = 8  /* most quantiles that are ranked one by one: sorting the keys takes less
                             time for more of them */
};

static const double half = 0.5; /* the median's quantile */

struct clri_select_room {
    clri_fold_room reading; /* what reads the elements */
    clri_folder *products;  /* for values between two elements (quantile.h) */
    clri_all all;
    clri_best best;
};

void clri_select_room_destroy(clri_select_room *room)
{
    if (!room)
        return;
    clri_fold_room_release(&room->reading);
    clri_folder_destroy(room->products);
    clri_all_release(&room->all);
    clri_best_release(&room->best);
    free(room);
}

/* Frees what a call has left, if it is much. */
static void trim(clri_select_room *room)
{
    const size_t candidate = sizeof *room->best.kept + sizeof *room->best.keys;

    if (room->all.bytes + room->all.room_bytes > KEPT_MOST)
        clri_all_release(&room->all);
    if (room->best.capacity > KEPT_MOST / candidate)
        clri_best_release(&room->best);
}

/* ---- a selection, and the threads that share its results ---- */

typedef struct select_work {
    const clri_fold_job *job;
    const clri_fold_places *places;
    size_t index;
    const clr_reduction *reduction;
    const clri_selection *row;
    const double *quantiles; /* the reduction's, or the median's */
    size_t quantile_count;
    const clr_host_arrays *arrays;
    uint64_t batch; /* results that are claimed together */
    clri_units units;
} select_work;

/* What a thread has of its own. */
typedef struct select_hand {
    select_work *work;
    clri_select_room *room;
    clri_source source;
    clr_status status; /* of its last result; CLR_ERROR_MEMORY ends its work */
} select_hand;

/* The reduction for whose fold the elements are read: argmin has their numbers, which the best
 * elements keep, and min has none. */
static clr_reduction reading_of(const select_work *work)
{
    const bool has_numbers = work->row->finds == CLRI_FINDS_BEST;

    return (clr_reduction){.size = sizeof(clr_reduction),
                           .op = has_numbers ? CLR_OPERATOR_ARGMIN : CLR_OPERATOR_MIN,
                           .type = clri_request_value(work->job->request, work->index),
                           .result = clri_request_value(work->job->request, work->index),
                           .accuracy = CLR_ACCURACY_EXACT,
                           .nan = work->reduction->nan};
}

/* Sets a hand's room to the work's reduction. */
static clr_status prepare(select_work *work, select_hand *hand, clri_error *error)
{
    const clri_request *request = work->job->request;
    const clr_reduction reading = reading_of(work);
    clri_select_room *room = hand->room;

    hand->work = work;
    hand->source = clri_fold_source(work->job, work->places);
    hand->source.input_count = clri_request_inputs(request, work->index);
    hand->source.lie = clri_source_lie(&hand->source);
    CLRI_OR_RETURN(clri_folder_set(&room->reading.folder, &reading, error));
    if (request->maps[work->index].text || request->wheres[work->index].text) {
        CLRI_OR_RETURN(clri_evaluator_set(&room->reading.evaluator, request, work->index,
                                          work->job->run->scalars, clri_fold_entries(work->job),
                                          error));
        hand->source.evaluator = room->reading.evaluator;
    }
    if (work->row->finds == CLRI_FINDS_BEST) {
        room->best.order =
            clri_order_of_best(reading.type, work->reduction->op == CLR_OPERATOR_TOPK);
        room->best.k = work->reduction->k;
        clri_folder_hand_over(room->reading.folder, clri_best_take, &room->best);
    } else {
        room->all.order = clri_order_ascending(reading.type);
        clri_folder_hand_over(room->reading.folder, clri_all_take, &room->all);
    }
    return CLR_OK;
}

/* ---- results ---- */

/* Writes value number v of the result at `place`. */
static void put_value(const select_work *work, uint64_t place, uint64_t v, uint64_t bits)
{
    const size_t size = clr_type_size(work->reduction->result);
    const uint64_t at = v * work->arrays->plane + place;

    if (work->arrays->value)
        clri_number_put((char *)work->arrays->value + at * size, bits, size);
}

static void put_index(const select_work *work, uint64_t place, uint64_t v, uint64_t index)
{
    if (work->arrays->index)
        work->arrays->index[v * work->arrays->plane + place] = index;
}

static void put_number(const select_work *work, uint64_t place, uint64_t number)
{
    if (work->arrays->number)
        work->arrays->number[place] = number;
}

static void put_status(const select_work *work, uint64_t place, clr_status status)
{
    if (work->arrays->status)
        work->arrays->status[place] = status;
}

/* What stands where there is no value: NaN, and of integers 0. */
static uint64_t filler_of(const select_work *work)
{
    const clr_type type = work->reduction->result;

    return clri_number_is_float(type) ? clri_state_quiet_nan(type) : 0;
}

/* Writes fillers from value number `from` on. */
static void put_fillers(const select_work *work, uint64_t place, uint64_t from)
{
    if (!work->arrays->value && !work->arrays->index) /* k may be more than anybody counts to */
        return;
    for (uint64_t v = from; v < clri_selection_values(work->reduction); v++) {
        put_value(work, place, v, filler_of(work));
        put_index(work, place, v, UINT64_MAX);
    }
}

/* Writes a result that has no value, with the reason as its status; or with CLR_OK, where a NaN
 * among the elements makes the value NaN, which is a float's filler. */
static void put_nothing(const select_work *work, uint64_t place, clr_status status)
{
    put_status(work, place, status);
    put_number(work, place, 0);
    put_fillers(work, place, 0);
}

static uint64_t key_at(const clri_all *all, const void *keys, size_t at)
{
    return all->order.key_size == sizeof(uint32_t) ? ((const uint32_t *)keys)[at]
                                                   : ((const uint64_t *)keys)[at];
}

/* ---- quantiles ---- */

/* The key of a rank, and of the next one: read from sorted keys; else found in a copy of the keys,
 * as the search overwrites them, or for the last quantile in the keys themselves. */
static clri_kth rank_of(clri_all *all, size_t rank, bool are_sorted, bool is_last, void *copy)
{
    const size_t size = all->order.key_size;
    void *keys = all->keys;

    if (are_sorted) {
        const size_t next = rank + 1 < all->count ? rank + 1 : rank;

        return (clri_kth){key_at(all, keys, rank), key_at(all, keys, next)};
    }
    if (!is_last) {
        memcpy(copy, keys, all->count * size);
        keys = copy;
    }
    return clri_kth_find(keys, size, all->count, rank);
}

static clr_status find_quantiles(const select_hand *hand, uint64_t place)
{
    const select_work *work = hand->work;
    clri_all *all = &hand->room->all;
    const bool are_sorted = work->quantile_count > SORTED_QUANTILES;
    void *copy = work->quantile_count > 1 ? clri_all_room(all) : NULL;

    if (all->count == 0 || all->nans) {
        put_nothing(work, place, all->nans ? CLR_OK : CLR_ERROR_EMPTY);
        return CLR_OK;
    }
    if (work->quantile_count > 1 && !copy)
        return CLR_ERROR_MEMORY;
    if (are_sorted)
        clri_kth_sort(all->keys, copy, all->order.key_size, all->count);
    put_status(work, place, CLR_OK);
    for (size_t v = 0; v < work->quantile_count; v++) {
        const clri_position position =
            clri_position_of(work->quantiles[v], all->count, work->reduction->interpolation);
        const clri_kth ranked =
            rank_of(all, (size_t)position.before, are_sorted, v + 1 == work->quantile_count, copy);
        uint64_t bits;

        CLRI_OR_RETURN(clri_value_between(&all->order, (uint64_t[]){ranked.key, ranked.next},
                                          position.part, work->reduction->result,
                                          &hand->room->products, &bits));
        put_value(work, place, v, bits);
    }
    return CLR_OK;
}

/* ---- equal elements ---- */

/* Where the elements that equal the one at `from` end, in sorted keys. Of floats -0 equals +0: its
 * key is the one before +0's, which is the sign's bit. */
static size_t end_of_equals(const clri_all *all, size_t from)
{
    const uint64_t key = key_at(all, all->keys, from), zero = all->order.sign;
    const uint64_t last = all->order.all && key == zero - 1 ? zero : key;
    size_t end = from;

    while (end < all->count && key_at(all, all->keys, end) <= last)
        end++;
    return end;
}

static void put_mode(const select_work *work, const clri_all *all, uint64_t place)
{
    size_t most = 0, first = 0;

    if (all->count == 0 || all->nans) {
        put_nothing(work, place, all->nans ? CLR_OK : CLR_ERROR_EMPTY);
        put_number(work, place, all->nans);
        return;
    }
    for (size_t at = 0, end; at < all->count; at = end) {
        end = end_of_equals(all, at);
        if (end - at > most) {
            most = end - at;
            first = at;
        }
    }
    put_status(work, place, CLR_OK);
    put_number(work, place, most);
    put_value(work, place, 0, clri_order_element(&all->order, key_at(all, all->keys, first)));
}

static void put_distinct(const select_work *work, const clri_all *all, uint64_t place)
{
    uint64_t distinct = 0;

    for (size_t at = 0; at < all->count; at = end_of_equals(all, at))
        distinct++;
    put_status(work, place, CLR_OK);
    put_value(work, place, 0, distinct);
}

static clr_status find_equals(const select_hand *hand, uint64_t place)
{
    clri_all *all = &hand->room->all;
    void *room = all->count ? clri_all_room(all) : NULL;

    if (all->count && !room)
        return CLR_ERROR_MEMORY;
    if (all->count)
        clri_kth_sort(all->keys, room, all->order.key_size, all->count);
    if (hand->work->row->finds == CLRI_FINDS_MODE)
        put_mode(hand->work, all, place);
    else
        put_distinct(hand->work, all, place);
    return CLR_OK;
}

/* ---- the best ---- */

static void put_best(const select_work *work, clri_best *best, uint64_t place)
{
    clri_best_end(best);
    put_status(work, place, CLR_OK);
    put_number(work, place, best->count);
    for (size_t v = 0; v < best->count; v++) {
        put_value(work, place, v, clri_order_element(&best->order, best->kept[v].key));
        put_index(work, place, v, best->kept[v].number);
    }
    put_fillers(work, place, best->count);
}

/* ---- one result after the other ---- */

/* Collects the elements of a result. In maps and conditions n is their number, or, of labelled
 * elements, the number of all elements, as in folds. */
static clr_status collect(const select_hand *hand, const clri_stretch *stretch)
{
    const select_work *work = hand->work;
    clri_select_room *room = hand->room;

    clri_all_begin(&room->all);
    clri_best_begin(&room->best);
    if (hand->source.evaluator)
        clri_evaluator_begin(hand->source.evaluator, work->places->order
                                                         ? clri_fold_entries(work->job)
                                                         : stretch->end - stretch->begin);
    clri_source_fold(&hand->source, stretch, &room->reading.gathered, room->reading.folder);
    return room->all.is_short_of_memory || room->best.is_short_of_memory ? CLR_ERROR_MEMORY
                                                                         : CLR_OK;
}

/* Writes result k. CLR_ERROR_MEMORY. */
static clr_status select_one(const select_hand *hand, uint64_t k)
{
    const select_work *work = hand->work;
    clri_stretch stretch;
    uint64_t place;

    if (clri_fold_place(work->job, work->places, k, &stretch, &place) != CLR_OK) {
        put_nothing(work, place, CLR_ERROR_ARGUMENT);
        return CLR_OK;
    }
    CLRI_OR_RETURN(collect(hand, &stretch));
    switch (work->row->finds) {
    case CLRI_FINDS_QUANTILES:
        return find_quantiles(hand, place);
    case CLRI_FINDS_BEST:
        put_best(work, &hand->room->best, place);
        return CLR_OK;
    case CLRI_FINDS_MODE:
    case CLRI_FINDS_DISTINCT:
        break;
    }
    return find_equals(hand, place);
}

static void select_units(void *hands, unsigned number)
{
    select_hand *hand = &((select_hand *)hands)[number];
    select_work *work = hand->work;
    const clri_rounding rounding = clri_rounding_begin();
    uint64_t unit;

    while (hand->status == CLR_OK && clri_units_claim(&work->units, &unit)) {
        const uint64_t end = clri_smaller((unit + 1) * work->batch, work->places->folded);

        for (uint64_t k = unit * work->batch; hand->status == CLR_OK && k < end; k++)
            hand->status = select_one(hand, k);
    }
    clri_rounding_end(&rounding);
}

/* ---- threads ---- */

/* Cuts the results into batches; returns how many threads share these, each with a batch at least.
 * How many cores there are is asked only for several batches, as the system takes 7 us to tell
 * (docs/history/2026-11-30-selection.md). */
static unsigned divide(select_work *work)
{
    const uint64_t results = work->places->folded;
    const uint64_t rows = work->job->rows ? work->job->rows->count : 1;
    const uint64_t entries = clri_fold_entries(work->job);
    const uint64_t mean =
        clri_larger((uint64_t)((double)rows * (double)entries / (double)results), 1);

    work->batch = clri_larger(BATCH / mean, 1);
    work->units.next = 0;
    work->units.end = (results - 1) / work->batch + 1;
    if (work->units.end == 1)
        return 1;
    return (unsigned)clri_smaller(clri_smaller(work->units.end, clri_thread_cores()),
                                  CLRI_THREADS_MOST);
}

static clr_status select_by_threads(select_work *work, clri_select_room *room, clri_error *error)
{
    select_hand hands[CLRI_THREADS_MOST] = {{.room = room}};
    const unsigned threads = divide(work);
    clr_status status = CLR_OK;

    CLRI_TRY(prepare(work, &hands[0], error));
    for (unsigned i = 1; i < threads; i++) {
        hands[i].room = calloc(1, sizeof *hands[i].room);
        CLRI_TRY(hands[i].room ? CLR_OK : clri_fail_memory(error));
        CLRI_TRY(prepare(work, &hands[i], error));
    }
    if (threads == 1)
        select_units(hands, 0);
    else
        clri_thread_share(threads, select_units, hands);
    for (unsigned i = 0; i < threads; i++)
        CLRI_TRY(hands[i].status == CLR_OK ? CLR_OK : clri_fail_memory(error));
cleanup:
    trim(room);
    for (unsigned i = 1; i < threads; i++)
        clri_select_room_destroy(hands[i].room);
    return status;
}

/* Goes over to places of sorted labels, which have the elements of each label together, and only
 * labels that elements have: all results are first written as of no elements. */
static clr_status sort_labels(select_work *work, clri_error *error)
{
    clri_fold_places *sorted = work->places->sorted;
    const clr_status nothing = work->row->empty ? CLR_OK : CLR_ERROR_EMPTY;

    if (!sorted->order)
        CLRI_OR_RETURN(clri_fold_sort(work->job, NULL, sorted, error));
    for (uint64_t place = 0; place < work->places->results; place++)
        put_nothing(work, place, nothing);
    work->places = sorted;
    return CLR_OK;
}

clr_status clri_select_results(const clri_fold_job *job, const clri_fold_places *places,
                               size_t index, clri_select_room **room, const clr_host_arrays *arrays,
                               clri_error *error)
{
    const clr_reduction *reduction = &job->request->reductions[index];
    select_work work = {
        .job = job,
        .places = places,
        .index = index,
        .reduction = reduction,
        .row = clri_selection_of(reduction->op),
        .quantiles = reduction->quantiles ? reduction->quantiles : &half,
        .quantile_count = reduction->quantiles ? reduction->quantile_count : 1,
        .arrays = arrays,
        .units.lock = CLRI_UNLOCKED,
    };

    if (!*room)
        *room = calloc(1, sizeof **room);
    if (!*room)
        return clri_fail_memory(error);
    if (places->sorted)
        CLRI_OR_RETURN(sort_labels(&work, error));
    return work.places->folded ? select_by_threads(&work, *room, error) : CLR_OK;
}
