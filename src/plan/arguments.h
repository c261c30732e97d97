/* SPDX-License-Identifier: Apache-2.0 */
/*
 * arguments - a kernel's arguments, bound in their order; the first failure is kept. Of kernels
 * whose plan remembers what they are bound to, only those that changed are bound again.
 */
#ifndef CLREDUCE_PLAN_ARGUMENTS_H
#define CLREDUCE_PLAN_ARGUMENTS_H

#include "plan/plan.h"
#include "plan/run_job.h"

typedef struct clri_arguments {
    cl_kernel kernel;
    clri_bound *bound; /* what the kernel is bound to, if all its arguments are bound by this; or
                          NULL */
    cl_uint next;
    clr_status status;
    clri_error *error;
} clri_arguments;

/* Local memory of `size` bytes. */
void clri_bind_local(clri_arguments *arguments, size_t size);

/*
 * Memory that others may release: another buffer can have come to the same handle since, and
 * nothing tells, so that it is bound each time.
 */
void clri_bind_memory(clri_arguments *arguments, cl_mem memory);

/* Memory that lives as long as the kernel does. */
void clri_bind_own(clri_arguments *arguments, cl_mem memory);
void clri_bind_uint(clri_arguments *arguments, cl_uint value);
void clri_bind_ulong(clri_arguments *arguments, cl_ulong value);

/*
 * The inputs, from their element `skipped` on, or the list of indices from its entry on and behind
 * it what that names; no buffers for a run that reads nothing.
 */
void clri_bind_inputs(clri_arguments *arguments, const clr_plan *plan, const clri_job *job,
                      uint64_t skipped, bool are_read);

/* The arrays that many results go to, NULL for those that nobody wants. */
void clri_bind_arrays(clri_arguments *arguments, const clr_plan *plan, const clri_job *job);

/* What kernels have last: local memory and a log, if they come as arguments. */
void clri_bind_memory_of_group(clri_arguments *arguments, const clr_plan *plan, size_t group_size);

/* The log, if the plan is traced. */
void clri_bind_log(clri_arguments *arguments, const clr_plan *plan);

/* What stands behind a kernel's inputs, if the plan has a mask: `skipped` elements before; no
 * buffer if nothing is read. */
void clri_bind_mask(clri_arguments *arguments, const clr_plan *plan, const clri_job *job,
                    uint64_t skipped, bool is_read);

#endif
