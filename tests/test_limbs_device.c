/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cl/exact on devices: the same cases (limbs_case.cl) by a kernel and by the host, which
 * test_limbs.c and test_rounding.c hold to GMP and MPFR, have the same answers, bit for bit.
 */
#include "support.h"

#include "base/limbs.h"
#include "base/piece.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define uint           uint32_t
#define ulong          uint64_t
#define CLR_FN         static inline
#define CLR_LIMB_SPACE /* the one that there is */
#define CLR_CASE_OUT
#include "limbs_case.cl"

static size_t case_count(void)
{
    return test_scope() <= SCOPE_SMALL ? 100 : 20000;
}

/* ---- cases ---- */

static uint64_t draw(uint64_t *seed) /* xorshift64* */
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return *seed * UINT64_C(2685821657736338717);
}

/* A limb that is 0 more often than not, then one that carries or ties far, or any. */
static uint32_t draw_limb(uint64_t *seed)
{
    static const uint32_t limbs[] = {0, 0, 0, 0, 1, UINT32_MAX, UINT32_MAX - 1, 0x80000000};

    return draw(seed) % 5 ? limbs[draw(seed) % COUNT(limbs)] : (uint32_t)draw(seed);
}

static uint32_t draw_high(uint64_t *seed)
{
    const uint32_t limb = draw_limb(seed);

    return limb == 0x80000000 || limb == INT32_MAX ? 0 : limb;
}

static void make_case(uint32_t *words, uint64_t *seed)
{
    static const clr_format formats[] = {{11, 5}, {8, 8}, {24, 8}, {53, 11}};
    uint32_t *end = words + 3 * CLR_CASE_LIMBS;
    const uint64_t n = draw(seed) >> draw(seed) % 64 | 1;
    const clr_format format = formats[draw(seed) % COUNT(formats)];
    const int least = -(1 << (format.exponent - 1)) - 680;

    memset(words, 0, CLR_CASE_WORDS * sizeof *words);
    for (unsigned i = 0; i < CLR_CASE_DIGITS; i++) {
        words[i] = draw_limb(seed);
        words[CLR_CASE_LIMBS + i] = draw_high(seed);
    }
    for (unsigned i = 0; i < CLR_CASE_FACTORS; i++)
        words[2 * CLR_CASE_LIMBS + i] = draw_limb(seed);
    end[0] = (uint32_t)n;
    end[1] = (uint32_t)(n >> 32);
    end[2] = (uint32_t)(least + (int)(draw(seed) % 800));
    end[3] = (uint32_t)(format.precision * 256 + format.exponent);
}

static void answer_on_host(const uint32_t *words, uint32_t *answers)
{
    uint32_t low[CLR_CASE_LIMBS], factors[CLR_CASE_LIMBS], product[CLR_CASE_LIMBS];
    int32_t high[CLR_CASE_LIMBS];
    const uint32_t *end = words + 3 * CLR_CASE_LIMBS;
    const clr_format format = {(int)(end[3] / 256), (int)(end[3] % 256)};

    memcpy(low, words, sizeof low);
    memcpy(high, words + CLR_CASE_LIMBS, sizeof high);
    memcpy(factors, words + 2 * CLR_CASE_LIMBS, sizeof factors);
    clr_case(low, high, factors, product, (uint64_t)end[1] << 32 | end[0], (int)end[2], format,
             answers);
}

/* ---- on a device ---- */

static const char prelude[] = "#define CLR_FN static inline __attribute__((always_inline))\n"
                              "#define CLR_COLD CLR_FN\n"
                              "#define CLR_LIMB_SPACE __local\n"
                              "#define CLR_CASE_OUT __global\n";

