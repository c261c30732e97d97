/* SPDX-License-Identifier: Apache-2.0 */
#include "stage/stage.h"
#include "base/count.h"

#include <stdlib.h>
#include <string.h>

/* ---- making ---- */

static clr_status make_kernel(cl_program program, const char *name, clri_stage_kernel *kernel,
                              clri_error *error)
{
    cl_int code;

    kernel->kernel = clCreateKernel(program, name, &code);
    if (!kernel->kernel)
        return clri_fail_opencl(error, code, "clCreateKernel", "creating kernel %s", name);
    code = clGetKernelInfo(kernel->kernel, CL_KERNEL_NUM_ARGS, sizeof kernel->parameter_count,
                           &kernel->parameter_count, NULL);
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clGetKernelInfo", "counting parameters of %s", name);
    kernel->parameters = calloc((size_t)kernel->parameter_count + 1, sizeof *kernel->parameters);
    return kernel->parameters ? CLR_OK : clri_fail_memory(error);
}

/* The kernels of those rows whose bits are in `which`. */
static clr_status make_kernels(clri_stage *stage, const clri_stage_table *table, uint32_t which,
                               clri_error *error)
{
    stage->table = table;
    stage->kernels = calloc(table->row_count, sizeof *stage->kernels);
    if (!stage->kernels)
        return clri_fail_memory(error);
    for (size_t i = 0; i < table->row_count; i++)
        if (which >> i & 1)
            CLRI_OR_RETURN(
                make_kernel(stage->program, table->rows[i].kernel, &stage->kernels[i], error));
    return CLR_OK;
}

clr_status clri_stage_make(clri_stage *stage, const clri_stage_table *table, uint32_t which,
                           cl_program program, clri_error *error)
{
    const cl_int code = clRetainProgram(program);

    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clRetainProgram", "sharing a program");
    stage->program = program;
    return make_kernels(stage, table, which, error);
}

/* The rows of a stage, 0 if it is not made. */
static size_t row_count(const clri_stage *stage)
{
    return stage->kernels ? stage->table->row_count : 0;
}

bool clri_stage_has(const clri_stage *stage, size_t row)
{
    return row < row_count(stage) && stage->kernels[row].kernel;
}

/* ---- what kernels need ---- */

static uint64_t ask_kernel(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what)
{
    uint64_t answer = 0; /* of size_t or cl_ulong, on a little-endian host */

    if (!kernel ||
        clGetKernelWorkGroupInfo(kernel, device, what, sizeof answer, &answer, NULL) != CL_SUCCESS)
        return CLR_UNKNOWN;
    return answer;
}

static cl_kernel find_kernel(const clri_stage *stage, const char *name)
{
    for (size_t i = 0; i < row_count(stage); i++)
        if (clri_stage_has(stage, i) && strcmp(stage->table->rows[i].kernel, name) == 0)
            return stage->kernels[i].kernel;
    return NULL;
}

clri_kernel_needs clri_stage_needs(const clri_stage *stage, const char *kernel, cl_device_id device)
{
    const cl_kernel found = kernel ? find_kernel(stage, kernel) : NULL;

    return (clri_kernel_needs){
        .local = ask_kernel(found, device, CL_KERNEL_LOCAL_MEM_SIZE),
        .private = ask_kernel(found, device, CL_KERNEL_PRIVATE_MEM_SIZE),
        .group_limit = ask_kernel(found, device, CL_KERNEL_WORK_GROUP_SIZE),
    };
}

/* A driver that does not tell, or tells 0, sets no limit. */
static uint64_t limit_of(cl_kernel kernel, cl_device_id device)
{
    const uint64_t limit = ask_kernel(kernel, device, CL_KERNEL_WORK_GROUP_SIZE);

    return limit && limit != CLR_UNKNOWN ? limit : UINT64_MAX;
}

uint64_t clri_stage_group_limit(const clri_stage *stage, cl_device_id device)
{
    uint64_t least = UINT64_MAX;

    for (size_t i = 0; i < row_count(stage); i++)
        if (clri_stage_has(stage, i))
            least = clri_smaller(least, limit_of(stage->kernels[i].kernel, device));
    return least;
}

/* ---- buffers ---- */

static clr_status allocate_buffer(clri_stage *stage, clr_context *context, size_t buffer,
                                  size_t size, void *initial, clri_error *error)
{
    const cl_mem_flags flags = CL_MEM_READ_WRITE | (initial ? CL_MEM_COPY_HOST_PTR : 0);
    cl_int code;

    stage->buffers[buffer] = clCreateBuffer(context->opencl, flags, size, initial, &code);
    if (!stage->buffers[buffer])
        return clri_fail_opencl(error, code, "clCreateBuffer",
                                "allocating %zu bytes of scratch memory", size);
    stage->buffers_size += size;
    return CLR_OK;
}

clr_status clri_stage_allocate(clri_stage *stage, clr_context *context, const uint64_t *sizes,
                               size_t count, clri_error *error)
{
    for (size_t i = 0; i < count; i++)
        if (sizes[i] && !stage->buffers[i])
            CLRI_OR_RETURN(allocate_buffer(stage, context, i, (size_t)sizes[i], NULL, error));
    return CLR_OK;
}

