/* SPDX-License-Identifier: Apache-2.0 */
/*
 * choose_items - the second program of a plan of axes or segments: items that have results to
 * themselves (cl/reduce_items.cl), and teams of items (cl/reduce_teams.cl), next to groups that
 * have. Which of them a run takes is row_grid's. Pure.
 */
#ifndef CLREDUCE_CHOOSE_CHOOSE_ITEMS_H
#define CLREDUCE_CHOOSE_CHOOSE_ITEMS_H

#include "choose/choice.h"

/*
 * Beside `groups`, which has been chosen, the same by items. `*is_there`: there is such a program.
 * There is none where the caller has named a strategy, where the order of elements is published or
 * minded, and where a lane cannot hold the state.
 */
clr_status clri_items_choose(const clr_device *device, const clri_request *request,
                             const clr_plan_options *options, const clri_choice *groups,
                             clri_choice *items, bool *is_there, clri_error *error);

#endif