static const char kernel_text[] =
    "__kernel void answer(__global const uint *cases, __global uint *answers)\n"
    "{\n"
    "    __local uint low[CLR_CASE_LIMBS], factors[CLR_CASE_LIMBS], product[CLR_CASE_LIMBS];\n"
    "    __local int high[CLR_CASE_LIMBS];\n"
    "    __global const uint *words = cases + get_group_id(0) * CLR_CASE_WORDS;\n"
    "    __global const uint *end = words + 3 * CLR_CASE_LIMBS;\n"
    "    const clr_format format = {(int)(end[3] / 256), (int)(end[3] % 256)};\n"
    "\n"
    "    for (int i = 0; i < CLR_CASE_LIMBS; i++) {\n"
    "        low[i] = words[i];\n"
    "        high[i] = (int)words[CLR_CASE_LIMBS + i];\n"
    "        factors[i] = words[2 * CLR_CASE_LIMBS + i];\n"
    "    }\n"
    "    clr_case(low, high, factors, product, (ulong)end[1] << 32 | end[0], (int)end[2], format,\n"
    "             answers + get_group_id(0) * CLR_CASE_ANSWERS);\n"
    "}\n";

static const char *piece_of(const char *path)
{
    for (size_t i = 0; i < clri_piece_count; i++)
        if (strcmp(clri_pieces[i].path, path) == 0)
            return clri_pieces[i].text;
    fail_msg("there is no piece %s", path);
    return NULL;
}

static const char *case_text(void)
{
    static char text[8192];
    FILE *file = fopen(CLR_SOURCE_FOLDER "/tests/limbs_case.cl", "rb");

    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    assert_true(feof(file));
    fclose(file);
    return text;
}

static cl_program build(const struct rig *rig)
{
    static char log[65536];
    const char *texts[] = {prelude,
                           piece_of("exact/limbs.cl"),
                           piece_of("exact/leading.cl"),
                           piece_of("exact/rounding.cl"),
                           piece_of("exact/variance.cl"),
                           case_text(),
                           kernel_text};
    cl_program program = clCreateProgramWithSource(clr_context_opencl(rig->context), COUNT(texts),
                                                   texts, NULL, NULL);

    assert_non_null(program);
    if (clBuildProgram(program, 1, &rig->device->device, "-cl-std=CL1.2", NULL, NULL) !=
        CL_SUCCESS) {
        clGetProgramBuildInfo(program, rig->device->device, CL_PROGRAM_BUILD_LOG, sizeof log, log,
                              NULL);
        fail_msg("%s", log);
    }
    return program;
}

/* One group of one item for each case. */
static void answer_on_device(const struct rig *rig, const uint32_t *cases, uint32_t *answers,
                             size_t count)
{
    const size_t size = count * CLR_CASE_ANSWERS * sizeof *answers, one = 1;
    cl_program program = build(rig);
    cl_kernel kernel = clCreateKernel(program, "answer", NULL);
    cl_mem in = buffer_of(rig, cases, count * CLR_CASE_WORDS * sizeof *cases);
    cl_mem out = buffer_of(rig, answers, size);

    assert_non_null(kernel);
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof in, &in), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(kernel, 1, sizeof out, &out), CL_SUCCESS);
    assert_int_equal(
        clEnqueueNDRangeKernel(rig->queue, kernel, 1, NULL, &count, &one, 0, NULL, NULL),
        CL_SUCCESS);
    buffer_read(rig, out, 0, answers, size);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
}

TEST(devices_answer_as_the_host)
{
    const size_t count = case_count();
    uint32_t *cases = calloc(count, CLR_CASE_WORDS * sizeof *cases);
    uint32_t *answers = calloc(count, CLR_CASE_ANSWERS * sizeof *answers);
    uint64_t seed = 1;

    assert_true(cases && answers);
    for (size_t i = 0; i < count; i++)
        make_case(cases + i * CLR_CASE_WORDS, &seed);
    for (size_t r = 0; r < rig_count(); r++) {
        memset(answers, 0xa5, count * CLR_CASE_ANSWERS * sizeof *answers);
        answer_on_device(rig_at(r), cases, answers, count);
        for (size_t i = 0; i < count; i++) {
            uint32_t expected[CLR_CASE_ANSWERS];

            answer_on_host(cases + i * CLR_CASE_WORDS, expected);
            if (memcmp(expected, answers + i * CLR_CASE_ANSWERS, sizeof expected) != 0)
                fail_msg("%s answers otherwise than the host in case %zu", rig_at(r)->device->name,
                         i);
        }
    }
    free(cases);
    free(answers);
}
