/* SPDX-License-Identifier: Apache-2.0 */
/*
 * image_contrast - stretches the contrast of a grey image tile by tile, in one kernel of its own:
 * a work-group has a tile, a block of clreduce finds its darkest and its brightest pixel, and each
 * work-item spreads its pixel over what lies between. The same is done in C, and compared.
 *
 *   image_contrast [OUT.pgm]
 *
 * Exit status: 0 all pixels are as in C, 1 some are not or something failed, after a line that says
 * what.
 */
#define CL_TARGET_OPENCL_VERSION 300
#include <clreduce/clreduce.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 500, HEIGHT = 333, PIXELS = WIDTH * HEIGHT, TILE = 16 };

/* Items beyond the image's edge bring the pixel at the edge, which their tile has already. */
static const char kernel_text[] =
    "__kernel void stretch(__global const uchar *in, __global uchar *out, int width, int height)\n"
    "{\n"
    "    __local clr_group_minmax_u8_cell scratch[CLR_GROUP_MINMAX_U8_SCRATCH];\n"
    "    const int column = min((int)get_global_id(0), width - 1);\n"
    "    const int row = min((int)get_global_id(1), height - 1);\n"
    "    const uchar pixel = in[row * width + column];\n"
    "    const clr_group_minmax_u8_result range = clr_group_minmax_u8(pixel, scratch);\n"
    "    const int span = max(range.most - range.least, 1);\n"
    "\n"
    "    if (get_global_id(0) < (size_t)width && get_global_id(1) < (size_t)height)\n"
    "        out[row * width + column] = (uchar)((pixel - range.least) * 255 / span);\n"
    "}\n";

/* ---- in C ---- */

/* A made image: soft waves, brighter to the right. */
static void draw(uint8_t *image)
{
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            image[y * WIDTH + x] = (uint8_t)(60 + x / 5 + (x * x / 7 + y * y / 11) % 40);
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static void stretch_tile(const uint8_t *in, uint8_t *out, int left, int top)
{
    const int right = smaller(left + TILE, WIDTH);
    const int bottom = smaller(top + TILE, HEIGHT);
    int least = 255;
    int most = 0;
    int span;

    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) {
            const int pixel = in[y * WIDTH + x];

            least = pixel < least ? pixel : least;
            most = pixel > most ? pixel : most;
        }
    span = most > least ? most - least : 1;
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++)
            out[y * WIDTH + x] = (uint8_t)((in[y * WIDTH + x] - least) * 255 / span);
}

static void stretch_in_c(const uint8_t *in, uint8_t *out)
{
    for (int top = 0; top < HEIGHT; top += TILE)
        for (int left = 0; left < WIDTH; left += TILE)
            stretch_tile(in, out, left, top);
}

/* ---- on the device ---- */

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "image_contrast: %s: %s\n", what, why);
    return -1;
}

static int fail_code(const char *call, cl_int code)
{
    fprintf(stderr, "image_contrast: %s: OpenCL error %d\n", call, (int)code);
    return -1;
}

/* The block's text in front of the kernel's: one program. */
static cl_program build(clr_context *context, cl_int *code)
{
    const clr_reduction minmax = CLR_REDUCTION(CLR_OPERATOR_MINMAX, CLR_TYPE_U8);
    const clr_block block = {sizeof block, &minmax, NULL, (uint64_t)TILE * TILE};
    clr_block_info info = {.size = sizeof info};
    const char *texts[2];
    cl_program program;

    if (clr_device_source(context, &block, &info) != CLR_OK) {
        fail("the block", clr_context_error(context)->message);
        *code = CL_INVALID_VALUE;
        return NULL;
    }
    texts[0] = info.source;
    texts[1] = kernel_text;
    program = clCreateProgramWithSource(clr_context_opencl(context), 2, texts, NULL, code);
    if (program)
        *code = clBuildProgram(program, 0, NULL, info.build_options, NULL, NULL);
    return program;
}

/* What the device holds; all is released by one function, whatever there is of it. */
struct stage {
    cl_program program;
    cl_kernel kernel;
    cl_command_queue queue;
    cl_mem in;
    cl_mem out;
};

