/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fold - reductions of arrays in host memory, computed by the host itself: all shapes, to results
 * or to accumulators, with the bits that a device's results have, as both are the true value
 * rounded once. So it does not matter, either, which of several threads folds which elements: those
 * of few results are cut into slices, whose states are merged; many results are shared out. Calls
 * no OpenCL. The caller has checked arrays and axes (host/host_call.h), and that the reductions are
 * ones that the host folds (foldable.h).
 */
#ifndef CLREDUCE_FOLD_FOLD_H
#define CLREDUCE_FOLD_FOLD_H

#include "fold/places.h"

/* Memory that calls leave to the next call; zero-initialised. */
typedef struct clri_fold_room {
    clri_folder *folder;
    clri_evaluator *evaluator;
    clri_gathered gathered;
} clri_fold_room;

void clri_fold_room_release(clri_fold_room *room);

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
