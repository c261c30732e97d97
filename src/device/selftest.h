/* SPDX-License-Identifier: Apache-2.0 */
/*
 * selftest - whether a device computes rightly what is known. Drivers have not: Mesa 22.3's rusticl
 * on llvmpipe stops loops after 65,535 steps and says nothing (LP_MAX_TGSI_LOOP_ITERATIONS).
 */
#ifndef CLREDUCE_DEVICE_SELFTEST_H
#define CLREDUCE_DEVICE_SELFTEST_H

#include "base/ieee.h"
#include "device/context.h"

/* What a device does in its own way: it may, and kernels go by it. */
typedef struct clri_verdict {
    clri_ieee_operation wrong; /* that its doubles get wrong; CLRI_IEEE_OPERATIONS: none */
    int compares;              /* 1: floats, as IEEE 754 says */
} clri_verdict;

/*
 * Tests the device, unless the disk cache remembers what this very device has come to. Returns
 * CLR_OK, with a verdict; CLR_ERROR_SELF_TEST; or a failure of OpenCL or of memory.
 */
clr_status clri_selftest_run(clr_context *context, clri_verdict *verdict, clri_error *error);

/* The program of the tests, for other compilers to try: the caller frees it. */
clr_status clri_selftest_source(const char *pragmas, bool has_fp64, char **text, clri_error *error);

#endif
