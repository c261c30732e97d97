/* SPDX-License-Identifier: Apache-2.0 */
#include "compose/compose.h"
#include "base/source.h"
#include "compose/by_index.h"
#include "compose/finish_source.h"
#include "compose/item_source.h"
#include "compose/load_source.h"
#include "compose/member.h"
#include "compose/prelude.h"
#include "compose/results.h"
#include "state/layout.h"

#include <stdio.h>

/* Whether some member has a map or condition; with `by_bits`: one that compares floats by their
 * bits, as the device's own comparisons do not conform to IEEE 754. */
static bool uses_expressions(const clri_pass *pass, bool by_bits)
{
    for (size_t i = 0; i < pass->member_count; i++)
        if ((pass->members[i].map || pass->members[i].where) &&
            (pass->members[i].by_bits || !by_bits))
            return true;
    return false;
}

static bool has_doubles(const clri_expression *expression)
{
    return expression && expression->uses_double;
}

/* Whether some map or condition computes in doubles of the device's own. */
static bool uses_doubles(const clri_pass *pass)
{
    for (size_t i = 0; i < pass->member_count; i++)
        if (!pass->members[i].by_bits &&
            (has_doubles(pass->members[i].map) || has_doubles(pass->members[i].where)))
            return true;
    return false;
}

/* Functions that maps and conditions call, by the kinds of numbers that they compute with. */
static void add_expressions(clri_source *source, const clri_pass *pass)
{
    if (!uses_expressions(pass, false))
        return;
    clri_source_piece(source, "expression/integer");
    clri_source_piece(source, "expression/question");
    clri_source_piece(source, "expression/extreme_float");
    if (uses_doubles(pass))
        clri_source_piece(source, "expression/extreme_double");
    if (!uses_expressions(pass, true))
        return;
    clri_source_flags(source, CLRI_FLAGS_BITS);
    clri_source_piece(source, "expression/bits");
}

/* Parameters for numbers that each run hands to maps and conditions. */
static void add_scalars(clri_source *source, const clri_pass *pass)
{
    if (pass->scalars) {
        clri_source_define(source, CLRI_MACRO_SCALAR, pass->scalar);
        clri_source_define_start(source, CLRI_MACRO_EACH_SCALAR);
        for (unsigned i = 0; i < pass->scalars; i++)
            clri_source_addf(source, " DO(%c)", CLRI_SCALARS[i]);
        clri_source_add(source, "\n");
    }
    clri_source_piece(source, pass->scalars ? "scalar/some" : "scalar/none");
}

/* ---- the caller's own operator ---- */

clr_status clri_compose_custom(const clri_custom *custom, const char *value, const char *pragmas,
                               bool uses_double, char **text, clri_error *error)
{
    clri_source source;

    clri_source_begin(&source, NULL, error);
    clri_source_language(&source, pragmas, uses_double);
    clri_source_custom(&source, custom, value);
    clri_source_piece(&source, "probe/custom_sizes");
    return clri_source_end(&source, text);
}

/* ---- widths ---- */

/* The type of a loaded vector: elements of 1 or 2 bytes are held as words until used. Sums of bytes
 * add up such words (SUM_WORDS), or vectors of 1 or 2 bytes (SUM_BYTES): cl/fold/packed_run.cl. */
static void add_held(clri_source *source, const clri_choice *choice, unsigned width)
{
    static const struct {
        size_t size;
        const char *words;
        const char *sum;
    } rows[] = {
        {4, "uint", "(x)"},
        {8, "uint2", "((x).s0 + (x).s1)"},
        {16, "uint4", "((x).s0 + (x).s1 + (x).s2 + (x).s3)"},
    };
    const char *value = choice->pass.reader.value;
    const bool is_short =
        width > 1 && choice->input.element_size < 4 && choice->pass.reader.reads == CLRI_READS_HELD;

    clri_source_provide(source, "CLR_ALL(held)");
    clri_source_redefine(source, CLRI_MACRO_SUM_BYTES, width == 2 ? "((x).s0 + (x).s1)" : "(x)");
    for (size_t i = 0; is_short && i < sizeof rows / sizeof *rows; i++) {
        if (choice->input.element_size * width == rows[i].size) {
            clri_source_addf(source, "typedef %s CLR_ALL(held);\n", rows[i].words);
            clri_source_redefine_by(source, CLRI_MACRO_HOLD, "as_%s(x)", rows[i].words);
            clri_source_redefine_by(source, CLRI_MACRO_VALUE_OF, "as_%s%u(x)", value, width);
            clri_source_redefine(source, CLRI_MACRO_SUM_WORDS, rows[i].sum);
            return;
        }
    }
    clri_source_add(source, "typedef CLR_ALL(value) CLR_ALL(held);\n");
    clri_source_redefine(source, CLRI_MACRO_HOLD, "(x)");
    clri_source_redefine(source, CLRI_MACRO_VALUE_OF, "(x)");
}

