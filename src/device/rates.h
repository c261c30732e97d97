/* SPDX-License-Identifier: Apache-2.0 */
/* rates - estimates how soon a device reduces data in host memory, by times of whole calls that
 * host/rank.c has measured once and that are kept on disk; so the soonest of several devices is
 * chosen without trying them. Pure but for the disk. */
#ifndef CLREDUCE_DEVICE_RATES_H
#define CLREDUCE_DEVICE_RATES_H

#include "device/cache.h"

#include <clreduce/clreduce.h>
#include <stdbool.h>

/* Times of whole clr_reduce() calls on arrays in host memory, whatever the time is spent on. */
typedef struct clri_rates {
    uint64_t start_ns; /* creating a context, a first call with kernels cached on disk, and
                          destroying it */
    uint64_t call_ns;  /* a later call, of few elements */
    uint64_t mib_ns;   /* added by each MiB of f32: reading it, or sending and reading it */
} clri_rates;

typedef struct clri_task {
    uint64_t count;  /* elements of an input */
    uint64_t size;   /* bytes of an element, of all inputs together */
    unsigned weight; /* instructions an element on a CPU, relative to a plain sum of f32 */
} clri_task;

/* clri_rates_get() returns false, and clri_rates_put() does nothing, without a disk cache. */
bool clri_rates_get(const clri_cache *cache, const clr_device *device, clri_rates *rates);
void clri_rates_put(const clri_cache *cache, const clr_device *device, const clri_rates *rates);

/* Sets start_ns, call_ns and data_ns. A GPU's time goes by bytes sent, a CPU's by instructions:
 * elements below 4 bytes cost it as much as those of 4. */
void clri_rates_estimate(const clri_rates *rates, bool is_cpu, const clri_task *task,
                         clr_estimate *estimate);

/* The weight (clri_task) of reductions computed in one pass; 0 if one has a map, a condition or a
 * custom operator, which were never measured. */
unsigned clri_rates_weight(const clr_reduction *reductions, size_t count);

/* Whether `a` is sooner than `b`; false of equals, and of an unknown `a`. */
bool clri_rates_is_sooner(const clr_estimate *a, const clr_estimate *b);

#endif
