/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/scratch.h"
#include "base/count.h"
#include "choose/geometry.h"
#include "state/layout.h"

/* A ticket has a counter of finished groups and one of claimed lots; a single cell comes behind. */
enum { TICKET_UINTS = 2, CELL_UINTS = 2 };

/* The most work-items of a launch: of many results each may have a group in the second launch. */
static size_t traced_items(const clr_plan *plan)
{
    const size_t groups = plan->choice->sizes.group_count;
    const size_t first = groups * plan->choice->sizes.group;
    const size_t second =
        (plan->choice->carrier->is_many ? groups : 1) * plan->choice->sizes.second_group;

    return first > second ? first : second;
}

uint64_t clri_scratch_states_size(const clri_choice *choice)
{
    const uint64_t own = clri_custom_places(choice);
    const uint64_t places = own ? clri_custom_places_begin(choice) + own : clri_state_count(choice);

    return clri_larger(places * clri_layout_saved_size(&choice->pass), choice->input.element_size);
}

/* Bytes of a ticket for each result of a launch that groups share, and of the cell. */
static uint64_t tickets_size(const clri_choice *choice)
{
    const uint64_t tickets = choice->carrier->is_many ? choice->sizes.group_count : 1;

    return (tickets * TICKET_UINTS + CELL_UINTS) * sizeof(cl_uint);
}

clr_status clri_scratch_allocate(clr_plan *plan, clri_error *error)
{
    const clri_choice *choice = plan->choice;
    const uint64_t sizes[CLRI_PLAN_BUFFERS] = {
        [CLRI_PLAN_STATES] = clri_scratch_states_size(choice),
        [CLRI_PLAN_RESULT] = choice->pass.record_size,
        [CLRI_PLAN_AXES] = choice->carrier->has_axes ? sizeof plan->shape.words : 0,
        [CLRI_PLAN_LEFT] = choice->left.most * choice->left.layout.size,
        [CLRI_PLAN_BINS] = choice->left.most * choice->left.layout.bins,
    };

    CLRI_OR_RETURN(
        clri_stage_allocate(&plan->stage, plan->context, sizes, CLRI_PLAN_BUFFERS, error));
    CLRI_OR_RETURN(clri_stage_allocate_zeros(&plan->stage, plan->context, CLRI_PLAN_TICKET,
                                             tickets_size(choice), error));
    if (choice->code.is_traced)
        CLRI_OR_RETURN(
            clri_trace_open(&plan->trace, plan->context->opencl, traced_items(plan), error));
    return CLR_OK;
}
