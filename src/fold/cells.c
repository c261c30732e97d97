/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/cells.h"
#include "base/count.h"
#include "base/rounding_mode.h"
#include "base/system.h"
#include "base/thread.h"
#include "fold/bits.h"
#include "fold/label_block.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLOCK = CLRI_LABEL_BLOCK,
    SLICE = 1 << 16, /* entries that a thread claims at a time */
    DISTANCE = 43,   /* binades between a cell's words, at most: sums then split into two doubles */
    SUM_BITS = 61,   /* of a word's sum, at most */
    ADDENDS_LOG2_MOST = 31, /* of the entries, or labels, that are too many */
    RESULTS_MOST = 4,       /* labels for each entry, which are worth a cell for every label */
    LOST_FEW = 256,         /* data are hard if more elements than these lose bits, and ... */
    LOST_PART = 16,         /* ... more than one of 16 */
};

/* What is folded, and what threads share. */
typedef struct cells_work {
    const clri_fold_job *job;
    const clri_source *source;
    const clri_folder *folder; /* which reduction it is: nothing is folded to it */
    bool to_states;            /* whose digits are those of what is finite */
    uint64_t entries;
    uint64_t next;        /* the first entry that no thread has claimed */
    bool is_hard;         /* many elements have lost bits: no thread goes on */
    pthread_mutex_t lock; /* of the last two */
} cells_work;

/* What a thread has of its own: cells, which are merged into the first one's. */
typedef struct cells_hand {
    cells_work *work;
    clri_cells cells;
    uint64_t most;       /* bits of the largest finite magnitude */
    uint64_t seen, lost; /* elements folded; numbers and squares that lost bits */
    bool has_failed;     /* there was no memory */
    uint64_t zeros;      /* not 0: some element is -0 */
    clri_label_block block;
    clri_words words[BLOCK];
    int64_t keys[BLOCK];
    double doubles[BLOCK];
    uint64_t lost_bits[BLOCK];
} cells_hand;

/* ---- what cells serve ---- */

static bool is_extreme(const clri_folder *folder)
{
    return folder->state->kind == &clri_state_extremes;
}

static bool is_count(const clri_folder *folder)
{
    return clri_lift_of(folder->op->lift)->bytes == 0;
}

static bool has_products(const clri_folder *folder)
{
    return folder->op->lift == CLRI_LIFT_SQUARE || folder->op->fold == CLRI_FOLD_MOMENTS;
}

static bool has_values(const clri_folder *folder)
{
    return folder->op->lift != CLRI_LIFT_SQUARE;
}

/* Whether results depend on how many elements a label has: means, variances, and accumulators. */
static bool needs_counts(const clri_folder *folder, bool to_states)
{
    return to_states || (!is_extreme(folder) && (folder->op->lower == CLRI_LOWER_MEAN ||
                                                 folder->op->fold == CLRI_FOLD_MOMENTS));
}

/* Whether a cell has room for the reduction's sums: squares of f32 fit a double, squares of f64 do
 * not. */
static bool serve_sums(const clri_folder *folder)
{
    const size_t size = folder->number->size;

    if (folder->state->kind != &clri_state_sums || folder->op->inputs > 1)
        return false;
    if (is_count(folder))
        return true;
    if (folder->is_float && size < sizeof(float))
        return false;
    return !has_products(folder) || size <= sizeof(float);
}

bool clri_cells_serve(const clri_fold_job *job, const clri_source *source,
                      const clri_folder *folder, bool to_states)
{
    const uint64_t entries = clri_fold_entries(job), results = job->run->results;

    if (job->rows || source->evaluator || (folder->ignores_nan && to_states))
        return false;
    if (entries >> ADDENDS_LOG2_MOST || results >> ADDENDS_LOG2_MOST ||
        results / RESULTS_MOST > entries)
        return false;
    return is_extreme(folder) || serve_sums(folder);
}

/* ---- memory ---- */

void clri_cells_forget(clri_cells *cells)
{
    free(cells->values);
    free(cells->products);
    free(cells->extremes);
    free(cells->counts);
    free(cells->doubtful);
    *cells = (clri_cells){0};
}

