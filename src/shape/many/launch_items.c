/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/many/launch_items.h"
#include "base/count.h"
#include "choose/row_grid.h"
#include "shape/arguments.h"
#include "shape/many/launch_groups.h"
#include "state/layout.h"

// clang-format off
enum kernel { ITEMS, ACROSS, TEAMS, STAGED, AGAIN, KERNELS };

/* What kernels are bound to, and how many groups they have. */
enum value {
    END, /* of a kernel's parameters */
    INPUT, OUTPUT, COUNT, UNSURE, LOG,
    VECTORS, LINE_VECTORS, LIE,
    TEAM, ONLY, ONLY_MOST, LONGEST, GIANT, LONGER, LONGER_MOST, GIANTS, GIANTS_MOST,
    STAGE_ROWS, STAGE_TEAM, TOO_LONG,
    FEWEST_ITEMS, MOST_ITEMS, LISTED, LISTED_MOST, SHORT_MOST, LEFT_AGAIN,
    FOR_VECTORS, FOR_TEAMS, FOR_AGAIN, FOR_STAGES,
    VALUES
};

/* Kernels of cl/reduce_items.cl, reduce_teams.cl, reduce_staged.cl; and making results again that
 * these leave, by cl/reduce_again.cl. */
static const clri_stage_row stage_rows[] = {
    [ITEMS] = {"clr_reduce_items", "work-items have results of their own",
        FOR_VECTORS, {INPUT, OUTPUT, COUNT, VECTORS, LINE_VECTORS, LIE, UNSURE, LOG}},
    [ACROSS] = {"clr_reduce_across", "work-items have columns of their own, row by row",
        FOR_VECTORS, {INPUT, OUTPUT, COUNT, VECTORS, LINE_VECTORS, LIE, UNSURE, LOG}},
    [TEAMS] = {"clr_reduce_teams", "teams of work-items have results of their own",
        FOR_TEAMS, {INPUT, OUTPUT, COUNT, TEAM, ONLY, ONLY_MOST, LONGEST, GIANT, LONGER,
                    LONGER_MOST, GIANTS, GIANTS_MOST, LOG}},
    [STAGED] = {"clr_reduce_staged",
        "groups bring many results to local memory and fold them there",
        FOR_STAGES, {INPUT, OUTPUT, COUNT, STAGE_ROWS, STAGE_TEAM, TOO_LONG, UNSURE}},
    [AGAIN] = {"clr_reduce_again", "teams make listed results again, in integers",
        FOR_AGAIN, {INPUT, OUTPUT, COUNT, FEWEST_ITEMS, MOST_ITEMS, LISTED, LISTED_MOST, SHORT_MOST,
                    LEFT_AGAIN, LISTED_MOST, LOG}},
};
// clang-format on

const clri_stage_table clri_items_table = {stage_rows, KERNELS};

/* ---- making ---- */

/* The kernels of the ways that the program goes. */
static uint32_t kernels_of(const clri_choice *choice)
{
    const bool has_items = choice->carrier->is_stepped && choice->items.sides;

    return clri_row_if(ITEMS, has_items && clri_items_go(choice, CLRI_WAY_ITEMS)) |
           clri_row_if(ACROSS,
                       choice->items.memory_sides && clri_items_go(choice, CLRI_WAY_ACROSS)) |
           clri_row_if(TEAMS, choice->teams.abreast && clri_items_go(choice, CLRI_WAY_TEAMS)) |
           clri_row_if(STAGED, choice->staged.elements && clri_items_go(choice, CLRI_WAY_STAGE)) |
           clri_row_if(AGAIN, clri_makes_again(choice));
}

/* Bytes of a list of `most` places, laid out by cl/finish/list.cl. */
static uint64_t list_size(uint64_t most)
{
    return CLRI_LIST_HEAD + most * sizeof(cl_ulong);
}

/* Allocates the lists of results that are left to groups, and memory for the partials of giants. */
clr_status clri_items_make_lists(clr_plan *plan, clri_error *error)
{
    clri_plan_items *items = &plan->items;
    const bool has_giants = plan->choice->carrier->has_giants && !items->choice->walk.longest_tile;
    const bool has_list = has_giants || clri_pass_is_unsure(&items->choice->pass);
    const uint64_t states = CLRI_FIRST_STATE + clri_giants_states(plan->choice);
    const uint64_t states_size = states * clri_layout_saved_size(&plan->choice->pass);
    const uint32_t listed =
        (uint32_t)clri_larger(items->choice->again.listed, has_list ? CLRI_LISTED_MOST : 0);
    const uint64_t sizes[CLRI_ITEMS_BUFFERS] = {
        [CLRI_ITEMS_LIST] = listed ? list_size(listed) : 0,
        [CLRI_ITEMS_LONGER] = has_giants && items->choice->again.longest ? list_size(listed) : 0,
        [CLRI_ITEMS_MEDIUM] = has_giants ? list_size(CLRI_MEDIUM_MOST) : 0,
        [CLRI_ITEMS_GIANTS] = has_giants ? list_size(CLRI_GIANTS_MOST) : 0,
        [CLRI_ITEMS_GIANTS_STATES] = has_giants ? states_size : 0,
    };

    items->list_most = listed;
    items->medium_most = has_giants ? CLRI_MEDIUM_MOST : 0;
    return clri_stage_allocate(&items->stage, plan->context, sizes, CLRI_ITEMS_BUFFERS, error);
}

