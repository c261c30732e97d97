/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/cells/label_source.h"
#include "compose/by_index.h"
#include "compose/compose.h"
#include "compose/member.h"
#include "compose/results.h"
#include "shape/cells/label_grid.h"

enum { AHEAD = 4, AHEAD_CONTIGUOUS = 1 };

/* Cells of labels in local memory. */
static void add_local_cells(clri_source *source, const clri_state_form *form)
{
    switch (form->fold) {
    case CLRI_FOLD_MIN:
    case CLRI_FOLD_MAX:
        clri_source_piece(source, "label/best_near");
        clri_source_piece(source, "label/near_blind");
        break;
    case CLRI_FOLD_AND:
    case CLRI_FOLD_OR:
    case CLRI_FOLD_XOR:
        clri_source_piece(source, "label/near_halves");
        clri_source_piece(source, "label/near_blind");
        clri_source_piece(source, "label/bits_near");
        break;
    default:
        if (form->number) {
            clri_source_piece(source, "label/near_halves");
            clri_source_piece(source, "label/near_blind");
            clri_source_piece(source, "label/sum_near");
        } else {
            clri_source_piece(source, "label/exact_near");
        }
    }
}

static void define_ahead(clri_source *source, const clri_choice *choice)
{
    clri_source_define_number(source, CLRI_MACRO_LABELS_AHEAD,
                              choice->sizes.contiguous ? AHEAD_CONTIGUOUS : AHEAD);
}

static void add_places(clri_source *source, const clri_choice *choice)
{
    define_ahead(source, choice);
    clri_source_piece(source, "label/near_add");
    clri_source_piece(source, "label/often");
    clri_source_piece(source, "label/take_often");
}

static void add_settle(clri_source *source)
{
    clri_source_piece(source, "label/settle");
    clri_source_need(source, "the plan", "clr_label_settle");
}

static void add_near(clri_source *source, const clri_choice *choice)
{
    if (!clri_labels_have_places(choice))
        define_ahead(source, choice);
    add_local_cells(source, &choice->pass.members[0].form);
    clri_source_piece(source, "label/take_ahead");
    clri_source_need(source, "the plan", "clr_reduce_near");
}

/* ---- all ---- */

/* How an element is folded into its label's cell by atomics. */
static const char *cell_piece(const clri_member *member)
{
    switch (member->form.fold) {
    case CLRI_FOLD_MIN:
    case CLRI_FOLD_MAX:
        return "label/best";
    case CLRI_FOLD_AND:
    case CLRI_FOLD_OR:
    case CLRI_FOLD_XOR:
        return "label/bits";
    default:
        return member->form.number ? "label/sum" : "label/exact";
    }
}

static void define_cell(clri_source *source, const clri_state_form *form)
{
    clri_source_define_number(source, CLRI_MACRO_CELL_LONGS, form->cell_longs);
    if (form->fold == CLRI_FOLD_AND)
        clri_source_define(source, CLRI_MACRO_ATOMIC, "atomic_and");
    else if (form->fold == CLRI_FOLD_OR)
        clri_source_define(source, CLRI_MACRO_ATOMIC, "atomic_or");
    else if (form->fold == CLRI_FOLD_XOR)
        clri_source_define(source, CLRI_MACRO_ATOMIC, "atomic_xor");
}

/* For few labels: each item folds into cells of its own. */
static void add_alone(clri_source *source, bool has_doubles)
{
    clri_source_piece(source, "label/near_alone");
    clri_source_piece(source, "reduce_labels_near");
    clri_source_piece(source, "label/stretch");
    clri_source_piece(source, "label/bring");
    clri_source_piece(source, "label/take_rows");
    if (has_doubles) {
        clri_source_piece(source, "label/take_far");
        clri_source_piece(source, "label/doubles");
        clri_source_piece(source, "label/take_doubles");
    }
    clri_source_define(source, CLRI_MACRO_TAKE_ALONE,
                       has_doubles ? "clr_take_doubles" : "clr_take_rows");
    clri_source_piece(source, "label/take_near");
    clri_source_need(source, "the plan", "clr_reduce_near");
}

/* How elements go to their labels' cells, in global memory or in a group's. */
static void add_takes(clri_source *source, const clri_choice *choice)
{
    clri_source_count(source, choice->input.index || choice->input.count_in_memory);
    clri_source_define(source, CLRI_MACRO_COUNTS_READ,
                       clri_reads_taken(choice) ? "((inputs).taken != 0)" : "true");
    clri_source_piece(source, "label/read");
    clri_source_piece(source, choice->labels.of_rows ? "label/of_row" : "label/of_element");
    clri_source_piece(source, "reduce_labels");
    if (clri_labels_have_places(choice))
        add_places(source, choice);
    else
        clri_source_piece(source, "label/take");
    if (clri_labels_are_settled(choice))
        add_settle(source);
    clri_source_piece(source, "label/end");
    if (choice->labels.near == CLRI_NEAR_LOCAL) {
        add_near(source, choice);
    } else if (clri_labels_are_alone(choice)) {
        add_alone(source, choice->labels.near == CLRI_NEAR_DOUBLES);
    }
    if (choice->labels.of_rows) {
        clri_source_piece(source, "label/count_strays");
        clri_source_need(source, "the plan", "clr_count_strays");
    }
    if (choice->input.index)
        clri_source_outside(source);
}

/* The state, and its cells in global memory. */
void clri_source_labels(clri_source *source, const clri_choice *choice)
{
    const clri_member *member = &choice->pass.members[0];
    const bool is_number = member->form.number != NULL;

    define_cell(source, &member->form);
    clri_source_piece(source, choice->labels.adds_longs ? "label/add_long" : "label/add_halves");
    if (!is_number) {
        clri_source_flags(source, CLRI_FLAGS_EXACT);
        clri_source_rounding(source);
        clri_source_limbs(source, "__private");
    }
    clri_source_values(source, choice, true);
    clri_source_member(source, member, 0, true);
    clri_source_piece(source, "states/single");
    clri_source_piece(source, "handle");
    if (is_number)
        clri_source_folds(source, &choice->pass, true, "one", "1");
    clri_source_piece(source, cell_piece(member));
    if (member->form.fold == CLRI_FOLD_ADD && !clri_labels_have_places(choice))
        clri_source_piece(source, "label/far");
    clri_source_record(source, choice);
    clri_source_piece(source, "trace/off");
    clri_source_deliver_rows(source, choice);
    clri_source_parameters(source, choice);
    add_takes(source, choice);
    clri_source_need_kernels(source, choice);
}
