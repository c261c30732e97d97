/* SPDX-License-Identifier: Apache-2.0 */
#include "choose/choose.h"
#include "accumulator/state_kind.h"
#include "base/count.h"
#include "choose/automatic.h"
#include "choose/sizes.h"
#include "choose/tuning.h"
#include "device/device.h"
#include "device/quirk.h"

#include <inttypes.h>

/* ---- strategy ---- */

/* Pieces of the published order combine only with each other: load lanes leaves a strip's 32 lanes,
 * which group pairs alone joins, and chains of strips have to be folded by one group. */
static clr_status check_published(const clri_strategy *strategy, clri_error *error)
{
    const bool takes_strips = clri_strategy_is_ordered(strategy);
    const bool joins_pairs = strategy->group->joins_strips;
    const bool folds_chains = strategy->finish->takes == CLRI_TAKES_GROUP &&
                              (strategy->finish->kernels == CLRI_KERNELS_SECOND ||
                               strategy->finish->kernels == CLRI_KERNELS_ALONE);

    if (takes_strips == joins_pairs && (!takes_strips || folds_chains))
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                     "load lanes and group pairs go with each other, and with finish store or "
                     "ticket: use ordered or ordered-ticket");
}

/* Whether the pieces combine, on any device. */
static clr_status check_pieces(const clri_strategy *strategy, bool unsound, clri_error *error)
{
    const char *load = strategy->load->name;
    const char *finish = strategy->finish->name;

    if (!clri_strategy_is_sound(strategy) && !unsound)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "strategy %s is wrong by design, and its results are right by luck if at "
                         "all: it is a lesson, and runs only if unsound strategies are allowed",
                         strategy->name);
    if (strategy->finish->takes == CLRI_TAKES_ONE && strategy->load->groups == CLRI_GROUPS_FITTED)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "load %s needs as many groups as the input fills, and finish %s has one: "
                         "use load stride or tile",
                         load, finish);
    return check_published(strategy, error);
}

/* Many results in a launch have a finish of their own; single results have the other finishes. */
static clr_status check_results(const clri_strategy *strategy, const clri_domain *domain,
                                clri_error *error)
{
    const bool has_rows = domain->carrier->is_many;

    if (strategy->finish->is_of_rows != has_rows)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "strategy %s is for %s, and the plan's shape is %s: %s", strategy->name,
                         has_rows ? "one result" : "many results", domain->shape->name,
                         has_rows ? "use auto, or finish rows" : "use another finish");
    if (has_rows && domain->carrier->is_uneven && strategy->finish->needs == CLRI_NEEDS_FENCE)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "finish %s is for results of the same length, and the plan's shape is %s: "
                         "use auto, or finish rows",
                         strategy->finish->name, domain->shape->name);
    if (has_rows && strategy->load->groups == CLRI_GROUPS_FITTED)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "load %s needs as many groups as a result's elements fill, and they "
                         "differ from run to run: use load stride or tile",
                         strategy->load->name);
    return CLR_OK;
}

/* A count in memory must be readable by the kernels behind the first, too. */
static clr_status check_count(const clri_strategy *strategy, const clri_domain *domain,
                              clri_error *error)
{
    const clri_kernels kernels = strategy->finish->kernels;

    if (!domain->is_told_count || kernels == CLRI_KERNELS_ALONE || kernels == CLRI_KERNELS_SECOND)
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                     "finish %s takes how many elements there are from the host, and "
                     "clr_plan_options.device_count leaves it to the device: use auto, or finish "
                     "store or ticket",
                     strategy->finish->name);
}

/* Only finish atomic chooses among atomics. */
static clr_status check_atomics(const clri_strategy *strategy, const clr_plan_options *options,
                                clri_error *error)
{
    if (!options->atomics || strategy->finish->needs == CLRI_NEEDS_ATOMICS)
        return CLR_OK;
    return clri_fail(
        error, CLR_ERROR_UNSUPPORTED,
        "clr_plan_options.atomics is for finish atomic, and strategy %s has finish %s: "
        "leave it out, or use strategy atomic or group-atomic",
        strategy->name, strategy->finish->name);
}

