/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rank - which device reduces data in host memory soonest. Measures whole clr_reduce() calls of few
 * and of many elements, by the host's clock.
 */
#include "base/sized.h"
#include "device/device.h"
#include "device/rates.h"
#include "problem/request.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- measuring ---- */

enum {
    FEW = 16,
    CALLS = 8,
    PASSES = 3,
    MIB = 128 /* exceeds most caches */
};

/* Memory-bound on every device, and quick to compile. */
static const clr_reduction measured = {.size = sizeof measured,
                                       .op = CLR_OPERATOR_SUM,
                                       .type = CLR_TYPE_F32,
                                       .accuracy = CLR_ACCURACY_FAST};

static uint64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static float *make_numbers(void)
{
    const size_t count = ((size_t)MIB << 20) / sizeof(float);
    float *numbers = malloc(count * sizeof *numbers);

    for (size_t i = 0; numbers && i < count; i++)
        numbers[i] = 1;
    return numbers;
}

/* Lowers `*least` to the call's time. */
static clr_status time_call(clr_context *context, const float *numbers, uint64_t count,
                            uint64_t *least)
{
    const uint64_t start_ns = now_ns();
    float sum = 0;
    const clr_status status = clr_reduce(context, &measured, numbers, count, &sum, sizeof sum);
    const uint64_t took = now_ns() - start_ns;

    *least = took < *least ? took : *least;
    return status;
}

/* A context and its first call, as another process would make them. */
static clr_status start(const clr_context_options *options, const float *numbers,
                        clr_context **context, uint64_t *start_ns)
{
    const uint64_t begin_ns = now_ns();
    uint64_t first_ns = UINT64_MAX;
    clr_status status = CLR_OK;

    CLRI_TRY(clr_context_create(options, context));
    CLRI_TRY(time_call(*context, numbers, FEW, &first_ns));
cleanup:
    *start_ns = now_ns() - begin_ns;
    return status;
}

/* The first call also pins memory, as in every process: that belongs to start_ns. */
static clr_status time_calls(clr_context *context, const float *numbers, clri_rates *rates)
{
    const uint64_t many = ((uint64_t)MIB << 20) / sizeof *numbers;
    uint64_t few_ns = UINT64_MAX, first_ns = UINT64_MAX, many_ns;

    for (int i = 0; i < CALLS; i++)
        CLRI_OR_RETURN(time_call(context, numbers, FEW, &few_ns));
    CLRI_OR_RETURN(time_call(context, numbers, many, &first_ns));
    many_ns = first_ns;
    for (int i = 1; i < PASSES; i++)
        CLRI_OR_RETURN(time_call(context, numbers, many, &many_ns));
    rates->start_ns += first_ns - many_ns;
    rates->call_ns = few_ns ? few_ns : 1;
    rates->mib_ns = many_ns > few_ns + MIB ? (many_ns - few_ns) / MIB : 1;
    return CLR_OK;
}

/* Twice: the first time compiles and tests what the disk caches. */
static clr_status measure_starts(const clr_context_options *options, const float *numbers,
                                 clr_context **context, clri_rates *rates)
{
    CLRI_OR_RETURN(start(options, numbers, context, &rates->start_ns));
    clr_context_destroy(*context);
    *context = NULL;
    CLRI_OR_RETURN(start(options, numbers, context, &rates->start_ns));
    return time_calls(*context, numbers, rates);
}

/* With the time to destroy the context, which drivers take when a process ends, too. */
static clr_status measure(const clr_context_options *options, const clri_log *log,
                          const clr_device *device, clri_rates *rates)
{
    float *numbers = make_numbers();
    clr_context *context = NULL;
    clr_status status =
        numbers ? measure_starts(options, numbers, &context, rates) : CLR_ERROR_MEMORY;
    uint64_t end_ns;

    if (status != CLR_OK)
        clri_log_say(log, CLR_LOG_WARNING, "how soon %s answers is not known: %s", device->name,
                     context ? clr_context_error(context)->message : clr_status_name(status));
    end_ns = now_ns();
    clr_context_destroy(context);
    rates->start_ns += now_ns() - end_ns;
    free(numbers);
    return status;
}

/* ---- the work ---- */