/* The cell of a label without elements: a rank below all others and no element's number; of minmax
 * a least key above the most. */
static clri_words no_key(const clri_folder *folder)
{
    const bool has_second = clri_state_has_second(folder->state->op);

    return has_second ? (clri_words){INT64_MAX, INT64_MIN} : (clri_words){INT64_MIN, -1};
}

static bool allocate(const clri_folder *folder, bool has_counts, uint64_t results,
                     clri_cells *cells)
{
    const size_t count = (size_t)results + 1;

    cells->results = results;
    if (is_extreme(folder)) {
        cells->extremes = malloc(count * sizeof *cells->extremes);
        for (size_t k = 0; cells->extremes && k < count; k++)
            cells->extremes[k] = no_key(folder);
    }
    if (!is_extreme(folder) && has_values(folder))
        cells->values = calloc(count, sizeof *cells->values);
    if (!is_extreme(folder) && has_products(folder))
        cells->products = calloc(count, sizeof *cells->products);
    if (has_counts)
        cells->counts = calloc(count, sizeof *cells->counts);
    return (is_extreme(folder) ? cells->extremes != NULL
                               : (cells->values || !has_values(folder)) &&
                                     (cells->products || !has_products(folder))) &&
           (cells->counts || !has_counts);
}

/* ---- threads ---- */

/* Claims a slice of entries. False: none is left, or data are hard, and will be sorted. */
static bool claim(cells_work *work, uint64_t *begin, uint64_t *end)
{
    pthread_mutex_lock(&work->lock);
    *begin = work->is_hard ? work->entries : work->next;
    *end = *begin + clri_smaller(work->entries - *begin, SLICE);
    work->next = *end;
    pthread_mutex_unlock(&work->lock);
    return *begin < *end;
}

static void give_up(cells_hand *hand)
{
    pthread_mutex_lock(&hand->work->lock);
    hand->work->is_hard = true;
    pthread_mutex_unlock(&hand->work->lock);
}

/* ---- the largest number ---- */

static uint64_t magnitude_of(const clri_folder *folder, const void *x, size_t at)
{
    return folder->number->size == sizeof(float)
               ? clri_bits_of_f32(((const float *)x)[at]) & (UINT32_MAX >> 1)
               : clri_bits_of_f64(((const double *)x)[at]) & (UINT64_MAX >> 1);
}

/* The largest magnitude of a block's finite numbers, or a little more. */
static uint64_t most_of(const clri_folder *folder, const void *x, size_t count)
{
    const bool are_floats = folder->number->size == sizeof(float);
    const uint64_t infinity = are_floats ? CLRI_INFINITY_F32 : CLRI_INFINITY_F64;
    uint64_t most = are_floats ? folder->loops->survey_f32(x, count).most
                               : folder->loops->survey_f64(x, count).most;

    if (most < infinity)
        return most;
    most = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t magnitude = magnitude_of(folder, x, i);

        most = magnitude < infinity && magnitude > most ? magnitude : most;
    }
    return most;
}

/* Finds the largest number of all elements. If a mask or a list leaves it out, the unit is larger
 * than it need be: more elements lose bits, and are sorted. */
static void survey_slices(void *hands, unsigned number)
{
    cells_hand *hand = &((cells_hand *)hands)[number];
    const cells_work *work = hand->work;
    uint64_t at, end;

    while (claim(hand->work, &at, &end))
        for (; at < end; at += CLRI_FOLD_BLOCK) {
            const size_t some = (size_t)clri_smaller(end - at, CLRI_FOLD_BLOCK);
            const void *x = clri_source_at(work->source, 0, (int64_t)at);

            hand->most = clri_larger(hand->most, most_of(work->folder, x, some));
        }
}