static void strike(struct stage *stage)
{
    if (stage->out)
        clReleaseMemObject(stage->out);
    if (stage->in)
        clReleaseMemObject(stage->in);
    if (stage->queue)
        clReleaseCommandQueue(stage->queue);
    if (stage->kernel)
        clReleaseKernel(stage->kernel);
    if (stage->program)
        clReleaseProgram(stage->program);
}

static cl_int set_up(clr_context *context, uint8_t *image, struct stage *stage)
{
    const cl_context opencl = clr_context_opencl(context);
    cl_int code;

    stage->program = build(context, &code);
    if (code == CL_SUCCESS)
        stage->kernel = clCreateKernel(stage->program, "stretch", &code);
    if (code == CL_SUCCESS)
        stage->queue = clCreateCommandQueueWithProperties(
            opencl, clr_context_device(context)->device, NULL, &code);
    if (code == CL_SUCCESS)
        stage->in =
            clCreateBuffer(opencl, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, PIXELS, image, &code);
    if (code == CL_SUCCESS)
        stage->out = clCreateBuffer(opencl, CL_MEM_WRITE_ONLY, PIXELS, NULL, &code);
    return code;
}

static cl_int run(const struct stage *stage, uint8_t *result)
{
    const cl_int width = WIDTH;
    const cl_int height = HEIGHT;
    const size_t local[2] = {TILE, TILE};
    const size_t global[2] = {(WIDTH + TILE - 1) / TILE * TILE, (HEIGHT + TILE - 1) / TILE * TILE};
    cl_int code = clSetKernelArg(stage->kernel, 0, sizeof stage->in, &stage->in);

    if (code == CL_SUCCESS)
        code = clSetKernelArg(stage->kernel, 1, sizeof stage->out, &stage->out);
    if (code == CL_SUCCESS)
        code = clSetKernelArg(stage->kernel, 2, sizeof width, &width);
    if (code == CL_SUCCESS)
        code = clSetKernelArg(stage->kernel, 3, sizeof height, &height);
    if (code == CL_SUCCESS)
        code = clEnqueueNDRangeKernel(stage->queue, stage->kernel, 2, NULL, global, local, 0, NULL,
                                      NULL);
    if (code == CL_SUCCESS)
        code = clEnqueueReadBuffer(stage->queue, stage->out, CL_TRUE, 0, PIXELS, result, 0, NULL,
                                   NULL);
    return code;
}

static int stretch_on_device(uint8_t *image, uint8_t *result)
{
    struct stage stage = {0};
    clr_context *context = NULL;
    cl_int code = CL_SUCCESS;
    int failed = 0;

    if (clr_context_create(NULL, &context) != CLR_OK) {
        failed = fail("the device", clr_context_error(context)->message);
    } else {
        code = set_up(context, image, &stage);
        if (code == CL_SUCCESS)
            code = run(&stage, result);
        if (code != CL_SUCCESS)
            failed = fail_code("the kernel", code);
    }
    strike(&stage);
    clr_context_destroy(context);
    return failed;
}

/* ---- comparing ---- */

static int write_image(const char *path, const uint8_t *image)
{
    FILE *file = fopen(path, "wb");
    int failed;

    if (!file)
        return fail(path, "cannot be written");
    failed = fprintf(file, "P5\n%d %d\n255\n", WIDTH, HEIGHT) < 0 ||
             fwrite(image, 1, PIXELS, file) != PIXELS;
    failed |= fclose(file) != 0;
    return failed ? fail(path, "could not be written to its end") : 0;
}

int main(int argc, char **argv)
{
    static uint8_t image[PIXELS];
    static uint8_t result[PIXELS];
    static uint8_t expected[PIXELS];

    draw(image);
    stretch_in_c(image, expected);
    if (stretch_on_device(image, result))
        return EXIT_FAILURE;
    if (memcmp(result, expected, PIXELS) != 0) {
        fail("the image", "some pixels are not as in C");
        return EXIT_FAILURE;
    }
    if (argc > 1 && write_image(argv[1], result))
        return EXIT_FAILURE;
    printf("%d x %d pixels in tiles of %d x %d: as in C\n", WIDTH, HEIGHT, TILE, TILE);
    return EXIT_SUCCESS;
}