/* Loads an aligned vector of `size` bytes past the cache, as words. */
static void define_load_past_cache(clri_source *source, clri_reads reads, size_t size)
{
    switch (reads) {
    case CLRI_READS_HALVES:
        clri_source_redefine_by(source, CLRI_MACRO_LOAD, "clr_halves_%zu(clr_load_%zu(at))", size,
                                size);
        break;
    case CLRI_READS_BITS:
        clri_source_redefine_by(source, CLRI_MACRO_LOAD, "CLR_WIDE(as_ushort)(clr_load_%zu(at))",
                                size);
        break;
    case CLRI_READS_HELD:
        clri_source_redefine_by(source, CLRI_MACRO_LOAD,
                                "__builtin_astype(clr_load_%zu(at), CLR_ALL(held))", size);
        break;
    }
}

/* Loads an aligned vector as the type that the reader converts. */
static void define_load(clri_source *source, const clri_choice *choice, unsigned width)
{
    const clri_reads reads = choice->pass.reader.reads;
    const size_t size = choice->input.element_size * width;

    if (choice->capability.read && width > 1 && (size == 4 || size == 8 || size == 16))
        define_load_past_cache(source, reads, size);
    else if (reads == CLRI_READS_HALVES)
        clri_source_redefine_by(source, CLRI_MACRO_LOAD, "CLR_WIDE(%s)(0, at)",
                                width == 1 ? "vload_half" : "vloada_half");
    else
        clri_source_redefine(source, CLRI_MACRO_LOAD,
                             reads == CLRI_READS_BITS ? "(*(__global const CLR_WIDE(ushort) *)(at))"
                                                      : "(*(__global const CLR_ALL(held) *)(at))");
}

/*
 * Pieces of values and states are compiled at two widths: of single states, such as
 * clr_m0_combine(), for groups and results; of vectors, such as clr_m0_lanes_take(), for loads.
 * CLR_AT(name) is a member's name at the current width, CLR_OF(name) its name at width 1;
 * CLR_ALL(name) the pass's name at the current width, CLR_MEMBER(k, name) member k's.
 */
void clri_source_values(clri_source *source, const clri_choice *choice, bool narrow)
{
    const unsigned width = narrow ? 1 : choice->sizes.vector_width;

    clri_source_width(source, width, narrow);
    clri_source_redefine(source, CLRI_MACRO_ALL, narrow ? "clr_##name" : "clr_lanes_##name");
    clri_source_redefine(source, CLRI_MACRO_MEMBER,
                         narrow ? "clr_m##k##_##name" : "clr_m##k##_lanes_##name");
    if (width == 1)
        clri_source_redefine(source, CLRI_MACRO_VLOAD, "(*(at))");
    else
        clri_source_redefine_by(source, CLRI_MACRO_VLOAD, "vload%u(0, at)", width);
    clri_source_add(source, "typedef CLR_WIDE(CLR_VALUE) CLR_ALL(value);\n");
    clri_source_provide(source, "CLR_ALL(value)");
    add_held(source, choice, width);
    define_load(source, choice, width);
    clri_source_reader(source, choice, width);
    clri_source_place(source, choice);
    clri_source_inputs(source, choice);
}

void clri_source_member(clri_source *source, const clri_member *member, unsigned number,
                        bool narrow)
{
    if (member->form.whole) {
        clri_source_addf(source, "\n/* state %u: elements before the condition */\n", number);
        clri_source_name_part(source, number, "whole_", narrow);
        clri_source_whole(source, member);
    }
    if (member->where) {
        clri_source_name_part(source, number, "where_", narrow);
        clri_source_where(source, member);
    }
    clri_source_name_member(source, number, narrow);
    clri_source_state(source, member);
}

void clri_source_folds(clri_source *source, const clri_pass *pass, bool narrow, const char *name,
                       const char *length)
{
    clri_source_length(source, name, length);
    for (unsigned i = 0; i < pass->member_count; i++) {
        clri_source_name_member(source, i, narrow);
        clri_source_run(source, &pass->members[i]);
    }
    clri_source_piece(source, pass->member_count == 1 ? "states/single_run" : "states/several_run");
}

/* What functions are handed (clr_memory), and how states are read from memory and written to it:
 * not for a program whose items keep all states in registers. */
static void add_memory(clri_source *source, const clri_choice *choice)
{
    const clri_pass *pass = &choice->pass;

    if (pass->is_exact)
        clri_source_piece(source, "bins/struct");
    if (choice->code.is_traced)
        clri_source_piece(source, "log");
    clri_source_piece(source, "handle");
    if (!choice->items.are_there || choice->teams.abreast || choice->walk.longest_tile ||
        choice->left.most)
        clri_source_piece(source, pass->member_count == 1 ? "states/single_memory"
                                                          : "states/several_memory");
}