/* The unit in which sums of `entries` numbers below 2^exponent are integers of two words. */
static clri_fixed unit_of(int exponent, uint64_t entries)
{
    clri_fixed unit = {.distance = DISTANCE};
    int addends = 0;

    while (entries >> addends)
        addends++;
    if (unit.distance > SUM_BITS - addends)
        unit.distance = SUM_BITS - addends;
    unit.lowest = exponent - 2 * unit.distance;
    if (unit.lowest < CLRI_LOWEST_F64)
        unit.lowest = CLRI_LOWEST_F64;
    unit.upper = ldexp(1.5, 52 + unit.lowest + unit.distance);
    unit.lower = ldexp(1.5, 52 + unit.lowest);
    unit.upper_part = ldexp(1, unit.lowest + 53);
    unit.lower_part = ldexp(1, unit.lowest);
    return unit;
}

/* Sets units by the largest number. False: a sum may be beyond the largest double. */
static bool set_units(const cells_work *work, uint64_t most, clri_cells *cells)
{
    const int exponent = work->folder->number->size == sizeof(float) ? (int)(most >> 23) - 126
                                                                     : (int)(most >> 52) - 1022;

    cells->values_unit = unit_of(exponent, work->entries);
    cells->products_unit = unit_of(2 * exponent, work->entries);
    return exponent + ADDENDS_LOG2_MOST < CLRI_ENDLESS_F64 - 1023;
}

/* ---- words ---- */

/* f32 or f64 as doubles: the numbers, of asum their magnitudes, or squares of f32. */
static const double *doubles_of(const cells_hand *hand, const void *x, size_t count,
                                bool are_squares, double *room)
{
    const clri_folder *folder = hand->work->folder;
    const bool are_absolute = folder->op->lift == CLRI_LIFT_ABS;

    if (folder->number->size == sizeof(double) && !are_absolute)
        return x;
    if (are_squares)
        folder->loops->multiply_f32(x, x, count, room);
    else if (folder->number->size == sizeof(double))
        memcpy(room, x, count * sizeof *room);
    else
        for (size_t i = 0; i < count; i++)
            room[i] = (double)((const float *)x)[i];
    for (size_t i = 0; are_absolute && i < count; i++)
        room[i] = fabs(room[i]);
    return room;
}

/* What is not finite decides what results are, and is of no cell's sum. */
static uint8_t special_of(double x)
{
    if (x != x)
        return CLRI_SEEN_NAN;
    return x > 0 ? CLRI_SEEN_PLUS : CLRI_SEEN_MINUS;
}

/* Marks the labels of a block that have lost something. */
static void doubt(cells_hand *hand, const double *x, size_t count, bool are_squares)
{
    clri_cells *cells = &hand->cells;
    const bool are_told = are_squares && cells->values; /* values have told what is not finite */

    if (!cells->doubtful)
        cells->doubtful = calloc((size_t)cells->results + 1, sizeof *cells->doubtful);
    hand->has_failed |= !cells->doubtful;
    for (size_t i = 0; cells->doubtful && i < count; i++) {
        uint8_t *mark = &cells->doubtful[hand->block.places[i]];

        if (hand->lost_bits[i] << 1 == 0)
            continue;
        if (x[i] - x[i] != 0 && !hand->work->to_states) {
            *mark |= are_told ? 0 : special_of(x[i]);
            continue;
        }
        *mark |= CLRI_CELL_LOST;
        hand->lost++;
    }
}

static void add_floats(cells_hand *hand, const void *x, size_t count, bool are_squares,
                       clri_words *to)
{
    const clri_loops *loops = hand->work->folder->loops;
    const clri_fixed *unit = are_squares ? &hand->cells.products_unit : &hand->cells.values_unit;
    const double *doubles = doubles_of(hand, x, count, are_squares, hand->doubles);

    if (!loops->fix_f64(doubles, count, unit, hand->words, hand->lost_bits, &hand->zeros))
        doubt(hand, doubles, count, are_squares);
    loops->scatter(to, hand->block.places, hand->words, count);
}

/* ---- integers ---- */

#define INTEGERS(type)                                                                             \
    for (size_t i = 0; i < count; i++)                                                             \
    to[i] = (int64_t)((const type *)x)[i]

