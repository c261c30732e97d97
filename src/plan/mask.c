/* SPDX-License-Identifier: Apache-2.0 */
#include "plan/mask.h"
#include "base/sized.h"

#include <inttypes.h>

clr_status clri_mask_read(const clr_plan *plan, const clr_run *run, clr_mask *mask,
                          clri_error *error)
{
    const bool is_there = plan->asked->mask != CLR_MASK_NONE;
    char names[CLRI_SHAPE_NAMES_SIZE];

    *mask = (clr_mask){0};
    if (is_there != (run->mask != NULL))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         is_there ? "clr_run.mask is NULL, and the plan has been made for a mask"
                                  : "clr_run.mask is given, and the plan has none: make it with "
                                    "clr_plan_options.mask");
    if (!is_there)
        return CLR_OK;
    CLRI_OR_RETURN(CLRI_SIZED_READ(clr_mask, mask, run->mask, error));
    if (mask->strides && !(plan->asked->shape->may & CLRI_MAY_STRIDES))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_mask.strides go with %s, and the plan's shape is %s",
                         clri_shape_names(CLRI_MAY_STRIDES, names), plan->asked->shape->name);
    return CLR_OK;
}

clr_status clri_mask_bytes(clr_mask_kind kind, uint64_t first, uint64_t count, uint64_t *first_byte,
                           uint64_t *byte_count, clri_error *error)
{
    *first_byte = first;
    *byte_count = count;
    if (kind == CLR_MASK_BYTES)
        return CLR_OK;
    if (count > UINT64_MAX - 7 || first > UINT64_MAX - 7 - count)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_mask.mask has bits %" PRIu64 " .. +%" PRIu64
                         ", which no buffer reaches to",
                         first, count);
    *first_byte = first / 8;
    *byte_count = (first + count + 7) / 8 - *first_byte;
    return CLR_OK;
}
