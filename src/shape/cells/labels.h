/* SPDX-License-Identifier: Apache-2.0 */
/*
 * labels - the choice for results by label through atomics: every label has a cell in the plan's
 * memory, which items change as they meet the label's elements, in any order. That needs a state
 * for which order does not matter to the bits: integers, minima and maxima, exact sums. What has no
 * such state, or is of several reductions, is sorted instead (shape/sort/label_sort.h). Pure.
 */
#ifndef CLREDUCE_SHAPE_LABELS_H
#define CLREDUCE_SHAPE_LABELS_H

#include "choose/limits.h"

/* Whether atomics can fold all of the request; else labels are sorted (shape/sort/label_sort.h). */
bool clri_labels_are_folded(const clr_device *device, const clri_request *request);

/* clri_choose() for carrier cells. */
clr_status clri_labels_choose(const clr_device *device, const clri_request *request,
                              const clr_plan_options *options, const clri_limits *limits,
                              clri_choice *choice, clri_error *error);

#endif
