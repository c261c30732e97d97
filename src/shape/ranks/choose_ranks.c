/* SPDX-License-Identifier: Apache-2.0 */
#include "base/count.h"
#include "device/device.h"
#include "device/quirk.h"
#include "shape/ranks/ranked.h"

#include <inttypes.h>

enum {
    TEAM = 32,              /* items: a warp, where there are such */
    FEW = 4,                /* keys of a team's item, of results of up to 128 elements; of longer
                               ones twice, four and eight times as many, ... */
    MOST_SIZE = 128,        /* ... up to so many bytes of them: 32 registers */
    LOADS = 16,             /* keys that an item of a group reads at a time: of 2^28 f32 an H200
                               counts and keeps in 340 us, 8 at a time in 381 */
    GROUP_SIZE = 256,       /* predicted, as are ... */
    GROUPS_A_UNIT = 8,      /* ... its groups at a time */
    GROUP_SIZE_OF_CPU = 16, /* compilers for CPUs unroll a group's items, and their keys: few, */
    FEW_OF_CPU = 2,         /* as predicted */
    MOST_OF_CPU = 4,
    LOADS_OF_CPU = 2,
    SAMPLE_SIZE = 32 << 10,       /* bytes of a sample's keys, ... */
    SAMPLE_LOCAL_SIZE = 48 << 10, /* ... if local memory has so many; else a fourth of them */
    ROOM = 1 << 24,               /* most keys that are kept of a run's long results: a bracket of
                                     eight standard deviations has 11.9 million of 2^28, ... */
    ROOM_PART = 64,               /* ... in this part of the device's memory at most */
    PARTS_FROM = 1 << 15          /* on an H200 one group takes 33 us for half as many elements, and
                                     several launches 82 for twice as many */
};

/* The strategy's pieces: a selection has no load, group and finish that another plan could have. */
static const clri_load load = {
    .name = "ranks", .groups = CLRI_GROUPS_BUSY, .loads = 1, .elements = CLRI_ELEMENTS_SINGLE};
static const clri_group group = {.name = "none", .folds = CLRI_FOLDS_NOTHING};
static const clri_finish finish = {.name = "ranks",
                                   .file = "ranks",
                                   .kernels = CLRI_KERNELS_ALONE,
                                   .takes = CLRI_TAKES_ITEM,
                                   .is_repeatable = true,
                                   .is_sound = true,
                                   .is_of_rows = true,
                                   .launches = "1 a quantile, more of long results"};

/* ---- what is refused ---- */

static clr_status check_options(const clr_plan_options *options, clri_error *error)
{
    const char *option = options->atomics                                 ? "atomics"
                         : options->vector_width > 1                      ? "vector_width"
                         : options->item_loads > 1                        ? "item_loads"
                         : options->trace                                 ? "trace"
                         : options->states                                ? "states"
                         : !clri_strategy_is_automatic(options->strategy) ? "strategy"
                                                                          : NULL;

    if (!option)
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                     "clr_plan_options.%s is about plans that fold, and this one selects: leave "
                     "it 0",
                     option);
}

static clr_status check_request(const clri_request *request, clri_error *error)
{
    const clr_operator op = request->reductions[0].op;

    if (request->count != 1)
        return clri_fail(
            error, CLR_ERROR_UNSUPPORTED,
            "a plan that selects has one reduction, not %zu: make one for each, or ask "
            "one for several quantiles",
            request->count);
    if (clri_selection_of(op)->finds != CLRI_FINDS_QUANTILES)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "%s has no kernels yet: clr_reduce() and clr_reduce_shape() have it, of "
                         "arrays in host memory",
                         clr_operator_name(op));
    return CLR_OK;
}

/* ---- sizes ---- */

static clr_status choose_sizes(const clr_device *device, const clr_plan_options *options,
                               const clri_limits *limits, clri_choice *choice, clri_error *error)
{
    const uint64_t units = clri_known(device->max_compute_units, 1);
    const uint64_t limit = clri_smaller(clri_known(device->max_work_group_size, 1),
                                        clri_known(device->max_work_item_sizes[0], UINT64_MAX));
    const uint64_t own = clri_is_cpu(device) ? GROUP_SIZE_OF_CPU : GROUP_SIZE;
    const uint64_t wish = options->group_size ? options->group_size : own;

    if (options->group_size > limit)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a group size of %" PRIu64 " is more than the %" PRIu64
                         " work-items that %s takes",
                         options->group_size, limit, device->name);
    choice->sizes.group = (uint32_t)clri_smaller(clri_smaller(wish, limit), limits->group);
    choice->sizes.least_group = 1;
    choice->sizes.second_group = choice->sizes.group;
    choice->sizes.vector_width = 1;
    choice->sizes.item_loads = 1;
    choice->sizes.group_count = (uint32_t)clri_smaller(
        options->group_count ? options->group_count : units * GROUPS_A_UNIT, UINT32_MAX);
    return CLR_OK;
}

