/* SPDX-License-Identifier: Apache-2.0 */
/*
 * front - which stage stands in front of the reductions, and what it leaves to them: spans,
 * whatever shape was asked for. The one place where a plan's domain becomes another one. Pure.
 */
#ifndef CLREDUCE_CHOOSE_FRONT_H
#define CLREDUCE_CHOOSE_FRONT_H

#include "choose/key_runs.h"
#include "choose/label_sort.h"
#include "problem/request.h"

/* One of the two is there, or none. */
typedef struct clri_front_choice {
    clri_key_runs runs;
    clri_label_sort sort;
} clri_front_choice;

/*
 * Chooses the stage that the shape's row asks for, and makes the request's domain the one that the
 * stage leaves. CLR_ERROR_UNSUPPORTED where the device has no buffers that large.
 */
clr_status clri_front_choose(const clr_device *device, const clr_plan_options *options,
                             clri_request *request, clri_front_choice *front, clri_error *error);

#endif
