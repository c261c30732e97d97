/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/places.h"
#include "base/count.h"

#include <stdlib.h>
#include <string.h>

enum { DIGIT_BITS = 11 }; /* counters of a pass stay in the first cache */

/* ---- the elements ---- */

static bool has(const clri_fold_job *job, clri_in member)
{
    return job->shape->members & member;
}

uint64_t clri_fold_entries(const clri_fold_job *job)
{
    if (job->rows)
        return job->rows->length;
    return job->run->index_type ? job->run->index_count : job->run->count;
}

clri_source clri_fold_source(const clri_fold_job *job, const clri_fold_places *places)
{
    const clr_host_run *run = job->run;

    return (clri_source){
        .inputs = {run->inputs[0], run->inputs[1], run->inputs[2], run->inputs[3]},
        .input_count = job->request->inputs,
        .element_size = job->request->element_size,
        .elements = run->count,
        .mask_kind = run->mask_kind,
        .mask = run->mask,
        .mask_first = job->mask_first,
        .index_type = run->index_type,
        .indices = run->indices,
        .rows = job->rows,
        .order = places->order,
    };
}

/* Sets a stretch's bases to row number `row`. Returns where its result goes. */
static uint64_t begin_row(const clri_rows *rows, uint64_t row, clri_stretch *stretch)
{
    int64_t result = 0;

    for (unsigned k = 0; k < rows->kept_rank; k++) {
        const clri_axis *axis = &rows->kept[k];
        const int64_t at = clri_axis_index(axis, k + 1 == rows->kept_rank, &row);

        for (unsigned i = 0; i < CLR_INPUTS_MOST; i++)
            stretch->bases[i] += at * axis->steps[i];
        stretch->mask_base += at * axis->mask_step;
        result += at * axis->result_step;
    }
    return (uint64_t)result;
}

clr_status clri_fold_place(const clri_fold_job *job, const clri_fold_places *places, uint64_t k,
                           clri_stretch *stretch, uint64_t *place)
{
    const clr_host_run *run = job->run;
    const uint64_t entries = clri_fold_entries(job);

    *stretch = (clri_stretch){.end = entries};
    *place = k;
    if (has(job, CLRI_IN_SEGMENTS)) {
        stretch->begin = clri_source_index(run->by_type, run->by, (int64_t)k);
        stretch->end = run->ends ? clri_source_index(run->by_type, run->ends, (int64_t)k)
                                 : clri_source_index(run->by_type, run->by, (int64_t)k + 1);
        stretch->number_base = stretch->begin; /* the first element of a segment is its number 0 */
        if (stretch->begin >= stretch->end)
            stretch->begin = stretch->end = stretch->number_base = 0;
        return stretch->end > entries ? CLR_ERROR_ARGUMENT : CLR_OK;
    }
    if (places->begins) {
        const uint64_t rows = job->rows ? job->rows->count : 1, group = k / rows;

        stretch->begin = places->begins[group];
        stretch->end = places->begins[group + 1];
        if (!places->order) /* a run of keys, whose elements have numbers from 0 as a segment's */
            stretch->number_base = stretch->begin;
        *place = (places->labels ? places->labels[group] : group) * rows;
        if (job->rows)
            *place += begin_row(job->rows, k % rows, stretch);
        return CLR_OK;
    }
    if (job->rows)
        *place = begin_row(job->rows, k, stretch);
    return CLR_OK;
}

/* ---- labels ---- */

static bool takes(const clri_source *source, const clri_stretch *row, uint64_t entry)
{
    const clri_step step = clri_source_step(source, entry);

    if (!clri_source_takes(source, row->mask_base + step.mask))
        return false;
    return !source->index_type ||
           clri_source_index(source->index_type, source->indices, row->bases[0] + step.offsets[0]) <
               source->elements;
}

/* Labels that name no result: of elements that count, and along axes of all indices. */
static uint64_t count_outside(const clri_fold_job *job, const clri_source *source)
{
    const clr_host_run *run = job->run;
    const clri_stretch row = {.end = 0};
    uint64_t outside = 0;

    for (uint64_t entry = 0; entry < clri_fold_entries(job); entry++)
        outside += clri_source_index(run->by_type, run->by, (int64_t)entry) >= run->results &&
                   (job->rows || takes(source, &row, entry));
    return outside;
}

/* Lists the entries whose label names a result, and has a mark if there are any, in the order of
 * the input, and returns how many they are. Without axes an entry is one element, and is left out
 * if it is not taken; along axes it is an element of each of its label's results, of which some may
 * be taken. */
