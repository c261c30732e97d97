/* SPDX-License-Identifier: Apache-2.0 */
/*
 * explain - what the verb's files share: the report of a strategy's plan, and that of recordings,
 * as text and as JSON.
 */
#ifndef CLREDUCE_TOOLS_EXPLAIN_H
#define CLREDUCE_TOOLS_EXPLAIN_H

#include "made_shape.h"
#include "options.h"
#include "recording.h"
#include <jansson.h>

/* The plan that would run for an input: the answer to "explain auto FILE". */
typedef struct explain_plan {
    clr_plan *plan; /* owns the strings of `info` */
    clr_plan_info info;
    clr_result result;
    const clr_device *device;
    uint64_t count;
    uint64_t launches;
    bool has_shape; /* then the plan has run once over this: */
    made_shape made;
} explain_plan;

/*
 * With `runs` a plan of many results runs once, so that its kernels are known. Returns 0, or the
 * exit code after a sentence on standard error; to be closed in every case.
 */
int explain_plan_open(explain_plan *p, const options *o, clr_context *context, const char *strategy,
                      const clr_reduction *reduction, uint64_t count, bool runs);
void explain_plan_close(explain_plan *p);
void explain_plan_print(const explain_plan *p);

/* The lines on its kernel's use of memory alone. */
void explain_plan_print_memory(const explain_plan *p);
json_t *explain_plan_part(const explain_plan *p);

/* Recordings step by step, then their totals side by side. */
void explain_text(const recording *recordings, size_t count);
json_t *explain_json_part(const recording *r, const explain_plan *p);
json_t *explain_plan_memory_part(const explain_plan *p);

#endif