clr_status clri_items_make_stage(clr_plan *plan, clri_error *error)
{
    clri_plan_items *items = &plan->items;

    CLRI_OR_RETURN(clri_stage_make(&items->stage, &clri_items_table, kernels_of(items->choice),
                                   plan->design->items_program->opencl, error));
    return clri_items_make_lists(plan, error);
}

/* ---- lists ---- */

/* Clears lists that are not empty; as a rule the last launch that reads a list has cleared it. */
clr_status clri_clear_lists(clri_launch *launch)
{
    clri_plan_items *items = &launch->plan->items;
    const cl_uint none[CLRI_LIST_HEAD / sizeof(cl_uint)] = {0};
    const bool are_empty = items->lists_are_empty;

    items->lists_are_empty = false;
    for (size_t i = CLRI_ITEMS_LIST; i <= CLRI_ITEMS_GIANTS && !are_empty; i++)
        if (items->stage.buffers[i])
            CLRI_OR_RETURN(clri_enqueue_fill(&launch->commands, items->stage.buffers[i], none,
                                             sizeof none, 0, sizeof none, "clearing a list"));
    return CLR_OK;
}

/* Folds what is on a list, and the giants. Giants are launched last: an overflowing list leaves all
 * results to this launch, giants among them. */
static clr_status launch_listed(clri_launch *launch, cl_mem list)
{
    clri_plan_items *items = &launch->plan->items;

    if (items->stage.buffers[CLRI_ITEMS_GIANTS])
        CLRI_OR_RETURN(clri_launch_listed_and_giants(launch, list));
    else if (list)
        CLRI_OR_RETURN(clri_launch_listed(launch, list));
    items->lists_are_empty = true;
    return CLR_OK;
}

clr_status clri_launch_listed_by_groups(clri_launch *launch)
{
    return launch_listed(launch, launch->plan->items.stage.buffers[CLRI_ITEMS_LIST]);
}

/* ---- a launch's values ---- */

/* Where kernels put results that are too long for them: giants, of more than `giant` elements, on a
 * list of their own, all others on `list`. */
struct left_over {
    cl_mem list;
    uint32_t list_most;
    cl_mem giants;
    uint64_t giant;
};

/* How a launch shares out results: to items, to teams (all results, or the results of a list), or
 * to groups that stage them in local memory. */
struct share {
    clri_item_grid vectors;
    clri_team_grid team;
    cl_mem only;
    clri_stage_grid stage;
    struct left_over left;
    clri_again_grid again;
    cl_mem listed;
};

/* The most elements of a result that is made again by items: more of columns than of rows, as a
 * group, which makes longer ones, reads a column's elements apart and so is hardly faster. */
static uint64_t longest_again(const clr_plan *plan, const clri_shape_job *shape)
{
    const clri_choice *choice = plan->items.choice;
    const bool are_apart =
        choice->carrier->is_stepped && !clri_rows_are_contiguous(&shape->rows, choice->pass.inputs);

    return are_apart ? choice->again.longest_apart : choice->again.longest;
}

struct values {
    clri_value of[VALUES];
    clri_arguments input, output, unsure, too_long;
};

/* The list for results whose bits the kernels cannot certify. */
static const clri_arguments *unsure_arguments(const clri_plan_items *items,
                                              clri_arguments *arguments)
{
    return clri_pass_is_unsure(&items->choice->pass)
               ? clri_list_arguments(arguments, items->stage.buffers[CLRI_ITEMS_LIST],
                                     items->list_most)
               : NULL;
}

/* The lists for segments that are too long for a stage. */
static const clri_arguments *
too_long_arguments(const clri_launch *launch, const struct share *share, clri_arguments *arguments)
{
    const struct left_over *left = &share->left;

    if (!launch->plan->choice->carrier->has_giants)
        return NULL;
    arguments->count = 0;
    clri_add_argument(arguments, CLRI_UINT(share->stage.longest));
    clri_add_list(arguments, left->list, left->list_most);
    clri_add_argument(arguments, CLRI_ULONG(left->giant));
    clri_add_argument(arguments, CLRI_OWN(left->giants));
    return arguments;
}

