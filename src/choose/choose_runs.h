/* SPDX-License-Identifier: Apache-2.0 */
/*
 * choose_runs - whether runs of keys are found and folded at once (cl/reduce_runs.cl), and by items
 * that have how many elements each. Pure.
 */
#ifndef CLREDUCE_CHOOSE_CHOOSE_RUNS_H
#define CLREDUCE_CHOOSE_CHOOSE_RUNS_H

#include "choose/choice.h"
#include "choose/key_runs.h"

/*
 * Of a plan of shape runs, whose results teams of items are to have: where GPUs join states as they
 * come, and elements need not know their numbers. Else it leaves `items` as they are.
 */
void clri_runs_choose(const clr_device *device, const clri_key_runs *runs, clri_choice *items);

/* What finds the runs of such a plan, told of that. */
void clri_runs_settle(const clr_device *device, const clri_choice *items, clri_key_runs *runs);

/* Of runs that are to be made anew: how many elements are not too many for one of `groups`. Of
 * `count` together fewer than CLRI_GIANTS_MOST have more. */
uint64_t clri_runs_giant(const clri_choice *items, const clri_choice *groups, uint64_t count);

#endif
