/* SPDX-License-Identifier: Apache-2.0 */
/*
 * selftest - creating a context that can be trusted: opens it, has the device compute what is
 * known, and refuses the device when it is wrong, or does without its doubles when they are.
 * Drivers have been: Mesa 22.3's rusticl on llvmpipe stops loops after 65,535 steps and says
 * nothing (LP_MAX_TGSI_LOOP_ITERATIONS).
 */
#include "arithmetic.h"
#include "device.h"
#include "text.h"

#include <inttypes.h>
#include <stdlib.h>

enum { TEST_COUNT = 70000 }; /* more than 2^16 */

/* One known reduction: the sum of TEST_COUNT numbers under some plan. */
typedef struct known_sum {
    const char *name;
    clr_plan_options options;
} known_sum;

static const known_sum known_sums[] = {
    {"a reduction", {.size = sizeof(clr_plan_options)}},
    {"a loop of 70,000 steps",
     {.size = sizeof(clr_plan_options),
      .strategy = "one-group",
      .group_size = 1,
      .vector_width = 1,
      .item_loads = 1}},
};

/* Sums the buffer under the plan, and waits. */
static clr_status sum_up(clr_context *context, const clr_plan_options *options,
                         cl_command_queue queue, cl_mem buffer, uint64_t *sum, clri_error *error)
{
    const clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_U32);
    const clr_run run = {
        .size = sizeof run, .queue = queue, .inputs = {{buffer, 0, TEST_COUNT}}, .host = sum};
    clr_plan *plan = NULL;
    clr_status status = CLR_OK;
    cl_int code;

    CLRI_TRY(clr_plan_create(context, &reduction, 1, options, &plan));
    CLRI_TRY(clr_plan_run(plan, &run));
    code = clFinish(queue);
    if (code != CL_SUCCESS)
        status = clri_fail_opencl(error, code, "clFinish", "waiting for the self-test");
cleanup:
    clr_plan_destroy(plan);
    return status;
}

static clr_status check_sum(clr_context *context, const known_sum *known, uint64_t expected,
                            cl_command_queue queue, cl_mem buffer, clri_error *error)
{
    uint64_t sum = 0;
    clr_status status = sum_up(context, &known->options, queue, buffer, &sum, error);

    if (status != CLR_OK || sum == expected)
        return status;
    return clri_fail(error, CLR_ERROR_SELF_TEST,
                     "%s computes wrongly: %s over %d numbers gave %" PRIu64 " instead of %" PRIu64
                     "; update its driver (%s %s) or use another device",
                     context->device.name, known->name, (int)TEST_COUNT, sum, expected,
                     context->device.platform_name, context->device.driver_version);
}

static clr_status check_sums(clr_context *context, clri_error *error)
{
    uint32_t *numbers = malloc(TEST_COUNT * sizeof *numbers);
    uint64_t expected = 0;
    cl_command_queue queue = NULL;
    cl_mem buffer = NULL;
    clr_status status = CLR_OK;
    cl_int code;

    if (!numbers)
        return clri_fail_memory(error);
    for (uint32_t i = 0; i < TEST_COUNT; i++) {
        numbers[i] = i * 2654435761u; /* any numbers would do, but not all alike */
        expected += numbers[i];
    }
    CLRI_TRY(clri_context_queue(context, false, &queue, error));
    buffer = clCreateBuffer(context->opencl, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                            TEST_COUNT * sizeof *numbers, numbers, &code);
    if (!buffer) {
        status = clri_fail_opencl(error, code, "clCreateBuffer", "preparing the self-test");
        goto cleanup;
    }
    for (size_t i = 0; i < sizeof known_sums / sizeof *known_sums; i++)
        CLRI_TRY(check_sum(context, &known_sums[i], expected, queue, buffer, error));
cleanup:
    if (buffer)
        clReleaseMemObject(buffer);
    if (queue)
        clReleaseCommandQueue(queue);
    free(numbers);
    return status;
}

/* What a device that has passed is like. */
typedef struct verdict {
    clri_ieee_operation wrong; /* that its doubles get wrong, if there is any */
} verdict;

static clr_status run_tests(clr_context *context, verdict *found, clri_error *error)
{
    clr_status status = CLR_OK;

    CLRI_TRY(check_sums(context, error));
    if (clri_yes(context->device.fp64))
        CLRI_TRY(clri_arithmetic_check(context, &found->wrong, error));
cleanup:
    return status;
}

static void apply(clr_context *context, const verdict *found)
{
    if (!clri_yes(context->device.fp64))
        return;
    context->device.fp64_is_ieee = found->wrong == CLRI_IEEE_OPERATIONS;
    if (found->wrong != CLRI_IEEE_OPERATIONS)
        clri_log_say(&context->log, CLR_LOG_WARNING,
                     "%s does not compute in doubles as IEEE 754 says (%s came out wrong): exact "
                     "sums are made of integers there, no level is reproducible, and fast keeps no "
                     "bound; a newer driver may help, or one that is not told to be fast",
                     context->device.name, clri_ieee_words(found->wrong));
}

/* Tests the device, unless the disk cache remembers what this very device has come to. */
static clr_status test_device(clr_context *context, clri_error *error)
{
    clri_text text = {0};
    char *environment = clri_program_environment(&context->device);
    verdict found = {CLRI_IEEE_OPERATIONS};
    size_t size = 0;
    char *key;
    verdict *earlier;
    clr_status status = CLR_OK;

    clri_text_addf(&text, "self-test 3\n%s", environment ? environment : "");
    key = clri_text_take(&text);
    earlier = key && environment ? clri_cache_get(&context->cache, key, &size) : NULL;
    if (earlier && size == sizeof found && earlier->wrong <= CLRI_IEEE_OPERATIONS) {
        found = *earlier;
    } else {
        status = run_tests(context, &found, error);
        if (status == CLR_OK && key && environment)
            clri_cache_put(&context->cache, key, &found, sizeof found);
    }
    if (status == CLR_OK)
        apply(context, &found);
    free(earlier);
    free(key);
    free(environment);
    return status;
}

/*
 * What a failed test comes to: refusal, or a warning if the caller asked to go on. An empty
 * `error` means that a call of the public API has recorded the failure for this thread already.
 */
static clr_status judge(clr_context *context, const clr_context_options *options, clr_status status,
                        clri_error *error)
{
    if (status == CLR_ERROR_SELF_TEST && options->ignore_self_test) {
        clri_log_say(&context->log, CLR_LOG_WARNING, "self-test ignored: %s", error->message);
        clri_error_clear(error);
        return CLR_OK;
    }
    if (error->message[0])
        clri_context_settle(context, status, error);
    clri_context_close(context);
    return status;
}

clr_status clr_context_create(const clr_context_options *options, clr_context **context)
{
    static const clr_context_options defaults = {.size = sizeof defaults};
    clri_error error = {0};
    clr_status status;

    if (!context)
        return CLR_ERROR_ARGUMENT;
    if (!options)
        options = &defaults;
    status = clri_context_open(options, context);
    if (status != CLR_OK)
        return status;
    status = test_device(*context, &error);
    return status == CLR_OK ? CLR_OK : judge(*context, options, status, &error);
}
