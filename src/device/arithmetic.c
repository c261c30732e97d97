/* SPDX-License-Identifier: Apache-2.0 */
#include "device/arithmetic.h"
#include "base/source.h"
#include "device/probe.h"

/* The kernel for vectors of `width`. Scalars and vectors are tested apart, as compilers have other
 * instructions for vectors: one kind may be right where the other is wrong. */
static void add_at(clri_source *source, unsigned width, const char *name)
{
    clri_source_width(source, width, width == 1);
    clri_source_redefine(source, CLRI_MACRO_AT, name);
    clri_source_piece(source, "exact/two_sum");
    clri_source_piece(source, "probe/arithmetic");
}

void clri_arithmetic_add(clri_source *source)
{
    for (int operation = 0; operation < CLRI_IEEE_OPERATIONS; operation++)
        clri_source_define_name(source, clri_ieee_name((clri_ieee_operation)operation), operation);
    clri_source_define_number(source, CLRI_MACRO_IEEE_ROWS, CLRI_IEEE_ROWS);
    clri_source_define(source, CLRI_MACRO_OF, "clr_##name");
    add_at(source, 1, "clr_##name");
    add_at(source, CLRI_IEEE_LANES, "clr_lanes_##name");
}

static clr_status check_kernel(clr_context *context, cl_program program, const char *kernel,
                               unsigned width, clri_ieee_operation *wrong, clri_error *error)
{
    clri_ieee_table tables[CLRI_IEEE_OPERATIONS];

    clri_ieee_ask(tables);
    CLRI_OR_RETURN(clri_probe_run(context, program, kernel,
                                  CLRI_IEEE_OPERATIONS * CLRI_IEEE_ROWS / width, 1, tables,
                                  sizeof tables, "testing the device's double arithmetic", error));
    *wrong = clri_ieee_judge(tables);
    return CLR_OK;
}

clr_status clri_arithmetic_check(clr_context *context, cl_program program,
                                 clri_ieee_operation *wrong, clri_error *error)
{
    clr_status status = check_kernel(context, program, "clr_arithmetic", 1, wrong, error);

    if (status == CLR_OK && *wrong == CLRI_IEEE_OPERATIONS)
        status =
            check_kernel(context, program, "clr_lanes_arithmetic", CLRI_IEEE_LANES, wrong, error);
    return status;
}
