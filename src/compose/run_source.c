/* SPDX-License-Identifier: Apache-2.0 */
#include "compose/run_source.h"

void clri_source_runs(clri_source *source, const clri_choice *choice)
{
    const bool is_unsure = clri_pass_is_unsure(&choice->pass);

    clri_source_define_number(source, CLRI_MACRO_RUN_ITEMS, choice->runs.items);
    clri_source_define_number(source, CLRI_MACRO_RUN_ELEMENTS, choice->runs.elements);
    clri_source_define_number(source, CLRI_MACRO_RUN_WINDOW, choice->runs.window);
    clri_source_piece(source, "key/tell");
    clri_source_piece(source, "key/sum_before");
    clri_source_piece(source, "finish/states");
    clri_source_piece(source, is_unsure ? "key/settle_unsure" : "key/settle");
    clri_source_piece(source, "key/window");
    clri_source_piece(source, choice->runs.keep_states ? "key/walk_kept" : "key/walk_again");
    clri_source_piece(source, "reduce_runs");
    clri_source_piece(source, "join_runs");
    clri_source_need(source, "the plan", "clr_reduce_runs");
    clri_source_need(source, "the plan", "clr_join_runs");
}
