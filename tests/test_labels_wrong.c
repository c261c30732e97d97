/* SPDX-License-Identifier: Apache-2.0 */
/* Results by label: what is refused, with which words, and what runs of nothing do. */
#include "support.h"

enum { ELEMENTS = 100, RESULTS = 4 };

/* A run that is right, of a plan for RESULTS. */
struct sound {
    clr_plan *plan;
    cl_mem elements, labels, values;
    clr_arrays arrays;
    clr_labels by;
    clr_run run;
};

/* In place, as the run points into it. */
static void sound_make(struct sound *sound, const struct rig *rig, clr_operator op)
{
    const clr_reduction reduction = CLR_REDUCTION(op, CLR_TYPE_U32);
    const clr_plan_options options = {.size = sizeof options,
                                      .shape = CLR_SHAPE_LABELS,
                                      .labels = RESULTS,
                                      .label_elements = ELEMENTS};
    const cl_uint zeros[ELEMENTS + 2] = {0};

    *sound = (struct sound){.elements = buffer_of(rig, zeros, ELEMENTS * sizeof *zeros),
                            .labels = buffer_of(rig, zeros, ELEMENTS * sizeof *zeros),
                            .values = buffer_of(rig, zeros, (RESULTS + 1) * sizeof(uint64_t))};
    assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, &options, &sound->plan));
    sound->arrays = (clr_arrays){.size = sizeof sound->arrays, .value = sound->values};
    sound->by = (clr_labels){
        .size = sizeof sound->by, .count = RESULTS, .type = CLR_TYPE_U32, .labels = sound->labels};
    sound->run = (clr_run){.size = sizeof sound->run,
                           .queue = rig->queue,
                           .inputs = {{sound->elements, 0, ELEMENTS}},
                           .arrays = &sound->arrays,
                           .array_count = 1,
                           .labels = &sound->by};
}

static void sound_destroy(struct sound *sound)
{
    clr_plan_destroy(sound->plan);
    clReleaseMemObject(sound->elements);
    clReleaseMemObject(sound->labels);
    clReleaseMemObject(sound->values);
}

/* Of what a caller may get wrong, one thing at a time. */
static void refuse_wrong_runs(const struct rig *rig, clr_operator op, uint64_t too_many,
                              const char *words)
{
    const clr_segments segments = {.size = sizeof segments, .type = CLR_TYPE_U32};
    struct sound sound, wrong;

    sound_make(&sound, rig, op);
#define REFUSED(status, part, ...)                                                                 \
    do {                                                                                           \
        wrong = sound;                                                                             \
        wrong.run.labels = &wrong.by;                                                              \
        wrong.run.arrays = &wrong.arrays;                                                          \
        __VA_ARGS__;                                                                               \
        assert_error(rig, status, clr_plan_run(sound.plan, &wrong.run), part);                     \
    } while (0)
    assert_ok(rig, clr_plan_run(sound.plan, &sound.run));
    REFUSED(CLR_ERROR_UNSUPPORTED, "memory for 4", wrong.by.count = RESULTS + 1);
    REFUSED(CLR_ERROR_UNSUPPORTED, words, wrong.run.inputs[0].count = too_many);
    REFUSED(CLR_ERROR_ARGUMENT, "clr_labels.type", wrong.by.type = CLR_TYPE_F32);
    REFUSED(CLR_ERROR_ARGUMENT, "clr_labels.labels is NULL", wrong.by.labels = NULL);
    REFUSED(CLR_ERROR_ARGUMENT, "reach beyond", wrong.by.first = 1);
    REFUSED(CLR_ERROR_ARGUMENT, "reach beyond", wrong.by.type = CLR_TYPE_I64);
    REFUSED(CLR_ERROR_ARGUMENT, "reach beyond", wrong.run.output_index = 2);
    REFUSED(CLR_ERROR_ARGUMENT, "overlap", wrong.by.outside = sound.values);
    REFUSED(CLR_ERROR_ARGUMENT, "overlap", wrong.by.outside = sound.labels);
    REFUSED(CLR_ERROR_ARGUMENT, "overlap", wrong.arrays.value = sound.labels);
    REFUSED(CLR_ERROR_ARGUMENT, "clr_run.labels", wrong.run.labels = NULL);
    REFUSED(CLR_ERROR_ARGUMENT, "clr_run.labels", wrong.run.segments = &segments);
    REFUSED(CLR_ERROR_ARGUMENT, "as a whole", wrong.run.part = CLR_PART_MORE);
    REFUSED(CLR_ERROR_ARGUMENT, "clr_run.arrays", wrong.run.output = sound.values);
#undef REFUSED
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    sound_destroy(&sound);
}

