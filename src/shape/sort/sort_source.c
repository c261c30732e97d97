/* SPDX-License-Identifier: Apache-2.0 */
#include "shape/sort/sort_source.h"
#include "base/source.h"
#include "compose/by_index.h"

clr_status clri_sort_source(const clri_label_sort *sort, char **text, clri_error *error)
{
    static const char *const kernels[] = {"clr_count_digits", "clr_add_digits", "clr_place_labels",
                                          "clr_find_labels", "clr_name_elements"};
    const bool takes_some = clri_label_sort_takes_some(sort);
    clri_source source;

    clri_source_begin(&source, NULL, error);
    clri_source_language(&source, sort->pragmas, false);
    clri_source_flags(&source, CLRI_FLAGS_SORT);
    clri_source_define(&source, CLRI_MACRO_ITEM, "((uint)get_local_id(0))");
    clri_source_define_number(&source, CLRI_MACRO_GROUP_SIZE, sort->group_size);
    clri_source_define(&source, CLRI_MACRO_GROUP_BARRIER,
                       sort->is_alone ? "" : "barrier(CLK_LOCAL_MEM_FENCE);");
    clri_source_piece(&source, "key/sum_before");
    clri_source_piece(&source, "sort/unsorted");
    clri_source_piece_of(&source, "sort", sort->is_alone ? "alone" : "together");
    clri_source_piece(&source, "sort_labels");
    if (sort->keeps_axes) {
        clri_source_piece(&source, "shape/kept");
        clri_source_piece(&source, "sort/kept");
        clri_source_need(&source, "the plan", "clr_list_offsets");
        clri_source_need(&source, "the plan", "clr_name_kept");
    }
    if (takes_some) {
        clri_source_define_number(&source, CLRI_MACRO_MASK_IS_BITS, sort->mask == CLR_MASK_BITS);
        clri_source_count(&source, true);
        clri_source_piece(&source, "sort/some");
        clri_source_need(&source, "the plan", "clr_make_keys");
        clri_source_need(&source, "the plan", "clr_settle_labels");
    }
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        clri_source_need(&source, "the plan", kernels[i]);
    return clri_source_end(&source, text);
}