/* Some drivers miscompile small groups that fold chains behind a ticket, to loops without an end
 * (LEAST_CHAINS_GROUP of quirk.def). */
static clr_status check_ticket(const clr_device *device, const clri_strategy *strategy,
                               uint64_t group_size, clri_error *error)
{
    const uint64_t fewest = clri_quirk_number(device, CLRI_HABIT_LEAST_CHAINS_GROUP);

    if (!clri_strategy_is_ordered(strategy) || strategy->finish->kernels != CLRI_KERNELS_ALONE ||
        group_size == 0 || group_size >= fewest)
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                     "strategy %s takes groups of %" PRIu64 " work-items at least on a CPU, whose "
                     "drivers have compiled smaller ones wrongly: use ordered",
                     strategy->name, fewest);
}

static void explain_strategy(const clr_device *device, const clri_automatic *row, const char *name,
                             clri_choice *choice)
{
    clri_explain(choice, row ? "%s" : "%.60s, as asked for", row ? row->why : name);
    if (row && row->why_on)
        clri_explain(choice, "%s%s", clri_capability_fence_words(device), row->why_on);
}

/* Finds the strategy's pieces; capabilities are found later. */
static clr_status find_strategy(const clr_device *device, const clri_request *request,
                                const clr_plan_options *options, clri_choice *choice,
                                clri_error *error)
{
    const clri_automatic *row = clri_automatic_of(device, request, options);
    clri_strategy *strategy = &choice->strategy;

    explain_strategy(device, row, options->strategy, choice);
    if (!clri_automatic_strategy(device, row, options, strategy))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "there is no strategy '%.100s': clr_strategy_name() lists them, and "
                         "triples are LOAD/GROUP/FINISH",
                         options->strategy);
    CLRI_OR_RETURN(check_pieces(strategy, options->unsound, error));
    CLRI_OR_RETURN(check_results(strategy, &request->domain, error));
    CLRI_OR_RETURN(check_count(strategy, &request->domain, error));
    CLRI_OR_RETURN(check_atomics(strategy, options, error));
    return check_ticket(device, strategy, options->group_size, error);
}

/* Whether an operator whose operands keep their sides gets its elements in their order. */
static clr_status check_order(const clri_choice *choice, clri_error *error)
{
    const clri_strategy *strategy = &choice->strategy;

    if (!clri_pass_is_noncommutative(&choice->pass) ||
        (strategy->load->keeps_order && strategy->group->keeps_order &&
         clri_strategy_is_repeatable(strategy)))
        return CLR_OK;
    return clri_fail(
        error, CLR_ERROR_UNSUPPORTED,
        "strategy %s does not keep the order of elements, which an operator minds that "
        "is not commutative: use run/interleaved/store, or say that it is commutative",
        strategy->name);
}

/* Finish host folds partials by C's own operators (state/host_fold.h), which have single numbers
 * alone, and one result. */
static clr_status check_host(const clri_choice *choice, clri_error *error)
{
    const clri_state_form *form = &choice->pass.members[0].form;
    const bool is_number = clri_pass_number(&choice->pass) || form->is_pair;

    if (choice->strategy.finish->kernels != CLRI_KERNELS_HOST ||
        (is_number && choice->pass.member_count == 1 && choice->pass.outcome_count == 1 &&
         choice->pass.outcomes[0].form.is_plain && !choice->pass.outcomes[0].form.can_fail))
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                     "finish host folds single numbers, and the state of %s is more than that, or "
                     "more is made of it: use store",
                     clr_operator_name(choice->pass.outcomes[0].op));
}