static size_t list_labelled(const clri_fold_job *job, const uint8_t *marks, uint64_t *order)
{
    const clr_host_run *run = job->run;
    const clri_source source = clri_fold_source(job, &(clri_fold_places){.results = 0});
    const bool are_all = job->rows || (!run->index_type && run->mask_kind == CLR_MASK_NONE);
    const clri_stretch row = {.end = 0};
    const uint64_t entries = clri_fold_entries(job);
    size_t count = 0;

    for (uint64_t entry = 0; entry < entries; entry++) {
        const uint64_t label = clri_source_index(run->by_type, run->by, (int64_t)entry);

        order[count] = entry;
        count += label < run->results && (!marks || marks[label]) &&
                 (are_all || takes(&source, &row, entry));
    }
    return count;
}

/* Lists the labels that sorted entries have, and where each label's entries begin. */
static clr_status list_labels(const clr_host_run *run, clri_fold_places *places, size_t count,
                              clri_error *error)
{
    const size_t most = (size_t)clri_smaller(count, run->results) + 1;
    uint64_t last = run->results;
    size_t labels = 0;

    if (most > SIZE_MAX / sizeof *places->begins)
        return clri_fail_memory(error);
    places->begins = malloc(most * sizeof *places->begins);
    places->labels = malloc(most * sizeof *places->labels);
    if (!places->begins || !places->labels)
        return clri_fail_memory(error);
    for (size_t at = 0; at < count; at++) {
        const uint64_t label = clri_source_index(run->by_type, run->by, (int64_t)places->order[at]);

        if (label == last)
            continue;
        places->begins[labels] = at;
        places->labels[labels++] = last = label;
    }
    places->begins[labels] = count;
    places->folded = labels;
    return CLR_OK;
}

/* A digit of labels. */
typedef struct digit {
    unsigned shift;
    uint64_t mask;
    size_t *places; /* of each value, mask + 2 of them */
} digit;

static inline void sort_typed(clr_type type, const void *labels, const uint64_t *from, uint64_t *to,
                              size_t count, const digit *by)
{
#define DIGIT_OF(i) ((clri_source_index(type, labels, (int64_t)from[i]) >> by->shift) & by->mask)
    for (size_t i = 0; i < count; i++)
        by->places[DIGIT_OF(i) + 1]++;
    for (uint64_t value = 0; value <= by->mask; value++)
        by->places[value + 1] += by->places[value];
    for (size_t i = 0; i < count; i++)
        to[by->places[DIGIT_OF(i)]++] = from[i];
#undef DIGIT_OF
}

/* Sorts by one digit of the labels: counts, then puts each entry behind those of its digit. */
static void sort_digit(clr_type type, const void *labels, const uint64_t *from, uint64_t *to,
                       size_t count, const digit *by)
{
    memset(by->places, 0, (size_t)(by->mask + 2) * sizeof *by->places);
    if (type == CLR_TYPE_I32)
        sort_typed(CLR_TYPE_I32, labels, from, to, count, by);
    else if (type == CLR_TYPE_U32)
        sort_typed(CLR_TYPE_U32, labels, from, to, count, by);
    else
        sort_typed(CLR_TYPE_U64, labels, from, to, count, by);
}

/* Bits of a digit, of labels of so many bits: all, if there are not many more values than entries,
 * else as many as counters in the first cache. So the time goes by the entries alone, however many
 * labels there are. */
static unsigned bits_of_digit(unsigned bits, size_t count)
{
    if (bits <= DIGIT_BITS || (bits < 48 && UINT64_C(1) << bits <= 2 * (uint64_t)count))
        return bits;
    return DIGIT_BITS;
}

/* Sorts entries by their labels, those of one label as they were: a radix sort. `*order` may become
 * other memory. Whether there was memory for it. */
static bool sort(clr_type type, const void *labels, uint64_t **order, size_t count)
{
    uint64_t *other = malloc((count + 1) * sizeof *other);
    uint64_t used = 0; /* bits that some label has */
    unsigned bits = 0, step;
    bool is_done;
    digit by;

    for (size_t i = 0; i < count; i++)
        used |= clri_source_index(type, labels, (int64_t)(*order)[i]);
    while (bits < 64 && used >> bits)
        bits++;
    step = bits_of_digit(bits, count);
    by.mask = (UINT64_C(1) << step) - 1;
    by.places = malloc((size_t)(by.mask + 2) * sizeof *by.places);
    for (by.shift = 0; other && by.places && by.shift < bits; by.shift += step) {
        uint64_t *sorted = other;

        sort_digit(type, labels, *order, sorted, count, &by);
        other = *order;
        *order = sorted;
    }
    is_done = other && by.places;
    free(by.places);
    free(other);
    return is_done;
}

