/* SPDX-License-Identifier: Apache-2.0 */
#include "compose/label_source.h"
#include "choose/label_grid.h"

enum { AHEAD = 4, AHEAD_CONTIGUOUS = 1 };

/* Cells of labels in local memory. */
static void add_cells(clri_source *source, const clri_state_form *form)
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

void clri_source_places(clri_source *source, const clri_choice *choice)
{
    define_ahead(source, choice);
    clri_source_piece(source, "label/near_add");
    clri_source_piece(source, "label/often");
    clri_source_piece(source, "label/take_often");
}

void clri_source_settle(clri_source *source)
{
    clri_source_piece(source, "label/settle");
    clri_source_need(source, "the plan", "clr_label_settle");
}

void clri_source_near(clri_source *source, const clri_choice *choice)
{
    if (!clri_labels_have_places(choice))
        define_ahead(source, choice);
    add_cells(source, &choice->pass.members[0].form);
    clri_source_piece(source, "label/take_ahead");
    clri_source_need(source, "the plan", "clr_reduce_near");
}
