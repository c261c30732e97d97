/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sizes - how large a choice's groups are and how many, what an item has in flight: what suits the
 * device, within its limits, unless the caller says otherwise. Pure.
 */
#ifndef CLREDUCE_CHOOSE_SIZES_H
#define CLREDUCE_CHOOSE_SIZES_H

#include "choose/limits.h"

/*
 * Fills in the sizes of a choice whose strategy and pass are known, and gives reasons; says whether
 * it is cramped, also on failure. Returns CLR_OK, CLR_ERROR_ARGUMENT or CLR_ERROR_UNSUPPORTED, with
 * the reason in `error`.
 */
clr_status clri_sizes_find(const clr_device *device, const clr_plan_options *options,
                           const clri_limits *limits, clri_choice *choice, clri_error *error);

/* Whether much has to be kept beside the loads: states, or what exact runs come to. */
bool clri_is_wide(const clr_device *device, const clri_choice *choice);

#endif
