/* SPDX-License-Identifier: Apache-2.0 */
/*
 * support - what tests on devices share: which devices to run on, contexts with a cache of the
 * tests' own, buffers with guards around them, and counting what was run and what was skipped.
 *
 * CLR_TEST_DEVICE picks one device (as -d does); else every healthy one is used. CLR_TEST_SCOPE is
 * "cover" (the default: every place of each axis), "small" (with every change and in simulators:
 * some of those, on short inputs), "few" (fewer, for variants of a device) or "full" (whole
 * products).
 */
#ifndef CLREDUCE_TESTS_SUPPORT_H
#define CLREDUCE_TESTS_SUPPORT_H

#include "unit.h"

#include <clreduce/lessons.h>
#include <stdbool.h>
#include <stdint.h>

/* A clr_run with its size set: RUN(.queue = queue, .inputs = {{buffer, 0, count}}, .host =
 * &sum). */
#define RUN(...) (&(clr_run){.size = sizeof(clr_run), __VA_ARGS__})

typedef enum scope { SCOPE_FEW, SCOPE_SMALL, SCOPE_COVER, SCOPE_FULL } scope;

scope test_scope(void);

/* A number from the environment, such as a seed. */
uint64_t test_number(const char *name, uint64_t otherwise);

/* A device under test: its context and an in-order queue. */
struct rig {
    clr_context *context;
    const clr_device *device;
    cl_command_queue queue;
    char which[64]; /* the device's name, as asked for */
};

/* The rigs of all devices to test on, made at the first call of either; fails the test if there is
 * none. */
size_t rig_count(void);
struct rig *rig_at(size_t index);
void rigs_destroy(void); /* which unit.c does behind the last test */

/* A new context for the rig, without the kernels and plans that the last one keeps. */
void rig_renew(struct rig *rig);

/* Fails the test unless `status` is CLR_OK; shows the context's error. */
void assert_ok(const struct rig *rig, clr_status status);

/* Fails the test unless the status is as expected and the last error's message contains `part`. */
void assert_error(const struct rig *rig, clr_status expected, clr_status status, const char *part);

/* A buffer initialised with `size` bytes. */
cl_mem buffer_of(const struct rig *rig, const void *bytes, size_t size);
void buffer_write(const struct rig *rig, cl_mem buffer, size_t offset, const void *bytes,
                  size_t size);
void buffer_read(const struct rig *rig, cl_mem buffer, size_t offset, void *bytes, size_t size);

/* A buffer of bytes UNTOUCHED, which shows what was written. */
enum { UNTOUCHED = 0x5a };
cl_mem buffer_untouched(const struct rig *rig, size_t size);

/* The buffer's bytes, for the caller to free; NULL of NULL. Releases the buffer. */
void *buffer_take(const struct rig *rig, cl_mem buffer, size_t size);

/* A plan of level fast; fails the test if there is none. */
clr_plan *plan_of(const struct rig *rig, clr_operator op, clr_type type,
                  const clr_plan_options *options);

/* Runs a plan on a span and waits; `result` receives clr_plan_info.result_size bytes. */
void run_plan(const struct rig *rig, clr_plan *plan, cl_mem buffer, uint64_t first, uint64_t count,
              void *result);

/* Runs a part of the input; `result` is NULL unless it is the last. */
void run_part(const struct rig *rig, clr_plan *plan, cl_mem buffer, uint64_t first, uint64_t count,
              clr_part part, void *result);

/* The events of the plan's last run; fails the test if there are none. */
const clr_trace_event *trace_of(const struct rig *rig, const clr_plan *plan, size_t *count);

/* Counts of a product of cases: run + skipped must be all of them. */
enum { TALLY_REASONS = 32 };

struct tally {
    uint64_t run;
    uint64_t skipped;
    struct {
        char text[200];
        uint64_t count;
    } reasons[TALLY_REASONS]; /* why cases were skipped */
};

void tally_skip(struct tally *tally, const char *reason);
void tally_print(const char *name, const struct tally *tally);

#endif
