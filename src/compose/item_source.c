/* SPDX-License-Identifier: Apache-2.0 */
#include "compose/item_source.h"
#include "compose/again_source.h"
#include "compose/by_index.h"
#include "compose/load_source.h"
#include "compose/results.h"
#include "compose/run_source.h"

/* ---- slices ---- */

static void add_slices(clri_source *source)
{
    clri_source_piece(source, "finish/states");
    clri_source_piece(source, "load/slices");
    clri_source_piece(source, "reduce_slices");
    clri_source_need(source, "the plan", "clr_reduce_columns");
    clri_source_need(source, "the plan", "clr_reduce_lines");
    clri_source_need(source, "the plan", "clr_fold_slices");
}

/* Whether a result is first attempted in one double (cl/exact/brief.cl), and only where its proof
 * fails in the member's ordinary state; not where states are left for accumulators, as the double
 * may be infinite, which no state is. */
static bool tries_brief(const clri_choice *choice)
{
    return clri_pass_is_brief(&choice->pass) && !choice->left.most;
}

/* ---- a stage ---- */

/* How a team folds results in local memory, under names that begin with `name`: in the state of
 * `piece`, CLR_STAGE_RUN elements at a time by the piece `few`. */
static void add_try(clri_source *source, const char *name, const char *piece, const char *few)
{
    clri_source_redefine_by(source, CLRI_MACRO_TRY, "clr_%s_##name", name);
    clri_source_piece_of(source, "stage", piece);
    clri_source_piece_of(source, "stage", few);
    clri_source_piece(source, "stage/fold");
}

static void add_staged(clri_source *source, const clri_choice *choice)
{
    const bool is_brief = tries_brief(choice);

    clri_source_piece(source, "stage/stage");
    clri_source_piece_of(source, "stage", choice->staged.is_copied ? "bring_nvidia" : "bring");
    clri_source_piece(source, "stage/fill");
    clri_source_piece(source, choice->carrier->text.staged);
    if (is_brief)
        add_try(source, "attempt", "brief", "few_by_one");
    add_try(source, is_brief ? "again" : "attempt", "whole",
            is_brief ? "few_by_one" : "few_as_run");
    clri_source_piece(source, is_brief ? "stage/again" : "stage/once");
    clri_source_piece(source, "stage/batch");
    clri_source_piece(source, "reduce_staged");
    clri_source_need(source, "the plan", "clr_reduce_staged");
}

/* ---- items, and teams of items ---- */

static void add_bands(clri_source *source, const clri_choice *choice)
{
    if (choice->capability.step)
        clri_source_piece_of(source, "step", choice->capability.step);
    clri_source_piece_of(source, "load",
                         choice->capability.step ? "band_of_warp" : "band_of_group");
}

static void add_teams(clri_source *source, const clri_choice *choice)
{
    clri_source_piece(source, "memory");
    clri_source_piece(source, "load/narrow");
    add_bands(source, choice);
    clri_source_piece(source, "load/team");
    clri_source_piece(source, "load/row_vectors");
    clri_source_piece_of(source, "load",
                         clri_pass_is_brief(&choice->pass) ? "along_brief" : "along_lanes");
    clri_source_piece_of(source, "load",
                         choice->teams.fold_runs ? "runs_abreast" : "no_runs_abreast");
    clri_source_piece(source, "load/abreast");
    if (clri_items_go(choice, CLRI_WAY_TEAMS))
        clri_source_piece(source, "reduce_teams");
}

/* Teams that fold in the published order. */
static void add_ordered(clri_source *source, const clri_choice *choice)
{
    clri_source_piece(source, "finish/postpone");
    clri_source_piece(source, "memory");
    add_bands(source, choice);
    clri_source_piece(source, "load/team");
    if (choice->carrier->is_stepped)
        clri_source_piece(source, "load/moves");
    clri_source_piece_of(source, "load", choice->carrier->is_stepped ? "each_axes" : "each_span");
    clri_source_piece(source, "load/join");
    clri_source_define(source, CLRI_MACRO_ORDER, "clr_##name");
    clri_source_piece(source, "task/lane");
    clri_source_piece(source, "reduce_ordered");
    clri_source_need(source, "the plan", "clr_reduce_teams");
}

/* In the published order single items fold contiguous rows, or vectors of neighbouring columns, a
 * column a lane. */
static void add_ordered_alone(clri_source *source, const clri_choice *choice)
{
    clri_source_piece(source, "finish/postpone");
    clri_source_piece(source, "memory");
    clri_source_order(source, choice);
    clri_source_piece(source, "reduce_ordered_alone");
    clri_source_need(source, "the plan", "clr_reduce_teams");
    if (!choice->items.sides || !clri_items_go(choice, CLRI_WAY_ITEMS))
        return;
    clri_source_piece(source, "load/moves");
    clri_source_piece(source, "load/each_axes");
    clri_source_piece(source, "load/lanes_each");
    clri_source_piece(source, "load/beside");
    clri_source_define(source, CLRI_MACRO_ORDER, "clr_lanes_##name");
    clri_source_piece(source, "task/of_columns");
    clri_source_piece(source, "task/lane");
    clri_source_piece(source, "load/items_in_order");
    clri_source_piece(source, choice->left.most ? "finish/give_states" : "finish/give_lanes");
    clri_source_piece(source, "load/results");
    clri_source_piece(source, "reduce_items");
    clri_source_need(source, "the plan", "clr_reduce_items");
}

/* Whether an item alone may load the last elements of a result with a vector that reaches behind
 * them (cl/load/rest_as_vector.cl): only of the inputs, whose ends are known; not of masks, labels
 * and lists of indices, nor for an operator of the caller's, nor where loads are logged. */
