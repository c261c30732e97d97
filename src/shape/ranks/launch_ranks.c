/* SPDX-License-Identifier: Apache-2.0 */
#include "base/count.h"
#include "shape/arguments.h"
#include "shape/arrays.h"
#include "shape/launch_answer.h"
#include "shape/ranks/ranked.h"
#include "shape/selected_run.h"
#include "shape/shape_words.h"

#include <inttypes.h>
#include <string.h>

// clang-format off
enum kernel {
    FEW, SOME, MANY, MOST, ROWS, BEGIN, KEEP, SETTLE, COUNT, PICK, NEXT, GIVE, KERNELS
};

/* What kernels are bound to, and how many groups they have. */
enum value {
    END, /* of a kernel's parameters */
    INPUT, OUTPUT, RESULTS, SHORTEST, QUANTILE, METHOD, PARTS, SHARED_BY,
    BY_TEAM, BY_GROUP, ONE_EACH, SHARED,
    VALUES
};

/* Kernels of cl/select_teams.cl, select_rows.cl and select_parts.cl. */
static const clri_stage_row stage_rows[] = {
    [FEW] = {"clr_few_select_teams", "a team finds one quantile of each of its short results",
        BY_TEAM, {INPUT, OUTPUT, RESULTS, SHORTEST, QUANTILE, METHOD}},
    [SOME] = {"clr_some_select_teams", "the same of longer results, ...",
        BY_TEAM, {INPUT, OUTPUT, RESULTS, SHORTEST, QUANTILE, METHOD}},
    [MANY] = {"clr_many_select_teams", "... and longer ones, ...",
        BY_TEAM, {INPUT, OUTPUT, RESULTS, SHORTEST, QUANTILE, METHOD}},
    [MOST] = {"clr_most_select_teams", "... up to what items have registers for",
        BY_TEAM, {INPUT, OUTPUT, RESULTS, SHORTEST, QUANTILE, METHOD}},
    [ROWS] = {"clr_select_rows", "a group finds one quantile of each of its results",
        BY_GROUP, {INPUT, OUTPUT, RESULTS, SHORTEST, QUANTILE, METHOD}},
    [BEGIN] = {"clr_select_begin", "a sample brackets the quantile",
        ONE_EACH, {INPUT, PARTS, QUANTILE}},
    [KEEP] = {"clr_select_keep", "groups count keys by the bracket, and keep those within it",
        SHARED, {INPUT, PARTS}},
    [SETTLE] = {"clr_select_settle", "what they have counted says where the quantile lies",
        ONE_EACH, {PARTS, SHARED_BY, QUANTILE, METHOD}},
    [COUNT] = {"clr_select_count", "groups count keys by their next digit", SHARED, {INPUT, PARTS}},
    [PICK] = {"clr_select_pick", "the digit in which the quantile lies is picked",
        ONE_EACH, {PARTS}},
    [NEXT] = {"clr_select_next", "groups find the next key, if it is wanted",
        SHARED, {INPUT, PARTS}},
    [GIVE] = {"clr_select_give", "the quantile becomes a result",
        ONE_EACH, {PARTS, OUTPUT, SHARED_BY}},
};
// clang-format on

_Static_assert((int)KERNELS == (int)CLRI_RANKS_KERNELS, "all kernels of the text");

const clri_stage_table clri_ranks_table = {stage_rows, KERNELS};

/* Buffers of results that several groups share. */
enum {
    PROGRESS = CLRI_PLAN_STATES,
    COUNTED = CLRI_PLAN_TICKET,
    HISTOGRAMS = CLRI_PLAN_BINS,
    KEPT = CLRI_PLAN_NEAR,
    LEASTS = CLRI_PLAN_TOLD
};

