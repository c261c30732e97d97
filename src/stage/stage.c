/* SPDX-License-Identifier: Apache-2.0 */
#include "stage/stage.h"
#include "base/count.h"
#include "device/program.h"

#include <string.h>

/* ---- making ---- */

static clr_status make_kernel(cl_program program, const char *name, cl_kernel *kernel,
                              clri_error *error)
{
    cl_int code;

    *kernel = clCreateKernel(program, name, &code);
    return *kernel ? CLR_OK
                   : clri_fail_opencl(error, code, "clCreateKernel", "creating kernel %s", name);
}

clr_status clri_stage_make(clri_stage *stage, const clri_stage_table *table, size_t count,
                           clr_context *context, const char *text, const char *build_options,
                           clri_error *error)
{
    clr_status status = CLR_OK;

    stage->table = table;
    CLRI_TRY(clri_program_get(&context->programs, text, build_options, &stage->program, error));
    for (size_t i = 0; i < count; i++)
        CLRI_TRY(make_kernel(stage->program, table->rows[i].kernel, &stage->kernels[i], error));
cleanup:
    return status;
}

static uint64_t limit_of(cl_kernel kernel, cl_device_id device)
{
    size_t limit = 0;
    const cl_int code = clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE,
                                                 sizeof limit, &limit, NULL);

    return code == CL_SUCCESS && limit ? limit : UINT64_MAX;
}

uint64_t clri_stage_group_limit(const clri_stage *stage, cl_device_id device)
{
    uint64_t least = UINT64_MAX;

    for (size_t i = 0; i < CLRI_STAGE_KERNELS; i++)
        if (stage->kernels[i])
            least = clri_smaller(least, limit_of(stage->kernels[i], device));
    return least;
}

clr_status clri_stage_allocate(clri_stage *stage, clr_context *context, const uint64_t *sizes,
                               size_t count, clri_error *error)
{
    for (size_t i = 0; i < count; i++) {
        const size_t size = (size_t)sizes[i];
        cl_int code;

        if (!size || stage->buffers[i])
            continue;
        stage->buffers[i] = clCreateBuffer(context->opencl, CL_MEM_READ_WRITE, size, NULL, &code);
        if (!stage->buffers[i])
            return clri_fail_opencl(error, code, "clCreateBuffer",
                                    "allocating %zu bytes of scratch memory", size);
        stage->buffers_size += size;
    }
    return CLR_OK;
}

/* ---- binding ---- */

static size_t size_of(clri_value_kind kind)
{
    return kind == CLRI_VALUE_UINT    ? sizeof(cl_uint)
           : kind == CLRI_VALUE_ULONG ? sizeof(cl_ulong)
                                      : sizeof(cl_mem);
}

/* Whether the parameter is bound to that value, and nothing can have come in its place. */
static bool is_bound(const clri_stage_bound *bound, cl_uint index, clri_value_kind kind,
                     const clri_value *value)
{
    return (bound->known >> index & 1) &&
           memcmp(&bound->values[index], value, size_of(kind)) == 0 &&
           (kind != CLRI_VALUE_MEMORY || !value->memory);
}

static clr_status bind(cl_kernel kernel, clri_stage_bound *bound, cl_uint index,
                       clri_value_kind kind, const clri_value *value, clri_error *error)
{
    cl_int code;

    if (is_bound(bound, index, kind, value))
        return CLR_OK;
    bound->known &= ~(1u << index);
    code = clSetKernelArg(kernel, index, size_of(kind), value);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clSetKernelArg", "binding argument %u",
                                (unsigned)index);
    bound->known |= 1u << index;
    bound->values[index] = *value;
    return CLR_OK;
}

clr_status clri_stage_bind(clri_stage *stage, size_t row, const clri_value *values,
                           clri_error *error)
{
    const clri_stage_table *table = stage->table;
    const unsigned char *parameters = table->rows[row].parameters;
    clr_status status = CLR_OK;

    for (cl_uint i = 0; parameters[i]; i++)
        CLRI_TRY(bind(stage->kernels[row], &stage->bound[row], i,
                      (clri_value_kind)table->kinds[parameters[i]], &values[parameters[i]], error));
cleanup:
    return status;
}

/* ---- releasing ---- */

void clri_stage_unmake(clri_stage *stage)
{
    for (size_t i = 0; i < CLRI_STAGE_KERNELS; i++) {
        if (stage->kernels[i])
            clReleaseKernel(stage->kernels[i]);
        stage->kernels[i] = NULL;
        stage->bound[i].known = 0;
    }
    if (stage->program)
        clReleaseProgram(stage->program);
    stage->program = NULL;
}

void clri_stage_release(clri_stage *stage)
{
    clri_stage_unmake(stage);
    for (size_t i = 0; i < CLRI_STAGE_BUFFERS; i++)
        if (stage->buffers[i])
            clReleaseMemObject(stage->buffers[i]);
    *stage = (clri_stage){0};
}
