/* SPDX-License-Identifier: Apache-2.0 */
/* probe - a small kernel that is run once, to learn something of the device or its compiler. */
#ifndef CLREDUCE_SRC_PROBE_H
#define CLREDUCE_SRC_PROBE_H

#include "context.h"

/*
 * Runs the kernel of that name, in `items` work-items, on a buffer of the `size` bytes, and waits
 * until they are what it has made of them. `what` is what messages say was being done. Returns
 * CLR_OK, or a failure of OpenCL.
 */
clr_status clri_probe_run(clr_context *context, cl_program program, const char *name, size_t items,
                          void *bytes, size_t size, const char *what, clri_error *error);

#endif