/* Sorts entries by their labels, those of one label in the order of the input. */
static clr_status sort_labels(const clri_fold_job *job, const uint8_t *marks,
                              clri_fold_places *places, clri_error *error)
{
    const uint64_t entries = clri_fold_entries(job);
    size_t count;

    if (entries > SIZE_MAX / sizeof *places->order - 1)
        return clri_fail_memory(error);
    places->order = malloc(((size_t)entries + 1) * sizeof *places->order);
    if (!places->order)
        return clri_fail_memory(error);
    count = list_labelled(job, marks, places->order);
    if (!sort(job->run->by_type, job->run->by, &places->order, count))
        return clri_fail_memory(error);
    return list_labels(job->run, places, count, error);
}

clr_status clri_fold_sort(const clri_fold_job *job, const uint8_t *marks, clri_fold_places *places,
                          clri_error *error)
{
    const uint64_t rows = job->rows ? job->rows->count : 1;
    const clr_status status = sort_labels(job, marks, places, error);

    places->results = job->run->results * rows;
    places->folded *= rows;
    if (status != CLR_OK)
        clri_fold_forget(places);
    return status;
}

/* ---- runs of keys ---- */

static bool begins_run(const clr_host_run *run, uint64_t entry)
{
    const size_t size = clr_type_size(run->by_type);
    const char *key = (const char *)run->by + entry * size;

    return entry == 0 || memcmp(key - size, key, size) != 0;
}

static clr_status find_runs(const clri_fold_job *job, clri_fold_places *places, clri_error *error)
{
    const clr_host_run *run = job->run;
    const uint64_t entries = clri_fold_entries(job);
    const size_t size = clr_type_size(run->by_type);
    uint64_t runs = 0;

    if (run->results > SIZE_MAX / sizeof *places->begins - 1)
        return clri_fail_memory(error);
    places->begins = malloc(((size_t)run->results + 1) * sizeof *places->begins);
    if (!places->begins)
        return clri_fail_memory(error);
    for (uint64_t entry = 0; entry < entries; entry++) {
        if (!begins_run(run, entry))
            continue;
        if (runs <= run->results)
            places->begins[runs] = entry;
        runs++;
    }
    if (runs <= run->results)
        places->begins[runs] = entries;
    places->results = runs < run->results ? runs : run->results;
    for (uint64_t k = 0; k < places->results; k++) {
        if (run->unique)
            memcpy((char *)run->unique + k * size, (const char *)run->by + places->begins[k] * size,
                   size);
        if (run->run_ends)
            run->run_ends[k] = places->begins[k + 1];
    }
    if (run->run_count)
        *run->run_count = runs;
    return CLR_OK;
}

/* ---- places ---- */

/* Indices that name no element, each entry of the list once: along axes of all between the lowest
 * and the highest that are reached. */
static uint64_t count_indices_outside(const clri_fold_job *job)
{
    const clr_host_run *run = job->run;
    const bool is_empty = job->rows && (job->rows->count == 0 || job->rows->length == 0);
    const clri_reach reach = job->rows ? clri_rows_reach(job->rows, 0) : (clri_reach){0, 0};
    const int64_t end = job->rows ? (int64_t)reach.above + 1 : (int64_t)run->index_count;
    uint64_t outside = 0;

    for (int64_t at = -(int64_t)reach.below; !is_empty && at < end; at++)
        outside += clri_source_index(run->index_type, run->indices, at) >= run->count;
    return outside;
}

clr_status clri_fold_find(const clri_fold_job *job, clri_fold_places *places, clri_error *error)
{
    const clr_host_run *run = job->run;
    const clri_source source = clri_fold_source(job, &(clri_fold_places){.results = 0});
    clr_status status = CLR_OK;

    *places = (clri_fold_places){.results = 1};
    if (has(job, CLRI_IN_SEGMENTS) || has(job, CLRI_IN_LABELS))
        places->results = run->results;
    if (has(job, CLRI_IN_RUNS))
        CLRI_TRY(find_runs(job, places, error));
    if (has(job, CLRI_IN_LABELS)) {
        places->sorted = calloc(1, sizeof *places->sorted);
        CLRI_TRY(places->sorted ? CLR_OK : clri_fail_memory(error));
    }
    if (job->rows)
        places->results *= job->rows->count;
    places->folded = places->results;
    if (run->outside)
        *run->outside = count_outside(job, &source);
    if (run->indices_outside)
        *run->indices_outside = count_indices_outside(job);
    return CLR_OK;
cleanup:
    clri_fold_forget(places);
    return status;
}

void clri_fold_forget(clri_fold_places *places)
{
    if (places->sorted)
        clri_fold_forget(places->sorted);
    free(places->sorted);
    free(places->order);
    free(places->begins);
    free(places->labels);
    *places = (clri_fold_places){0};
}
