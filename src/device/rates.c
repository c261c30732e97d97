/* SPDX-License-Identifier: Apache-2.0 */
#include "device/rates.h"
#include "base/text.h"
#include "device/program.h"
#include "problem/operator.h"

#include <stdlib.h>

/* ---- on disk ---- */

/* Figures on disk hold for one device, driver and library, under the same settings. */
static char *key_of(const clr_device *device)
{
    char *environment = clri_program_environment(device);
    clri_text key = {0};

    clri_text_addf(&key, "rates 1\n%s", environment ? environment : "");
    if (!environment)
        key.failed = true;
    free(environment);
    return clri_text_take(&key);
}

bool clri_rates_get(const clri_cache *cache, const clr_device *device, clri_rates *rates)
{
    char *key = key_of(device);
    size_t size = 0;
    clri_rates *kept = key ? clri_cache_get(cache, key, &size) : NULL;
    const bool is_kept = kept && size == sizeof *kept && kept->call_ns != 0 && kept->mib_ns != 0;

    if (is_kept)
        *rates = *kept;
    free(kept);
    free(key);
    return is_kept;
}

void clri_rates_put(const clri_cache *cache, const clr_device *device, const clri_rates *rates)
{
    char *key = key_of(device);

    if (key)
        clri_cache_put(cache, key, rates, sizeof *rates);
    free(key);
}

/* ---- estimates ---- */

enum { MEASURED_SIZE = 4 }; /* bytes of the measured elements */

static uint64_t whole(double ns)
{
    return ns < 0x1p63 ? (uint64_t)ns : UINT64_C(1) << 63;
}

void clri_rates_estimate(const clri_rates *rates, bool is_cpu, const clri_task *task,
                         clr_estimate *estimate)
{
    const double size = (double)task->size;
    const double narrow = size < MEASURED_SIZE ? MEASURED_SIZE : size;
    const double work = is_cpu ? narrow * task->weight : size;

    estimate->start_ns = rates->start_ns;
    estimate->call_ns = rates->call_ns;
    estimate->data_ns = whole((double)task->count * work * 0x1p-20 * (double)rates->mib_ns);
    estimate->is_known = 1;
}

/*
 * On a CPU exact and reproducible sums take up to twice the time of fast sums, and sums of products
 * twice the time of sums of values.
 */
static unsigned weight_of(const clr_reduction *reduction)
{
    const bool is_loose =
        reduction->accuracy == CLR_ACCURACY_FAST || reduction->accuracy == CLR_ACCURACY_RELAXED;
    const clri_operator *op = clri_operator_of(reduction->op);

    if (reduction->map || reduction->where || reduction->custom || !op)
        return 0;
    const clri_fold_row *fold = clri_fold_of(op->fold);
    const clri_lift_row *lift = clri_lift_of(op->lift);
    const bool sums = !fold->compares && lift->keeps != CLRI_KEEPS_NOTHING;
    const bool is_careful = sums && !is_loose && reduction->type >= CLR_TYPE_F16;

    return fold->weight * (lift->keeps == CLRI_KEEPS_PRODUCTS ? 2 : 1) * (is_careful ? 2 : 1);
}

unsigned clri_rates_weight(const clr_reduction *reductions, size_t count)
{
    unsigned all = 0;

    for (size_t i = 0; i < count; i++) {
        const unsigned weight = weight_of(&reductions[i]);

        if (weight == 0)
            return 0;
        all += weight;
    }
    return all;
}

static double total(const clr_estimate *estimate)
{
    return (double)estimate->start_ns + (double)estimate->call_ns + (double)estimate->data_ns;
}

bool clri_rates_is_sooner(const clr_estimate *a, const clr_estimate *b)
{
    if (!a->is_known || !b->is_known)
        return a->is_known > b->is_known;
    return total(a) < total(b);
}
