/* SPDX-License-Identifier: Apache-2.0 */
/*
 * choose_items - the second program of a plan of rows or spans: results by single items
 * (cl/reduce_items.cl) and by teams of items (cl/reduce_teams.cl), besides results by groups.
 * row_grid chooses among these for a run. Pure.
 */
#ifndef CLREDUCE_CHOOSE_CHOOSE_ITEMS_H
#define CLREDUCE_CHOOSE_CHOOSE_ITEMS_H

#include "choose/choice.h"

/*
 * Chooses the program from `groups`, the first program's choice. `*is_there`: the plan has such a
 * program. It has none where the caller names a strategy, where a level or an operator needs an
 * order of elements, and where a lane cannot hold the state.
 */
clr_status clri_items_choose(const clr_device *device, const clri_request *request,
                             const clr_plan_options *options, const clri_choice *groups,
                             clri_choice *items, bool *is_there, clri_error *error);

#endif
