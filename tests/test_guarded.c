/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Nothing is read in front of the input or behind it, not even to be left out: rows and segments of
 * all short lengths in memory that begins and ends at pages which nobody may touch. It is a test of
 * devices that take the host's memory as it lies, as PoCL does; others pass it anyway. There are so
 * many rows as are not left to groups. A CPU may leave out of a load what a mask leaves out of its
 * lanes, but for halves, which are converted in between.
 */
#include "support.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ROWS = 80, LONGEST = 70, FURTHER = 600, ELEMENTS = ROWS * FURTHER, WAYS = 3 };

/* Pages with one before and one behind them that are not to be touched. */
struct pages {
    unsigned char *begin;
    size_t page;
    size_t size;
};

static struct pages pages_make(size_t least)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    struct pages pages = {.page = page, .size = (least + page - 1) / page * page};
    unsigned char *all =
        mmap(NULL, pages.size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    assert_true(all != MAP_FAILED);
    pages.begin = all + page;
    assert_int_equal(mprotect(pages.begin, pages.size, PROT_READ | PROT_WRITE), 0);
    return pages;
}

static void pages_destroy(struct pages *pages)
{
    munmap(pages->begin - pages->page, pages->size + 2 * pages->page);
}

/* A plan of sums, and where its results go. */
struct stage {
    const struct rig *rig;
    clr_plan *plan;
    clr_shape shape;
    size_t element_size;
    struct pages pages;
    cl_mem values;
    clr_arrays arrays;
};

static struct stage stage_make(const struct rig *rig, clr_shape shape, clr_accuracy accuracy,
                               clr_type type)
{
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, type);
    const clr_plan_options options = {.size = sizeof options, .shape = shape};
    struct stage stage = {.rig = rig,
                          .shape = shape,
                          .element_size = clr_type_size(type),
                          .arrays = {.size = sizeof(clr_arrays)}};

    sum.accuracy = accuracy;
    sum.result = CLR_TYPE_F32;
    assert_ok(rig, clr_plan_create(rig->context, &sum, 1, &options, &stage.plan));
    stage.pages = pages_make(ELEMENTS * sizeof(float));
    stage.values = buffer_untouched(rig, ROWS * sizeof(float));
    stage.arrays.value = stage.values;
    return stage;
}

static void stage_destroy(struct stage *stage)
{
    clReleaseMemObject(stage->values);
    pages_destroy(&stage->pages);
    clr_plan_destroy(stage->plan);
}

/* Where the elements are: at the begin of the pages, or at their end. */
static unsigned char *place_of(const struct stage *stage, size_t count, int at_end)
{
    unsigned char *end = stage->pages.begin + stage->pages.size;

    return at_end ? end - count * stage->element_size : stage->pages.begin;
}

/* A number below 7. */
static void element_store(const struct stage *stage, unsigned char *at, unsigned number)
{
    static const uint16_t halves[] = {0, 0x3C00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600};
    const float single = (float)number;

    memcpy(at, stage->element_size == sizeof *halves ? (const void *)&halves[number] : &single,
           stage->element_size);
}

static void run_on(struct stage *stage, cl_mem input, size_t length, int is_reversed)
{
    const uint64_t extents[] = {ROWS, length};
    const int64_t strides[] = {-(int64_t)(length * stage->element_size),
                               (int64_t)stage->element_size};
    cl_uint offsets[ROWS + 1];
    clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 2, .extents = extents};
    clr_segments segments = {.size = sizeof segments, .count = ROWS, .type = CLR_TYPE_U32};
    clr_run run = {.size = sizeof run,
                   .queue = stage->rig->queue,
                   .inputs = {{input, 0, ROWS * length}},
                   .arrays = &stage->arrays,
                   .array_count = 1};

    for (cl_uint row = 0; row <= ROWS; row++)
        offsets[row] = row * (cl_uint)length;
    if (is_reversed) {
        axes.strides[0] = strides;
        run.inputs[0].first = (ROWS - 1) * length;
    }
    if (stage->shape == CLR_SHAPE_AXES) {
        run.axes = &axes;
    } else {
        segments.begins = buffer_of(stage->rig, offsets, sizeof offsets);
        run.segments = &segments;
    }
    assert_ok(stage->rig, clr_plan_run(stage->plan, &run));
    assert_int_equal(clFinish(stage->rig->queue), CL_SUCCESS);
    if (segments.begins)
        clReleaseMemObject(segments.begins);
}

static void check(struct stage *stage, size_t length, int at_end, int is_reversed)
{
    const size_t size = ROWS * length * stage->element_size;
    unsigned char *x = place_of(stage, ROWS * length, at_end);
    float sums[ROWS] = {0}, got[ROWS];
    cl_int code;
    cl_mem input;

    for (size_t i = 0; i < ROWS * length; i++) {
        element_store(stage, x + i * stage->element_size, (unsigned)(i % 7));
        sums[is_reversed ? ROWS - 1 - i / length : i / length] += (float)(i % 7);
    }
    input = clCreateBuffer(clr_context_opencl(stage->rig->context),
                           CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, size, x, &code);
    assert_int_equal(code, CL_SUCCESS);
    run_on(stage, input, length, is_reversed);
    buffer_read(stage->rig, stage->values, 0, got, sizeof got);
    assert_memory_equal(got, sums, sizeof sums);
    clReleaseMemObject(input);
}

static void check_lengths(struct stage *stage)
{
    for (int way = 0; way < WAYS; way++) {
        const int is_reversed = way == 2;

        if (is_reversed && stage->shape != CLR_SHAPE_AXES)
            continue;
        for (size_t length = 1; length <= LONGEST; length++)
            check(stage, length, way > 0, is_reversed);
        check(stage, FURTHER - 1, way > 0, is_reversed);
        check(stage, FURTHER, way > 0, is_reversed);
    }
}

TEST(nothing_around_the_input_is_read)
{
    static const clr_shape shapes[] = {CLR_SHAPE_AXES, CLR_SHAPE_SEGMENTS};
    static const clr_accuracy levels[] = {CLR_ACCURACY_FAST, CLR_ACCURACY_EXACT};
    static const clr_type types[] = {CLR_TYPE_F32, CLR_TYPE_F16};

    for (size_t r = 0; r < rig_count(); r++)
        for (size_t i = 0; i < 8; i++) {
            struct stage stage =
                stage_make(rig_at(r), shapes[i / 4], levels[i / 2 % 2], types[i % 2]);

            check_lengths(&stage);
            stage_destroy(&stage);
        }
}
