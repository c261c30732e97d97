/* SPDX-License-Identifier: Apache-2.0 */
/* custom - an operator of the caller's own, before it is part of a plan: does it compile, and how
 * large are its types? */
#ifndef CLREDUCE_PLAN_CUSTOM_H
#define CLREDUCE_PLAN_CUSTOM_H

#include "device/context.h"
#include "problem/request.h"

/*
 * Compiles the operator's text by itself, so that errors are in its own lines, and has the device
 * tell the sizes of its types. Returns CLR_OK, CLR_ERROR_BUILD with the compiler's log,
 * CLR_ERROR_ARGUMENT (sizes that do not fit), or what OpenCL failed at.
 */
clr_status clri_custom_measure(clr_context *context, clri_request *request, clri_error *error);

/* Sizes that will do for checking what needs no device. */
void clri_custom_assume(clri_custom *custom);

#endif
