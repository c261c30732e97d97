/* SPDX-License-Identifier: Apache-2.0 */
/*
 * places - which elements belong to which result, and where each result goes: found once for all
 * reductions of a call, for the shapes that src/problem/shape reads. Along axes and by segments it
 * is arithmetic; runs of equal keys are searched for first. Labelled entries that cells (cells.h)
 * do not serve are sorted, so that each result's are neighbours: a clri_folder (folder.h) takes
 * some 200 KB, so that a thread has one, for one result after the other, and not one for each
 * label. The sort is stable, as the first of equal extremes has to stay the first. An entry is what
 * the run counts: an element, an index of the list, or along axes an element of a row
 * (element_source.h).
 */
#ifndef CLREDUCE_FOLD_PLACES_H
#define CLREDUCE_FOLD_PLACES_H

#include "fold/element_source.h"
#include "problem/request.h"
#include "problem/shape.h"

/* What is folded. */
typedef struct clri_fold_job {
    const clri_request *request;
    const clr_host_run *run; /* its axes are read from `rows`, and its results go elsewhere: `axes`
                                and `arrays` are not looked at */
    const clri_shape *shape;
    const clri_rows *rows; /* the axes, as they were read; NULL: the shape has none */
    int64_t mask_first;    /* which byte or bit of the mask is the first element's */
} clri_fold_job;

typedef struct clri_fold_places clri_fold_places;

struct clri_fold_places {
    uint64_t results;
    uint64_t folded;  /* how many results have an entry, if labels are sorted; else all */
    uint64_t *order;  /* of sorted labels: entries, label by label; else NULL */
    uint64_t *labels; /* of sorted labels: those that entries have, in order; else NULL */
    uint64_t *begins; /* of sorted labels and runs: where each begins, where the last one ends */
    clri_fold_places *sorted; /* of labels: the places of all entries, once a reduction wants them
                                 sorted; else NULL */
};

/* Finds the places, and writes what the run asks about them: counts of labels and of indices that
 * are outside, runs' keys and ends. CLR_ERROR_MEMORY. */
clr_status clri_fold_find(const clri_fold_job *job, clri_fold_places *places, clri_error *error);
void clri_fold_forget(clri_fold_places *places);

/* Sorts the entries whose label has a mark, which are made places of their own; NULL: all. */
clr_status clri_fold_sort(const clri_fold_job *job, const uint8_t *marks, clri_fold_places *places,
                          clri_error *error);

/* How many entries there are: labels and keys are as many, and offsets number them. */
uint64_t clri_fold_entries(const clri_fold_job *job);

/* Where the job's elements lie. `input_count` is of all inputs: a reduction that reads fewer sets
 * its own. */
clri_source clri_fold_source(const clri_fold_job *job, const clri_fold_places *places);

/* Result number k, below `folded`: its elements, and its place among the results. A segment that
 * does not end behind its begin has no elements, and may lie anywhere. CLR_ERROR_ARGUMENT: a
 * segment with elements reaches beyond the input. */
clr_status clri_fold_place(const clri_fold_job *job, const clri_fold_places *places, uint64_t k,
                           clri_stretch *stretch, uint64_t *place);

#endif
