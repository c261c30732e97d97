/* SPDX-License-Identifier: Apache-2.0 */
/*
 * custom - a custom operator before it is part of a plan. Its text is compiled alone first: a
 * mistake is then reported with the lines of the text that the caller wrote, and the device tells
 * how large the operator's types are, by which states are laid out.
 */
#ifndef CLREDUCE_PLAN_CUSTOM_H
#define CLREDUCE_PLAN_CUSTOM_H

#include "device/context.h"
#include "problem/request.h"

/*
 * Compiles the operator's text alone, so that errors have its own line numbers, and has the device
 * report the sizes of its types. Returns CLR_OK, CLR_ERROR_BUILD with the compiler's log,
 * CLR_ERROR_ARGUMENT (sizes that do not fit), or the OpenCL failure.
 */
clr_status clri_custom_measure(clr_context *context, clri_request *request, clri_error *error);

/* Sets placeholder sizes, for checks without a device. */
void clri_custom_assume(clri_custom *custom);

#endif