/* False for work that was never measured. */
static bool read_task(const clr_reduction *reductions, size_t reduction_count, uint64_t count,
                      clri_task *task)
{
    clr_reduction all[CLR_REDUCTIONS_MOST];
    clri_error error = {0};
    clr_custom custom;
    uint64_t inputs = 1;
    bool is_read = reduction_count > 0 && reduction_count <= CLR_REDUCTIONS_MOST;

    for (size_t i = 0; is_read && i < reduction_count; i++) {
        clr_operator_info info = {.size = sizeof info};

        is_read = clri_reduction_read(reductions, i, &all[i], &custom, &error) == CLR_OK &&
                  clr_operator_describe(all[i].op, &info) == CLR_OK;
        inputs = is_read && info.inputs > inputs ? info.inputs : inputs;
    }
    clri_error_clear(&error);
    if (!is_read)
        return false;
    *task = (clri_task){.count = count,
                        .size = inputs * clr_type_size(all[0].type),
                        .weight = clri_rates_weight(all, reduction_count)};
    return task->weight != 0 && task->size != 0;
}

/* For this device alone, and without its notes, which come again when the caller creates the
 * context. */
static clr_context_options options_for(const clr_context_options *options, const char *which)
{
    clr_context_options own = *options;

    own.device = which;
    own.log = NULL;
    return own;
}

static void estimate(const clri_cache *cache, const clr_context_options *options,
                     const clri_task *task, clr_estimate *made)
{
    const clr_device *device = made->device;
    clri_rates rates = {0};
    char which[2 * 20 + 2];

    snprintf(which, sizeof which, "%" PRIu64 ":%" PRIu64, device->platform_index,
             device->device_index);
    if (!clri_rates_get(cache, device, &rates)) {
        const clr_context_options own = options_for(options, which);

        if (measure(&own, cache->log, device, &rates) != CLR_OK)
            return;
        clri_rates_put(cache, device, &rates);
    }
    clri_rates_estimate(&rates, clri_is_cpu(device), task, made);
}

/* ---- ranking ---- */

/* The default device, and a CPU if the default is a GPU. */
static size_t find_devices(clr_device_list *list, clr_estimate found[CLR_RANKED_MOST])
{
    const clr_device *first = NULL;

    if (clr_device_list_pick(list, NULL, &first) != CLR_OK)
        return 0;
    found[0].device = first;
    if (!(clri_known(first->type, 0) & CL_DEVICE_TYPE_GPU))
        return 1;
    for (size_t i = 0; i < clr_device_list_count(list); i++) {
        const clr_device *device = clr_device_list_at(list, i);

        if (device != first && clri_is_cpu(device)) {
            found[1].device = device;
            return 2;
        }
    }
    return 1;
}

static size_t rank(clr_device_list *list, const clr_context_options *options, const clri_task *task,
                   clr_estimate found[CLR_RANKED_MOST])
{
    const clri_log log = {options->log, options->log_user};
    size_t count = find_devices(list, found);
    clri_cache cache;

    if (count < 2 || !task)
        return count < 1 ? count : 1;
    clri_cache_open(&cache, options->cache_folder, &log);
    for (size_t i = 0; cache.folder && i < count; i++)
        estimate(&cache, options, task, &found[i]);
    if (cache.folder && clri_rates_is_sooner(&found[1], &found[0])) {
        const clr_estimate sooner = found[1];

        found[1] = found[0];
        found[0] = sooner;
    }
    count = cache.folder ? count : 1;
    clri_cache_close(&cache);
    return count;
}

clr_status clr_device_list_rank(clr_device_list *list, const clr_context_options *asked,
                                const clr_reduction *reductions, size_t reduction_count,
                                uint64_t count, clr_estimate *estimates, size_t *ranked)
{
    clr_context_options options = {.size = sizeof options};
    clr_estimate found[CLR_RANKED_MOST] = {{.size = sizeof *found}, {.size = sizeof *found}};
    clri_error error = {0};
    clri_task task;
    clr_status status = CLR_OK;

    if (ranked)
        *ranked = 0;
    if (!list || !reductions || !ranked || !clri_sized_is_writable(estimates, sizeof *estimates))
        return CLR_ERROR_ARGUMENT;
    if (asked)
        status = CLRI_SIZED_READ(clr_context_options, &options, asked, &error);
    clri_error_clear(&error);
    if (status != CLR_OK || options.device || options.opencl_context || options.opencl_device)
        return CLR_ERROR_ARGUMENT;
    const bool is_like_known = read_task(reductions, reduction_count, count, &task);
    const size_t there = rank(list, &options, is_like_known ? &task : NULL, found);
    const size_t stride = estimates->size;
    char *to = (char *)estimates;

    for (size_t i = 0; i < there; i++, to += stride) {
        memcpy(to, &stride, sizeof stride);
        CLRI_SIZED_WRITE(clr_estimate, to, &found[i]);
    }
    *ranked = there;
    return there ? CLR_OK : CLR_ERROR_NO_DEVICE;
}
