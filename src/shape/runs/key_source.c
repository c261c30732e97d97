/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/runs/key_source.h"
#include "base/source.h"
#include "compose/by_index.h"

clr_status clri_key_source(const clri_key_runs *runs, char **text, clri_error *error)
{
    clri_source source;

    clri_source_begin(&source, NULL, error);
    clri_source_language(&source, runs->pragmas, false);
    clri_source_flags(&source, CLRI_FLAGS_KEYS);
    clri_source_define(&source, CLRI_MACRO_ITEM, "((uint)get_local_id(0))");
    clri_source_define_number(&source, CLRI_MACRO_GROUP_SIZE, runs->group_size);
    clri_source_define_number(&source, CLRI_MACRO_SECOND_GROUP_SIZE, runs->second_group_size);
    clri_source_define(&source, CLRI_MACRO_GROUP_BARRIER,
                       runs->is_alone ? "" : "barrier(CLK_LOCAL_MEM_FENCE);");
    clri_source_piece(&source, "key/tell");
    clri_source_piece(&source, "key/sum_before");
    clri_source_piece(&source, "key/add_counts");
    clri_source_piece_of(&source, "key", runs->is_alone ? "alone" : "together");
    clri_source_count(&source, true);
    clri_source_piece(&source, "find_runs");
    if (runs->marked) {
        clri_source_piece(&source, "mark_runs");
        clri_source_need(&source, "the plan", "clr_mark_runs");
    }
    clri_source_need(&source, "the plan", "clr_count_runs");
    clri_source_need(&source, "the plan", "clr_add_runs");
    clri_source_need(&source, "the plan", "clr_tell_runs");
    return clri_source_end(&source, text);
}
