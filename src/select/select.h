/* SPDX-License-Identifier: Apache-2.0 */
/*
 * select - order statistics of arrays in host memory, of all shapes that the host folds: what
 * clri_fold_results() (fold/fold.h) is to operators that fold. Elements are read as for a fold, by
 * places, masks, maps and conditions, but the folder hands them over (clri_folder_hand_over()) and
 * folds none: all elements of a result are collected as keys (all.h), or its k best (best.h). Then
 * a quantile is found by its rank (kth.h, quantile.h); equal elements, by sorting the keys. Threads
 * share the results; each result is one thread's. Calls no OpenCL.
 */
#ifndef CLREDUCE_SELECT_SELECT_H
#define CLREDUCE_SELECT_SELECT_H

#include "fold/fold.h"

/* Memory that calls leave to the next call. */
typedef struct clri_select_room clri_select_room;
void clri_select_room_destroy(clri_select_room *room);

/* Writes the results of reduction number `index`, which selects. Arrays that nobody wants are NULL;
 * `plane`, from a result's value to its next one, is at least 1. `*room` is made if it is NULL.
 * CLR_ERROR_MEMORY. */
clr_status clri_select_results(const clri_fold_job *job, const clri_fold_places *places,
                               size_t index, clri_select_room **room, const clr_host_arrays *arrays,
                               clri_error *error);

#endif
