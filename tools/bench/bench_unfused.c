/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_unfused - the text of a map's kernel, and its launch. See bench_unfused.h.
 */
#include "bench_unfused.h"
#include "bench_queue.h"
#include "hush.h"
#include "message.h"
#include "session.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *map_of(const request *r)
{
    return r->operators.at[0] == CLR_OPERATOR_DOT ? "x * y" : r->o->map;
}

int bench_unfused_check(const request *r)
{
    const bool is_product = r->operators.count == 1 && r->operators.at[0] == CLR_OPERATOR_DOT;
    char names[REQUEST_NAMES_SIZE];

    request_names(r, names);
    if (!is_product && !r->o->map)
        return message_fail(CODE_USAGE,
                            "--unfused maps before it reduces, and %s has nothing to map: say "
                            "--map, or take dot alone.",
                            names);
    if (r->o->where)
        return message_fail(CODE_USAGE, "--unfused has a map of its own, which leaves nothing out: "
                                        "leave --where out.");
    return CODE_FINE;
}

uint64_t bench_unfused_groups(uint64_t count)
{
    return (count + BENCH_UNFUSED_GROUP - 1) / BENCH_UNFUSED_GROUP;
}

/* ---- The kernel's text ----------------------------------------------------------------------- */

/* Each type's storage, and the OpenCL C that reads an element. */
static const struct {
    clr_type type;
    const char *stored;
    const char *element; /* element i of the input `at` */
} elements[] = {
    {CLR_TYPE_F16, "half", "vload_half(i, at)"},
    {CLR_TYPE_BF16, "ushort", "as_float((uint)at[i] << 16)"},
    {CLR_TYPE_F32, "float", "at[i]"},
    {CLR_TYPE_F64, "double", "at[i]"},
    {CLR_TYPE_I8, "char", "at[i]"},
    {CLR_TYPE_I16, "short", "at[i]"},
    {CLR_TYPE_I32, "int", "at[i]"},
    {CLR_TYPE_I64, "long", "at[i]"},
    {CLR_TYPE_U8, "uchar", "at[i]"},
    {CLR_TYPE_U16, "ushort", "at[i]"},
    {CLR_TYPE_U32, "uint", "at[i]"},
    {CLR_TYPE_U64, "ulong", "at[i]"},
};

static size_t element_row(clr_type type)
{
    size_t row = 0;

    while (elements[row].type != type)
        row++;
    return row;
}

/* Behind the plan's own text, in which the map stands as OpenCL C, with the functions that it
 * calls.
 */
static void put_kernel(FILE *to, clr_type type, uint64_t inputs)
{
    const size_t row = element_row(type);

    fprintf(to, "#define ELEMENT(at) %s\n", elements[row].element);
    fputs("__kernel void map_elements(", to);
    for (uint64_t k = 0; k < inputs; k++)
        fprintf(to, "__global const %s *%c_at, ", elements[row].stored, "xyzw"[k]);
    fputs("ulong n, __global CLR_MAPPED *mapped)\n{\n    const ulong i = get_global_id(0);\n\n"
          "    if (i >= n)\n        return;\n",
          to);
    for (uint64_t k = 0; k < inputs; k++) {
        fprintf(to, "    const %s %c = ELEMENT(%c_at);\n",
                type == CLR_TYPE_F16 || type == CLR_TYPE_BF16 ? "float" : elements[row].stored,
                "xyzw"[k], "xyzw"[k]);
    }
    fputs("    mapped[i] = (CLR_MAPPED)(CLR_EXPRESSION);\n}\n", to);
}

static int compose_and_build(bench_unfused *u, const bench_task *task, const clr_plan_info *info)
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);

    if (!to)
        return message_fail(CODE_DEVICE, "out of memory for a kernel's text.");
    fputs(info->source, to);
    put_kernel(to, task->data.type, task->request->inputs);
    int code = fclose(to) == 0
                   ? bench_queue_build(task->context, text, info->build_options, &u->program)
                   : message_fail(CODE_DEVICE, "out of memory for a kernel's text.");
    free(text);
    if (code == CODE_FINE)
        code = bench_queue_kernel(u->program, "map_elements", &u->kernel);
    return code;
}

static int make_kernel(bench_unfused *u, const bench_task *task)
{
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, task->data.type);
    clr_plan_info info = {.size = sizeof info};
    clr_plan *plan = NULL;

    sum.map = map_of(task->request);
    sum.accuracy = CLR_ACCURACY_FAST;
    if (hush_plan_create(task->context, &sum, 1, NULL, &plan) != CLR_OK)
        return session_fail(task->o, task->context, task->data.type);
    clr_plan_describe(plan, &info);
    const int code = compose_and_build(u, task, &info);
    clr_plan_destroy(plan);
    return code;
}

/* ---- Getting ready --------------------------------------------------------------------------- */

/* The same reductions of values that are there already. */
static void reduce_values(bench_unfused *u, const bench_task *task, clr_type value)
{
    u->request = *task->request;
    for (size_t i = 0; i < u->request.count; i++) {
        clr_reduction *reduction = &u->request.reductions[i];
        if (reduction->op == CLR_OPERATOR_DOT)
            reduction->op = CLR_OPERATOR_SUM;
        reduction->type = value;
        reduction->map = NULL;
    }
}

int bench_unfused_open(bench_unfused *u, const bench_task *task)
{
    clr_type value = task->data.type;

    clr_map_check(map_of(task->request), task->data.type, &value, NULL, NULL, 0);
    reduce_values(u, task, value);
    OR_RETURN(make_kernel(u, task));
    return bench_queue_buffer(task->context, CL_MEM_READ_WRITE,
                              task->data.count * clr_type_size(value), NULL, &u->mapped);
}

void bench_unfused_close(bench_unfused *u)
{
    if (u->mapped)
        clReleaseMemObject(u->mapped);
    if (u->kernel)
        clReleaseKernel(u->kernel);
    if (u->program)
        clReleaseProgram(u->program);
}

/* ---- Running --------------------------------------------------------------------------------- */

int bench_unfused_map(bench_unfused *u, const bench_input *data, const cl_mem *buffers,
                      uint64_t count)
{
    const size_t group = BENCH_UNFUSED_GROUP;
    const size_t items = bench_unfused_groups(count) * group;
    const cl_ulong elements_there = count;
    cl_uint argument = 0;
    cl_int code = CL_SUCCESS;

    for (uint64_t i = 0; code == CL_SUCCESS && i < data->input_count; i++)
        code = clSetKernelArg(u->kernel, argument++, sizeof buffers[i], &buffers[i]);
    if (code == CL_SUCCESS)
        code = clSetKernelArg(u->kernel, argument++, sizeof elements_there, &elements_there);
    if (code == CL_SUCCESS)
        code = clSetKernelArg(u->kernel, argument, sizeof u->mapped, &u->mapped);
    if (code != CL_SUCCESS)
        return bench_queue_fail("clSetKernelArg", code);
    code = clEnqueueNDRangeKernel(data->queue, u->kernel, 1, NULL, &items, &group, 0, NULL, NULL);
    return code == CL_SUCCESS ? CODE_FINE : bench_queue_fail("clEnqueueNDRangeKernel", code);
}
