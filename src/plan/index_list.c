/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/index_list.h"
#include "base/sized.h"

#include <inttypes.h>

clr_status clri_index_read(const clr_plan *plan, const clr_run *run, clr_index *index,
                           uint64_t *count, clri_error *error)
{
    *index = (clr_index){0};
    *count = run->inputs[0].count;
    if (!run->index != !plan->asked->index)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         run->index ? "clr_run.index is given, and the plan takes no list of "
                                      "indices: make it with clr_plan_options.index"
                                    : "clr_run.index is NULL, and the plan finds its elements by a "
                                      "list of indices: clr_plan_options.index says so");
    if (!run->index)
        return CLR_OK;
    CLRI_OR_RETURN(CLRI_SIZED_READ(clr_index, index, run->index, error));
    /* Along axes the axes say what is read of the list, not its count: check_index() of
     * buffer_check.c refuses NULL then. */
    if (index->count && !index->indices && !plan->asked->carrier->is_stepped)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_index.indices is NULL, and clr_index.count is %" PRIu64,
                         index->count);
    *count = index->count;
    return CLR_OK;
}

/* Strides and offsets of axes count entries of the list, if there is one. */
size_t clri_walked_size(const clr_plan *plan)
{
    const clri_number *index = clri_number_of(plan->asked->index);

    return index ? index->size : plan->request->element_size;
}
