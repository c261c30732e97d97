/* SPDX-License-Identifier: Apache-2.0 */
/* Stages: their tables are held against the signatures of the kernels that the device compiled. */
#include "compose/key_source.h"
#include "compose/sort_source.h"
#include "plan/keys.h"
#include "plan/sort.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct rig *rig;

static clr_plan *plan_that(clr_operator op, const clr_plan_options *options)
{
    const clr_reduction reduction = CLR_REDUCTION(op, CLR_TYPE_F32);
    clr_plan *plan;

    assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, options, &plan));
    return plan;
}

/* ---- signatures ---- */

static const char *const type_names[] = {
    [CLRI_VALUE_MEMORY] = "*",
    [CLRI_VALUE_OWN] = "*",
    [CLRI_VALUE_UINT] = "uint",
    [CLRI_VALUE_ULONG] = "ulong",
};

static bool is_of_kind(const char *type, unsigned char kind)
{
    return kind == CLRI_VALUE_MEMORY || kind == CLRI_VALUE_OWN
               ? strchr(type, '*') != NULL
               : kind < CLRI_VALUE_GROUPS && strcmp(type, type_names[kind]) == 0;
}

/* The text's program, whose kernels tell their parameters. */
static cl_program program_of(const char *text, const char *build_options)
{
    const cl_device_id device = rig->device->device;
    char options[256];
    cl_program program =
        clCreateProgramWithSource(clr_context_opencl(rig->context), 1, &text, NULL, NULL);

    snprintf(options, sizeof options, "%s -cl-kernel-arg-info", build_options);
    assert_int_equal(clBuildProgram(program, 1, &device, options, NULL, NULL), CL_SUCCESS);
    return program;
}

static void judge_parameter(const clri_stage_table *table, const clri_stage_row *row,
                            cl_kernel kernel, cl_uint i)
{
    const unsigned char kind = table->kinds[row->parameters[i]];
    char type[64];

    assert_int_equal(
        clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, NULL),
        CL_SUCCESS);
    if (!is_of_kind(type, kind))
        fail_msg("%s(): parameter %u is %s, and the row binds %s", row->kernel, (unsigned)i, type,
                 kind < CLRI_VALUE_GROUPS ? type_names[kind] : "a number of groups");
}

static void judge_row(const clri_stage_table *table, const clri_stage_row *row, cl_kernel kernel)
{
    cl_uint count = 0;
    cl_uint bound = 0;

    assert_int_equal(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL),
                     CL_SUCCESS);
    while (row->parameters[bound])
        bound++;
    if (bound != count)
        fail_msg("%s() has %u parameters, and its row %u", row->kernel, (unsigned)count,
                 (unsigned)bound);
    assert_int_equal(table->kinds[row->groups], CLRI_VALUE_GROUPS);
    for (cl_uint i = 0; i < count; i++)
        judge_parameter(table, row, kernel, i);
}

/* The table's first `count` rows, against the text of a plan's program, which is freed. */
static void judge_stage(const clri_stage_table *table, size_t count, char *text,
                        const char *build_options)
{
    cl_program program = program_of(text, build_options);

    for (size_t i = 0; i < count; i++) {
        cl_kernel kernel = clCreateKernel(program, table->rows[i].kernel, NULL);

        if (!kernel)
            fail_msg("the program has no kernel %s()", table->rows[i].kernel);
        judge_row(table, &table->rows[i], kernel);
        clReleaseKernel(kernel);
    }
    clReleaseProgram(program);
    free(text);
}

static void labels_are_sorted_by_the_kernels_of_the_table(void **state)
{
    const clr_plan_options options = {.size = sizeof options,
                                      .shape = CLR_SHAPE_LABELS,
                                      .labels = 100,
                                      .label_elements = 1000,
                                      .mask = CLR_MASK_BYTES};
    clr_plan *plan = plan_that(CLR_OPERATOR_PROD, &options);
    clri_error error = {0};
    char *text;

    (void)state;
    assert_ptr_equal(plan->sort.stage.table, &clri_sort_table);
    assert_null(plan->keys.stage.program);
    assert_int_equal(clri_sort_source(&plan->sort.choice, &text, &error), CLR_OK);
    judge_stage(&clri_sort_table, clri_sort_table.row_count, text, plan->sort.choice.build_options);
    clr_plan_destroy(plan);
}

static void runs_are_found_by_the_kernels_of_the_table(void **state)
{
    const clr_plan_options options = {
        .size = sizeof options, .shape = CLR_SHAPE_RUNS, .runs = 1000};
    clr_plan *plan = plan_that(CLR_OPERATOR_SUM, &options);
    const size_t unmarked = plan->keys.choice.marked ? 0 : 1;
    clri_error error = {0};
    char *text;

    (void)state;
    assert_ptr_equal(plan->keys.stage.table, &clri_keys_table);
    assert_null(plan->sort.stage.program);
    assert_int_equal(clri_key_source(&plan->keys.choice, &text, &error), CLR_OK);
    judge_stage(&clri_keys_table, clri_keys_table.row_count - unmarked, text,
                plan->keys.choice.build_options);
    clr_plan_destroy(plan);
}

/* ---- binding ---- */

enum { PLACE = 1, GROUPS };

static const unsigned char kinds[] = {[PLACE] = CLRI_VALUE_MEMORY, [GROUPS] = CLRI_VALUE_GROUPS};
static const clri_stage_row rows[] = {{"touch", GROUPS, {PLACE}}};
static const clri_stage_table table = {rows, 1, kinds};

/* A row that does not fit the kernel is a failure at its first parameter that does not. */
static void what_does_not_fit_is_told(void **state)
{
    static const clri_stage_row wide[] = {{"touch", GROUPS, {PLACE, PLACE}}};
    static const clri_stage_table wrong = {wide, 1, kinds};
    const char *text = "__kernel void touch(__global uint *place) { *place = 1; }";
    clri_value values[] = {[PLACE].memory = NULL, [GROUPS].groups = 1};
    clri_stage stage = {0};
    clri_error error = {0};

    (void)state;
    assert_int_equal(clri_stage_make(&stage, &table, 1, rig->context, text, "", &error), CLR_OK);
    assert_int_equal(clri_stage_bind(&stage, 0, values, &error), CLR_OK);
    stage.table = &wrong;
    assert_int_equal(clri_stage_bind(&stage, 0, values, &error), CLR_ERROR_OPENCL);
    assert_non_null(strstr(error.message, "argument 1"));
    clri_stage_release(&stage);
    assert_null(stage.program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_are_sorted_by_the_kernels_of_the_table),
        cmocka_unit_test(runs_are_found_by_the_kernels_of_the_table),
        cmocka_unit_test(what_does_not_fit_is_told),
    };
    int failures;

    rig = (rig_count(), rig_at(0));
    failures = leaks_looked_for(cmocka_run_group_tests(tests, NULL, NULL));
    rigs_destroy();
    return failures;
}
