/* SPDX-License-Identifier: Apache-2.0 */
/*
 * moved - a labelled input whose elements are moved, so that each label's lie side by side, in
 * their order: a counting sort, of the elements and not of their numbers. Then labels are rows, of
 * which row_sums.h has the sums of any data: 5 ns an element where folders, to which sorted entries
 * are gathered, take 20 to 40.
 */
#ifndef CLREDUCE_FOLD_MOVED_H
#define CLREDUCE_FOLD_MOVED_H

#include "fold/places.h"

typedef struct clri_moved {
    void *elements;
    clr_host_run run;
    clri_fold_job job; /* of the elements, by labels that nothing else tells */
    clri_fold_places places;
} clri_moved;

/* Whether the reduction goes by rows of such elements, and there are not many more labels than
 * entries. */
bool clri_moved_serve(const clri_fold_job *job, const clri_source *source,
                      const clri_folder *folder, const clr_host_arrays *arrays);

/* CLR_ERROR_MEMORY; `moved` is to be forgotten in any case. */
clr_status clri_moved_make(const clri_fold_job *job, const clri_source *source,
                           const clri_folder *folder, clri_moved *moved, clri_error *error);
void clri_moved_forget(clri_moved *moved);

#endif
