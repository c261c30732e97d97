/* SPDX-License-Identifier: Apache-2.0 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "support.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RIG_LIMIT = 16 };

static struct rig rigs[RIG_LIMIT];
static size_t rigs_made;

scope test_scope(void)
{
    const char *name = getenv("CLR_TEST_SCOPE");

    if (name && strcmp(name, "small") == 0)
        return SCOPE_SMALL;
    if (name && strcmp(name, "few") == 0)
        return SCOPE_FEW;
    return name && strcmp(name, "full") == 0 ? SCOPE_FULL : SCOPE_COVER;
}

uint64_t test_number(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);

    return text ? strtoull(text, NULL, 10) : otherwise;
}

/* Opens the device; false, having said why, if it is not healthy. */
static bool rig_open(struct rig *rig)
{
    clr_context_options options = {.size = sizeof options, .device = rig->which};
    cl_int code;

    if (clr_context_create(&options, &rig->context) != CLR_OK) {
        printf("[  SKIP    ] device %s: %s\n", rig->which,
               clr_context_error(rig->context)->message);
        clr_context_destroy(rig->context);
        return false;
    }
    rig->device = clr_context_device(rig->context);
    rig->queue =
        clCreateCommandQueue(clr_context_opencl(rig->context), rig->device->device, 0, &code);
    assert_int_equal(code, CL_SUCCESS);
    return true;
}

static void rig_close(struct rig *rig)
{
    clReleaseCommandQueue(rig->queue);
    clr_context_destroy(rig->context);
}

static void rig_make(const char *which)
{
    struct rig *made = &rigs[rigs_made];

    snprintf(made->which, sizeof made->which, "%s", which);
    if (!rig_open(made))
        return;
    printf("[ DEVICE   ] %s: %s\n", which, made->device->name);
    rigs_made++;
}

void rig_renew(struct rig *rig)
{
    rig_close(rig);
    assert_true(rig_open(rig));
}

static void rigs_make(void)
{
    const char *chosen = getenv("CLR_TEST_DEVICE");
    clr_device_list *list = NULL;

    if (chosen) {
        rig_make(chosen);
    } else {
        clr_device_list_create(&list);
        for (size_t i = 0; i < clr_device_list_count(list) && rigs_made < RIG_LIMIT; i++) {
            const clr_device *device = clr_device_list_at(list, i);
            char which[64];

            snprintf(which, sizeof which, "%" PRIu64 ":%" PRIu64, device->platform_index,
                     device->device_index);
            rig_make(which);
        }
        clr_device_list_destroy(list);
    }
    if (rigs_made == 0)
        fail_msg("there is no healthy OpenCL device to test on");
}

size_t rig_count(void)
{
    if (rigs_made == 0)
        rigs_make();
    return rigs_made;
}

struct rig *rig_at(size_t index)
{
    assert_true(index < rig_count());
    return &rigs[index];
}

void rigs_destroy(void)
{
    for (size_t i = 0; i < rigs_made; i++)
        rig_close(&rigs[i]);
    rigs_made = 0;
}

void assert_ok(const struct rig *rig, clr_status status)
{
    const clr_error *error = clr_context_error(rig->context);

    if (status != CLR_OK)
        fail_msg("%s: %s: %s\n%s", rig->device->name, clr_status_name(status), error->message,
                 error->build_log);
}

void assert_error(const struct rig *rig, clr_status expected, clr_status status, const char *part)
{
    const clr_error *error = clr_context_error(rig->context);

    if (status != expected)
        fail_msg("expected '%s', got '%s' (%s)", clr_status_name(expected), clr_status_name(status),
                 error->message);
    assert_int_equal(error->status, expected);
    if (!strstr(error->message, part))
        fail_msg("'%s' does not say '%s'", error->message, part);
}

cl_mem buffer_of(const struct rig *rig, const void *bytes, size_t size)
{
    cl_int code;
    cl_mem buffer = clCreateBuffer(clr_context_opencl(rig->context), CL_MEM_READ_WRITE,
                                   size ? size : 1, NULL, &code);

    assert_int_equal(code, CL_SUCCESS);
    if (size)
        buffer_write(rig, buffer, 0, bytes, size);
    return buffer;
}

void buffer_write(const struct rig *rig, cl_mem buffer, size_t offset, const void *bytes,
                  size_t size)
{
    assert_int_equal(
        clEnqueueWriteBuffer(rig->queue, buffer, CL_TRUE, offset, size, bytes, 0, NULL, NULL),
        CL_SUCCESS);
}

void buffer_read(const struct rig *rig, cl_mem buffer, size_t offset, void *bytes, size_t size)
{
    assert_int_equal(
        clEnqueueReadBuffer(rig->queue, buffer, CL_TRUE, offset, size, bytes, 0, NULL, NULL),
        CL_SUCCESS);
}

cl_mem buffer_untouched(const struct rig *rig, size_t size)
{
    unsigned char *bytes = malloc(size ? size : 1);
    cl_mem buffer;

    assert_non_null(bytes);
    memset(bytes, UNTOUCHED, size);
    buffer = buffer_of(rig, bytes, size);
    free(bytes);
    return buffer;
}

void *buffer_take(const struct rig *rig, cl_mem buffer, size_t size)
{
    void *bytes;

    if (!buffer)
        return NULL;
    bytes = malloc(size ? size : 1);
    assert_non_null(bytes);
    buffer_read(rig, buffer, 0, bytes, size);
    clReleaseMemObject(buffer);
    return bytes;
}

clr_plan *plan_of(const struct rig *rig, clr_operator op, clr_type type,
                  const clr_plan_options *options)
{
    clr_reduction reduction = CLR_REDUCTION(op, type);
    clr_plan *plan = NULL;

    reduction.accuracy = CLR_ACCURACY_RELAXED;
    assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, options, &plan));
    return plan;
}

void run_plan(const struct rig *rig, clr_plan *plan, cl_mem buffer, uint64_t first, uint64_t count,
              void *result)
{
    run_part(rig, plan, buffer, first, count, CLR_PART_WHOLE, result);
}

void run_part(const struct rig *rig, clr_plan *plan, cl_mem buffer, uint64_t first, uint64_t count,
              clr_part part, void *result)
{
    assert_ok(rig, clr_plan_run(plan, RUN(.queue = rig->queue, .inputs = {{buffer, first, count}},
                                          .part = part, .host = result)));
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
}

const clr_trace_event *trace_of(const struct rig *rig, const clr_plan *plan, size_t *count)
{
    const clr_trace_event *events = NULL;

    assert_ok(rig, clr_plan_trace(plan, &events, count));
    return events;
}

void tally_skip(struct tally *tally, const char *reason)
{
    tally->skipped++;
    for (size_t i = 0; i < TALLY_REASONS; i++) {
        if (tally->reasons[i].count == 0)
            snprintf(tally->reasons[i].text, sizeof tally->reasons[i].text, "%s", reason);
        if (strncmp(tally->reasons[i].text, reason, sizeof tally->reasons[i].text - 1) == 0) {
            tally->reasons[i].count++;
            return;
        }
    }
    fail_msg("more reasons for skipping than the %d that there is room for", TALLY_REASONS);
}

void tally_print(const char *name, const struct tally *tally)
{
    printf("[ TALLY    ] %s: %" PRIu64 " run + %" PRIu64 " skipped = %" PRIu64 "\n", name,
           tally->run, tally->skipped, tally->run + tally->skipped);
    for (size_t i = 0; i < TALLY_REASONS && tally->reasons[i].count; i++)
        printf("[          ] %8" PRIu64 " x %s\n", tally->reasons[i].count, tally->reasons[i].text);
}