enum {
    SHARED_MOST = 8192,  /* results of a run that are bracketed by samples, and shared by groups if
                            they are fewer than these: 10 MB of buffers. On an H200 2684 results of
                            100,000 elements take 1046 us so, and 2389 digit by digit */
    PROGRESS_SIZE = 192, /* bytes of a clr_progress of cl/rank/parts.cl at most, ... */
    COUNTED_SIZE = 24,   /* ... and of a clr_counted */
    BINS = 256,          /* of a histogram */
    GROUPS_OF_TEAMS = 8  /* so many times as many groups as of groups' own results: these are done
                            sooner */
};

static const double half = 0.5; /* the median's quantile */

/* ---- making ---- */

uint32_t clri_ranks_kernels(const clri_choice_ranks *ranks)
{
    uint32_t rows = CLRI_ROWS(KERNELS);

    for (int k = 0; k < CLRI_RANK_TEAMS; k++)
        if (!ranks->keys[k])
            rows &= ~(UINT32_C(1) << (FEW + k));
    return rows;
}

clr_status clri_ranks_make(clr_plan *plan, clri_error *error)
{
    return clri_stage_make(&plan->stage, &clri_ranks_table,
                           clri_ranks_kernels(&plan->choice->ranks), plan->design->program->opencl,
                           error);
}

clr_status clri_ranks_allocate(clr_plan *plan, clri_error *error)
{
    const clri_choice *choice = plan->choice;
    const uint64_t shared = clri_ranks_has_many(choice) ? SHARED_MOST : 1;
    const uint64_t groups = clri_larger(choice->sizes.group_count, shared);
    const uint64_t sizes[CLRI_PLAN_BUFFERS] = {
        [CLRI_PLAN_RESULT] = choice->pass.record_size,
        [CLRI_PLAN_AXES] = choice->carrier->has_axes ? sizeof plan->shape.words : 0,
        [PROGRESS] = shared * PROGRESS_SIZE,
        [COUNTED] = groups * COUNTED_SIZE,
        [HISTOGRAMS] = shared * BINS * sizeof(cl_uint),
        [KEPT] = choice->ranks.room * choice->ranks.key_size,
        [LEASTS] = groups * choice->ranks.key_size,
    };

    return clri_stage_allocate(&plan->stage, plan->context, sizes, CLRI_PLAN_BUFFERS, error);
}

/* ---- where results go ---- */

/* An array of results, and the number of the first one that is written. */
struct place {
    cl_mem array;
    uint64_t first;
};

/* A run's arrays, for value number `v` of each result; of a run without arrays the fields of a
 * record, which begins at a multiple of each field's size. */
static void find_places(const clri_launch *launch, uint64_t v, struct place *values,
                        struct place *statuses)
{
    const clr_plan *plan = launch->plan;
    const clri_job *job = launch->job;
    const clri_field *field = &plan->choice->pass.outcomes[0].field;
    const clr_arrays *arrays = job->arrays;
    const uint64_t record = clri_record_index(job->run) * plan->choice->pass.record_size;

    if (arrays) {
        const uint64_t plane = clri_selected_plane(plan, job);

        *values = (struct place){arrays->value, job->run->output_index + v * plane};
        *statuses = (struct place){arrays->status, job->run->output_index};
        return;
    }
    values->array = clri_record_buffer(plan, job->run);
    values->first = (record + field->offset) / field->value_size;
    *statuses = (struct place){NULL, 0};
    if (field->has_status)
        *statuses = (struct place){values->array, (record + field->status_offset) / sizeof(cl_int)};
}

/* ---- a run ---- */

struct values {
    clri_value of[VALUES];
    clri_arguments input, output, parts;
};

/* Groups that share each of a run's results. */
static size_t sharing_groups(const clri_launch *launch)
{
    const uint64_t results = clri_larger(launch->job->shape->count, 1);

    return (size_t)clri_larger(launch->plan->choice->sizes.group_count / results, 1);
}

