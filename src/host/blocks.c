/* SPDX-License-Identifier: Apache-2.0 */
/* blocks - the public call that describes a block: checks the request, and keeps the text. */
#include "base/sized.h"
#include "compose/block.h"
#include "device/context.h"
#include "device/device.h"
#include "plan/custom.h"
#include "problem/request.h"

#include <inttypes.h>
#include <stdio.h>

/* Any operator's and type's names fit. */
enum { DEFAULT_NAME_SIZE = CLRI_BLOCK_NAME_MOST + 1 };

static clr_status check_reduction(const clr_block *block, clri_error *error)
{
    clr_reduction reduction;

    if (!block->reduction)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "clr_block.reduction is NULL");
    CLRI_OR_RETURN(CLRI_SIZED_READ(clr_reduction, &reduction, block->reduction, error));
    if (reduction.map)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a block takes its values from the kernel around it, which can compute "
                         "what \"%.200s\" says: leave out clr_reduction.map",
                         reduction.map);
    if (reduction.where)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "a block takes its values from the kernel around it, which can leave out "
                         "those of which \"%.200s\" is 0: leave out clr_reduction.where",
                         reduction.where);
    return CLR_OK;
}

static clr_status check_block(const clr_context *context, const clr_block *block,
                              const clr_block_info *info, clri_error *error)
{
    const uint64_t most = clri_known(context->device.max_work_group_size, UINT64_MAX);

    if (!clri_sized_is_writable(info, sizeof *info))
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "clr_block_info.size is %zu, which no version of it has: set it to "
                         "sizeof(clr_block_info)",
                         info->size);
    if (block->name && !clri_block_name_is_good(block->name))
        return clri_fail(
            error, CLR_ERROR_ARGUMENT,
            "\"%.50s\" cannot be a part of names in OpenCL C: take up to %d letters, "
            "digits and _, but none of fold, size, width, number, count, item, shuffle, "
            "of, at and state, which the text has for itself",
            block->name, (int)CLRI_BLOCK_NAME_MOST);
    if (block->group_size > most)
        return clri_fail(error, CLR_ERROR_ARGUMENT,
                         "groups of %" PRIu64 " work-items are more than the %" PRIu64 " of %s",
                         block->group_size, most, context->device.name);
    return check_reduction(block, error);
}

/* The default name: "sum_f32", or "custom" for structs. */
static void name_block(const clri_request *request, char name[DEFAULT_NAME_SIZE])
{
    const char *type = clr_type_name(request->type);

    snprintf(name, DEFAULT_NAME_SIZE, "%s%s%s", clr_operator_name(request->reductions[0].op),
             type ? "_" : "", type ? type : "");
}

static clr_status describe_block(clr_context *context, const clr_block *asked, clr_block_info *info,
                                 clri_error *error)
{
    char default_name[DEFAULT_NAME_SIZE];
    clri_request request = {0};
    clr_block_info told;
    clr_block block;
    clri_pass pass;
    const char *source;
    char *text;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_context_check(context, error));
    if (!asked || !info)
        return clri_fail(error, CLR_ERROR_ARGUMENT, "the %s is NULL", asked ? "info" : "block");
    CLRI_TRY(CLRI_SIZED_READ(clr_block, &block, asked, error));
    CLRI_TRY(check_block(context, &block, info, error));
    CLRI_TRY(clri_request_read(block.reduction, 1, &request, error));
    if (request.custom.source)
        CLRI_TRY(clri_custom_measure(context, &request, error));
    CLRI_TRY(clri_pass_find(&request, &(clri_terms){.has_fp64 = clri_yes(context->device.fp64)},
                            &pass, error));
    if (pass.is_exact || pass.member_count > 1) {
        status = clri_fail(error, CLR_ERROR_UNSUPPORTED,
                           "blocks have no level exact, whose sums need memory of their own: %s",
                           clri_operator_has_pairs(clri_operator_of(request.reductions[0].op))
                               ? "make the result of blocks of sum, sumsq and dot"
                               : "ask for level fast");
        goto cleanup;
    }
    name_block(&request, default_name);
    CLRI_TRY(clri_block_compose(&context->device, &pass, block.name ? block.name : default_name,
                                block.group_size, &text, error));
    source = clri_context_keep(context, text);
    if (!source) {
        status = clri_fail_memory(error);
        goto cleanup;
    }
    told = (clr_block_info){
        .size = sizeof told,
        .source = source,
        .build_options = clri_block_build_options(&context->device, &pass),
        .accumulator = pass.members[0].form.accumulator,
        .type = pass.outcomes[0].result,
    };
    status = CLRI_SIZED_WRITE(clr_block_info, info, &told);
cleanup:
    clri_request_free(&request);
    return status;
}

clr_status clr_device_source(clr_context *context, const clr_block *block, clr_block_info *info)
{
    clri_error error = {0};

    if (!context)
        return CLR_ERROR_ARGUMENT;
    return clri_context_return(context, describe_block(context, block, info, &error), &error);
}
