/* SPDX-License-Identifier: Apache-2.0 */
/* probe - runs a small kernel once, on one buffer, to learn about the device or its compiler: for
 * the self-test, and for sizes of a custom operator's structs. */
#ifndef CLREDUCE_DEVICE_PROBE_H
#define CLREDUCE_DEVICE_PROBE_H

#include "device/context.h"

/*
 * Runs the kernel `name` with `items` work-items in groups of `group_size` on a buffer initialised
 * from `bytes`, and copies the buffer back. Messages say `what` was being done. Returns CLR_OK, or
 * a failure of OpenCL. The group size is always given: PoCL 3.1 aborts when it is to choose and
 * only 1 is possible.
 */
clr_status clri_probe_run(clr_context *context, cl_program program, const char *name, size_t items,
                          size_t group_size, void *bytes, size_t size, const char *what,
                          clri_error *error);

#endif
