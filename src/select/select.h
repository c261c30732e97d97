/* SPDX-License-Identifier: Apache-2.0 */
/*
 * select - order statistics of arrays in host memory, of all shapes that the host folds: what
 * clri_fold_results() (fold/fold.h) is to operators that fold. It reads through the same places,
 * sources, maps and conditions, by a folder whose elements it takes over, and folds nothing: a
 * result's elements are all collected (all.h), or the best of them (best.h), and then looked among.
 * Results are shared out to threads; one result is one thread's. Calls no OpenCL.
 */
#ifndef CLREDUCE_SELECT_SELECT_H
#define CLREDUCE_SELECT_SELECT_H

#include "fold/fold.h"

/* Memory that calls leave to the next call. */
typedef struct clri_select_room clri_select_room;
void clri_select_room_destroy(clri_select_room *room);

/* Writes the results of reduction number `index`, which selects; arrays that nobody wants are NULL,
 * and the plane is settled. `*room` is made if it is NULL. CLR_ERROR_MEMORY. */
clr_status clri_select_results(const clri_fold_job *job, const clri_fold_places *places,
                               size_t index, clri_select_room **room, const clr_host_arrays *arrays,
                               clri_error *error);

#endif