/* Integers as integers of 64 bits; u64 as the int64_t of their bits. */
static void widen(const clri_folder *folder, const void *x, size_t count, int64_t *to)
{
    switch (folder->state->type) {
    case CLR_TYPE_I8:
        INTEGERS(int8_t);
        break;
    case CLR_TYPE_I16:
        INTEGERS(int16_t);
        break;
    case CLR_TYPE_I32:
        INTEGERS(int32_t);
        break;
    case CLR_TYPE_U8:
        INTEGERS(uint8_t);
        break;
    case CLR_TYPE_U16:
        INTEGERS(uint16_t);
        break;
    case CLR_TYPE_U32:
        INTEGERS(uint32_t);
        break;
    default:
        INTEGERS(int64_t);
    }
}

static void add_integers(cells_hand *hand, const void *x, size_t count, bool are_squares,
                         clri_words *to)
{
    const clri_folder *folder = hand->work->folder;
    const bool have_sign = folder->number->class == CLRI_SIGNED;
    const bool are_absolute = folder->op->lift == CLRI_LIFT_ABS;
    const bool are_signed = have_sign && !are_absolute && !are_squares;

    widen(folder, x, count, hand->keys);
    for (size_t i = 0; i < count; i++) {
        const uint64_t bits = (uint64_t)hand->keys[i];
        const uint64_t magnitude = have_sign && are_absolute && bits >> 63 ? 0 - bits : bits;
        const uint64_t addend = are_squares ? bits * bits : magnitude;

        hand->words[i] = (clri_words){
            are_signed ? (int64_t)addend >> 32 : (int64_t)(addend >> 32),
            (int64_t)(addend & UINT32_MAX),
        };
    }
    folder->loops->scatter(to, hand->block.places, hand->words, count);
}

static void add_truths(cells_hand *hand, const void *x, size_t count)
{
    const clri_folder *folder = hand->work->folder;
    const clri_key_rule rule = folder->is_float ? CLRI_KEY_FLOAT_MAGNITUDE : CLRI_KEY_SIGNED;
    const bool counts_all = folder->op->lift == CLRI_LIFT_TAKEN;

    folder->loops->list[folder->width][rule](x, count, hand->keys);
    for (size_t i = 0; i < count; i++)
        hand->words[i] = (clri_words){0, counts_all || hand->keys[i] != 0};
    folder->loops->scatter(hand->cells.values, hand->block.places, hand->words, count);
}

/* ---- folding ---- */

static void take_keys(cells_hand *hand, const void *x, uint64_t from, size_t count)
{
    const clri_folder *folder = hand->work->folder;

    folder->loops->list[folder->width][folder->rule](x, count, hand->keys);
    clri_cells_take_keys(&hand->cells, folder, hand->block.places, hand->keys, from, count);
}

static void add_sums(cells_hand *hand, const void *x, size_t count)
{
    const clri_folder *folder = hand->work->folder;
    void (*const add)(cells_hand *, const void *, size_t, bool, clri_words *) =
        folder->is_float ? add_floats : add_integers;

    if (is_count(folder)) {
        add_truths(hand, x, count);
        return;
    }
    if (hand->cells.values)
        add(hand, x, count, false, hand->cells.values);
    if (hand->cells.products)
        add(hand, x, count, true, hand->cells.products);
}

static void fold_block(cells_hand *hand, uint64_t from, size_t count)
{
    const cells_work *work = hand->work;
    const void *x =
        clri_label_block_read(work->job, work->source, work->folder, from, count, &hand->block);

    if (clri_state_is_end(work->folder->state->op))
        clri_cells_take_ends(&hand->cells, work->folder, hand->block.places, x, from, count);
    else if (hand->cells.extremes)
        take_keys(hand, x, from, count);
    else
        add_sums(hand, x, count);
    for (size_t i = 0; hand->cells.counts && i < count; i++)
        hand->cells.counts[hand->block.places[i]]++;
    hand->seen += count;
}

/* Whether so many elements lose bits that sorting all of them costs less than going on. */
static bool is_hard(const cells_hand *hand)
{
    return hand->has_failed || (hand->lost > LOST_FEW && hand->lost > hand->seen / LOST_PART);
}

static void fold_slices(void *hands, unsigned number)
{
    cells_hand *hand = &((cells_hand *)hands)[number];
    const clri_rounding rounding = clri_rounding_begin();
    uint64_t at, end;

    while (claim(hand->work, &at, &end))
        for (; at < end && !is_hard(hand); at += BLOCK)
            fold_block(hand, at, (size_t)clri_smaller(end - at, BLOCK));
    if (is_hard(hand))
        give_up(hand);
    clri_rounding_end(&rounding);
}