static const clri_arguments *parts_arguments(const clri_launch *launch, clri_arguments *arguments)
{
    static const int buffers[] = {PROGRESS, COUNTED, HISTOGRAMS, KEPT};
    const clr_plan *plan = launch->plan;
    const uint64_t results = clri_larger(launch->job->shape->count, 1);

    arguments->count = 0;
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        clri_add_argument(arguments, CLRI_OWN(plan->stage.buffers[buffers[i]]));
    clri_add_argument(arguments, CLRI_UINT((cl_uint)(plan->choice->ranks.room / results)));
    clri_add_argument(arguments, CLRI_OWN(plan->stage.buffers[LEASTS]));
    clri_add_argument(arguments, CLRI_ULONG(launch->job->shape->count));
    return arguments;
}

static const clri_arguments *output_arguments(const clri_launch *launch, uint64_t v,
                                              clri_arguments *arguments)
{
    struct place value, status;

    find_places(launch, v, &value, &status);
    arguments->count = 0;
    clri_add_argument(arguments, CLRI_MEMORY(value.array));
    clri_add_argument(arguments, CLRI_ULONG(value.first));
    clri_add_argument(arguments, CLRI_MEMORY(status.array));
    clri_add_argument(arguments, CLRI_ULONG(status.first));
    return arguments;
}

/* Values of the kernels that find value number `v` of each result. */
static void set_values(const clri_launch *launch, uint64_t v, struct values *values)
{
    const clr_plan *plan = launch->plan;
    const clri_choice_sizes *sizes = &plan->choice->sizes;
    const clri_choice_ranks *ranks = &plan->choice->ranks;
    const clr_reduction *reduction = &plan->request->reductions[0];
    const uint64_t results = clri_larger(launch->job->shape->count, 1);
    const double quantile = reduction->quantiles ? reduction->quantiles[v] : half;
    const uint64_t by_team = clri_smaller(clri_divide_up(results, ranks->teams),
                                          (uint64_t)sizes->group_count * GROUPS_OF_TEAMS);
    cl_ulong bits;
    clri_value *to = values->of;

    memcpy(&bits, &quantile, sizeof bits);
    to[INPUT] = CLRI_ARGUMENTS(clri_row_arguments(&values->input, launch, UINT32_MAX));
    to[OUTPUT] = CLRI_ARGUMENTS(output_arguments(launch, v, &values->output));
    to[RESULTS] = CLRI_ULONG(launch->job->shape->count);
    to[SHORTEST] = CLRI_ULONG(0);
    to[QUANTILE] = CLRI_ULONG(bits);
    to[METHOD] = CLRI_UINT((cl_uint)reduction->interpolation);
    to[PARTS] = CLRI_ARGUMENTS(parts_arguments(launch, &values->parts));
    to[SHARED_BY] = CLRI_UINT((cl_uint)sharing_groups(launch));
    /* work-groups: of teams; that take results in turn; one for each result; that share results */
    to[BY_TEAM] = CLRI_GROUPS(clri_groups_of((size_t)by_team, ranks->team * ranks->teams));
    to[BY_GROUP] = CLRI_GROUPS(
        clri_groups_of((size_t)clri_smaller(results, sizes->group_count), sizes->group));
    to[ONE_EACH] = CLRI_GROUPS(clri_groups_by_rows(1, sizes->group, (size_t)results));
    to[SHARED] =
        CLRI_GROUPS(clri_groups_by_rows(sharing_groups(launch), sizes->group, (size_t)results));
}

/* ---- commands ---- */

static clr_status launch_rank_kernel(clri_launch *launch, enum kernel kernel,
                                     const struct values *values)
{
    return clri_enqueue_stage(&launch->commands, &launch->plan->stage, kernel, values->of);
}

/* Kernels before the digits of keys, and behind them. */
static const enum kernel first_parts[] = {BEGIN, KEEP, SETTLE}, last_parts[] = {NEXT, GIVE};

/* Digits have a byte each (DIGIT_BITS of rank_source.c). */
unsigned clri_ranks_parts_launches(const clri_choice_ranks *ranks)
{
    return (unsigned)(sizeof first_parts / sizeof *first_parts +
                      sizeof last_parts / sizeof *last_parts) +
           2 * ranks->key_size;
}

