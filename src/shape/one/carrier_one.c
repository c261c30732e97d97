/* SPDX-License-Identifier: Apache-2.0 */
/*
 * carrier_one - a single result of all elements: kernels of a strategy reduce the input part by
 * part (launch_flat.h), and the record is delivered to where the run wants it (launch_answer.h).
 * The only carrier with strategies that finish on the host, with input in parts, and with kernels
 * that write a record: arrays of results, if the run has any, are filled from it.
 */
#include "base/flag.h"
#include "device/host_buffer.h"
#include "shape/launch_answer.h"
#include "shape/one/launch_flat.h"
#include "shape/ranks/ranked.h"
#include "shape/scratch.h"

#include <stdlib.h>

/* ---- memory ---- */

static clr_status make_host_states(clr_plan *plan, clri_error *error)
{
    if (plan->choice->strategy.finish->kernels != CLRI_KERNELS_HOST)
        return CLR_OK;
    plan->host.states = malloc((size_t)clri_scratch_states_size(plan->choice));
    return plan->host.states ? CLR_OK : clri_fail_memory(error);
}

static clr_status allocate_one(clr_plan *plan, clri_error *error)
{
    CLRI_OR_RETURN(clri_scratch_allocate(plan, error));
    /* NULL where the driver makes no buffers in host memory: then the record is read from the
     * device (launch_answer.h). */
    plan->stage.buffers[CLRI_PLAN_ANSWER] =
        clri_host_buffer_create(plan->context, plan->choice->pass.record_size);
    return make_host_states(plan, error);
}

/* ---- a run ---- */

/* Enqueues the reduction, then what delivers its record: copies of its fields to the run's arrays,
 * and the way to clr_run.host. A strategy that finishes on the host has waited for the kernels and
 * has written clr_run.host; the run's event is then a marker's, as its last step was the host's. */
static clr_status launch_record(clri_launch *launch)
{
    clr_plan *plan = launch->plan;
    const bool on_host = plan->choice->strategy.finish->kernels == CLRI_KERNELS_HOST;

    CLRI_OR_RETURN(clri_launch_flat(launch));
    CLRI_OR_RETURN(clri_launch_arrays(launch));
    if (on_host && launch->job->run->event)
        CLRI_OR_RETURN(clri_enqueue_marker(&launch->commands));
    else if (!on_host && launch->job->run->host)
        CLRI_OR_RETURN(clri_launch_answer(launch));
    /* `next` is the state with this part's elements: a part that fails leaves `running`, the state
     * of the parts before, as it was. */
    if (on_host && (launch->job->part & CLRI_PART_KEEPS))
        plan->host.running = plan->host.next;
    return CLR_OK;
}

/* ---- the rows ---- */

static void add_count(clri_arguments *arguments, const clri_launch *launch, uint64_t most)
{
    const clri_job *job = launch->job;

    (void)most;
    clri_add_argument(arguments, CLRI_ULONG(job->count));
    clri_add_argument(arguments, CLRI_MEMORY(job->run->count_at));
    clri_add_argument(arguments, CLRI_ULONG(job->run->count_index));
}

static const clri_carrier ranked = {
    .name = "one",
    CLRI_BY_RANKS,
    .text = {.rows = "shape/by_count"},
    .add_arguments = add_count,
};

const clri_carrier clri_carrier_one = {
    .name = "one",
    .ranked = &ranked,
    .make = clri_flat_make,
    .allocate = allocate_one,
    .try = clri_try_flat,
    .launch = launch_record,
};