/* ---- merging ---- */

static void merge_words(clri_words *to, const clri_words *from, uint64_t results)
{
    for (uint64_t k = 0; to && k < results; k++) {
        to[k].upper = (int64_t)((uint64_t)to[k].upper + (uint64_t)from[k].upper);
        to[k].lower = (int64_t)((uint64_t)to[k].lower + (uint64_t)from[k].lower);
    }
}

static void merge(const clri_folder *folder, clri_cells *to, clri_cells *from)
{
    merge_words(to->values, from->values, to->results);
    merge_words(to->products, from->products, to->results);
    clri_cells_merge_extremes(folder, to, from);
    for (uint64_t k = 0; to->counts && k < to->results; k++)
        to->counts[k] += from->counts[k];
    if (!to->doubtful) {
        to->doubtful = from->doubtful;
        from->doubtful = NULL;
    }
    for (uint64_t k = 0; from->doubtful && k < to->results; k++)
        to->doubtful[k] |= from->doubtful[k];
}

/* Runs a function in all hands, over all entries. */
static void share(cells_work *work, void (*run)(void *, unsigned), cells_hand *hands,
                  unsigned threads, uint64_t entries)
{
    work->next = 0;
    work->entries = entries;
    if (threads > 1)
        clri_thread_share(threads, run, hands);
    else
        run(hands, 0);
}

/* Sets the units of floats' sums. */
static void find_units(cells_work *work, cells_hand *hands, unsigned threads)
{
    uint64_t most = 0;

    share(work, survey_slices, hands, threads, work->source->elements);
    for (unsigned i = 0; i < threads; i++)
        most = clri_larger(most, hands[i].most);
    work->entries = clri_fold_entries(work->job);
    for (unsigned i = 0; i < threads; i++)
        work->is_hard |= !set_units(work, most, &hands[i].cells);
}

static clr_status fold_in_hands(cells_work *work, cells_hand *hands, unsigned threads,
                                bool has_counts, clri_error *error)
{
    const clri_folder *folder = work->folder;
    bool has_failed = false;

    for (unsigned i = 0; i < threads; i++) {
        hands[i].work = work;
        if (!allocate(folder, has_counts, work->job->run->results, &hands[i].cells))
            return clri_fail_memory(error);
    }
    if (!is_extreme(folder) && folder->is_float && !is_count(folder))
        find_units(work, hands, threads);
    share(work, fold_slices, hands, threads, clri_fold_entries(work->job));
    for (unsigned i = 0; i < threads; i++) {
        has_failed |= hands[i].has_failed;
        hands[0].cells.has_minus_zero |= hands[i].zeros != 0;
        if (i)
            merge(folder, &hands[0].cells, &hands[i].cells);
    }
    hands[0].cells.are_all = work->is_hard;
    /* room for the marks of labels whose sum is 0 */
    if (hands[0].cells.has_minus_zero && !hands[0].cells.doubtful) {
        hands[0].cells.doubtful = calloc((size_t)hands[0].cells.results + 1, 1);
        has_failed |= !hands[0].cells.doubtful;
    }
    return has_failed ? clri_fail_memory(error) : CLR_OK;
}

clr_status clri_cells_fold(const clri_fold_job *job, const clri_source *source,
                           const clri_folder *folder, bool to_states, unsigned threads,
                           clri_cells *cells, clri_error *error)
{
    cells_work work = {.job = job,
                       .source = source,
                       .folder = folder,
                       .to_states = to_states,
                       .lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER};
    cells_hand *hands = calloc(threads, sizeof *hands);
    clr_status status;

    if (!hands)
        return clri_fail_memory(error);
    status = fold_in_hands(&work, hands, threads, needs_counts(folder, to_states), error);
    *cells = hands[0].cells;
    for (unsigned i = 1; i < threads; i++)
        clri_cells_forget(&hands[i].cells);
    free(hands);
    return status;
}
