/* SPDX-License-Identifier: Apache-2.0 */
/*
 * histogram_device - counts elements by bins on the device: a kernel labels each element with its
 * bin, and the library counts the labels. See histogram.h.
 */
#include "clock.h"
#include "histogram.h"
#include "hush.h"
#include "message.h"
#include "value.h"
#include <inttypes.h>
#include <stdio.h>

/*
 * An element's bin is the number of keys up to its own, less 1. With no such key the bin is the
 * largest number, with all keys the number of bins: both are out of range. Elements are read as
 * bits; NaNs are before the first key or after the last. Binary search: the first step is the
 * largest power of 2 up to the number of keys.
 */
static const char source[] =
    "key_type key_of(element_type element)\n"
    "{\n"
    "    key_type bits = (key_type)element;\n"
    "#if KIND == 0\n"
    "    return bits ^ SIGN;\n"
    "#elif KIND == 1\n"
    "    return bits;\n"
    "#else\n"
    "    return bits & SIGN ? ~bits & MASK : bits | SIGN;\n"
    "#endif\n"
    "}\n"
    "__kernel void label(__global const element_type *elements, ulong count,\n"
    "                    __global const key_type *keys, uint key_count, uint first_step,\n"
    "                    __global uint *labels)\n"
    "{\n"
    "    for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) {\n"
    "        key_type key = key_of(elements[i]);\n"
    "        uint below = 0;\n"
    "        for (uint step = first_step; step != 0; step >>= 1) {\n"
    "            uint next = below + step;\n"
    "            if (next <= key_count && keys[next - 1] <= key)\n"
    "                below = next;\n"
    "        }\n"
    "        labels[i] = below - 1;\n"
    "    }\n"
    "}\n";

/* ---- The kernel ------------------------------------------------------------------------------ */

static size_t key_size(const histogram *h)
{
    return clr_type_size(h->bins.type) <= sizeof(cl_uint) ? sizeof(cl_uint) : sizeof(cl_ulong);
}

/* Defines what the source leaves open: the types, the sign bit and the mask of an element's
 * bits. */
static void write_prelude(const histogram *h, char *text, size_t size)
{
    static const char *const elements[] = {
        [1] = "uchar", [2] = "ushort", [4] = "uint", [8] = "ulong"};
    const size_t bytes = clr_type_size(h->bins.type);
    const value_kind kind = value_kind_of(h->bins.type);
    const bool is_wide = key_size(h) == sizeof(cl_ulong);
    const uint64_t mask = UINT64_MAX >> (64 - 8 * bytes);

    snprintf(text, size,
             "typedef %s element_type;\ntypedef %s key_type;\n#define KIND %d\n"
             "#define SIGN 0x%" PRIx64 "%s\n#define MASK 0x%" PRIx64 "%s\n",
             elements[bytes], is_wide ? "ulong" : "uint",
             kind == VALUE_SIGNED     ? 0
             : kind == VALUE_UNSIGNED ? 1
                                      : 2,
             mask / 2 + 1, is_wide ? "ul" : "u", mask, is_wide ? "ul" : "u");
}

static int build(histogram *h)
{
    histogram_device *d = &h->device;
    const cl_device_id device = clr_context_device(h->job.context)->device;
    char prelude[256];
    const char *texts[] = {prelude, source};
    cl_int code;

    write_prelude(h, prelude, sizeof prelude);
    d->program =
        clCreateProgramWithSource(clr_context_opencl(h->job.context), 2, texts, NULL, &code);
    if (!d->program)
        return device_memory_check(&d->memory, "clCreateProgramWithSource", code);
    code = clBuildProgram(d->program, 1, &device, "", NULL, NULL);
    if (code != CL_SUCCESS)
        return device_memory_check(&d->memory, "clBuildProgram", code);
    d->kernel = clCreateKernel(d->program, "label", &code);
    return device_memory_check(&d->memory, "clCreateKernel", code);
}

/* ---- The plan -------------------------------------------------------------------------------- */

/* A plan that counts 32-bit labels; its map replaces every element by 1. */
static int make_plan(histogram *h)
{
    const clr_plan_options how = {
        .size = sizeof how, .shape = CLR_SHAPE_LABELS, .labels = h->bins.count};
    clr_reduction count = CLR_REDUCTION(CLR_OPERATOR_COUNT, CLR_TYPE_U8);

    count.map = "1";
    if (hush_plan_create(h->job.context, &count, 1, &how, &h->device.plan) != CLR_OK)
        return job_fail(&h->job);
    record_describe(&h->job.layout, h->device.plan, CLR_TYPE_DEFAULT);
    return CODE_FINE;
}

/* ---- Buffers --------------------------------------------------------------------------------- */

static int write_keys(histogram *h)
{
    device_memory *m = &h->device.memory;
    const size_t size = key_size(h);
    int code = CODE_FINE;

    if (h->bins.key_count == 0)
        return CODE_FINE;
    char *keys = device_memory_map(m, h->device.keys, h->bins.key_count * size, &code);
    if (!keys)
        return code;
    for (uint64_t i = 0; i < h->bins.key_count; i++)
        value_store(h->bins.keys[i], size, keys + i * size);
    return device_memory_unmap(m, h->device.keys, keys);
}

