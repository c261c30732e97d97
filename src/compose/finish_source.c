/* SPDX-License-Identifier: Apache-2.0 */
#include "compose/finish_source.h"
#include "choose/geometry.h"
#include "compose/by_index.h"
#include "compose/results.h"

#include <stdio.h>

/* The finish piece; around it, if states are merged in one cell by atomics, that cell's places and
 * kernels. In a trace a piece of cl/trace that logs the unguarded reads and writes of a race stands
 * in for the finish's own: with CLR_HOLDS all items of a group read before one writes, as items
 * would that run at once. A barrier ensures it, which all items reach where each merges a state. */
static void add_finish_piece(clri_source *source, const clri_choice *choice)
{
    const clri_finish *finish = choice->strategy.finish;
    char traced[64];

    snprintf(traced, sizeof traced, "trace/%s", finish->name);
    if (finish->kernels == CLRI_KERNELS_CELL)
        clri_source_piece(source, "finish/cell_of");
    if (choice->code.is_traced && finish->kernels == CLRI_KERNELS_CELL)
        clri_source_define_number(source, CLRI_MACRO_HOLDS,
                                  choice->code.trace_holds &&
                                      choice->strategy.group->folds == CLRI_FOLDS_NOTHING);
    if (choice->code.is_traced && clri_source_provides(source, traced, "clr_finish"))
        clri_source_piece(source, traced);
    else
        clri_source_piece_of(source, "finish", finish->file);
    if (finish->kernels == CLRI_KERNELS_CELL)
        clri_source_piece(source, "finish/cell_ends");
    if (finish->kernels == CLRI_KERNELS_SECOND)
        clri_source_piece(source, "finish/second");
}

/* Groups that see each other's atomics alone (`by_words`) pass states in words, and have places of
 * their own behind the partials (cl/finish/words.cl). */
void clri_source_finish(clri_source *source, const clri_choice *choice)
{
    const bool is_ordered = clri_strategy_is_ordered(&choice->strategy);

    if (choice->capability.by_words) {
        clri_source_define_number(source, CLRI_MACRO_OWN_PLACES,
                                  (int64_t)clri_custom_places_begin(choice));
        clri_source_define_number(source, CLRI_MACRO_GROUPS_MOST, choice->sizes.group_count);
    }
    clri_source_piece(source, choice->capability.by_words ? "finish/words" : "finish/states");
    clri_source_count(source, choice->input.index || choice->input.count_in_memory);
    clri_source_judged(source, &choice->pass, false);
    clri_source_piece(source, "finish/deliver");
    clri_source_piece(source, is_ordered ? "finish/chains" : "finish/partials");
    add_finish_piece(source, choice);
    if (is_ordered)
        clri_source_piece(source, "task/strip");
    clri_source_piece(source, is_ordered ? "task/strips" : "task/whole");
}