static void set_item_values(const clri_launch *launch, const struct share *share,
                            struct values *values)
{
    const clri_plan_items *items = &launch->plan->items;
    clri_value *to = values->of;

    to[INPUT] = CLRI_ARGUMENTS(clri_row_arguments(&values->input, launch, UINT64_MAX));
    to[OUTPUT] = CLRI_ARGUMENTS(clri_result_arguments(&values->output, launch));
    to[COUNT] = CLRI_ULONG(launch->job->shape->count);
    to[UNSURE] = CLRI_ARGUMENTS(unsure_arguments(items, &values->unsure));
    to[LOG] = CLRI_LOG(launch->plan->trace.log);
    /* items: a vector of results each */
    to[VECTORS] = CLRI_ULONG(share->vectors.vectors);
    to[LINE_VECTORS] = CLRI_ULONG(share->vectors.line_vectors);
    to[LIE] = CLRI_UINT(share->vectors.lie);
    /* teams: the results on a list, or all results (ONLY is NULL), and lists for longer results */
    to[TEAM] = CLRI_UINT(share->team.items);
    to[ONLY] = CLRI_OWN(share->only);
    to[ONLY_MOST] = CLRI_UINT(items->medium_most);
    to[LONGEST] = CLRI_ULONG(share->team.longest);
    to[GIANT] = CLRI_ULONG(share->left.giant);
    to[LONGER] = CLRI_OWN(share->left.list);
    to[LONGER_MOST] = CLRI_UINT(share->left.list_most);
    to[GIANTS] = CLRI_OWN(share->left.giants);
    to[GIANTS_MOST] = CLRI_UINT(CLRI_GIANTS_MOST);
    /* staged: results at a time, items of a result, and lists for segments that are too long */
    to[STAGE_ROWS] = CLRI_UINT(share->stage.rows);
    to[STAGE_TEAM] = CLRI_UINT(share->stage.items);
    to[TOO_LONG] = CLRI_ARGUMENTS(too_long_arguments(launch, share, &values->too_long));
    /* again: items of a team, and a list for results that are too long */
    to[FEWEST_ITEMS] = CLRI_UINT(share->again.fewest);
    to[MOST_ITEMS] = CLRI_UINT(share->again.most);
    to[LISTED] = CLRI_OWN(share->listed);
    to[LISTED_MOST] = CLRI_UINT(items->list_most);
    to[SHORT_MOST] = CLRI_ULONG(longest_again(launch->plan, launch->job->shape));
    to[LEFT_AGAIN] = CLRI_OWN(items->stage.buffers[CLRI_ITEMS_LONGER]);
    /* work-groups */
    to[FOR_VECTORS] =
        CLRI_GROUPS(clri_groups_of(share->vectors.groups, items->choice->sizes.group));
    to[FOR_TEAMS] = CLRI_GROUPS(clri_groups_of(share->team.groups, items->choice->sizes.group));
    to[FOR_AGAIN] = CLRI_GROUPS(clri_groups_of(share->again.groups, items->choice->sizes.group));
    to[FOR_STAGES] =
        CLRI_GROUPS(clri_groups_of(share->stage.groups, items->choice->staged.group_size));
}

static clr_status launch_item_kernel(clri_launch *launch, enum kernel kernel,
                                     const struct share *share)
{
    struct values values;

    set_item_values(launch, share, &values);
    return clri_enqueue_stage(&launch->commands, &launch->plan->items.stage, kernel, values.of);
}

/* ---- axes ---- */

clr_status clri_launch_items(clri_launch *launch)
{
    const clri_plan_items *items = &launch->plan->items;
    const struct share share = {.vectors =
                                    clri_items_share(items->choice, &launch->job->shape->rows)};
    const bool is_across =
        clri_stage_has(&items->stage, ACROSS) && share.vectors.lie == CLRI_LIE_ACROSS;

    return launch_item_kernel(launch, is_across ? ACROSS : ITEMS, &share);
}

static struct left_over left_to_groups(const clri_plan_items *items, uint64_t giant)
{
    return (struct left_over){.list = items->stage.buffers[CLRI_ITEMS_LIST],
                              .list_most = items->list_most,
                              .giants = items->stage.buffers[CLRI_ITEMS_GIANTS],
                              .giant = giant};
}

clr_status clri_launch_lines(clri_launch *launch)
{
    const clri_plan_items *items = &launch->plan->items;
    const clri_rows *rows = &launch->job->shape->rows;
    struct share share = {.team = clri_teams_share(items->choice, rows->count, rows->length)};

    share.left = left_to_groups(items, share.team.giant);
    return launch_item_kernel(launch, TEAMS, &share);
}

