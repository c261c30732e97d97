/* SPDX-License-Identifier: Apache-2.0 */
/*
 * comparison - tests whether a device compares floats as IEEE 754 says. Drivers that flush
 * subnormal numbers, as OpenCL permits, or assume finite numbers fail; on their devices maps and
 * conditions compare bits (docs/map.md, "Where arithmetic is the device's"). Sums do not depend on
 * it: the library tests floats by their bits.
 */
#ifndef CLREDUCE_DEVICE_COMPARISON_H
#define CLREDUCE_DEVICE_COMPARISON_H

#include "base/source.h"
#include "device/context.h"

/* Adds the test's kernel to a text. */
void clri_comparison_add(clri_source *source);

/* Runs the test's kernel, built from such a text. Returns CLR_OK with `are_right` set, or a failure
 * of OpenCL or of memory. */
clr_status clri_comparison_check(clr_context *context, cl_program program, int *are_right,
                                 clri_error *error);

#endif
