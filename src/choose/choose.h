/* SPDX-License-Identifier: Apache-2.0 */
/*
 * choose - how a reduction is carried out on a device: strategy and sizes, from the device's own
 * answers and the caller's wishes. Pure: no OpenCL call, so every decision is tested without one.
 */
#ifndef CLREDUCE_CHOOSE_CHOOSE_H
#define CLREDUCE_CHOOSE_CHOOSE_H

#include "choose/limits.h"
#include "problem/request.h"

/*
 * Chooses for a request, which must outlive the choice, what fits the device's local memory and
 * the limits that kernels have taught; NULL: none have been compiled yet. Returns CLR_OK,
 * CLR_ERROR_ARGUMENT or CLR_ERROR_UNSUPPORTED, with the reason in `error`.
 */
clr_status clri_choose(const clr_device *device, const clri_request *request,
                       const clr_plan_options *options, const clri_limits *limits,
                       clri_choice *choice, clri_error *error);

#endif
