/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Maps on devices: what the library writes for each map of expression_cases.def, in either manner,
 * compiles as OpenCL C 1.2 and computes what the same expression computes in C, on awkward numbers
 * in all pairs. And every function compiles for every kind of element. Where POCL_EXTRA_BUILD_FLAGS
 * tells the compiler to be fast, what looks at bits does so, too.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "base/flag.h"
#include "base/piece.h"
#include "base/text.h"
#include "expression_case.h"
#include "problem/expression/expression.h"
#include "problem/expression/expression_name.h"
#include "problem/expression/expression_tree.h"
#include "problem/number.h"
#include "unit.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- devices ---- */

static cl_context context;
static cl_command_queue queue;
static cl_device_id device;
static bool has_fp64;

void before_all(void)
{
    cl_platform_id platforms[8];
    cl_uint count = 0;
    cl_device_fp_config config = 0;

    clGetPlatformIDs(COUNT(platforms), platforms, &count);
    for (cl_uint p = 0; p < count && p < COUNT(platforms) && !device; p++)
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
            device = NULL;
    assert_non_null(device);
    clGetDeviceInfo(device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof config, &config, NULL);
    has_fp64 = config != 0;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = context ? clCreateCommandQueue(context, device, 0, NULL) : NULL;
    assert_non_null(queue);
}

void after_all(void)
{
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

static void add_prelude(clri_text *source)
{
    clri_text_add(source, "#pragma OPENCL FP_CONTRACT OFF\n");
    if (has_fp64)
        clri_text_add(source, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
    clri_text_add(source, "#define CLR_FN static inline __attribute__((always_inline))\n");
#define CLRI_FLAG(set, name, value, meaning)                                                       \
    if (CLRI_FLAGS_##set == CLRI_FLAGS_BITS)                                                       \
        clri_text_addf(source, "#define CLR_%s %d\n", #name, value);
#include "base/flag.def"
    for (size_t i = 0; i < clri_piece_count; i++)
        if (strncmp(clri_pieces[i].path, "expression/", strlen("expression/")) == 0)
            clri_text_add(source, clri_pieces[i].text);
}

static void add_kernel(clri_text *source, clr_type element)
{
    const char *type = clri_number_of(element)->value;

    clri_text_addf(source,
                   "__kernel void compute(__global const %s *xs, __global const %s *ys, "
                   "const ulong n, __global ulong *out)\n{\n"
                   "    const ulong i = get_global_id(0);\n"
                   "    const %s x = xs[i], y = ys[i], z = x, w = y;\n",
                   type, type, type);
    clri_text_addf(
        source,
        "    const %s a = 1, b = 2, c = 3, d = 4, p = 5, q = 6, r = 7, s = 8, t = 9, u = 10;\n",
        clri_real_type(element) == CLR_TYPE_F32 ? "float"
        : has_fp64                              ? "double"
                                                : "ulong");
}

/* Stores the expression's value as the bits that bits_of_ gives. */
static void add_statement(clri_text *source, const clri_expression *expression, bool by_bits,
                          size_t place)
{
    const char *bits = expression->value == CLR_TYPE_F64   ? "as_ulong"
                       : expression->value == CLR_TYPE_F32 ? "as_uint"
                                                           : "";

    clri_text_addf(source, "    out[%zu * n + i] = (ulong)%s(%s);\n", place, bits,
                   by_bits ? expression->bits : expression->text);
}

/* Compiles the text, and frees it. */
static cl_program build(char *source)
{
    const char *text = source;
    static char log[65536];
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);

    assert_non_null(program);
    if (clBuildProgram(program, 1, &device, "-cl-std=CL1.2", NULL, NULL) != CL_SUCCESS) {
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fail_msg("%s\n%s", log, source);
    }
    free(source);
    return program;
}

static cl_mem buffer_of(void *bytes, size_t size)
{
    const cl_mem_flags flags = bytes ? CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR : CL_MEM_WRITE_ONLY;
    cl_mem buffer = clCreateBuffer(context, flags, size, bytes, NULL);

    assert_non_null(buffer);
    return buffer;
}

static void run(cl_program program, cl_mem x, cl_mem y, cl_ulong n, uint64_t *out, size_t size)
{
    cl_mem results = buffer_of(NULL, size);
    cl_kernel kernel = clCreateKernel(program, "compute", NULL);
    const size_t items = n;

    assert_non_null(kernel);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof x, &x), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 1, sizeof y, &y), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 2, sizeof n, &n), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 3, sizeof results, &results), CL_SUCCESS);
    assert_int_equal(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL),
                     CL_SUCCESS);
    assert_int_equal(clEnqueueReadBuffer(queue, results, CL_TRUE, 0, size, out, 0, NULL, NULL),
                     CL_SUCCESS);
    clReleaseKernel(kernel);
    clReleaseMemObject(results);
}

/* ---- comparing ---- */

