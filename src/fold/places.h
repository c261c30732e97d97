/* SPDX-License-Identifier: Apache-2.0 */
/*
 * places - which elements belong to which result, and where each result goes: found once for all
 * reductions of a call, for the shapes that src/problem/shape reads. Along axes and by segments it
 * is arithmetic; runs of equal keys and labels are searched for first. Labelled entries are sorted,
 * so that each result's are neighbours: a folder's memory, some 200 KB, serves one result after the
 * other, and would not serve as many at once as there are labels. The sort is stable, as the first
 * of equal extremes has to stay the first.
 */
#ifndef CLREDUCE_FOLD_PLACES_H
#define CLREDUCE_FOLD_PLACES_H

#include "fold/element_source.h"
#include "problem/request.h"
#include "problem/shape.h"

/* What is folded. */
typedef struct clri_fold_job {
    const clri_request *request;
    const clr_host_run *run; /* arrays and scalars; `axes` and `arrays` are not looked at */
    const clri_shape *shape;
    const clri_rows *rows; /* the axes, as they were read; NULL: the shape has none */
} clri_fold_job;

typedef struct clri_fold_places {
    uint64_t results;
    uint64_t folded;  /* results that entries belong to, if there are labels; else all */
    uint64_t *order;  /* of labels: entries, label by label; else NULL */
    uint64_t *labels; /* of labels: those that entries have, in order; else NULL */
    uint64_t *begins; /* of labels and runs: where each begins, and where the last one ends */
} clri_fold_places;

/* Finds the places, and writes what the run asks about them: counts of labels and of indices that
 * are outside, runs' keys and ends. CLR_ERROR_MEMORY. */
clr_status clri_fold_find(const clri_fold_job *job, clri_fold_places *places, clri_error *error);
void clri_fold_forget(clri_fold_places *places);

/* Entries that labels, keys, offsets and a mask count. */
uint64_t clri_fold_entries(const clri_fold_job *job);

/* Where the job's elements lie, for reductions of all its inputs. */
clri_source clri_fold_source(const clri_fold_job *job, const clri_fold_places *places);

/* Result number k, below `folded`: its elements, and its place among the results.
 * CLR_ERROR_ARGUMENT: a segment reaches beyond the input. */
clr_status clri_fold_place(const clri_fold_job *job, const clri_fold_places *places, uint64_t k,
                           clri_stretch *stretch, uint64_t *place);

#endif