static bool reads_behind(const clri_choice *choice)
{
    return !choice->code.is_traced && !choice->input.index && !clri_reads_more(choice) &&
           !choice->pass.custom;
}

/* How an item alone folds a result, under names that begin with `name`: whole vectors by `piece`,
 * and the elements behind them by `rest`. */
static void add_attempt(clri_source *source, const char *name, const char *piece, const char *rest)
{
    clri_source_redefine_by(source, CLRI_MACRO_TRY, "clr_%s_##name", name);
    clri_source_piece_of(source, "load", piece);
    clri_source_piece(source, "load/alone");
    clri_source_piece_of(source, "load", rest);
}

/* Items alone, on a CPU, as teams of one. A result in one double reads behind its elements, and
 * asks how far the inputs reach there (`text.ends`). */
static void add_alone(clri_source *source, const clri_choice *choice)
{
    const bool is_brief = tries_brief(choice) && reads_behind(choice);

    clri_source_piece(source, is_brief ? choice->carrier->text.ends : "shape/ends_unasked");
    clri_source_width(source, choice->sizes.vector_width, false);
    clri_source_piece(source, "load/alone_reads");
    if (is_brief) {
        clri_source_redefine_by(source, CLRI_MACRO_TRY, "clr_%s_##name", "attempt");
        clri_source_piece(source, "stage/brief");
        add_attempt(source, "attempt", "alone_brief", "rest_as_vector");
    }
    add_attempt(source, is_brief ? "again" : "attempt", "alone_whole", "rest_by_one");
    clri_source_piece_of(source, "load", is_brief ? "alone_again" : "alone_once");
    if (clri_items_go(choice, CLRI_WAY_TEAMS))
        clri_source_piece(source, "reduce_alone");
}

/* Kernels that walk sorted labels, behind the pieces by which items fold neighbouring results, as
 * they use these (add_results()). */
static void add_walk(clri_source *source)
{
    static const char *const pieces[] = {"memory",      "finish/states", "walk/sorted",
                                         "walk/tile",   "walk_labels",   "walk/crossing",
                                         "join_labels", "fill_labels"};

    clri_source_flags(source, CLRI_FLAGS_WALK);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        clri_source_piece(source, pieces[i]);
    clri_source_need(source, "the plan", "clr_walk_labels");
    clri_source_need(source, "the plan", "clr_join_labels");
    clri_source_need(source, "the plan", "clr_fill_labels");
}

/* How items fold neighbouring results, one a lane, for the ways that do. */
static void add_results(clri_source *source, const clri_choice *choice)
{
    clri_source_piece(source, "load/moves");
    if (!clri_items_go(choice, CLRI_WAY_ITEMS) && !clri_items_go(choice, CLRI_WAY_ACROSS) &&
        !clri_items_go(choice, CLRI_WAY_SLICES))
        return;
    clri_source_piece(source, "load/lanes_each");
    clri_source_piece(source, "load/beside");
    clri_source_piece(source, "load/items");
    clri_source_piece(source, choice->left.most ? "finish/give_states" : "finish/give_lanes");
    clri_source_piece(source, "load/results");
}

/* Whether the program has kernels besides those of items with results of their own: of teams,
 * stages, slices, or for results made again. Groups are no such kernel: the first program has
 * theirs. */
static bool has_more_than_items(const clri_choice *choice)
{
    const uint32_t by_items = 1u << CLRI_WAY_ITEMS | 1u << CLRI_WAY_ACROSS | 1u << CLRI_WAY_GROUPS;

    return choice->items.ways & ~by_items;
}

void clri_source_items(clri_source *source, const clri_choice *choice)
{
    const bool is_unsure = clri_pass_is_unsure(&choice->pass);

    clri_source_deliver_rows(source, choice);
    clri_source_find_rows(source, choice);
    clri_source_piece(source, "finish/list");
    clri_source_piece_of(source, "finish", is_unsure ? "unsure" : "sure");
    clri_source_parameters(source, choice);
    if (clri_items_keep_order(choice)) {
        add_ordered_alone(source, choice);
        return;
    }
    clri_source_piece(source, "share/tiles");
    clri_source_piece_of(source, "share", choice->sizes.contiguous ? "contiguous" : "interleaved");
    if (clri_teams_keep_order(choice)) {
        add_ordered(source, choice);
        return;
    }
    if (choice->carrier->is_stepped)
        add_results(source, choice);
    if (choice->walk.longest_tile) {
        add_walk(source);
    } else if (choice->carrier->is_stepped && clri_items_go(choice, CLRI_WAY_ITEMS)) {
        clri_source_piece(source, "reduce_items");
        clri_source_need(source, "the plan", "clr_reduce_items");
    }
    if (choice->items.memory_sides && clri_items_go(choice, CLRI_WAY_ACROSS)) {
        clri_source_piece(source, "reduce_across");
        clri_source_need(source, "the plan", "clr_reduce_across");
    }
    if (!choice->teams.abreast || !has_more_than_items(choice))
        return;
    clri_source_piece(source, "finish/postpone");
    if (clri_teams_are_items(choice))
        add_alone(source, choice);
    else
        add_teams(source, choice);
    if (clri_items_go(choice, CLRI_WAY_TEAMS))
        clri_source_need(source, "the plan", "clr_reduce_teams");
    if (choice->staged.elements && clri_items_go(choice, CLRI_WAY_STAGE))
        add_staged(source, choice);
    if (choice->slices.lanes && clri_items_go(choice, CLRI_WAY_SLICES))
        add_slices(source);
    if (choice->runs.elements)
        clri_source_runs(source, choice);
    if (clri_makes_again(choice))
        clri_source_again(source, choice);
}