static void require_agreement(const struct map_case *c, bool by_bits, const struct sample *samples,
                              const uint64_t *got)
{
    for (size_t k = 0; k < sample_count(c->element); k++) {
        const uint64_t expected = c->expected(&samples[k]);

        if (!agrees(c, expected, got[k]))
            fail_msg("%s of %s%s, sample %zu (x %" PRId64 " %" PRIu64 " %g, y %" PRId64 " %" PRIu64
                     " %g): %016" PRIx64 " expected, got %016" PRIx64,
                     c->map, clr_type_name(c->element), by_bits ? " by bits" : "", k,
                     samples[k].x_long, samples[k].x_ulong, samples[k].x_real, samples[k].y_long,
                     samples[k].y_ulong, samples[k].y_real, expected, got[k]);
    }
}

/* ---- tests ---- */

/* Under flags by which arithmetic is nobody's. */
static bool is_fast(void)
{
    const char *flags = getenv("POCL_EXTRA_BUILD_FLAGS");

    return flags && *flags;
}

/* The cases of an element type, in one kernel; returns which, and how many. */
static size_t compose(clr_type element, bool by_bits, clri_text *source,
                      const struct map_case **chosen)
{
    size_t count = 0;

    add_prelude(source);
    add_kernel(source, element);
    for (size_t i = 0; i < map_case_count; i++) {
        clri_expression expression;
        clri_error error = {0};

        if (map_cases[i].element != element || (is_fast() && !map_cases[i].looks))
            continue;
        if (clri_expression_read(map_cases[i].map, element, &expression, &error) != CLR_OK)
            fail_msg("%s: %s", map_cases[i].map, error.message);
        assert_int_equal(expression.value, map_cases[i].value);
        if (has_fp64 || !expression.uses_double) {
            add_statement(source, &expression, by_bits, count);
            chosen[count++] = &map_cases[i];
        }
        clri_expression_free(&expression);
    }
    clri_text_add(source, "}\n");
    return count;
}

static void run_element(clr_type element, bool by_bits)
{
    static char x[SAMPLES_MOST * 8], y[SAMPLES_MOST * 8];
    static struct sample samples[SAMPLES_MOST];
    static uint64_t out[CASES_MOST * SAMPLES_MOST];
    const struct map_case *chosen[CASES_MOST];
    const size_t n = sample_count(element);
    clri_text source = {0};
    const size_t count = compose(element, by_bits, &source, chosen);
    cl_program program = build(clri_text_take(&source));
    cl_mem x_buffer, y_buffer;

    for (size_t k = 0; k < n; k++)
        samples[k] = make_sample(element, k, x, y);
    x_buffer = buffer_of(x, n * clr_type_size(element));
    y_buffer = buffer_of(y, n * clr_type_size(element));
    run(program, x_buffer, y_buffer, n, out, count * n * sizeof *out);
    for (size_t i = 0; i < count; i++)
        require_agreement(chosen[i], by_bits, samples, out + i * n);
    clReleaseMemObject(x_buffer);
    clReleaseMemObject(y_buffer);
    clReleaseProgram(program);
    printf("%s: %zu maps on %zu pairs\n", clr_type_name(element), count, n);
}

/* Maps of integers are the same in both manners. */
static void run_elements(bool by_bits, clr_type first)
{
    for (clr_type type = first; type <= CLR_TYPE_F64; type++)
        if (type != CLR_TYPE_F16 && type != CLR_TYPE_BF16 && (has_fp64 || type != CLR_TYPE_F64))
            run_element(type, by_bits);
}

TEST(maps_compute_what_c_computes)
{
    if (is_fast())
        skip();
    run_elements(false, CLR_TYPE_I8);
}

TEST(bits_tell_what_c_computes)
{
    run_elements(true, CLR_TYPE_F32);
}

/* Calls of every function with x in every place, as far as it takes such numbers. */
static void every_function_compiles_for(clr_type element, bool by_bits)
{
    clri_text source = {0};
    const clri_name *name;

    add_prelude(&source);
    add_kernel(&source, element);
    for (size_t i = 0; (name = clri_name_at(i)); i++) {
        clri_error error = {0};
        clri_expression expression;
        char map[64];

        snprintf(map, sizeof map, "%s%s", name->name,
                 (const char *[]){"", "(x)", "(x, x)", "(x, x, x)"}[name->arguments]);
        if (clri_expression_read(map, element, &expression, &error) == CLR_OK) {
            if (has_fp64 || !expression.uses_double)
                add_statement(&source, &expression, by_bits, i);
        } else {
            assert_int_equal(name->role, CLRI_ROLE_INTEGER);
        }
        clri_expression_free(&expression);
    }
    clri_text_add(&source, "}\n");
    clReleaseProgram(build(clri_text_take(&source)));
}

TEST(every_function_compiles)
{
    every_function_compiles_for(CLR_TYPE_U8, false);
    every_function_compiles_for(CLR_TYPE_U64, false);
    for (int by_bits = 0; by_bits < 2; by_bits++) {
        every_function_compiles_for(CLR_TYPE_F32, by_bits);
        if (has_fp64)
            every_function_compiles_for(CLR_TYPE_F64, by_bits);
    }
}
