/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stations - the calls whose life docs/inside.md tells: each is made once, which makes its plan,
 * and, behind settled(), once more. A debugger stops where they call the driver (stations.sh).
 */
#include <clreduce/clreduce.h>

#include <stdio.h>

enum { ROWS = 10, LENGTH = 100, COUNT = ROWS * LENGTH };

/* The debugger knows the calls by the functions that make them. */
#define STATION __attribute__((noinline))

static float numbers[COUNT];
static cl_uint labels[COUNT];
static const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);

STATION static clr_status sum_of_all(clr_context *context)
{
    float total;

    return clr_reduce(context, &sum, numbers, COUNT, &total, sizeof total);
}

STATION static clr_status sums_of_rows(clr_context *context)
{
    static const uint64_t extents[] = {ROWS, LENGTH};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 1 << 1, .extents = extents};
    float totals[ROWS];
    const clr_host_arrays arrays = {.size = sizeof arrays, .value = totals};
    const clr_host_run run = {.size = sizeof run,
                              .shape = CLR_SHAPE_AXES,
                              .inputs = {numbers},
                              .axes = &axes,
                              .arrays = &arrays};

    return clr_reduce_shape(context, &sum, 1, &run);
}

STATION static clr_status sums_by_label(clr_context *context)
{
    float totals[ROWS];
    const clr_host_arrays arrays = {.size = sizeof arrays, .value = totals};
    const clr_host_run run = {.size = sizeof run,
                              .shape = CLR_SHAPE_LABELS,
                              .inputs = {numbers},
                              .count = COUNT,
                              .by = labels,
                              .by_type = CLR_TYPE_U32,
                              .results = ROWS,
                              .arrays = &arrays};

    return clr_reduce_shape(context, &sum, 1, &run);
}

/* From here on no plan is made. */
STATION static void settled(void)
{
    puts("settled");
}

int main(void)
{
    const clr_context_options options = {.size = sizeof options, .host_elements = CLR_HOST_NONE};
    clr_status (*const calls[])(clr_context *) = {sum_of_all, sums_of_rows, sums_by_label};
    clr_context *context;
    clr_status status = clr_context_create(&options, &context);

    for (size_t i = 0; i < COUNT; i++)
        labels[i] = (cl_uint)(i % ROWS);
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; status == CLR_OK && i < sizeof calls / sizeof *calls; i++)
            status = calls[i](context);
        if (round == 0)
            settled();
    }
    if (status != CLR_OK)
        fprintf(stderr, "stations: %s\n", clr_context_error(context)->message);
    clr_context_destroy(context);
    return status != CLR_OK;
}