/* Whether atomics fold elements or their labels are sorted. */
TEST(wrong_runs_are_refused)
{
    const struct rig *rig = rig_at((rig_count(), 0));

    refuse_wrong_runs(rig, CLR_OPERATOR_SUM, (UINT64_C(1) << 40) + 1, "2^40");
    refuse_wrong_runs(rig, CLR_OPERATOR_PROD, ELEMENTS + 1, "clr_plan_options.label_elements");
}

/* Of what says which elements count, one thing at a time. */
static void refuse_wrong_counting(const struct rig *rig, clr_operator op)
{
    const clr_reduction reduction = CLR_REDUCTION(op, CLR_TYPE_U32);
    const clr_plan_options options = {.size = sizeof options,
                                      .shape = CLR_SHAPE_LABELS,
                                      .labels = RESULTS,
                                      .label_elements = ELEMENTS,
                                      .mask = CLR_MASK_BYTES,
                                      .index = CLR_TYPE_I64,
                                      .device_count = 1};
    const clr_index list = {.size = sizeof list, .count = ELEMENTS};
    const clr_mask taken = {.size = sizeof taken};
    struct sound sound, wrong;
    clr_plan *plan;
    clr_index index;
    clr_mask mask;
    cl_mem indices, short_mask;
    const uint64_t zeros[ELEMENTS + 1] = {0};

    sound_make(&sound, rig, op);
    indices = buffer_of(rig, zeros, ELEMENTS * sizeof *zeros);
    short_mask = buffer_of(rig, zeros, ELEMENTS - 1);
    assert_ok(rig, clr_plan_create(rig->context, &reduction, 1, &options, &plan));
#define REFUSED(part, ...)                                                                         \
    do {                                                                                           \
        wrong = sound;                                                                             \
        index = list;                                                                              \
        index.indices = indices;                                                                   \
        mask = taken;                                                                              \
        mask.mask = indices;                                                                       \
        wrong.run.labels = &wrong.by;                                                              \
        wrong.run.index = &index;                                                                  \
        wrong.run.mask = &mask;                                                                    \
        __VA_ARGS__;                                                                               \
        assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(plan, &wrong.run), part);               \
    } while (0)
    REFUSED("clr_run.mask is NULL", wrong.run.mask = NULL);
    REFUSED("clr_mask.mask is NULL", mask.mask = NULL);
    REFUSED("clr_mask.mask", mask.mask = short_mask);
    REFUSED("clr_mask.strides", mask.strides = (const int64_t[]){1});
    REFUSED("clr_run.index is NULL", wrong.run.index = NULL);
    REFUSED("clr_index.indices is NULL", index.indices = NULL);
    REFUSED("reach beyond", index.first = 1);
    REFUSED("overlap", index.indices = sound.values, index.count = 1);
    REFUSED("overlap", index.outside = indices);
    REFUSED("clr_labels.labels", wrong.by.labels = short_mask);
    REFUSED("clr_run.count_at", wrong.run.count_at = indices, wrong.run.count_index = ELEMENTS);
#undef REFUSED
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    clr_plan_destroy(plan);
    clReleaseMemObject(indices);
    clReleaseMemObject(short_mask);
    sound_destroy(&sound);
}

TEST(wrong_counting_is_refused)
{
    const struct rig *rig = rig_at((rig_count(), 0));

    refuse_wrong_counting(rig, CLR_OPERATOR_SUM);
    refuse_wrong_counting(rig, CLR_OPERATOR_PROD);
}

/* Results go where they belong also if there are none, or no elements. */
TEST(nothing_is_something)
{
    const struct rig *rig = rig_at((rig_count(), 0));
    const uint64_t ones[RESULTS + 1] = {1, 1, 1, 1, 1};
    uint64_t read[RESULTS + 1];
    struct sound sound;

    sound_make(&sound, rig, CLR_OPERATOR_SUM);
    buffer_write(rig, sound.values, 0, ones, sizeof ones);
    sound.by.count = 0;
    assert_ok(rig, clr_plan_run(sound.plan, &sound.run));
    buffer_read(rig, sound.values, 0, read, sizeof read);
    assert_memory_equal(read, ones, sizeof ones);
    sound.by = (clr_labels){.size = sizeof sound.by, .count = 2, .type = CLR_TYPE_U32};
    sound.run.inputs[0] = (clr_span){0};
    sound.run.output_index = 1;
    assert_ok(rig, clr_plan_run(sound.plan, &sound.run));
    buffer_read(rig, sound.values, 0, read, sizeof read);
    assert_true(read[0] == 1 && read[1] == 0 && read[2] == 0 && read[3] == 1 && read[4] == 1);
    assert_int_equal(clr_plan_launches(sound.plan, 0), 3);
    assert_int_equal(clr_plan_launches(sound.plan, (UINT64_C(1) << 30) + 1), 4);
    sound_destroy(&sound);
}

