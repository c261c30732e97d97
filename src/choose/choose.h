/* SPDX-License-Identifier: Apache-2.0 */
/*
 * choose - makes the choice for a request: strategy, pieces and sizes, from the device's answers
 * and the caller's options, and sentences for clr_plan_info.why. Plans are made by it; where
 * compiled kernels turn out to allow less than was chosen, src/plan asks again with the limits
 * (limits.h). Pure: it makes no OpenCL call, so that every decision is tested without a device
 * (tests/test_choose.c).
 */
#ifndef CLREDUCE_CHOOSE_CHOOSE_H
#define CLREDUCE_CHOOSE_CHOOSE_H

#include "choose/limits.h"
#include "problem/request.h"

/*
 * Chooses for a request, which must outlive the choice, within the device's local memory and the
 * limits that compiled kernels reported (NULL: none compiled yet). Returns CLR_OK,
 * CLR_ERROR_ARGUMENT or CLR_ERROR_UNSUPPORTED, with the reason in `error`.
 */
clr_status clri_choose(const clr_device *device, const clri_request *request,
                       const clr_plan_options *options, const clri_limits *limits,
                       clri_choice *choice, clri_error *error);

/* Chooses how states are left in place of results, if the request asks for that; the choice's
 * pass must have been found. For carriers that choose by themselves. CLR_OK, or
 * CLR_ERROR_UNSUPPORTED with the reason. */
clr_status clri_choose_left(const clr_device *device, const clri_request *request,
                            clri_choice *choice, clri_error *error);

#endif
