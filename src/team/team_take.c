/* SPDX-License-Identifier: Apache-2.0 */
/* team_take - takes elements in host memory: checks them, hands them to the threads (work.h), and
 * counts them, as indices go on from take to take. A take that fails forgets everything since the
 * last result, as nobody knows which pieces are in it. */
#include "base/bytes.h"
#include "team/work.h"

static clr_status check_inputs(const clr_team *team, const void *const *inputs, uint64_t count,
                               clri_error *error)
{
    for (unsigned i = 0; count && i < team->inputs; i++)
        if (!inputs || !inputs[i])
            return clri_fail(error, CLR_ERROR_ARGUMENT, "the data is NULL");
    return clri_bytes_check("the data", count, team->element_size, error);
}

static clr_status take_inputs(clr_team *team, const void *const *inputs, uint64_t count,
                              clri_error *error)
{
    clr_status status = CLR_OK;

    CLRI_TRY(check_inputs(team, inputs, count, error));
    if (count)
        CLRI_TRY(clri_work_on(team, inputs, count, error));
    team->taken += count;
    return CLR_OK;
cleanup:
    clri_team_forget(team);
    return status;
}

clr_status clr_team_take(clr_team *team, const void *const *inputs, uint64_t count)
{
    CLRI_OR_RETURN(clri_team_enter(team));
    clri_error error = {0};
    return clri_team_leave(team, take_inputs(team, inputs, count, &error), &error);
}
