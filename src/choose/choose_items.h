/* SPDX-License-Identifier: Apache-2.0 */
/*
 * choose_items - the choice for the second program of a plan of many results. The first program has
 * a group for each result, which short results leave idle; the second makes these by single items
 * (cl/reduce_items.cl), teams of items (cl/reduce_teams.cl), stages (cl/reduce_staged.cl), and cuts
 * few long columns into slices (cl/reduce_slices.cl). Here it gets its sizes and the thresholds
 * between these, most of them from tuning.def; row_grid and slice_grid apply them to the numbers of
 * a run. Pure.
 */
#ifndef CLREDUCE_CHOOSE_CHOOSE_ITEMS_H
#define CLREDUCE_CHOOSE_CHOOSE_ITEMS_H

#include "choose/choice.h"

/*
 * Chooses the program from `groups`, the first program's choice. `*is_there`: the plan has such a
 * program. It has none where the caller names a strategy, which is a group's; where operands must
 * keep their sides; and where the state is none that a lane can hold. In the published order teams
 * and items do the same additions as groups, where they are faster (choose_ordered() and its
 * neighbour).
 */
clr_status clri_items_choose(const clr_device *device, const clri_request *request,
                             const clr_plan_options *options, const clri_choice *groups,
                             clri_choice *items, bool *is_there, clri_error *error);

#endif