/* Few long results, each by several groups. */
static clr_status launch_parts(clri_launch *launch, const struct values *values)
{
    const unsigned digits = launch->plan->choice->ranks.key_size;

    for (size_t i = 0; i < sizeof first_parts / sizeof *first_parts; i++)
        CLRI_OR_RETURN(launch_rank_kernel(launch, first_parts[i], values));
    for (unsigned digit = 0; digit < digits; digit++) {
        CLRI_OR_RETURN(launch_rank_kernel(launch, COUNT, values));
        CLRI_OR_RETURN(launch_rank_kernel(launch, PICK, values));
    }
    for (size_t i = 0; i < sizeof last_parts / sizeof *last_parts; i++)
        CLRI_OR_RETURN(launch_rank_kernel(launch, last_parts[i], values));
    return CLR_OK;
}

/* Results by teams or by a group each: of one length, all go one way; of several, each kernel takes
 * those that it is for. */
static clr_status launch_each(clri_launch *launch, struct values *values)
{
    const clri_choice_ranks *ranks = &launch->plan->choice->ranks;
    const bool are_even = !launch->plan->choice->carrier->is_uneven;
    const uint64_t longest = launch->job->shape->longest;
    uint64_t shortest = 0;

    for (int way = FEW; way <= ROWS; way++) {
        const uint64_t most =
            way == ROWS ? UINT64_MAX : (uint64_t)ranks->team * ranks->keys[way - FEW];

        if (shortest > most || (are_even && longest > most))
            continue;
        values->of[SHORTEST] = CLRI_ULONG(are_even ? 0 : shortest);
        CLRI_OR_RETURN(launch_rank_kernel(launch, (enum kernel)way, values));
        if (are_even)
            break;
        shortest = most + 1;
    }
    return CLR_OK;
}

/* Whether several groups share each result. */
static bool are_shared(const clri_launch *launch)
{
    const clri_choice *choice = launch->plan->choice;
    const clri_shape_job *shape = launch->job->shape;
    const uint64_t mean =
        choice->carrier->is_uneven ? shape->longest / shape->count : shape->longest;

    return shape->count <= SHARED_MOST && mean >= choice->ranks.parts_from;
}

/* Kernels count the elements of a result in 32 bits; lengths of spans they check themselves. */
static clr_status check_longest(const clri_launch *launch)
{
    const clri_shape_job *shape = launch->job->shape;

    if (launch->plan->choice->carrier->is_uneven || shape->longest <= UINT32_MAX)
        return CLR_OK;
    return clri_fail(
        launch->commands.error, CLR_ERROR_UNSUPPORTED,
        "a result has %" PRIu64 " elements, and %s selects among %" PRIu32 " at most on the device",
        shape->longest, clr_operator_name(launch->plan->request->reductions[0].op), UINT32_MAX);
}

clr_status clri_launch_ranks(clri_launch *launch)
{
    clr_plan *plan = launch->plan;
    const clri_job *job = launch->job;
    const uint64_t count = clri_selection_values(&plan->request->reductions[0]);
    struct values values;

    if (job->shape->count == 0)
        return CLR_OK;
    CLRI_OR_RETURN(clri_selected_check_run(launch));
    CLRI_OR_RETURN(check_longest(launch));
    if (plan->choice->carrier->has_axes)
        CLRI_OR_RETURN(clri_shape_words_tell(launch, &job->shape->rows, plan->choice,
                                             plan->stage.buffers[CLRI_PLAN_AXES], &plan->shape));
    for (uint64_t v = 0; v < count; v++) {
        set_values(launch, v, &values);
        CLRI_OR_RETURN(are_shared(launch) ? launch_parts(launch, &values)
                                          : launch_each(launch, &values));
    }
    return job->run->host ? clri_launch_answer(launch) : CLR_OK;
}

clr_status clri_try_ranks(clri_launch *launch)
{
    struct values values;

    set_values(launch, 0, &values);
    return clri_enqueue_each(&launch->commands, &launch->plan->stage, values.of);
}