/* Whether the largest buffer of the device has room for the states of a run. */
static clr_status check_states(const clr_device *device, const clri_choice *choice,
                               clri_error *error)
{
    const uint64_t most = clri_known(device->max_mem_alloc_size, UINT64_MAX);
    const uint64_t size = clri_larger(choice->left.layout.size, choice->left.layout.bins);

    if (choice->left.most <= most / size)
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                     "states of %" PRIu64 " results take %" PRIu64
                     " bytes each, and %s has room for %" PRIu64
                     " of them: take fewer results at a time",
                     choice->left.most, size, device->name, most / size);
}

clr_status clri_choose_left(const clr_device *device, const clri_request *request,
                            clri_choice *choice, clri_error *error)
{
    choice->left.most = request->domain.states;
    if (!choice->left.most)
        return CLR_OK;
    if (choice->code.is_traced)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "a trace shows how results come about, and a plan with "
                         "clr_plan_options.states has none");
    for (size_t i = 0; i < request->count; i++)
        CLRI_OR_RETURN(clri_accumulates(&request->reductions[i], clri_request_value(request, i),
                                        choice->pass.outcomes[i].accuracy, error));
    choice->left.layout = clri_layout_left(&choice->pass);
    return check_states(device, choice, error);
}

/* Tells in clr_plan_info.why how the device's lacks are made up for. */
static void explain_capability(clri_choice *choice)
{
    const clri_capability *capability = &choice->capability;

    if (capability->emulates_shuffle)
        clri_explain(choice, "; sub-group shuffles, which the device lacks, are emulated in local "
                             "memory");
    if (capability->cell && clri_strategy_is_sound(&choice->strategy))
        clri_explain(choice, "; states are merged by %s",
                     capability->swaps ? "compare-and-swap" : "the device's own atomics");
}

/* Finds the device's means for the strategy, and how kernels are compiled for it. */
static clr_status choose_capability(const clr_device *device, clr_atomics atomics,
                                    clri_choice *choice, clri_error *error)
{
    CLRI_OR_RETURN(clri_capability_find(device, &choice->strategy, &choice->pass, atomics,
                                        &choice->capability, error));
    explain_capability(choice);
    choice->code.build_options = clri_capability_build_options(device, &choice->capability);
    choice->code.pragmas = clri_quirk_text(device, CLRI_HABIT_PRAGMAS);
    choice->code.calls_cold = choice->code.calls_lengthy =
        clri_quirk_number(device, CLRI_HABIT_CALLS) != 0;
    return CLR_OK;
}

/* ---- level ---- */

/* What to do where exact sums are refused, if all operators have another level. */
static const char *other_level(const clri_choice *choice, const char *words)
{
    for (size_t i = 0; i < choice->pass.outcome_count; i++)
        if (clri_operator_has_pairs(clri_operator_of(choice->pass.outcomes[i].op)))
            return "";
    return words;
}

/* Pieces that handle or trace single numbers cannot handle the wide states of exact sums. */
static clr_status check_exact(const clri_choice *choice, clri_error *error)
{
    const clri_finish *finish = choice->strategy.finish;

    if (!choice->pass.is_exact)
        return CLR_OK;
    if (clri_surroundings_of(finish)->wants_numbers)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "finish %s hands on single numbers, and sums of level exact are more than "
                         "that: use two-pass%s",
                         finish->name, other_level(choice, ", or ask for level fast"));
    if (!clri_strategy_is_sound(&choice->strategy))
        return clri_fail(
            error, CLR_ERROR_UNSUPPORTED,
            "strategy %s is a lesson about single numbers, and sums of level exact are "
            "more than that%s",
            choice->strategy.name, other_level(choice, ": ask for level fast"));
    if (choice->code.is_traced)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "a trace shows states as numbers, which those of level exact are not%s",
                         other_level(choice, ": ask for level fast"));
    return CLR_OK;
}

/* Checks that a level which requires the published order gets it, with states that are numbers, not
 * bins. */
