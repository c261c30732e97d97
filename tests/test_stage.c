/* SPDX-License-Identifier: Apache-2.0 */
/* Stages: their tables are held against the signatures of the kernels that the device compiled. */
#include "shape/sort/sort.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

static struct rig *rig;

/* ---- signatures ---- */

static size_t judged; /* kernels, so far */

static const char *const type_names[] = {
    [CLRI_VALUE_MEMORY] = "*",    [CLRI_VALUE_OWN] = "*",   [CLRI_VALUE_UINT] = "uint",
    [CLRI_VALUE_ULONG] = "ulong", [CLRI_VALUE_LOCAL] = "*", [CLRI_VALUE_LOG] = "*",
};

/* Pointers are to local memory or to other memory, and numbers of a size. */
static bool is_of_kind(const char *type, cl_kernel_arg_address_qualifier where, unsigned char kind)
{
    if (kind == CLRI_VALUE_UINT || kind == CLRI_VALUE_ULONG)
        return strcmp(type, type_names[kind]) == 0;
    return strchr(type, '*') &&
           (where == CL_KERNEL_ARG_ADDRESS_LOCAL) == (kind == CLRI_VALUE_LOCAL);
}

/* The same program, whose kernels tell their parameters. */
static cl_program program_of(cl_program made)
{
    const cl_device_id device = rig->device->device;
    size_t size = 0;
    char options[256] = "-cl-kernel-arg-info ";
    char *text;
    cl_program program;

    assert_int_equal(clGetProgramInfo(made, CL_PROGRAM_SOURCE, 0, NULL, &size), CL_SUCCESS);
    text = malloc(size);
    assert_non_null(text);
    assert_int_equal(clGetProgramInfo(made, CL_PROGRAM_SOURCE, size, text, NULL), CL_SUCCESS);
    assert_int_equal(clGetProgramBuildInfo(made, device, CL_PROGRAM_BUILD_OPTIONS,
                                           sizeof options - strlen(options),
                                           options + strlen(options), NULL),
                     CL_SUCCESS);
    program = clCreateProgramWithSource(clr_context_opencl(rig->context), 1, &(const char *){text},
                                        NULL, NULL);
    assert_int_equal(clBuildProgram(program, 1, &device, options, NULL, NULL), CL_SUCCESS);
    free(text);
    return program;
}

static void judge_parameter(const char *name, cl_kernel kernel, cl_uint i, unsigned char kind)
{
    cl_kernel_arg_address_qualifier where = 0;
    char type[64];

    assert_int_equal(
        clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, NULL),
        CL_SUCCESS);
    assert_int_equal(
        clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof where, &where, NULL),
        CL_SUCCESS);
    if (!is_of_kind(type, where, kind))
        fail_msg("%s(): parameter %u is %s, and a value of kind %u has been bound to it", name,
                 (unsigned)i, type, (unsigned)kind);
}

static void judge_kernel(const char *name, const clri_stage_kernel *made, cl_program program)
{
    cl_kernel kernel = clCreateKernel(program, name, NULL);
    cl_uint count = 0;
    cl_uint bound = 0;

    assert_int_equal(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL),
                     CL_SUCCESS);
    while (bound < made->parameter_count && made->parameters[bound].kind)
        bound++;
    if (bound != count)
        fail_msg("%s() has %u parameters, and %u have been bound", name, (unsigned)count,
                 (unsigned)bound);
    for (cl_uint i = 0; i < count; i++)
        judge_parameter(name, kernel, i, made->parameters[i].kind);
    clReleaseKernel(kernel);
    judged++;
}

/* All kernels that the stage has, which the plan has tried. */
static void judge_stage(const clri_stage *stage)
{
    cl_program program;

    if (!stage->program)
        return;
    program = program_of(stage->program);
    for (size_t i = 0; i < stage->table->row_count; i++)
        if (clri_stage_has(stage, i))
            judge_kernel(stage->table->rows[i].kernel, &stage->kernels[i], program);
    clReleaseProgram(program);
}

/* In a context that has tried no program yet, so that each kernel is bound to something. */
static void judge_plan(const clr_reduction *reductions, size_t count,
                       const clr_plan_options *options)
{
    clr_plan *plan;

    rig_renew(rig);
    assert_ok(rig, clr_plan_create(rig->context, reductions, count, options, &plan));
    judge_stage(&plan->stage);
    judge_stage(&plan->outside);
    judge_stage(&plan->items.stage);
    judge_stage(&plan->items.beside);
    judge_stage(&plan->front.stage);
    clr_plan_destroy(plan);
}

/* ---- the product ---- */

