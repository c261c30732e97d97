/* SPDX-License-Identifier: Apache-2.0 */
/* sizes - size and number of a choice's groups, lanes of a vector, and loads in flight of an item:
 * the caller's sizes, or the best ones of tuning.def, lowered to what the device and its local
 * memory allow. Sizes change speed alone, never the result of a level that promises bits. Pure. */
#ifndef CLREDUCE_CHOOSE_SIZES_H
#define CLREDUCE_CHOOSE_SIZES_H

#include "choose/limits.h"

/*
 * Fills in `sizes` of a choice whose strategy and pass are set, and appends the reasons to `why`.
 * Sets sizes.is_cramped (groups are smaller than is best, for lack of local memory) on failure,
 * too: choose.c then tries again with less beside the bins of exact sums. Returns CLR_OK,
 * CLR_ERROR_ARGUMENT or CLR_ERROR_UNSUPPORTED, with the reason in `error`.
 */
clr_status clri_sizes_find(const clr_device *device, const clr_plan_options *options,
                           const clri_limits *limits, clri_choice *choice, clri_error *error);

/* Whether an item needs many registers besides its loads: for states, or for runs of exact sums. */
bool clri_is_wide(const clr_device *device, const clri_choice *choice);

#endif
