/* SPDX-License-Identifier: Apache-2.0 */
/* fact - reads facts of clr_device, any of which may be unknown (CLR_UNKNOWN, the largest number,
 * which compared by itself would be wrong). */
#ifndef CLREDUCE_DEVICE_FACT_H
#define CLREDUCE_DEVICE_FACT_H

#include <clreduce/clreduce.h>
#include <stdbool.h>

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

/* A device of which nothing is known counts as a GPU. */
static inline bool clri_is_cpu(const clr_device *device)
{
    const uint64_t type = clri_known(device->type, CL_DEVICE_TYPE_GPU);

    return (type & CL_DEVICE_TYPE_CPU) && !(type & CL_DEVICE_TYPE_GPU);
}

#endif