TEST(nothing_is_sorted)
{
    const struct rig *rig = rig_at((rig_count(), 0));
    const uint64_t others[RESULTS + 1] = {7, 7, 7, 7, 7};
    uint64_t read[RESULTS + 1];
    struct sound sound;

    sound_make(&sound, rig, CLR_OPERATOR_PROD);
    buffer_write(rig, sound.values, 0, others, sizeof others);
    sound.by.count = 0;
    assert_ok(rig, clr_plan_run(sound.plan, &sound.run));
    buffer_read(rig, sound.values, 0, read, sizeof read);
    assert_memory_equal(read, others, sizeof others);
    sound.by = (clr_labels){.size = sizeof sound.by, .count = 2, .type = CLR_TYPE_U32};
    sound.run.inputs[0] = (clr_span){0};
    sound.run.output_index = 1;
    assert_ok(rig, clr_plan_run(sound.plan, &sound.run));
    buffer_read(rig, sound.values, 0, read, sizeof read);
    assert_true(read[0] == 7 && read[1] == 1 && read[2] == 1 && read[3] == 7 && read[4] == 7);
    sound_destroy(&sound);
}

TEST(wrong_plans_are_refused)
{
    static const struct wrong {
        clr_operator op;
        size_t count;
        clr_plan_options options;
        clr_status status;
        const char *part;
    } rows[] = {
        {CLR_OPERATOR_ARGMAX, 1, {.strategy = "two-pass"}, CLR_ERROR_UNSUPPORTED, "two-pass"},
        {CLR_OPERATOR_ARGMAX, 2, {.trace = 1}, CLR_ERROR_UNSUPPORTED, "trace"},
        {CLR_OPERATOR_ARGMAX, 1, {.labels = UINT64_MAX}, CLR_ERROR_UNSUPPORTED, "options.labels"},
        {CLR_OPERATOR_ARGMAX, 1, {.label_elements = UINT32_MAX}, CLR_ERROR_UNSUPPORTED, "elements"},
        {CLR_OPERATOR_SUM, 1, {.strategy = "two-pass"}, CLR_ERROR_UNSUPPORTED, "two-pass"},
        {CLR_OPERATOR_SUM, 1, {.trace = 1}, CLR_ERROR_UNSUPPORTED, "trace"},
        {CLR_OPERATOR_SUM, 1, {.vector_width = 4}, CLR_ERROR_UNSUPPORTED, "vector_width"},
        {CLR_OPERATOR_SUM, 1, {.labels = UINT64_MAX}, CLR_ERROR_UNSUPPORTED, "use fewer"},
        {CLR_OPERATOR_SUM, 1, {.group_size = 1 << 30}, CLR_ERROR_ARGUMENT, "group size"},
        {CLR_OPERATOR_SUM, 1, {.group_count = 1 << 30}, CLR_ERROR_ARGUMENT, "group count"},
    };
    const struct rig *rig = rig_at((rig_count(), 0));
    clr_plan_options flat = {.size = sizeof flat, .labels = 1};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    clr_plan *plan;

    for (size_t i = 0; i < COUNT(rows); i++) {
        const clr_reduction reductions[2] = {CLR_REDUCTION(rows[i].op, CLR_TYPE_F32),
                                             CLR_REDUCTION(rows[i].op, CLR_TYPE_F32)};
        clr_plan_options options = rows[i].options;

        options.size = sizeof options;
        options.shape = CLR_SHAPE_LABELS;
        assert_error(rig, rows[i].status,
                     clr_plan_create(rig->context, reductions, rows[i].count, &options, &plan),
                     rows[i].part);
    }
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_create(rig->context, &sum, 1, &flat, &plan),
                 "clr_plan_options.labels");
    flat.labels = 0;
    flat.label_elements = 1;
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_create(rig->context, &sum, 1, &flat, &plan),
                 "clr_plan_options.label_elements");
}
