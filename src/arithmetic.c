/* SPDX-License-Identifier: Apache-2.0 */
#include "arithmetic.h"
#include "compose.h"
#include "probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INPUTS = 3, COLUMNS = 5 };

/* As cl/arithmetic.cl has them: x, y, a float, x y + the float, and what that addition loses. */
static const double known[][COLUMNS] = {
    {1, 1, 0x1p-60, 1, 0x1p-60},
    {0x1p-60, 1, 1, 1, 0x1p-60}, /* the greater one behind */
    {-1, 1, 0x1.8p-54, -1 + 0x1p-53, -0x1p-55},
    {1, 1, 0x1p-53, 1, 0x1p-53}, /* ties */
    {1 + 0x1p-52, 1, 0x1p-53, 1 + 0x1p-51, -0x1p-53},
    {1 + 0x1p-30, 1 + 0x1p-30, -1, 0x1p-29, 0}, /* a product that is rounded before it is added */
    {0x1p100, 1, 1, 0x1p100, 1},
    {0x1.fffffffffffffp1023, 1, 0x1p100, 0x1.fffffffffffffp1023, 0x1p100},
    {0x1p-149, 1, 0x1p-149, 0x1p-148, 0}, /* a subnormal float, subnormal doubles */
    {0x1p-1074, 1, 0, 0x1p-1074, 0},
    {0x1p-1022, 0.5, 0, 0x1p-1023, 0},
};

#define ROWS (sizeof known / sizeof known[0])

clr_status clri_arithmetic_check(clr_context *context, bool *is_right, clri_error *error)
{
    double rows[ROWS][COLUMNS];
    cl_program program = NULL;
    char *source = clri_compose_arithmetic();
    clr_status status = CLR_OK;

    if (!source)
        return clri_fail_memory(error);
    memcpy(rows, known, sizeof rows);
    for (size_t i = 0; i < ROWS; i++)
        for (size_t column = INPUTS; column < COLUMNS; column++)
            rows[i][column] = NAN;
    CLRI_TRY(clri_program_get(&context->programs, source, "", &program, error));
    CLRI_TRY(clri_probe_run(context, program, "clr_arithmetic", ROWS, rows, sizeof rows,
                            "testing the device's double arithmetic", error));
    *is_right = memcmp(rows, known, sizeof rows) == 0;
cleanup:
    if (program)
        clReleaseProgram(program);
    free(source);
    return status;
}
