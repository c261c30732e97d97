/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arithmetic - whether a device computes in doubles as IEEE 754 says: rounds each operation to
 * nearest, ties to even, keeps subnormal numbers, infinities and NaNs, and neither fuses nor
 * rearranges what is written. Drivers that were told to be fast do not. Levels exact and
 * reproducible rest on it.
 */
#ifndef CLREDUCE_DEVICE_ARITHMETIC_H
#define CLREDUCE_DEVICE_ARITHMETIC_H

#include "base/ieee.h"
#include "base/source.h"
#include "device/context.h"

/* Adds the kernels of the test to a text whose language has doubles. */
void clri_arithmetic_add(clri_source *source);

/*
 * Has the device compute what is known by a program of that text, alone and in vectors. `wrong`
 * becomes the first operation that it gets wrong, or CLRI_IEEE_OPERATIONS. Returns CLR_OK, or a
 * failure of OpenCL or of memory.
 */
clr_status clri_arithmetic_check(clr_context *context, cl_program program,
                                 clri_ieee_operation *wrong, clri_error *error);

#endif
