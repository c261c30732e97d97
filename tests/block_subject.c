/* SPDX-License-Identifier: Apache-2.0 */
#include "block_subject.h"
#include "oracle.h"

#include <stdio.h>

/* Whether the header says that the result has a status. */
static bool has_status(const struct block *b)
{
    const clr_reduction *r = &b->reduction;
    const bool is_variance = r->op == CLR_OPERATOR_VAR || r->op == CLR_OPERATOR_STD;
    const bool counts = r->op == CLR_OPERATOR_COUNT;

    if (oracle_is_float(r->type))
        return (r->nan == CLR_NAN_IGNORE && !b->op.has_empty_value) || (is_variance && r->ddof);
    if (is_variance)
        return r->ddof != 0;
    return r->overflow == CLR_OVERFLOW_DETECT && !counts && b->info.type != CLR_TYPE_F64 &&
           (b->info.type == CLR_TYPE_I64 || b->info.type == CLR_TYPE_U64) &&
           (r->op == CLR_OPERATOR_SUM || r->op == CLR_OPERATOR_PROD || r->op == CLR_OPERATOR_DOT ||
            r->op == CLR_OPERATOR_ASUM || r->op == CLR_OPERATOR_SUMSQ);
}

/* Results of several sums, which no block keeps. */
static bool is_of_several(clr_operator op)
{
    return op == CLR_OPERATOR_WMEAN || op == CLR_OPERATOR_COV || op == CLR_OPERATOR_CORR;
}

bool make_block(const struct rig *rig, const clr_reduction *reduction, const char *name,
                uint64_t group_size, struct block *b)
{
    const clr_block asked = {sizeof asked, reduction, name, group_size};
    clr_reduction fast = *reduction; /* as blocks are */
    clr_status status;

    *b = (struct block){.reduction = *reduction, .is_any = group_size == 0};
    b->info.size = sizeof b->info;
    b->op.size = sizeof b->op;
    snprintf(b->name, sizeof b->name, "%s", name);
    status = clr_device_source(rig->context, &asked, &b->info);
    if (fast.accuracy == CLR_ACCURACY_DEFAULT)
        fast.accuracy = CLR_ACCURACY_FAST;
    assert_int_equal(status, is_of_several(fast.op)
                                 ? CLR_ERROR_UNSUPPORTED
                                 : clr_plan_check(rig->device, &fast, 1, NULL, NULL, 0));
    if (status != CLR_OK)
        return false;
    assert_int_equal(clr_operator_describe(reduction->op, &b->op), CLR_OK);
    b->has_status = has_status(b);
    b->is_struct = b->has_status || b->op.has_index || b->op.values > 1;
    return true;
}

cl_program build_texts(const struct rig *rig, const char *const *texts, size_t count,
                       const char *options, char *log, size_t log_size)
{
    cl_int code;
    cl_program program = clCreateProgramWithSource(clr_context_opencl(rig->context), (cl_uint)count,
                                                   (const char **)texts, NULL, &code);

    assert_int_equal(code, CL_SUCCESS);
    if (clBuildProgram(program, 1, &rig->device->device, options, NULL, NULL) == CL_SUCCESS)
        return program;
    clGetProgramBuildInfo(program, rig->device->device, CL_PROGRAM_BUILD_LOG, log_size, log, NULL);
    clReleaseProgram(program);
    return NULL;
}

void run_groups(const struct rig *rig, cl_program program, const char *name, const size_t shape[3],
                cl_mem const *buffers, size_t count)
{
    const size_t global[3] = {shape[0] * GROUPS, shape[1], shape[2]};
    char full[64];
    cl_kernel kernel;
    cl_int code;

    snprintf(full, sizeof full, "run_%s", name);
    kernel = clCreateKernel(program, full, &code);
    assert_int_equal(code, CL_SUCCESS);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(clSetKernelArg(kernel, (cl_uint)i, sizeof *buffers, &buffers[i]),
                         CL_SUCCESS);
    assert_int_equal(
        clEnqueueNDRangeKernel(rig->queue, kernel, 3, NULL, global, shape, 0, NULL, NULL),
        CL_SUCCESS);
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    clReleaseKernel(kernel);
}