bool clri_ranks_has_many(const clri_choice *choice)
{
    return choice->carrier->is_uneven || choice->carrier->has_axes;
}

/* One result has a group alone: of 1000 elements it takes an H200 21 us, a team 16, and a plan
 * without teams compiles in half the time. */
static void choose_teams(bool is_cpu, clri_choice *choice)
{
    clri_choice_ranks *ranks = &choice->ranks;
    const uint32_t most = is_cpu ? MOST_OF_CPU : MOST_SIZE / ranks->key_size;
    uint32_t keys = is_cpu ? FEW_OF_CPU : FEW;

    if (!clri_ranks_has_many(choice))
        return;
    for (int k = 0; k < CLRI_RANK_TEAMS && keys <= most; k++, keys *= 2)
        ranks->keys[k] = keys;
}

/* Elements of the longest results that teams take. */
static uint32_t longest_of_teams(const clri_choice_ranks *ranks)
{
    uint32_t most = 0;

    for (int k = 0; k < CLRI_RANK_TEAMS; k++)
        most = ranks->keys[k] ? ranks->keys[k] : most;
    return ranks->team * most;
}

static void choose_ways(const clr_device *device, uint64_t values, clri_choice *choice)
{
    const clri_outcome *outcome = &choice->pass.outcomes[0];
    const bool is_cpu = clri_is_cpu(device);
    const uint32_t key_size = clr_type_size(outcome->value) == sizeof(uint64_t) ? 8 : 4;
    const uint64_t memory = clri_known(device->global_mem_size, 1 << 30) / ROOM_PART;
    const uint64_t local = clri_known(device->local_mem_size, 0);
    const uint32_t group_size = choice->sizes.group;
    clri_choice_ranks *ranks = &choice->ranks;

    ranks->key_size = key_size;
    ranks->sums_warps =
        group_size % TEAM == 0 && clri_quirk_number(device, CLRI_HABIT_SUMS_WARPS) != 0;
    ranks->team = (uint32_t)clri_smaller(TEAM, group_size);
    ranks->teams = ranks->sums_warps ? group_size / TEAM : 1;
    choose_teams(is_cpu, choice);
    ranks->loads = is_cpu ? LOADS_OF_CPU : LOADS;
    ranks->sample = (local >= SAMPLE_LOCAL_SIZE ? SAMPLE_SIZE : SAMPLE_SIZE / 4) / key_size;
    ranks->room = clri_smaller(
        clri_smaller(memory, clri_known(device->max_mem_alloc_size, UINT64_MAX)) / key_size, ROOM);
    ranks->values = values;
    ranks->parts_from = PARTS_FROM;
}

clr_status clri_ranks_choose(const clr_device *device, const clri_request *request,
                             const clr_plan_options *options, const clri_limits *limits,
                             clri_choice *choice, clri_error *error)
{
    const clri_domain *domain = &request->domain;
    const bool sifts = domain->index && !domain->is_inside;
    const clri_terms terms = {.has_fp64 =
                                  clri_yes(device->fp64) && clri_known(device->fp64_is_ieee, 1),
                              .lacks_columns = true,
                              .is_told_count = domain->is_told_count,
                              .sifts = sifts};

    *choice = (clri_choice){
        .strategy =
            {.name = "ranks", .load = &load, .group = &group, .finish = &finish, .lesson = ""},
        .carrier = domain->carrier,
        .input.index = domain->index,
        .input.sifts_indices = sifts,
        .input.count_in_memory = domain->is_told_count,
        .input.element_size = request->element_size,
        .sizes.tuned = request->tuned,
        .code.pragmas = clri_quirk_text(device, CLRI_HABIT_PRAGMAS),
    };
    CLRI_OR_RETURN(check_options(options, error));
    CLRI_OR_RETURN(check_request(request, error));
    if (!terms.has_fp64)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "a quantile's position is computed in f64, as IEEE 754 has it, which %s "
                         "lacks: clr_reduce() and clr_reduce_shape() select arrays in host memory",
                         device->name);
    CLRI_OR_RETURN(clri_pass_find(request, &terms, &choice->pass, error));
    choice->pass.uses_double = true;
    CLRI_OR_RETURN(choose_sizes(device, options, limits, choice, error));
    choose_ways(device, clri_selection_values(&request->reductions[0]), choice);
    choice->code.build_options = clri_capability_build_options(device, &choice->capability);
    clri_explain(choice,
                 "teams of %u work-items have keys of up to %u elements in registers, groups of %u "
                 "narrow those of longer results digit by digit, of few long ones together",
                 choice->ranks.team, longest_of_teams(&choice->ranks), choice->sizes.group);
    return CLR_OK;
}

/* Of one result; of others extents and offsets decide. */
uint64_t clri_ranks_launches(const clri_choice *choice, uint64_t count)
{
    const clri_choice_ranks *ranks = &choice->ranks;

    if (clri_ranks_has_many(choice))
        return 0;
    return ranks->values * (count < ranks->parts_from ? 1 : clri_ranks_parts_launches(ranks));
}
