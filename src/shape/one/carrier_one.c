/* SPDX-License-Identifier: Apache-2.0 */
/*
 * carrier_one - a single result of all elements: kernels of a strategy reduce the input part by
 * part (launch_flat.h), and the record is delivered to where the run wants it (launch_answer.h).
 * The only carrier with strategies that finish on the host, with input in parts, and with a record
 * in place of arrays.
 */
#include "base/flag.h"
#include "device/host_buffer.h"
#include "shape/one/launch_answer.h"
#include "shape/one/launch_flat.h"
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
    plan->stage.buffers[CLRI_PLAN_ANSWER] =
        clri_host_buffer_create(plan->context, plan->choice->pass.record_size);
    return make_host_states(plan, error);
}

/* ---- a run ---- */

/* Delivers the record of a single result to where the run wants it. */
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
    if (on_host && (launch->job->part & CLRI_PART_KEEPS))
        plan->host.running = plan->host.next;
    return CLR_OK;
}

/* ---- the row ---- */

const clri_carrier clri_carrier_one = {
    .name = "one",
    .make = clri_flat_make,
    .allocate = allocate_one,
    .try = clri_try_flat,
    .launch = launch_record,
};
