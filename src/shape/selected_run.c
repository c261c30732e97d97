/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/selected_run.h"

clr_status clri_selected_check_run(const clri_launch *launch)
{
    if (launch->job->run->part != CLR_PART_WHOLE)
        return clri_fail(launch->commands.error, CLR_ERROR_ARGUMENT,
                         "%s takes its input as a whole: clr_run.part is %d",
                         clr_operator_name(launch->plan->request->reductions[0].op),
                         (int)launch->job->run->part);
    return launch->job->arrays
               ? CLR_OK
               : clri_request_check_single(launch->plan->request, launch->commands.error);
}

uint64_t clri_selected_plane(const clr_plan *plan, const clri_job *job)
{
    clri_reach reach;

    if (job->arrays && job->arrays->plane)
        return job->arrays->plane;
    if (!plan->asked->carrier->is_stepped)
        return job->shape->count;
    reach = clri_rows_result_reach(&job->shape->rows);
    return reach.below + reach.above + 1;
}
