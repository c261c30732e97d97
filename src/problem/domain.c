/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/domain.h"
#include "problem/number.h"

clri_domain clri_domain_flat(void)
{
    const clri_shape *flat = clri_shape_of(CLR_SHAPE_FLAT);

    return (clri_domain){.shape = flat, .carrier = flat->carrier};
}

static clr_status check_count(const clri_domain *domain, clri_error *error)
{
    const clri_shape *shape = domain->shape;
    char names[CLRI_SHAPE_NAMES_SIZE];

    if (!domain->is_told_count || shape->may & CLRI_MAY_COUNT)
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                     "clr_plan_options.device_count is for shapes %s, and the shape is %s%s",
                     clri_shape_names(CLRI_MAY_COUNT, names), shape->name,
                     shape->count_words ? shape->count_words : "");
}

static clr_status check_states(const clri_domain *domain, clri_error *error)
{
    const clri_shape *shape = domain->shape;
    char names[CLRI_SHAPE_NAMES_SIZE];

    if (!domain->states || shape->may & CLRI_MAY_STATES)
        return CLR_OK;
    return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                     "clr_plan_options.states is for shapes %s, and the shape is %s",
                     clri_shape_names(CLRI_MAY_STATES, names), shape->name);
}

static clr_status check_index(const clri_shape *shape, const clr_plan_options *options,
                              clri_error *error)
{
    if (options->indices_inside && !options->index)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_plan_options.indices_inside goes with clr_plan_options.index");
    if (options->index && !clri_number_is_index(options->index))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_plan_options.index is %d: indices are i32, u32, i64 or u64",
                         (int)options->index);
    if (options->index && !(shape->may & CLRI_MAY_INDEX))
        return clri_fail(error, CLR_ERROR_UNSUPPORTED,
                         "clr_plan_options.index is for other shapes, and the shape is %s: gather "
                         "the array",
                         shape->name);
    return CLR_OK;
}

clr_status clri_domain_read(const clr_plan_options *options, clri_domain *domain, clri_error *error)
{
    const clri_shape *shape = clri_shape_of(options->shape);

    *domain = clri_domain_flat();
    if (!shape)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%d is no shape", (int)options->shape);
    *domain = (clri_domain){.shape = shape,
                            .carrier = shape->carrier,
                            .mask = options->mask,
                            .index = options->index,
                            .is_inside = options->indices_inside != 0,
                            .is_told_count = options->device_count != 0,
                            .states = options->states};
    CLRI_OR_RETURN(clri_shape_check_options(shape, options, error));
    CLRI_OR_RETURN(check_index(shape, options, error));
    CLRI_OR_RETURN(check_count(domain, error));
    CLRI_OR_RETURN(check_states(domain, error));
    if ((int)options->mask < CLR_MASK_NONE || (int)options->mask > CLR_MASK_BITS)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "%d is no clr_mask_kind", (int)options->mask);
    return CLR_OK;
}
