/* SPDX-License-Identifier: Apache-2.0 */
#include "device/arithmetic.h"
#include "base/source.h"
#include "device/device.h"
#include "device/probe.h"

#include <stdlib.h>

static void add_arithmetic(clri_text *source, unsigned width, const char *name)
{
    clri_source_width(source, width, width == 1);
    clri_source_redefine(source, "CLR_AT(name)", name);
    clri_source_piece(source, "exact/two_sum");
    clri_source_piece(source, "probe/arithmetic");
}

char *clri_arithmetic_source(void)
{
    clri_text source = {0};

    clri_source_language(&source, true);
    for (int operation = 0; operation < CLRI_IEEE_OPERATIONS; operation++)
        clri_source_define_number(&source, clri_ieee_name((clri_ieee_operation)operation),
                                  operation);
    clri_source_define_number(&source, "CLR_IEEE_ROWS", CLRI_IEEE_ROWS);
    clri_source_define(&source, "CLR_OF(name)", "clr_##name");
    add_arithmetic(&source, 1, "clr_##name");
    add_arithmetic(&source, CLRI_IEEE_LANES, "clr_lanes_##name");
    return clri_text_take(&source);
}

static clr_status check_kernel(clr_context *context, cl_program program, const char *kernel,
                               unsigned width, clri_ieee_operation *wrong, clri_error *error)
{
    clri_ieee_table tables[CLRI_IEEE_OPERATIONS];
    clr_status status = CLR_OK;

    clri_ieee_ask(tables);
    CLRI_TRY(clri_probe_run(context, program, kernel, CLRI_IEEE_OPERATIONS * CLRI_IEEE_ROWS / width,
                            1, tables, sizeof tables, "testing the device's double arithmetic",
                            error));
    *wrong = clri_ieee_judge(tables);
cleanup:
    return status;
}

/* In one of the languages. */
static clr_status check_in(clr_context *context, const char *source, const char *options,
                           clri_ieee_operation *wrong, clri_error *error)
{
    cl_program program = NULL;
    clr_status status = CLR_OK;

    CLRI_TRY(clri_program_get(&context->programs, source, options, &program, error));
    CLRI_TRY(check_kernel(context, program, "clr_arithmetic", 1, wrong, error));
    if (*wrong == CLRI_IEEE_OPERATIONS)
        CLRI_TRY(
            check_kernel(context, program, "clr_lanes_arithmetic", CLRI_IEEE_LANES, wrong, error));
cleanup:
    if (program)
        clReleaseProgram(program);
    return status;
}

clr_status clri_arithmetic_check(clr_context *context, clri_ieee_operation *wrong,
                                 clri_error *error)
{
    char *source = clri_arithmetic_source();
    clr_status status = CLR_OK;

    if (!source)
        return clri_fail_memory(error);
    CLRI_TRY(
        check_in(context, source, clri_device_language(&context->device, false), wrong, error));
    if (*wrong != CLRI_IEEE_OPERATIONS || clri_known(context->device.opencl_c_latest, 0) < 200)
        goto cleanup;
    status = check_in(context, source, clri_device_language(&context->device, true), wrong, error);
    if (status == CLR_ERROR_BUILD) { /* as plans in that language will be, whatever is computed */
        clri_error_clear(error);
        status = CLR_OK;
    }
cleanup:
    free(source);
    return status;
}
