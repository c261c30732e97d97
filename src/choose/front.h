/* SPDX-License-Identifier: Apache-2.0 */
/*
 * front - the stage in front of the reductions, if any, and the domain that it leaves: spans, for
 * any shape. Only here a plan's domain is replaced by another. Pure.
 */
#ifndef CLREDUCE_CHOOSE_FRONT_H
#define CLREDUCE_CHOOSE_FRONT_H

#include "choose/key_runs.h"
#include "choose/label_sort.h"
#include "problem/request.h"

/* At most one of the two is there. */
typedef struct clri_front_choice {
    clri_key_runs runs;
    clri_label_sort sort;
} clri_front_choice;

/*
 * Chooses the stage that the shape's row asks for, and replaces the request's domain by the one
 * that the stage leaves. CLR_ERROR_UNSUPPORTED where the device has no buffers of the size.
 */
clr_status clri_front_choose(const clr_device *device, const clr_plan_options *options,
                             clri_request *request, clri_front_choice *front, clri_error *error);

#endif