/* A kernel needs a buffer as its argument even if there are no elements. */
static int make_buffer(histogram *h, uint64_t size, cl_mem *buffer)
{
    return device_memory_make(&h->device.memory, size == 0 ? 1 : size, buffer);
}

static int make_buffers(histogram *h)
{
    histogram_device *d = &h->device;

    OR_RETURN(make_buffer(h, h->piece * clr_type_size(h->bins.type), &d->elements));
    OR_RETURN(make_buffer(h, h->piece * sizeof(cl_uint), &d->labels));
    OR_RETURN(make_buffer(h, h->bins.key_count * key_size(h), &d->keys));
    OR_RETURN(make_buffer(h, h->bins.count * sizeof(cl_ulong), &d->counts));
    return write_keys(h);
}

static int check_room(const histogram *h)
{
    const uint64_t room = clr_context_device(h->job.context)->max_mem_alloc_size;
    const uint64_t most = room / sizeof(cl_ulong) - 1;

    if (h->bins.count <= most)
        return CODE_FINE;
    return message_fail(CODE_USAGE,
                        "a buffer of this device has %" PRIu64 " bins at most, and %" PRIu64
                        " are asked for: say fewer --bins, or choose another device with -d.",
                        most, h->bins.count);
}

int histogram_device_open(histogram *h)
{
    OR_RETURN(check_room(h));
    h->device.memory = (device_memory){.context = h->job.context,

                                       .made = "bins",
                                       .advice = ", or fewer --bins"};
    OR_RETURN(make_plan(h));
    OR_RETURN(device_memory_open(&h->device.memory));
    OR_RETURN(build(h));
    return make_buffers(h);
}

void histogram_device_close(histogram *h)
{
    histogram_device *d = &h->device;

    if (d->kernel)
        clReleaseKernel(d->kernel);
    if (d->program)
        clReleaseProgram(d->program);
    device_memory_close(&d->memory);
    clr_plan_destroy(d->plan);
    *d = (histogram_device){0};
}

/* ---- Counting -------------------------------------------------------------------------------- */

static cl_uint first_step(const histogram *h)
{
    cl_uint step = 1;

    while (step <= h->bins.key_count / 2)
        step *= 2;
    return h->bins.key_count == 0 ? 0 : step;
}

/* most work-items that label elements; beyond, each labels several */
#define ITEMS_MOST (UINT64_C(1) << 16)

static int label(histogram *h, cl_ulong count)
{
    histogram_device *d = &h->device;
    const cl_uint keys = (cl_uint)h->bins.key_count, step = first_step(h);
    const size_t items = (size_t)(count < ITEMS_MOST ? count : ITEMS_MOST);
    const struct {
        size_t size;
        const void *value;
    } arguments[] = {{sizeof d->elements, &d->elements},
                     {sizeof count, &count},
                     {sizeof d->keys, &d->keys},
                     {sizeof keys, &keys},
                     {sizeof step, &step},
                     {sizeof d->labels, &d->labels}};
    cl_int code = CL_SUCCESS;

    for (cl_uint i = 0; code == CL_SUCCESS && i < sizeof arguments / sizeof *arguments; i++)
        code = clSetKernelArg(d->kernel, i, arguments[i].size, arguments[i].value);
    if (code != CL_SUCCESS)
        return device_memory_check(&d->memory, "clSetKernelArg", code);
    code = clEnqueueNDRangeKernel(d->memory.queue, d->kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    return device_memory_check(&d->memory, "clEnqueueNDRangeKernel", code);
}

/* The labels are bound as the elements, too; the plan's map does not read them. */
static int count_labels(histogram *h, uint64_t count)
{
    const histogram_device *d = &h->device;
    const clr_arrays arrays = {.size = sizeof arrays, .value = d->counts};
    const clr_labels by = {
        .size = sizeof by, .count = h->bins.count, .type = CLR_TYPE_U32, .labels = d->labels};
    const clr_run run = {.size = sizeof run,
                         .queue = d->memory.queue,
                         .inputs = {{d->labels, 0, count}},
                         .arrays = &arrays,
                         .array_count = 1,
                         .labels = &by};

    return clr_plan_run(d->plan, &run) == CLR_OK ? CODE_FINE : job_fail(&h->job);
}

int histogram_device_count(histogram *h, const void *elements, uint64_t count)
{
    histogram_device *d = &h->device;
    const uint64_t start_ns = clock_ns();
    OR_RETURN(device_memory_write(&d->memory, d->elements, count * clr_type_size(h->bins.type),
                                  elements));
    const uint64_t sent_ns = clock_ns();
    OR_RETURN(label(h, count));
    OR_RETURN(count_labels(h, count));
    OR_RETURN(
        device_memory_read(&d->memory, d->counts, h->bins.count * sizeof *h->latest, h->latest));
    h->job.upload_ns += sent_ns - start_ns;
    h->job.kernel_ns += clock_ns() - sent_ns;
    return CODE_FINE;
}
