/* SPDX-License-Identifier: Apache-2.0 */
#include "compose/load_source.h"

/* Whether a group adds up exact states by levels, which replace the best tree and no other. */
static bool adds_levels(const clri_choice *choice)
{
    for (size_t i = 0; i < choice->pass.member_count; i++)
        if (choice->pass.members[i].form.levels == 0)
            return false;
    return choice->strategy.group->is_best;
}

void clri_source_group(clri_source *source, const clri_choice *choice)
{
    clri_source_piece_of(source, "group",
                         adds_levels(choice) ? "levels" : choice->strategy.group->name);
}

void clri_source_load(clri_source *source, const clri_choice *choice)
{
    const bool is_along = clri_reads_along(choice) && choice->sizes.vector_width > 1;
    const bool keeps_order = clri_pass_is_noncommutative(&choice->pass);

    clri_source_piece(source, "share/tiles");
    if (is_along) {
        clri_source_piece(source, "load/moves");
        clri_source_piece(source, "load/lanes_each");
    }
    clri_source_piece(source, is_along ? "load/vector_along" : "load/vector");
    clri_source_piece(source, "load/vectors");
    clri_source_piece(source, choice->pass.is_exact ? "bins/aside" : "bins/no_aside");
    clri_source_piece(source, "load/fold");
    clri_source_piece_of(source, "share", choice->sizes.contiguous ? "contiguous" : "interleaved");
    if (!clri_strategy_is_ordered(&choice->strategy)) {
        clri_source_piece(source, "load/narrow");
        clri_source_piece_of(source, "load",
                             choice->sizes.claims ? "claim" : choice->strategy.load->name);
        return;
    }
    clri_source_piece(source, "load/join");
    clri_source_piece(source, "load/join_vectors");
    clri_source_piece_of(source, "load", keeps_order ? "stretches" : choice->strategy.load->name);
}

void clri_source_order(clri_source *source, const clri_choice *choice)
{
    if (choice->capability.step)
        clri_source_piece_of(source, "step", choice->capability.step);
    clri_source_group(source, choice);
    clri_source_load(source, choice);
    clri_source_piece(source, "task/strip");
    clri_source_piece(source, "task/strips_row");
}
