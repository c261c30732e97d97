/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/run_check.h"
#include "choose/geometry.h"

#include <inttypes.h>

static clr_status check_counts(const clr_plan *plan, const clr_run *run, clri_error *error)
{
    const unsigned inputs = plan->choice->pass.inputs;

    for (unsigned i = inputs; i < CLR_INPUTS_MOST; i++)
        if (run->inputs[i].buffer || run->inputs[i].count)
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "input %c is given, and the plan's reductions take %u input%s: leave "
                             "it 0",
                             "xyzw"[i], inputs, inputs == 1 ? "" : "s");
    if (clri_axes_say_count(plan))
        return CLR_OK; /* the axes' extents are the count */
    for (unsigned i = 1; i < inputs; i++)
        if (run->inputs[i].count != run->inputs[0].count)
            return clri_fail(error, CLR_ERROR_ARGUMENT,
                             "input %c has %" PRIu64 " elements and input x has %" PRIu64
                             ": they must agree",
                             "xyzw"[i], run -> inputs[i].count, run->inputs[0].count);
    return CLR_OK;
}

static clr_status check_destination(const clr_plan *plan, const clr_run *run, clri_error *error)
{
    if (run->blocking && !run->host && !plan->choice->carrier->is_many)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_run.blocking waits for results in clr_run.host, which is NULL");
    if (run->part == CLR_PART_MORE || plan->choice->left.most)
        return CLR_OK;
    if (!run->output && !run->host && !run->arrays)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the output is NULL");
    if (run->output && run->host)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a result goes to one place: clr_run.output or clr_run.host");
    return CLR_OK;
}

/* In the published order the whole input is cut into strips of CLRI_STRIP elements, each folded by
 * itself: a part that began within a strip would give other bits than the uncut input. */
static clr_status check_strips(const clr_plan *plan, const clri_job *job, clri_error *error)
{
    if (!plan->choice->pass.needs_order || job->run->part == CLR_PART_WHOLE || job->count == 0 ||
        plan->running_count % CLRI_STRIP == 0)
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_ARGUMENT,
                     "the parts before this one have %" PRIu64
                     " elements, and at level reproducible all parts but the last must have a "
                     "multiple of %d: cut the input so, or ask for level fast",
                     plan->running_count, (int)CLRI_STRIP);
}

clr_status clri_check_run(const clr_plan *plan, const clri_job *job, clri_error *error)
{
    const clr_run *run = job->run;

    if ((int)run->part < CLR_PART_WHOLE || (int)run->part > CLR_PART_LAST)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%d is no clr_part", (int)run->part);
    if (plan->request->uses_total && run->part != CLR_PART_WHOLE && run->total == 0 && job->count)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a map or a condition has n in it, and clr_run.total does not say how "
                         "many elements all "
                         "parts have");
    if (run->count_at && !plan->asked->is_told_count)
        return clri_fail(
            error, CLR_ERROR_ARGUMENT,
            "clr_run.count_at is given, and the plan takes counts of elements from the "
            "host: make it with clr_plan_options.device_count");
    if (plan->asked->is_told_count && run->part != CLR_PART_WHOLE)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a plan with clr_plan_options.device_count takes its input as a whole: "
                         "clr_run.part is %d",
                         (int)run->part);
    CLRI_OR_RETURN(
        clri_request_check_scalars(plan->request->scalars, run->scalars, "clr_run.scalars", error));
    CLRI_OR_RETURN(check_counts(plan, run, error));
    CLRI_OR_RETURN(check_strips(plan, job, error));
    CLRI_OR_RETURN(check_destination(plan, run, error));
    if (run->array_count != (run->arrays ? plan->choice->pass.outcome_count : 0))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_run.array_count is %zu with arrays %s: it takes one for each of the "
                         "plan's reductions, %zu",
                         run->array_count, run->arrays ? "given" : "NULL",
                         plan->choice->pass.outcome_count);
    return CLR_OK;
}