clr_status clri_launch_staged(clri_launch *launch)
{
    const struct share share = {
        .stage = clri_rows_staged(launch->plan->items.choice, &launch->job->shape->rows)};

    return launch_item_kernel(launch, STAGED, &share);
}

/* ---- segments ---- */

static struct left_over left_to_large_teams(const clri_plan_items *items)
{
    return (struct left_over){.list = items->stage.buffers[CLRI_ITEMS_MEDIUM],
                              .list_most = items->medium_most,
                              .giant = UINT64_MAX};
}

/* Segments are staged only if each one ends where the next one begins. */
static clri_stage_grid stage_of_segments(const clr_plan *plan, const clri_shape_job *shape)
{
    return shape->segments.ends
               ? (clri_stage_grid){0}
               : clri_segments_staged(plan->items.choice, shape->count, shape->longest);
}

bool clri_segments_are_staged(const clr_plan *plan, const clri_shape_job *shape)
{
    return stage_of_segments(plan, shape).groups != 0;
}

/* A stage or small teams take most segments, large teams the longer ones unless groups do; or large
 * teams take all segments. */
clr_status clri_launch_segments(clri_launch *launch)
{
    const clri_plan_items *items = &launch->plan->items;
    const clri_shape_job *shape = launch->job->shape;
    const clri_segment_grid grid =
        clri_segments_share(items->choice, launch->plan->choice, shape->count, shape->longest);
    const struct left_over to_groups = left_to_groups(items, grid.large.giant);
    const struct share most = {.team = grid.small,
                               .stage = stage_of_segments(launch->plan, shape),
                               .left = grid.are_left_to_groups ? to_groups
                                                               : left_to_large_teams(items)};
    const bool are_some_left = most.stage.groups || most.team.items;
    const struct share large = {.team = grid.large,
                                .only =
                                    are_some_left ? items->stage.buffers[CLRI_ITEMS_MEDIUM] : NULL,
                                .left = to_groups};

    if (are_some_left)
        CLRI_OR_RETURN(launch_item_kernel(launch, most.stage.groups ? STAGED : TEAMS, &most));
    if (!are_some_left || !grid.are_left_to_groups)
        CLRI_OR_RETURN(launch_item_kernel(launch, TEAMS, &large));
    return CLR_OK;
}

/* ---- again ---- */

static clr_status launch_again(clri_launch *launch)
{
    const clri_plan_items *items = &launch->plan->items;
    const clri_shape_job *shape = launch->job->shape;
    const uint64_t mean = items->choice->carrier->is_uneven
                              ? launch->job->count / clri_larger(shape->count, 1)
                              : shape->longest;
    const struct share share = {.again = clri_again_share(items->choice, shape->count, mean),
                                .listed = items->stage.buffers[CLRI_ITEMS_LIST]};

    return launch_item_kernel(launch, AGAIN, &share);
}

/* Rows are all short or all long; of segments each result's length is known on the device alone. */
clr_status clri_launch_lists(clri_launch *launch)
{
    clri_plan_items *items = &launch->plan->items;
    const bool are_short =
        launch->job->shape->longest <= longest_again(launch->plan, launch->job->shape);

    if (launch->job->keeps_lists)
        return CLR_OK;
    if (!clri_stage_has(&items->stage, AGAIN) ||
        (!are_short && !items->stage.buffers[CLRI_ITEMS_LONGER]))
        return clri_launch_listed_by_groups(launch);
    CLRI_OR_RETURN(launch_again(launch));
    if (!are_short)
        CLRI_OR_RETURN(launch_listed(launch, items->stage.buffers[CLRI_ITEMS_LONGER]));
    items->lists_are_empty = true;
    return CLR_OK;
}

bool clri_rows_are_made_again(const clr_plan *plan, const clri_shape_job *shape)
{
    const clri_choice *choice = plan->items.choice;

    return clri_pass_is_unsure(&choice->pass) && choice->again.longest &&
           shape->longest <= longest_again(plan, shape);
}

bool clri_rows_are_left(const clr_plan *plan, const clri_shape_job *shape)
{
    return clri_pass_is_unsure(&plan->items.choice->pass) && !clri_rows_are_made_again(plan, shape);
}

/* ---- a trial ---- */

clr_status clri_try_items(clri_launch *launch)
{
    const struct share none = {.vectors = {.groups = 1},
                               .team = {.groups = 1, .items = 1},
                               .stage = {.groups = 1, .rows = 1, .items = 1},
                               .again = {.groups = 1, .fewest = 1, .most = 1}};
    struct values values;

    set_item_values(launch, &none, &values);
    CLRI_OR_RETURN(clri_clear_lists(launch));
    return clri_enqueue_each(&launch->commands, &launch->plan->items.stage, values.of);
}
