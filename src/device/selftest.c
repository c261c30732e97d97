/* SPDX-License-Identifier: Apache-2.0 */
#include "device/selftest.h"
#include "base/count.h"
#include "base/limbs.h"
#include "base/source.h"
#include "device/arithmetic.h"
#include "device/comparison.h"
#include "device/device.h"
#include "device/probe.h"
#include "device/quirk.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    KNOWN_NUMBERS = 70000, /* more than 2^16 */
    KNOWN_ITEMS = 64       /* at most */
};

static const char *const testing = "testing what the device computes";

/* ---- known sums: cl/probe/sums.cl ---- */

/* Number i, as cl/probe/sums.cl computes it: by a product of 64 bits, the upper half of one, and
 * leading zeros, which kernels need. */
static uint32_t known_number(uint32_t i)
{
    const uint64_t x = i * UINT64_C(0x9e3779b97f4a7c15);

    return (uint32_t)(clri_product_high(x, UINT64_C(0xd1b54a32d192ed03)) >> 32) ^
           (x ? (uint32_t)__builtin_clzll(x) : 64);
}

static uint64_t known_sum(void)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < KNOWN_NUMBERS; i++)
        sum += known_number(i);
    return sum;
}

static clr_status check_sum(const clr_context *context, const char *what, uint64_t sum,
                            clri_error *error)
{
    if (sum == known_sum())
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_SELF_TEST,
                     "%s computes wrongly: %s gave %" PRIu64 " instead of %" PRIu64
                     "; update its driver (%s %s) or use another device",
                     context->device.name, what, sum, known_sum(), context->device.platform_name,
                     context->device.driver_version);
}

/* A group's sums, by the largest group that the device promises, then by smaller ones, as some
 * drivers refuse less than they promise. */
static clr_status sum_together(clr_context *context, cl_program program, uint64_t words[2],
                               clri_error *error)
{
    const clr_device *device = &context->device;
    size_t items =
        (size_t)clri_smaller(clri_smaller(KNOWN_ITEMS, clri_known(device->max_work_group_size, 1)),
                             clri_known(device->max_work_item_sizes[0], 1));
    clr_status status;

    words[0] = words[1] = 0; /* clears what another kernel has left */
    while ((status = clri_probe_run(context, program, "clr_sum_together", items, items, words,
                                    2 * sizeof *words, testing, error)) != CLR_OK &&
           items > 1 && clri_error_is_refusal(error)) {
        clri_error_clear(error);
        items /= 2;
    }
    return status;
}

static clr_status check_sums(clr_context *context, cl_program program, clri_error *error)
{
    uint64_t words[2] = {0, 0};

    CLRI_OR_RETURN(clri_probe_run(context, program, "clr_sum_alone", 1, 1, words, sizeof words,
                                  testing, error));
    CLRI_OR_RETURN(check_sum(context, "a loop of 70,000 steps", words[0], error));
    CLRI_OR_RETURN(sum_together(context, program, words, error));
    CLRI_OR_RETURN(check_sum(context, "a group's tree over 70,000 numbers", words[0], error));
    return check_sum(context, "a group's atomics over 70,000 numbers", words[1], error);
}

/* ---- all tests ---- */

clr_status clri_selftest_source(const char *pragmas, bool has_fp64, char **text, clri_error *error)
{
    clri_source source;

    clri_source_begin(&source, NULL, error);
    clri_source_language(&source, pragmas, has_fp64);
    clri_source_define_number(&source, CLRI_MACRO_KNOWN_NUMBERS, KNOWN_NUMBERS);
    clri_source_define_number(&source, CLRI_MACRO_KNOWN_ITEMS, KNOWN_ITEMS);
    clri_source_piece(&source, "probe/sums");
    clri_comparison_add(&source);
    if (has_fp64)
        clri_arithmetic_add(&source);
    return clri_source_end(&source, text);
}

/* Built as OpenCL C 1.2, like most plans. */
static clr_status run_tests(clr_context *context, const char *source, clri_verdict *verdict,
                            clri_error *error)
{
    clri_program *program = NULL;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_program_get(&context->programs, source,
                              clri_device_language(&context->device, false), &program, error));
    CLRI_TRY(check_sums(context, program->opencl, error));
    CLRI_TRY(clri_comparison_check(context, program->opencl, &verdict->compares, error));
    if (clri_yes(context->device.fp64))
        CLRI_TRY(clri_arithmetic_check(context, program->opencl, &verdict->wrong, error));
cleanup:
    clri_program_release(&context->programs, program);
    return status;
}

/* The arithmetic again in the later OpenCL C that fences need, whose compiler may be another. If it
 * fails to build, plans with fences cannot be built either, and the device passes. */
static clr_status run_later_tests(clr_context *context, const char *source,
                                  clri_ieee_operation *wrong, clri_error *error)
{
    const clr_device *device = &context->device;
    clri_program *program = NULL;
    clr_status status = CLR_OK;

    if (!clri_yes(device->fp64) || clri_known(device->opencl_c_latest, 0) < 200 ||
        *wrong != CLRI_IEEE_OPERATIONS)
        return CLR_OK;
    status = clri_program_get(&context->programs, source, clri_device_language(device, true),
                              &program, error);
    if (status == CLR_ERROR_BUILD) {
        clri_error_clear(error);
        return CLR_OK;
    }
    if (status == CLR_OK)
        status = clri_arithmetic_check(context, program->opencl, wrong, error);
    clri_program_release(&context->programs, program);
    return status;
}

static clr_status test(clr_context *context, clri_verdict *verdict, clri_error *error)
{
    char *source = NULL;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_selftest_source(clri_quirk_text(&context->device, CLRI_HABIT_PRAGMAS),
                                  clri_yes(context->device.fp64), &source, error));
    CLRI_TRY(run_tests(context, source, verdict, error));
    CLRI_TRY(run_later_tests(context, source, &verdict->wrong, error));
cleanup:
    free(source);
    return status;
}

/* Tests the device, unless an earlier test of the same driver has left its verdict. */
static clr_status find_verdict(clr_context *context, clri_verdict *verdict, clri_error *error)
{
    clri_text text = {0};
    char *environment = clri_program_environment(&context->device);
    size_t size = 0;
    char *key;
    clri_verdict *earlier;
    clr_status status = CLR_OK;

    *verdict = (clri_verdict){CLRI_IEEE_OPERATIONS, 1};
    clri_text_addf(&text, "self-test 6\n%s", environment ? environment : "");
    key = clri_text_take(&text);
    earlier = key && environment ? clri_cache_get(&context->cache, key, &size) : NULL;
    if (earlier && size == sizeof *verdict && earlier->wrong <= CLRI_IEEE_OPERATIONS) {
        *verdict = *earlier;
    } else {
        status = test(context, verdict, error);
        if (status == CLR_OK && key && environment)
            clri_cache_put(&context->cache, key, verdict, sizeof *verdict);
    }
    free(earlier);
    free(key);
    free(environment);
    return status;
}

/* Refuses a device whose compiler is known to be wrong. */
static clr_status check_known(const clr_device *device, clri_error *error)
{
    const char *fault = clri_quirk_text(device, CLRI_HABIT_FAULT);

    if (!fault)
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_SELF_TEST,
                     "%s computes wrongly: %s; update its driver (%s %s) or use another device",
                     device->name, fault, device->platform_name, device->driver_version);
}

clr_status clri_selftest_run(clr_context *context, clri_verdict *verdict, clri_error *error)
{
    CLRI_OR_RETURN(check_known(&context->device, error));
    return find_verdict(context, verdict, error);
}
