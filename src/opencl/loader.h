/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loader - where the functions of OpenCL come from: the loader that the library is linked with, or,
 * in a build with CLREDUCE_OPENCL_DLOPEN, a loader that is opened when the first of them is called.
 * Python's wheel is built so, as it has to load on machines without OpenCL
 * (docs/history/2026-11-28-python.md).
 */
#ifndef CLREDUCE_OPENCL_LOADER_H
#define CLREDUCE_OPENCL_LOADER_H

#include <stdbool.h>
#include <stddef.h>

/* Opens the usual loader, unless one is open. False: there is none, and `reason` says what to do.
 */
bool clri_loader_open(char *reason, size_t reason_size);

/* Whether the loader has the functions of OpenCL 2.0: it may be older than the devices' drivers. */
bool clri_loader_knows_2_0(void);

#endif