/* Padding in the struct of all members' states: CLR_GAP_k in front of member k, CLR_LAST_GAP. */
static void add_gaps(clri_source *source, const clri_pass *pass, unsigned lanes)
{
    const clri_layout layout = clri_layout_states(pass, lanes);

    for (size_t i = 0; i < pass->member_count; i++) {
        char name[32];

        snprintf(name, sizeof name, "gap%zu_", i);
        clri_source_gap_of(source, CLRI_MACRO_GAP_, i, name, layout.members[i].gap);
    }
    clri_source_gap(source, CLRI_MACRO_LAST_GAP, "gap", layout.last_gap);
}

/* Whether items fold the lanes of the published order one by one: no vectors are compiled. */
static bool has_lanes_of_teams(const clri_choice *choice)
{
    return clri_teams_keep_order(choice) && !clri_items_keep_order(choice);
}

/* All members at one width, with the runs that are folded at it. Of vectors last what the items of
 * a group do at barriers between tiles: vote whether to try an exact state's terms, and share their
 * best keys. */
static void add_members(clri_source *source, const clri_choice *choice, bool narrow)
{
    const clri_pass *pass = &choice->pass;

    clri_source_values(source, choice, narrow);
    for (unsigned i = 0; i < pass->member_count; i++) {
        clri_source_member(source, &pass->members[i], i, narrow);
        if (clri_is_led(choice, i))
            clri_source_piece(source, "fold/lead");
        /* lanes are results side by side there, not elements with indices of their own */
        if (choice->items.are_there && pass->members[i].form.is_placed)
            clri_source_piece(source, "fold/index_less");
    }
    add_gaps(source, pass, narrow ? 1 : choice->sizes.vector_width);
    clri_source_piece(source, pass->member_count == 1 ? "states/single" : "states/several");
    if (narrow)
        add_memory(source, choice);
    if (!narrow || !choice->items.are_there || choice->teams.abreast)
        clri_source_folds(source, pass, narrow, "one", "1");
    if (narrow && choice->staged.elements)
        clri_source_folds(source, pass, narrow, "few", "CLR_STAGE_RUN");
    if (narrow && has_lanes_of_teams(choice))
        clri_source_folds(source, pass, narrow, "tile", "CLR_LOADS");
    if (narrow)
        return;
    if (clri_strategy_is_ordered(&choice->strategy))
        clri_source_piece(source,
                          pass->member_count == 1 ? "states/single_lanes" : "states/several_lanes");
    clri_source_folds(source, pass, narrow, "tile", "CLR_LOADS");
    if (choice->items.are_there && !clri_items_keep_order(choice))
        return;
    clri_source_piece(source, "load/meeting");
    clri_source_piece(source, pass->is_exact ? "bins/vote" : "bins/no_vote");
    clri_source_piece(source, "states/confer");
}

/* ---- results ---- */

void clri_source_limbs(clri_source *source, const char *space)
{
    clri_source_define(source, CLRI_MACRO_LIMB_SPACE, space);
    clri_source_piece(source, "exact/limbs");
    clri_source_piece(source, "exact/rounding");
    clri_source_piece(source, "exact/quotient");
    clri_source_piece(source, "exact/variance");
}

void clri_source_record(clri_source *source, const clri_choice *choice)
{
    const clri_pass *pass = &choice->pass;
    const bool has_arrays = choice->carrier->is_many;

    for (unsigned i = 0; i < pass->outcome_count; i++) {
        clri_source_name_outcome(source, pass, i);
        clri_source_outcome(source, &pass->members[pass->outcomes[i].members[0]],
                            &pass->outcomes[i]);
        if (has_arrays)
            clri_source_value_of(source, pass, i);
    }
    clri_source_piece(source, "record");
    if (has_arrays)
        clri_source_arrays(source, choice);
}

/* ---- strategies ---- */

/* Whether groups claim results as they get on, as these differ in length: not on CPUs, whose groups
 * read forward, nor in traces, which must repeat. */
static bool claims_rows(const clri_choice *choice)
{
    return choice->carrier->is_uneven && !choice->sizes.contiguous && !choice->code.is_traced;
}

