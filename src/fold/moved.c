/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/moved.h"
#include "base/count.h"
#include "fold/label_block.h"

#include <stdlib.h>
#include <string.h>

enum { LABELS_LOG2_MOST = 31, LABELS_MOST = 4 }; /* for each entry */

bool clri_moved_serve(const clri_fold_job *job, const clri_source *source,
                      const clri_folder *folder, const clr_host_arrays *arrays)
{
    const uint64_t results = job->run->results;

    return arrays && arrays->value && folder->adds_short && !source->evaluator && !job->rows &&
           !(results >> LABELS_LOG2_MOST) && results / LABELS_MOST <= clri_fold_entries(job);
}

typedef struct move {
    const clri_fold_job *job;
    const clri_source *source;
    const clri_folder *folder;
    uint64_t *next; /* of each label, and of entries without one: where the next element goes */
    clri_label_block block;
} move;

#define MOVE(type)                                                                                 \
    for (size_t i = 0; i < count; i++)                                                             \
    ((type *)to)[next[places[i]]++] = ((const type *)x)[i]

static void move_block(move *work, uint64_t from, size_t count, void *to)
{
    const void *x =
        clri_label_block_read(work->job, work->source, work->folder, from, count, &work->block);
    const uint32_t *places = work->block.places;
    uint64_t *next = work->next;

    if (work->source->element_size == sizeof(uint32_t))
        MOVE(uint32_t);
    else
        MOVE(uint64_t);
}

static void count_block(move *work, uint64_t from, size_t count)
{
    clri_label_block_read(work->job, work->source, work->folder, from, count, &work->block);
    for (size_t i = 0; i < count; i++)
        work->next[work->block.places[i]]++;
}

/* Moves all elements, of which those without a label come last. */
static void move_all(move *work, uint64_t entries, uint64_t *begins, void *to)
{
    const uint64_t labels = work->job->run->results + 1;
    uint64_t sum = 0;

    for (uint64_t at = 0; at < entries; at += CLRI_LABEL_BLOCK)
        count_block(work, at, (size_t)clri_smaller(entries - at, CLRI_LABEL_BLOCK));
    for (uint64_t k = 0; k < labels; k++) {
        begins[k] = sum;
        sum += work->next[k];
        work->next[k] = begins[k];
    }
    for (uint64_t at = 0; at < entries; at += CLRI_LABEL_BLOCK)
        move_block(work, at, (size_t)clri_smaller(entries - at, CLRI_LABEL_BLOCK), to);
}

clr_status clri_moved_make(const clri_fold_job *job, const clri_source *source,
                           const clri_folder *folder, clri_moved *moved, clri_error *error)
{
    const uint64_t entries = clri_fold_entries(job), results = job->run->results;
    move work = {.job = job, .source = source, .folder = folder};
    const bool is_small = entries < SIZE_MAX / sizeof(double) && results < SIZE_MAX / 16;

    *moved = (clri_moved){.job = *job, .run = *job->run};
    if (is_small) {
        moved->elements = malloc((size_t)entries * source->element_size + 1);
        moved->places.begins = malloc(((size_t)results + 1) * sizeof *moved->places.begins);
        work.next = calloc((size_t)results + 1, sizeof *work.next);
    }
    if (!moved->elements || !moved->places.begins || !work.next) {
        free(work.next);
        return clri_fail_memory(error);
    }
    move_all(&work, entries, moved->places.begins, moved->elements);
    free(work.next);
    moved->places.results = moved->places.folded = results;
    moved->run.inputs[0] = moved->elements;
    moved->run.count = entries;
    moved->run.mask_kind = CLR_MASK_NONE;
    moved->run.index_type = CLR_TYPE_DEFAULT;
    moved->job.run = &moved->run;
    return CLR_OK;
}

void clri_moved_forget(clri_moved *moved)
{
    free(moved->elements);
    clri_fold_forget(&moved->places);
}
