/* SPDX-License-Identifier: Apache-2.0 */
/* probe - a small kernel that is run once, to learn something of the device or its compiler. */
#ifndef CLREDUCE_DEVICE_PROBE_H
#define CLREDUCE_DEVICE_PROBE_H

#include "device/context.h"

/*
 * Runs the kernel of that name, in `items` work-items that are groups of `group_size`, on a buffer
 * of the `size` bytes, and waits until they are what it has made of them. `what` is what messages
 * say was being done. Returns CLR_OK, or a failure of OpenCL. (PoCL 3.1 aborts if it is to find a
 * size itself where none but 1 is possible: so there is no such choice.)
 */
clr_status clri_probe_run(clr_context *context, cl_program program, const char *name, size_t items,
                          size_t group_size, void *bytes, size_t size, const char *what,
                          clri_error *error);

#endif
