/* SPDX-License-Identifier: Apache-2.0 */
#include "compose/again_source.h"
#include "compose/member.h"

/* Whether a team that makes results again has states to fold beside the digits: of a member that is
 * always certain, such as a minimum in the same pass, or a member's count of elements. */
static bool folds_beside(const clri_pass *pass)
{
    bool folds = false;

    for (size_t i = 0; i < pass->member_count; i++)
        folds |= !pass->members[i].form.is_unsure || pass->members[i].form.counts_values;
    return folds;
}

/* A member's sum that is left for an accumulator: where its digits go, how many they are, and the
 * power of two that the lowest counts. A group leaves its bins there (cl/finish/left_apart.cl). */
static void add_leave(clri_source *source, const clri_left_digits *digits)
{
    clri_source_redefine_by(source, CLRI_MACRO_LEFT_DIGITS_AT, "%zu", digits->offset);
    clri_source_redefine_by(source, CLRI_MACRO_LEFT_DIGITS, "%u", digits->count);
    clri_source_redefine_by(source, CLRI_MACRO_LEFT_DEPTH, "%d", -digits->lowest);
    clri_source_piece(source, "again/leave");
}

/* How a member's elements become digits. */
static void add_member(clri_source *source, const clri_choice *choice, unsigned number)
{
    clri_source_name_member(source, number, true);
    clri_source_member_macros(source, &choice->pass.members[number]);
    clri_source_piece(source, "again/elements");
    if (choice->left.most)
        add_leave(source, &choice->left.layout.digits[number]);
}

/* How an outcome is made of its member's digits; of a variance, of two members'. */
static void add_outcome(clri_source *source, const clri_pass *pass, unsigned number)
{
    const clri_outcome *outcome = &pass->outcomes[number];
    const bool is_spread = outcome->member_count > 1;

    clri_source_name_outcome(source, pass, number);
    clri_source_outcome_macros(source, &pass->members[outcome->members[0]], outcome);
    clri_source_piece(source, "again/rounding");
    clri_source_piece(source, is_spread ? "again/spread" : "again/sum");
    clri_source_piece(source, "again/make");
}

void clri_source_again(clri_source *source, const clri_choice *choice)
{
    const clri_pass *pass = &choice->pass;

    clri_source_flags(source, CLRI_FLAGS_AGAIN);
    /* Where items are teams, the text has no teams for other kernels. */
    if (clri_teams_are_items(choice)) {
        clri_source_piece(source, "memory");
        clri_source_piece(source, "load/team");
        clri_source_piece(source, "load/band_of_group");
    }
    clri_source_piece_of(source, "load", choice->carrier->is_stepped ? "each_axes" : "each_span");
    clri_source_piece(source, "again/addend");
    clri_source_piece(source, "again/reach");
    clri_source_piece(source, "again/cells");
    clri_source_piece(source, "again/team");
    clri_source_piece_of(source, "again", folds_beside(pass) ? "fold_beside" : "none_beside");
    for (unsigned i = 0; i < pass->member_count; i++)
        if (pass->members[i].form.is_unsure)
            add_member(source, choice, i);
    for (unsigned i = 0; i < pass->outcome_count && !choice->left.most; i++)
        if (pass->members[pass->outcomes[i].members[0]].form.is_unsure)
            add_outcome(source, pass, i);
    clri_source_piece_of(source, "again", choice->left.most ? "states" : "results");
    clri_source_piece(source, "reduce_again");
    clri_source_need(source, "the plan", "clr_reduce_again");
}
