/* SPDX-License-Identifier: Apache-2.0 */
#include "team/team_state.h"
#include "base/system.h"

#include <inttypes.h>

clr_status clri_team_enter(clr_team *team)
{
    clri_error error = {0};
    clr_status status = CLR_OK;

    if (!team || !team->is_ready) /* the error is the creation's */
        return CLR_ERROR_ARGUMENT;
    status = clri_busy_enter(&team->busy, "team", &error);
    clri_error_clear(&error);
    if (status != CLR_OK || team->process == clri_process())
        return status;
    status = clri_fail(&error, CLR_ERROR_FORKED,
                       "this team was created by the process's parent, and its threads are not in "
                       "this process: create contexts and a team after fork()");
    return clri_team_leave(team, status, &error);
}

clr_status clri_team_leave(clr_team *team, clr_status status, clri_error *error)
{
    if (status != CLR_OK)
        clri_error_move(&team->error, error);
    clri_error_clear(error);
    clri_busy_leave(&team->busy);
    return status;
}

void clri_team_forget(clr_team *team)
{
    for (size_t k = 0; k < team->worker_count; k++)
        for (size_t i = 0; i < team->reduction_count; i++) {
            clr_accumulator_destroy(team->workers[k].states[i]);
            team->workers[k].states[i] = NULL;
        }
    team->taken = 0;
}

bool clri_team_is_refusal(clr_status status)
{
    return status == CLR_ERROR_ARGUMENT || status == CLR_ERROR_EMPTY ||
           status == CLR_ERROR_OVERFLOW;
}

clr_status clri_team_absorb(clri_worker *worker, clr_accumulator **states, uint64_t first,
                            clri_error *error)
{
    char reason[CLRI_MESSAGE_SIZE];
    clr_status status = CLR_OK;

    for (size_t i = 0; i < worker->team->reduction_count; i++) {
        if (status == CLR_OK)
            status = clr_accumulator_shift(states[i], first, reason, sizeof reason);
        if (status == CLR_OK && !worker->states[i]) {
            worker->states[i] = states[i];
            states[i] = NULL;
        } else if (status == CLR_OK) {
            status = clr_accumulator_merge(worker->states[i], states[i], reason, sizeof reason);
        }
        clr_accumulator_destroy(states[i]);
        states[i] = NULL;
    }
    return status == CLR_OK ? CLR_OK : clri_fail(error, status, "%s", reason);
}

void clri_team_leave_out(clri_worker *worker, clri_error *error)
{
    clri_error_move(&worker->failure, error);
    worker->team->failed_last = (size_t)(worker - worker->team->workers);
}

clr_status clri_team_fail(const clr_team *team, clri_error *error)
{
    const clri_worker *worker = &team->workers[team->failed_last];
    const clr_device *device = clr_context_device(worker->context);

    clri_fail_again(error, clri_error_show((clri_error *)&worker->failure));
    clri_error_reword(error, "device %" PRIu64 ":%" PRIu64 " (%.100s) of the team has failed: %s",
                      device->platform_index, device->device_index, device->name,
                      worker->failure.message);
    return error->status;
}
