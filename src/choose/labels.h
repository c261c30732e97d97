/* SPDX-License-Identifier: Apache-2.0 */
/*
 * labels - how results by label are carried out: every label has a cell in the plan's memory, which
 * items change by atomics as they meet its elements. Pure.
 */
#ifndef CLREDUCE_CHOOSE_LABELS_H
#define CLREDUCE_CHOOSE_LABELS_H

#include "choose/limits.h"

/* Whether atomics fold all that is asked for; else it takes a sort (choose/label_sort.h). */
bool clri_labels_are_folded(const clr_device *device, const clri_request *request);

/* clri_choose() for that shape. */
clr_status clri_labels_choose(const clr_device *device, const clri_request *request,
                              const clr_plan_options *options, const clri_limits *limits,
                              clri_choice *choice, clri_error *error);

#endif
