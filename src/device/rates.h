/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rates - how soon a device answers about data in host memory, by figures that were measured there
 * once and are kept on disk; and which of several answers first. Measuring is host/rank's. Pure but
 * for the disk.
 */
#ifndef CLREDUCE_DEVICE_RATES_H
#define CLREDUCE_DEVICE_RATES_H

#include "device/cache.h"

#include <clreduce/clreduce.h>
#include <stdbool.h>

/* All of a whole call, clr_reduce() of an array in host memory: nobody cares what takes how long.
 */
typedef struct clri_rates {
    uint64_t start_ns; /* a context, its first call, whose kernels the disk has, and its end */
    uint64_t call_ns;  /* a later call, of few elements */
    uint64_t mib_ns;   /* what a MiB of f32 adds to it: it is read, or sent and read */
} clri_rates;

/* What is reduced. */
typedef struct clri_task {
    uint64_t count;  /* elements of an input */
    uint64_t size;   /* bytes of an element, of all inputs together */
    unsigned weight; /* work beside reading that a CPU has, in that of a plain sum of f32 */
} clri_task;

/* Both are false, or nothing, where the disk keeps nothing. */
bool clri_rates_get(const clri_cache *cache, const clr_device *device, clri_rates *rates);
void clri_rates_put(const clri_cache *cache, const clr_device *device, const clri_rates *rates);

/*
 * Sets start_ns, call_ns and data_ns of the estimate. Other devices than CPUs wait for what is sent
 * to them, and a CPU for its own work: of narrow elements it has as much of as of those of 4 bytes.
 */
void clri_rates_estimate(const clri_rates *rates, bool is_cpu, const clri_task *task,
                         clr_estimate *estimate);

/*
 * What a CPU has to do for each element of what these reductions compute in one reading, which
 * have no map, condition or text of their own; 0: nobody has measured anything like it.
 */
unsigned clri_rates_weight(const clr_reduction *reductions, size_t count);

/* Whether `a` answers before `b`: not if they take as long, and an unknown one never. */
bool clri_rates_is_sooner(const clr_estimate *a, const clr_estimate *b);

#endif