static clr_status check_reproducible(const clri_choice *choice, clri_error *error)
{
    const bool is_ordered = clri_strategy_is_ordered(&choice->strategy);

    if (choice->pass.needs_order && !is_ordered)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "strategy %s has an order of its own, and level reproducible rests on the "
                         "published one: use ordered or ordered-ticket, or ask for level fast",
                         choice->strategy.name);
    if (is_ordered && choice->pass.is_exact)
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "sums of level exact need no order, and strategy %s has no room for "
                         "them: make a plan of their own for those of other levels",
                         choice->strategy.name);
    return CLR_OK;
}

/* Settles the level. Atomics come in any order, which lowers the level unless the states are the
 * same in every order. */
static clr_status choose_level(const clri_request *request, clri_choice *choice, clri_error *error)
{
    for (size_t i = 0; i < request->count; i++) {
        const clr_accuracy asked = request->reductions[i].accuracy;
        clri_outcome *outcome = &choice->pass.outcomes[i];

        if (clri_strategy_is_repeatable(&choice->strategy) ||
            outcome->accuracy == CLR_ACCURACY_EXACT)
            continue;
        if (asked != CLR_ACCURACY_DEFAULT && asked != CLR_ACCURACY_RELAXED)
            return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                             "strategy %s adds in any order, which level %s forbids: ask for "
                             "relaxed, or use two-pass",
                             choice->strategy.name, clr_accuracy_name(asked));
        outcome->accuracy = CLR_ACCURACY_RELAXED;
    }
    return CLR_OK;
}

/*
 * What exact sums keep in local memory besides their bins, for speed alone, best first: columns,
 * which spare items waiting for each other (cl/exact/columns.cl), and copies, which reduce it
 * (cl/exact/copies.cl). The first row is taken whose groups are not cramped, as groups below
 * LEAST_GROUP_SIZE cost more than columns gain. Results are the same with each row.
 */
static const struct keeping {
    bool has_columns;
    bool has_copies; /* if local memory is large enough (COPIES_FROM) */
} keepings[] = {
    {true, true},
    {true, false},
    {false, false},
};

_Static_assert(sizeof keepings / sizeof *keepings == CLRI_KEEPINGS, "limits.c goes through them");

/* Drops the copies of the bins where the keeping has none, or local memory is too small. */
static void decide_on_copies(const clr_device *device, clri_choice *choice)
{
    const uint64_t from = clri_tuning(device, choice->sizes.tuned, CLRI_MEASURE_COPIES_FROM,
                                      CLRI_WORK_EXACT, choice->input.element_size);

    if (!keepings[choice->sizes.keeping].has_copies || clri_known(device->local_mem_size, 0) < from)
        clri_pass_forgo_copies(&choice->pass);
}

/*
 * Claims spare the end of a launch waiting for slow groups (docs/exact.md, "Who adds what"). They
 * need a counter that the last group resets, groups that do not wait for each other, and states
 * that are the same whichever group folds an element: rounded sums would differ from run to run.
 * Traces have no claims, so that they repeat.
 */
static void decide_on_claims(const clr_device *device, clri_choice *choice)
{
    const clri_strategy *strategy = &choice->strategy;

    choice->sizes.claims = !clri_is_cpu(device) && !choice->code.is_traced &&
                           strategy->load->may_claim && strategy->finish->serves_claims &&
                           clri_pass_in_any_order(&choice->pass);
    if (choice->sizes.claims)
        clri_explain(choice, "; groups claim tiles as they get on, if there are many");
}

/*
 * A variance has columns only on CPUs. Its speed on hard data is limited by the sum of squares,
 * which has none, and columns of the values would halve the groups that fit a GPU's local memory.
 */
static bool columns_pay(const clr_device *device, const clri_request *request)
{
    for (size_t i = 0; i < request->count; i++)
        if (clri_operator_part(clri_operator_of(request->reductions[i].op), 0) &&
            clri_operator_sums_exactly(request->reductions[i].op, clri_request_value(request, i),
                                       request->reductions[i].accuracy))
            return clri_is_cpu(device);
    return true;
}

