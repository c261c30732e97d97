/* SPDX-License-Identifier: Apache-2.0 */
#include "arithmetic.h"
#include "compose.h"
#include "device.h"
#include "means.h"
#include "probe.h"

#include <stdlib.h>

static clr_status check_kernel(clr_context *context, cl_program program, const char *kernel,
                               unsigned width, clri_ieee_operation *wrong, clri_error *error)
{
    clri_ieee_table tables[CLRI_IEEE_OPERATIONS];
    clr_status status = CLR_OK;

    clri_ieee_ask(tables);
    CLRI_TRY(clri_probe_run(context, program, kernel, CLRI_IEEE_OPERATIONS * CLRI_IEEE_ROWS / width,
                            tables, sizeof tables, "testing the device's double arithmetic",
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
    const clri_means plain = {0};
    const clri_means later = {.needs_c20 = true};
    char *source = clri_compose_arithmetic();
    clr_status status = CLR_OK;

    if (!source)
        return clri_fail_memory(error);
    CLRI_TRY(check_in(context, source, clri_means_build_options(&context->device, &plain), wrong,
                      error));
    if (*wrong != CLRI_IEEE_OPERATIONS || clri_known(context->device.opencl_c_latest, 0) < 200)
        goto cleanup;
    status =
        check_in(context, source, clri_means_build_options(&context->device, &later), wrong, error);
    if (status == CLR_ERROR_BUILD) { /* as plans in that language will be, whatever is computed */
        clri_error_clear(error);
        status = CLR_OK;
    }
cleanup:
    free(source);
    return status;
}
