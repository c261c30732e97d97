/* SPDX-License-Identifier: Apache-2.0 */
/*
 * selftest - tests a device on known results before anything is computed on it. Devices have
 * failed: Mesa 22.3's rusticl on llvmpipe silently stops loops after 65,535 steps
 * (LP_MAX_TGSI_LOOP_ITERATIONS). Sums beyond that, a group's tree and a group's atomics must come
 * out right; how doubles round and floats compare is told by a verdict. A verdict is kept on disk
 * for a device and driver, so that a later context does not wait for it.
 */
#ifndef CLREDUCE_DEVICE_SELFTEST_H
#define CLREDUCE_DEVICE_SELFTEST_H

#include "base/ieee.h"
#include "device/context.h"

/* Deviations that OpenCL permits, and that the choice of kernels allows for. */
typedef struct clri_verdict {
    clri_ieee_operation wrong; /* first operation wrong in doubles; CLRI_IEEE_OPERATIONS: none */
    int compares;              /* 1: floats compare as IEEE 754 says */
} clri_verdict;

/* Tests the device, or takes its verdict from the disk cache. Returns CLR_OK with a verdict;
 * CLR_ERROR_SELF_TEST; or a failure of OpenCL or of memory. */
clr_status clri_selftest_run(clr_context *context, clri_verdict *verdict, clri_error *error);

/* The tests' program, for tests by other compilers; the caller frees it. */
clr_status clri_selftest_source(const char *pragmas, bool has_fp64, char **text, clri_error *error);

#endif
