/* SPDX-License-Identifier: Apache-2.0 */
/*
 * device - a device's own answers as plain data, corrected by the quirks known of its driver.
 * Asking can fail in any part and never stops: what was not told stays unknown.
 */
#ifndef CLREDUCE_DEVICE_DEVICE_H
#define CLREDUCE_DEVICE_DEVICE_H

#include <clreduce/clreduce.h>
#include <stdbool.h>

/* Fills everything but the indices, which become CLR_UNKNOWN. */
void clri_device_ask(cl_platform_id platform, cl_device_id device, clr_device *facts);

/* The fact, or `otherwise` if it is unknown. */
static inline uint64_t clri_known(uint64_t fact, uint64_t otherwise)
{
    return fact == CLR_UNKNOWN ? otherwise : fact;
}

/* Whether a yes-or-no fact is a known yes. */
static inline bool clri_yes(uint64_t fact)
{
    return fact != CLR_UNKNOWN && fact != 0;
}

/* What its compiler must be told for OpenCL C 1.2, or a later one: a literal. */
const char *clri_device_language(const clr_device *device, bool later);

/* A device of which nothing is known counts as a GPU. */
static inline bool clri_is_cpu(const clr_device *device)
{
    const uint64_t type = clri_known(device->type, CL_DEVICE_TYPE_GPU);

    return (type & CL_DEVICE_TYPE_CPU) && !(type & CL_DEVICE_TYPE_GPU);
}

#endif
