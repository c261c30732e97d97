/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arithmetic - tests whether a device's double arithmetic follows IEEE 754, on the rows of
 * base/ieee.def, as levels exact and reproducible rest on it: each operation rounds to nearest,
 * ties to even, keeps subnormal numbers, infinities and NaNs, and is neither fused nor reordered.
 * TwoSum and the other certificates of cl/exact prove nothing otherwise. Drivers that are set to
 * fast math fail, and their devices are used without doubles.
 */
#ifndef CLREDUCE_DEVICE_ARITHMETIC_H
#define CLREDUCE_DEVICE_ARITHMETIC_H

#include "base/ieee.h"
#include "base/source.h"
#include "device/context.h"

/* Adds the test's kernels to a text with doubles enabled. */
void clri_arithmetic_add(clri_source *source);

/*
 * Runs the test's kernels, built from such a text, on scalars and on vectors. `wrong` becomes the
 * first operation with a wrong result, or CLRI_IEEE_OPERATIONS. Returns CLR_OK, or a failure of
 * OpenCL or of memory.
 */
clr_status clri_arithmetic_check(clr_context *context, cl_program program,
                                 clri_ieee_operation *wrong, clri_error *error);

#endif