/* Chooses with the row `keeping` of `keepings`. */
static clr_status choose_keeping(const clr_device *device, const clri_request *request,
                                 const clr_plan_options *options, const clri_limits *limits,
                                 unsigned keeping, clri_choice *choice, clri_error *error)
{
    const clri_domain *domain = &request->domain;
    const bool sifts = domain->index && !domain->is_inside;
    clri_terms terms = {.has_fp64 = clri_automatic_doubles(device, request),
                        .lacks_columns =
                            !keepings[keeping].has_columns || !columns_pay(device, request),
                        .by_words = !clri_is_cpu(device),
                        .is_told_count = domain->is_told_count,
                        .sifts = sifts,
                        .leaves_states = domain->states != 0};

    *choice = (clri_choice){
        .code.build_options = "",
        .carrier = domain->carrier,
        .input.index = domain->index,
        .input.sifts_indices = sifts,
        .input.count_in_memory = domain->is_told_count,
        .input.element_size = request->element_size,
        .sizes.tuned = request->tuned,
        .sizes.contiguous = clri_is_cpu(device),
        .code.local_is_dynamic = options->local == CLR_LOCAL_DYNAMIC,
        .code.is_traced = options->trace != 0,
        .code.trace_holds = options->trace == 2,
        .sizes.keeping = keeping,
    };
    CLRI_OR_RETURN(find_strategy(device, request, options, choice, error));
    terms.wants_number = clri_strategy_wants_number(&choice->strategy);
    CLRI_OR_RETURN(clri_pass_find(request, &terms, &choice->pass, error));
    decide_on_copies(device, choice);
    CLRI_OR_RETURN(check_order(choice, error));
    CLRI_OR_RETURN(check_exact(choice, error));
    CLRI_OR_RETURN(check_reproducible(choice, error));
    CLRI_OR_RETURN(check_host(choice, error));
    CLRI_OR_RETURN(clri_choose_left(device, request, choice, error));
    CLRI_OR_RETURN(choose_capability(device, options->atomics, choice, error));
    CLRI_OR_RETURN(choose_level(request, choice, error));
    decide_on_claims(device, choice);
    return clri_sizes_find(device, options, limits, choice, error);
}

static clr_status check_trace(const clri_shape *shape, const clr_plan_options *options,
                              clri_error *error)
{
    char names[CLRI_SHAPE_NAMES_SIZE];

    if (!options->trace || shape->may & CLRI_MAY_TRACE)
        return CLR_OK;
    return clri_fail(
        error, CLR_ERROR_UNSUPPORTED,
        "a trace shows how results of shapes %s come about, and the plan's shape is %s",
        clri_shape_names(CLRI_MAY_TRACE, names), shape->name);
}

/* The choice for carriers whose results come about by strategies: the first keeping whose groups
 * are not cramped. */
static clr_status choose_strategy(const clr_device *device, const clri_request *request,
                                  const clr_plan_options *options, const clri_limits *limits,
                                  clri_choice *choice, clri_error *error)
{
    unsigned keeping = limits->keeping;
    clr_status status = choose_keeping(device, request, options, limits, keeping, choice, error);

    while (choice->sizes.is_cramped && choice->pass.is_exact && ++keeping < CLRI_KEEPINGS) {
        clri_error_clear(error);
        status = choose_keeping(device, request, options, limits, keeping, choice, error);
    }
    return status;
}

clr_status clri_choose(const clr_device *device, const clri_request *request,
                       const clr_plan_options *options, const clri_limits *limits,
                       clri_choice *choice, clri_error *error)
{
    const clri_carrier *carrier = request->domain.carrier;
    const clri_limits within = limits ? *limits : CLRI_NO_LIMITS;

    if (options->strategy && clri_strategy_refusal(options->strategy))
        return clri_fail(error, CLR_ERROR_UNSUPPORTED, "%s is no strategy: %s", options->strategy,
                         clri_strategy_refusal(options->strategy));
    CLRI_OR_RETURN(check_trace(request->domain.shape, options, error));
    return carrier->choose ? carrier->choose(device, request, options, &within, choice, error)
                           : choose_strategy(device, request, options, &within, choice, error);
}