clr_status clri_stage_allocate_zeros(clri_stage *stage, clr_context *context, size_t buffer,
                                     uint64_t size, clri_error *error)
{
    void *zeros = size <= SIZE_MAX ? calloc(1, (size_t)size) : NULL;
    clr_status status = zeros ? allocate_buffer(stage, context, buffer, (size_t)size, zeros, error)
                              : clri_fail_memory(error);

    free(zeros);
    return status;
}

/* ---- binding ---- */

/* Bytes that clSetKernelArg() reads of a value. */
static size_t size_of(const clri_value *value)
{
    return value->kind == CLRI_VALUE_UINT    ? sizeof(cl_uint)
           : value->kind == CLRI_VALUE_ULONG ? sizeof(cl_ulong)
           : value->kind == CLRI_VALUE_LOCAL ? value->size
                                             : sizeof(cl_mem);
}

/* What tells a value from others of its kind: a parameter has room for 64 bits, not for a value. */
static cl_ulong word_of(const clri_value *value)
{
    return value->kind == CLRI_VALUE_UINT    ? value->number
           : value->kind == CLRI_VALUE_ULONG ? value->wide
           : value->kind == CLRI_VALUE_LOCAL ? value->size
                                             : (uintptr_t)value->memory;
}

/* Whether the parameter is bound to that value already. A caller's buffer never is: the caller may
 * have released it, and another buffer can have come to the same handle since. */
static bool is_bound(const clri_stage_kernel *kernel, cl_uint index, const clri_value *value)
{
    const cl_ulong word = word_of(value);

    return index < kernel->parameter_count && kernel->parameters[index].kind == value->kind &&
           kernel->parameters[index].word == word && (value->kind != CLRI_VALUE_MEMORY || !word);
}

/* An index beyond the kernel's parameters, which clSetKernelArg() refuses, is not remembered. */
static void remember(clri_stage_kernel *kernel, cl_uint index, clri_value_kind kind, cl_ulong word)
{
    if (index < kernel->parameter_count)
        kernel->parameters[index] = (clri_stage_bound){word, (unsigned char)kind};
}

static clr_status bind_anew(clri_stage_kernel *kernel, cl_uint index, const clri_value *value,
                            clri_error *error)
{
    const void *from = value->kind == CLRI_VALUE_LOCAL ? NULL : &value->memory;
    const cl_int code = clSetKernelArg(kernel->kernel, index, size_of(value), from);

    remember(kernel, index, code == CL_SUCCESS ? value->kind : CLRI_VALUE_NONE, word_of(value));
    if (code != CL_SUCCESS)
        return clri_fail_opencl(error, code, "clSetKernelArg", "binding argument %u",
                                (unsigned)index);
    return CLR_OK;
}

static inline clr_status bind_parameter(clri_stage_kernel *kernel, cl_uint index,
                                        const clri_value *value, clri_error *error)
{
    return is_bound(kernel, index, value) ? CLR_OK : bind_anew(kernel, index, value, error);
}

/* Whether a kernel has no parameter for the value. */
static bool is_absent(const clri_value *value)
{
    return (value->kind == CLRI_VALUE_LOCAL && !value->size) ||
           (value->kind == CLRI_VALUE_LOG && !value->memory) ||
           (value->kind == CLRI_VALUE_ARGUMENTS && !value->arguments);
}

/* The parameters from `*next` on. */
static clr_status bind_arguments(clri_stage_kernel *kernel, cl_uint *next,
                                 const clri_arguments *arguments, clri_error *error)
{
    for (cl_uint i = 0; i < arguments->count; i++)
        CLRI_OR_RETURN(bind_parameter(kernel, (*next)++, &arguments->values[i], error));
    return CLR_OK;
}

clr_status clri_stage_bind(clri_stage *stage, size_t row, const clri_value *values,
                           clri_error *error)
{
    clri_stage_kernel *kernel = &stage->kernels[row];
    cl_uint next = 0;

    for (const unsigned char *at = stage->table->rows[row].values; *at; at++) {
        const clri_value *value = &values[*at];

        if (is_absent(value))
            continue;
        if (value->kind == CLRI_VALUE_ARGUMENTS)
            CLRI_OR_RETURN(bind_arguments(kernel, &next, value->arguments, error));
        else
            CLRI_OR_RETURN(bind_parameter(kernel, next++, value, error));
    }
    return CLR_OK;
}

bool clri_stage_has_log(const clri_stage *stage, size_t row, const clri_value *values)
{
    const unsigned char *at = stage->table->rows[row].values;

    while (*at && values[*at].kind != CLRI_VALUE_LOG)
        at++;
    return *at != 0;
}

/* ---- releasing ---- */

void clri_stage_release(clri_stage *stage)
{
    for (size_t i = 0; i < row_count(stage); i++)
        if (clri_stage_has(stage, i)) {
            free(stage->kernels[i].parameters);
            clReleaseKernel(stage->kernels[i].kernel);
        }
    free(stage->kernels);
    if (stage->program)
        clReleaseProgram(stage->program);
    for (size_t i = 0; i < CLRI_STAGE_BUFFERS; i++)
        if (stage->buffers[i])
            clReleaseMemObject(stage->buffers[i]);
    *stage = (clri_stage){0};
}