/* Shapes, with options that go with them. */
static const clr_plan_options shapes[] = {
    {.shape = CLR_SHAPE_FLAT},
    {.shape = CLR_SHAPE_FLAT, .local = CLR_LOCAL_DYNAMIC},
    {.shape = CLR_SHAPE_FLAT, .strategy = "two-pass", .trace = 1},
    {.shape = CLR_SHAPE_FLAT, .strategy = "sequential", .local = CLR_LOCAL_DYNAMIC},
    {.shape = CLR_SHAPE_FLAT, .strategy = "atomic"},
    {.shape = CLR_SHAPE_FLAT, .device_count = 1},
    {.shape = CLR_SHAPE_AXES},
    {.shape = CLR_SHAPE_AXES, .local = CLR_LOCAL_DYNAMIC, .trace = 1},
    {.shape = CLR_SHAPE_SEGMENTS},
    {.shape = CLR_SHAPE_LABELS, .labels = 100, .label_elements = 1000},
    {.shape = CLR_SHAPE_RUNS, .runs = 1000},
};

/* What is reduced: of one input, or two; one result, or several, of which one is an index. */
static const clr_reduction asked[][2] = {
    {{.op = CLR_OPERATOR_SUM, .type = CLR_TYPE_I32}},
    {{.op = CLR_OPERATOR_PROD, .type = CLR_TYPE_F32}},
    {{.op = CLR_OPERATOR_DOT, .type = CLR_TYPE_I32}},
    {{.op = CLR_OPERATOR_ARGMAX, .type = CLR_TYPE_I32}, {.op = CLR_OPERATOR_SUM}},
    {{.op = CLR_OPERATOR_SUM, .type = CLR_TYPE_F32, .accuracy = CLR_ACCURACY_EXACT}},
};

static void judge(const clr_reduction reductions[2], const clr_plan_options *shape, bool of_some)
{
    const bool is_slow = shape->shape == CLR_SHAPE_AXES && test_scope() < SCOPE_FULL;
    clr_plan_options options = *shape;
    clr_reduction read[2];
    size_t count = 0;

    for (; count < 2 && reductions[count].op; count++) {
        read[count] = reductions[count];
        read[count].size = sizeof *read;
        read[count].type = reductions[0].type;
    }
    options.size = sizeof options;
    options.mask = of_some ? CLR_MASK_BYTES : CLR_MASK_NONE;
    options.index = of_some && !is_slow ? CLR_TYPE_U32 : CLR_TYPE_DEFAULT;
    if (clr_plan_check(rig->device, read, count, &options, NULL, 0) == CLR_OK)
        judge_plan(read, count, &options);
}

/* Of all elements, and of those that a mask keeps among those that a list names. Of the product
 * each shape has some; exact sums, and lists of an array's elements, whose kernels take PoCL long
 * to compile, are for the full one. */
TEST(what_is_bound_is_what_kernels_have)
{
    const bool is_full = test_scope() >= SCOPE_FULL;
    const size_t count = is_full ? COUNT(asked) : COUNT(asked) - 1;
    const size_t step = is_full ? 1 : 7;

    for (size_t i = 0; i < COUNT(shapes); i++)
        for (size_t k = 0; k < 2 * count; k++)
            if ((i + k) % step == 0)
                judge(asked[k / 2], &shapes[i], k % 2);
    assert_true(judged > 30);
}

/* ---- binding ---- */

enum { PLACE = 1, GROUPS };

static const clri_stage_row rows[] = {{"touch", "", GROUPS, {PLACE}}};
static const clri_stage_table table = {rows, 1};

/* A row that does not fit the kernel is a failure at its first parameter that does not. */
TEST(what_does_not_fit_is_told)
{
    static const clri_stage_row wide[] = {{"touch", "", GROUPS, {PLACE, PLACE}}};
    static const clri_stage_table wrong = {wide, 1};
    const char *text = "__kernel void touch(__global uint *place) { *place = 1; }";
    clri_value values[] = {
        [PLACE] = CLRI_MEMORY(NULL), [GROUPS] = CLRI_GROUPS(clri_groups_of(1, 1))};
    clri_programs *programs = &rig->context->programs;
    clri_program *program = NULL;
    clri_stage stage = {0};
    clri_error error = {0};

    assert_int_equal(clri_program_get(programs, text, "", &program, &error), CLR_OK);
    assert_int_equal(clri_stage_make(&stage, &table, CLRI_ROWS(1), program->opencl, &error),
                     CLR_OK);
    clri_program_release(programs, program);
    assert_int_equal(clri_stage_bind(&stage, 0, values, &error), CLR_OK);
    stage.table = &wrong;
    assert_int_equal(clri_stage_bind(&stage, 0, values, &error), CLR_ERROR_OPENCL);
    assert_non_null(strstr(error.message, "argument 1"));
    clri_stage_release(&stage);
    assert_null(stage.program);
}

void before_all(void)
{
    rig = rig_at(0);
}