/* Many results a launch: finding a result's elements, folding groups' partials, delivering. */
static void add_rows(clri_source *source, const clri_choice *choice)
{
    const bool is_ordered = clri_strategy_is_ordered(&choice->strategy);

    clri_source_piece_of(source, "share",
                         choice->sizes.contiguous ? "rows_contiguous" : "rows_interleaved");
    clri_source_piece(source, "finish/states");
    clri_source_piece(source, "finish/list");
    clri_source_piece_of(source, "share", claims_rows(choice) ? "rows_claimed" : "rows_in_turn");
    clri_source_deliver_rows(source, choice);
    clri_source_find_rows(source, choice);
    clri_source_piece_of(source, "finish", choice->carrier->has_giants ? "giants" : "no_giants");
    clri_source_piece(source, is_ordered ? "finish/subtrees" : "finish/partials");
    clri_source_piece_of(source, "finish", choice->strategy.finish->file);
    if (is_ordered)
        clri_source_piece(source, "task/strip");
    clri_source_piece(source, is_ordered ? "task/strips_row" : "task/row");
    clri_source_parameters(source, choice);
}

/* The strategy's load, group and finish. */
static void add_strategy(clri_source *source, const clri_choice *choice)
{
    const clri_strategy *strategy = &choice->strategy;
    const clri_capability *capability = &choice->capability;
    const bool is_alone = choice->sizes.group == 1 && strategy->finish->takes != CLRI_TAKES_ITEM &&
                          !clri_strategy_is_ordered(strategy);

    if (capability->shuffle && !is_alone)
        clri_source_shuffle(source, capability);
    if (capability->step && !is_alone)
        clri_source_piece_of(source, "step", capability->step);
    if (is_alone)
        clri_source_piece_of(source, "group", "none");
    else
        clri_source_group(source, choice);
    clri_source_load(source, choice);
    clri_source_piece(source, choice->pass.is_exact ? "bins/some" : "bins/none");
    if (capability->fence)
        clri_source_piece_of(source, "fence", capability->fence);
    if (capability->cell)
        clri_source_piece_of(source, "cell", capability->cell);
    if (choice->carrier->is_many)
        add_rows(source, choice);
    else
        clri_source_finish(source, choice);
}

void clri_source_need_kernels(clri_source *source, const clri_choice *choice)
{
    const clri_surroundings *around = clri_surroundings_of(choice->strategy.finish);

    clri_source_need(source, "the plan", "clr_reduce");
    if (around->before)
        clri_source_need(source, "the plan", around->before);
    if (around->after)
        clri_source_need(source, "the plan", around->after);
}

/* The text behind the prelude, of a strategy's kernels or of the second program's. Results that are
 * made again are rounded from integers there (again_source.h), which need the pieces that exact
 * sums and integers of 256 bits have. */
static void compose_strategy(clri_source *source, const clri_choice *choice)
{
    const clri_pass *pass = &choice->pass;
    const bool makes_again = clri_makes_again(choice);

    if (choice->capability.read)
        clri_source_piece_of(source, "read", choice->capability.read);
    if (pass->is_exact || pass->rounds_wide || makes_again)
        clri_source_rounding(source);
    if (pass->is_exact || makes_again) {
        clri_source_flags(source, CLRI_FLAGS_EXACT);
        clri_source_limbs(source, "__local");
    }
    if (pass->rounds_wide || makes_again)
        clri_source_wide(source, pass);
    add_members(source, choice, true);
    clri_source_record(source, choice);
    if (!has_lanes_of_teams(choice))
        add_members(source, choice, false);
    clri_source_piece(source, choice->code.is_traced ? "trace/on" : "trace/off");
    if (choice->items.are_there) {
        clri_source_items(source, choice);
        return;
    }
    clri_source_piece(source, "memory");
    add_strategy(source, choice);
    clri_source_reduce(source, choice);
    clri_source_need_kernels(source, choice);
}

static clr_status compose(const clri_library *library, const clri_choice *choice, bool is_trusted,
                          char **text, clri_error *error)
{
    const clri_pass *pass = &choice->pass;
    clri_source source;

    clri_source_begin(&source, library, error);
    source.is_trusted = is_trusted;
    clri_source_prelude(&source, choice);
    if (choice->capability.item)
        clri_source_piece_of(&source, "item", choice->capability.item);
    if (pass->custom)
        clri_source_custom(&source, pass->custom, clri_source_custom_value(pass));
    add_expressions(&source, pass);
    clri_source_shape(&source, choice);
    add_scalars(&source, pass);
    clri_source_piece(&source, "load/span");
    if (choice->carrier->compose)
        choice->carrier->compose(&source, choice);
    else
        compose_strategy(&source, choice);
    return clri_source_end(&source, text);
}

clr_status clri_compose_from(const clri_library *library, const clri_choice *choice, char **text,
                             clri_error *error)
{
    return compose(library, choice, false, text, error);
}

clr_status clri_compose(const clri_choice *choice, char **text, clri_error *error)
{
    return compose(NULL, choice, false, text, error);
}

clr_status clri_compose_trusted(const clri_choice *choice, char **text, clri_error *error)
{
    return compose(NULL, choice, true, text, error);
}
