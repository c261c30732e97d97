/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ready - makes a plan ready to run: by the design that an equal plan has left, or by one of its
 * own, which it then shares; and makes the kernels that a run lacks whose plan was made for a
 * typical run.
 *
 * Compiling takes most of a first answer: the command's mean and std of 3000 rows of 1000 took 6.58
 * s of CPU on PoCL with all kernels, 1.29 with those that the run needs
 * (docs/history/2026-11-28-typical-runs.md).
 */
#include "plan/asked.h"
#include "plan/designs.h"
#include "plan/draft.h"
#include "plan/equip.h"
#include "plan/plan.h"

#include <stdlib.h>

/* Gives the plan the known design of that key; false: there is none. */
static bool find_design(clr_plan *plan, const char *key)
{
    clri_design *known = clri_design_find(plan->context, key);

    if (!known)
        return false;
    clri_design_release(plan->design);
    clri_plan_take_design(plan, known);
    return true;
}

/* Makes the plan by the known design of that key, else by the one that it has begun. Takes over the
 * key, which may be NULL. */
static clr_status make_by_key(clr_plan *plan, char *key, uint32_t ways, clri_error *error)
{
    clr_status status;

    if (find_design(plan, key)) {
        free(key);
        return clri_equip(plan, error);
    }
    status = clri_draft_make(plan, ways, error);
    if (status == CLR_OK)
        clri_design_share(plan->design, key);
    else
        free(key);
    return status;
}

/* ---- a run unlike the typical one ---- */

/* Makes the kernels of other ways: by another design, as the plan's own is shared with plans that
 * were made for the same typical run. */
static clr_status make_anew(clr_plan *plan, uint32_t ways, clri_error *error)
{
    CLRI_OR_RETURN(clri_draft_again(plan, error));
    return make_by_key(plan, clri_design_key_for(plan->design->kin->entry.key, ways), ways, error);
}

static bool is_made(const clr_plan *plan, const clri_shape_job *shape, bool may_leave)
{
    clri_ways ways;

    if (plan->ways == CLRI_WAYS_ALL)
        return true;
    plan->choice->carrier->ways(plan, shape, &ways);
    return !((may_leave ? ways.first : ways.first | ways.left) & ~plan->ways);
}

bool clri_plan_is_made_for(const clr_plan *plan, const clri_shape_job *shape)
{
    return is_made(plan, shape, false);
}

/* The ways that the plan will have. A run of the same way as the typical one that has left results
 * on lists adds the ways by which lists are folded. A run of another way, or the second such
 * surprise, makes all: it will not be the last. */
static uint32_t ways_anew(const clr_plan *plan, const clri_shape_job *shape)
{
    const uint32_t had = plan->design->ways;
    clri_ways ways;

    plan->choice->carrier->ways(plan, shape, &ways);
    return plan->before[0] || ways.first & ~had ? CLRI_WAYS_ALL : had | ways.left;
}

/* The caller may still have strings of the design before, such as clr_plan_info.source. */
static void keep_design(clr_plan *plan, clri_design *before)
{
    plan->before[plan->before[0] != NULL] = before;
}

clr_status clri_plan_make_for(clr_plan *plan, const clri_shape_job *shape, bool may_leave,
                              bool *is_made_anew, clri_error *error)
{
    clri_design *before = plan->design;
    uint32_t ways;
    clr_status status;

    *is_made_anew = false;
    if (is_made(plan, shape, may_leave))
        return CLR_OK;
    ways = ways_anew(plan, shape);
    clri_design_retain(before);
    clri_launched_clear(&plan->launched);
    clri_plan_unmake(plan);
    status = make_anew(plan, ways, error);
    if (status == CLR_OK) {
        keep_design(plan, before);
        *is_made_anew = true;
        return CLR_OK;
    }
    clri_plan_unmake(plan);
    clri_design_release(plan->design);
    clri_plan_take_design(plan, before);
    return status;
}

/* ---- the public call ---- */

static clr_status create_plan(clr_plan *plan, const clr_reduction *reductions, size_t count,
                              const clr_plan_options *asked, clri_error *error)
{
    clr_plan_options options;
    clri_domain domain;
    char *key = NULL;
    uint32_t ways = CLRI_WAYS_ALL;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_context_check(plan->context, error));
    CLRI_TRY(clri_plan_options_read(asked, &options, &domain, error));
    key = clri_design_key(reductions, count, &options);
    if (!options.like && find_design(plan, key)) {
        status = clri_equip(plan, error);
        goto cleanup;
    }
    CLRI_TRY(clri_draft_ask(plan, reductions, count, &options, error));
    CLRI_TRY(clri_draft_ways(plan, options.like, &ways, error));
    CLRI_TRY(make_by_key(plan, clri_design_key_for(key, ways), ways, error));
cleanup:
    free(key);
    return status;
}

clr_status clr_plan_create(clr_context *context, const clr_reduction *reductions,
                           size_t reduction_count, const clr_plan_options *options, clr_plan **plan)
{
    clri_error error = {0};
    clr_status status;

    if (plan)
        *plan = NULL;
    if (!context)
        return CLR_ERROR_ARGUMENT;
    if (!plan)
        return clri_context_return(
            context, clri_fail(&error, CLR_ERROR_ARGUMENT, "the place for the plan is NULL"),
            &error);
    *plan = calloc(1, sizeof **plan);
    if (!*plan)
        return clri_context_return(context, clri_fail_memory(&error), &error);
    (*plan)->context = context;
    status = create_plan(*plan, reductions, reduction_count, options, &error);
    if (status != CLR_OK) {
        clr_plan_destroy(*plan);
        *plan = NULL;
    }
    return clri_context_return(context, status, &error);
}
