/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fold - reductions of arrays in host memory, computed by the host itself: all shapes, to results
 * or to accumulators, with the bits that a device's results have, as both are the true value
 * rounded once. Calls no OpenCL. The caller has checked arrays and axes (host/host_call.h), and
 * that the reductions are ones that the host folds (foldable.h).
 */
#ifndef CLREDUCE_FOLD_FOLD_H
#define CLREDUCE_FOLD_FOLD_H

#include "fold/element_source.h"
#include "fold/folder.h"
#include "problem/request.h"
#include "problem/shape.h"

/* What is folded. */
typedef struct clri_fold_job {
    const clri_request *request;
    const clr_host_run *run; /* arrays and scalars; `axes` and `arrays` are not looked at */
    const clri_shape *shape;
    const clri_rows *rows; /* the axes, as they were read; NULL: the shape has none */
} clri_fold_job;

/* Which elements belong to which result: found once for all reductions. */
typedef struct clri_fold_places {
    uint64_t results;
    uint64_t folded;  /* results that entries belong to, if there are labels; else all */
    uint64_t *order;  /* of labels: entries, label by label; else NULL */
    uint64_t *labels; /* of labels: those that entries have, in order; else NULL */
    uint64_t *begins; /* of labels and runs: where each begins, and where the last one ends */
} clri_fold_places;

/* Memory that calls leave to the next call; zero-initialised. */
typedef struct clri_fold_room {
    clri_folder *folder;
    clri_evaluator *evaluator;
    clri_gathered gathered;
} clri_fold_room;

void clri_fold_room_destroy(clri_fold_room *room);

/* Finds the places, and writes what the run asks about them: counts of labels and of indices that
 * are outside, runs' keys and ends. CLR_ERROR_MEMORY. */
clr_status clri_fold_find(const clri_fold_job *job, clri_fold_places *places, clri_error *error);
void clri_fold_forget(clri_fold_places *places);

/* Folds reduction number `index` to results; arrays that nobody wants are NULL. CLR_ERROR_MEMORY.
 */
clr_status clri_fold_results(const clri_fold_job *job, const clri_fold_places *places, size_t index,
                             clri_fold_room *room, const clr_host_arrays *arrays,
                             clri_error *error);

/* Folds it to an accumulator. CLR_ERROR_MEMORY, or CLR_ERROR_ARGUMENT for a segment beyond the
 * input. */
clr_status clri_fold_accumulator(const clri_fold_job *job, const clri_fold_places *places,
                                 size_t index, clri_fold_room *room, clr_accumulator **accumulator,
                                 clri_error *error);

#endif
