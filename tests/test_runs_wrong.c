/* SPDX-License-Identifier: Apache-2.0 */
/* Runs of keys, and counts on the device: what is refused, with which words. */
#include "support.h"

enum { ELEMENTS = 100, RESULTS = 4 };

/* A run that is right, of a plan for RESULTS. */
struct sound {
    clr_plan *plan;
    cl_mem elements, keys, values, unique, ends, count;
    clr_arrays arrays;
    clr_runs by;
    clr_run run;
};

/* In place, as the run points into it. */
static void sound_make(struct sound *sound, const struct rig *rig)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_U32);
    const clr_plan_options options = {
        .size = sizeof options, .shape = CLR_SHAPE_RUNS, .runs = RESULTS};
    const cl_ulong zeros[ELEMENTS] = {0};

    *sound = (struct sound){.elements = buffer_of(rig, zeros, ELEMENTS * sizeof(cl_uint)),
                            .keys = buffer_of(rig, zeros, ELEMENTS * sizeof(cl_uint)),
                            .values = buffer_of(rig, zeros, RESULTS * sizeof *zeros),
                            .unique = buffer_of(rig, zeros, RESULTS * sizeof(cl_uint)),
                            .ends = buffer_of(rig, zeros, RESULTS * sizeof *zeros),
                            .count = buffer_of(rig, zeros, sizeof *zeros)};
    assert_ok(rig, clr_plan_create(rig->context, &sum, 1, &options, &sound->plan));
    sound->arrays = (clr_arrays){.size = sizeof sound->arrays, .value = sound->values};
    sound->by = (clr_runs){.size = sizeof sound->by,
                           .most = RESULTS,
                           .type = CLR_TYPE_U32,
                           .keys = sound->keys,
                           .count = sound->count,
                           .unique = sound->unique,
                           .ends = sound->ends};
    sound->run = (clr_run){.size = sizeof sound->run,
                           .queue = rig->queue,
                           .inputs = {{sound->elements, 0, ELEMENTS}},
                           .arrays = &sound->arrays,
                           .array_count = 1,
                           .runs = &sound->by};
}

static void sound_destroy(struct sound *sound)
{
    const cl_mem buffers[] = {sound->elements, sound->keys, sound->values,
                              sound->unique,   sound->ends, sound->count};

    clr_plan_destroy(sound->plan);
    for (size_t i = 0; i < COUNT(buffers); i++)
        clReleaseMemObject(buffers[i]);
}

/* Of what a caller may get wrong, one thing at a time. */
TEST(wrong_runs_are_refused)
{
    const struct rig *rig = rig_at((rig_count(), 0));
    const clr_segments segments = {.size = sizeof segments, .type = CLR_TYPE_U32};
    struct sound sound, wrong;

    sound_make(&sound, rig);
#define REFUSED(status, part, ...)                                                                 \
    do {                                                                                           \
        wrong = sound;                                                                             \
        wrong.run.runs = &wrong.by;                                                                \
        wrong.run.arrays = &wrong.arrays;                                                          \
        __VA_ARGS__;                                                                               \
        assert_error(rig, status, clr_plan_run(sound.plan, &wrong.run), part);                     \
    } while (0)
    assert_ok(rig, clr_plan_run(sound.plan, &sound.run));
    REFUSED(CLR_ERROR_UNSUPPORTED, "memory for 4", wrong.by.most = RESULTS + 1);
    REFUSED(CLR_ERROR_ARGUMENT, "clr_runs.type", wrong.by.type = CLR_TYPE_F32);
    REFUSED(CLR_ERROR_ARGUMENT, "clr_runs.type", wrong.by.type = CLR_TYPE_DEFAULT);
    REFUSED(CLR_ERROR_ARGUMENT, "clr_runs.keys is NULL", wrong.by.keys = NULL);
    REFUSED(CLR_ERROR_ARGUMENT, "clr_runs.keys values", wrong.by.first = 1);
    REFUSED(CLR_ERROR_ARGUMENT, "clr_runs.keys values", wrong.by.type = CLR_TYPE_I64,
            wrong.by.unique = NULL);
    REFUSED(CLR_ERROR_ARGUMENT, "reach beyond", wrong.run.output_index = 1);
    REFUSED(CLR_ERROR_ARGUMENT, "clr_runs.unique values", wrong.by.unique = sound.count);
    REFUSED(CLR_ERROR_ARGUMENT, "clr_runs.ends values", wrong.by.ends = sound.count);
    REFUSED(CLR_ERROR_ARGUMENT, "clr_runs.unique overlaps", wrong.by.unique = sound.values);
    REFUSED(CLR_ERROR_ARGUMENT, "clr_runs.ends overlaps", wrong.by.ends = sound.values);
    REFUSED(CLR_ERROR_ARGUMENT, "clr_runs.count overlaps", wrong.by.count = sound.values);
    REFUSED(CLR_ERROR_ARGUMENT, "clr_runs.keys and the output", wrong.by.unique = sound.keys);
    REFUSED(CLR_ERROR_ARGUMENT, "clr_runs.keys and the output", wrong.by.keys = sound.values,
            wrong.by.type = CLR_TYPE_U8, wrong.run.inputs[0].count = RESULTS);
    REFUSED(CLR_ERROR_ARGUMENT, "clr_run.runs", wrong.run.runs = NULL);
    REFUSED(CLR_ERROR_ARGUMENT, "clr_run.runs", wrong.run.segments = &segments);
    REFUSED(CLR_ERROR_ARGUMENT, "shape is runs", wrong.run.runs = NULL,
            wrong.run.segments = &segments);
    REFUSED(CLR_ERROR_ARGUMENT, "as a whole", wrong.run.part = CLR_PART_MORE);
    REFUSED(CLR_ERROR_ARGUMENT, "clr_run.arrays", wrong.run.output = sound.values);
#undef REFUSED
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    sound_destroy(&sound);
}

TEST(wrong_plans_are_refused)
{
    static const struct wrong {
        clr_plan_options options;
        clr_status status;
        const char *part;
    } rows[] = {
        {{.runs = 1}, CLR_ERROR_ARGUMENT, "clr_plan_options.runs"},
        {{.shape = CLR_SHAPE_SEGMENTS, .runs = 1}, CLR_ERROR_ARGUMENT, "clr_plan_options.runs"},
        {{.shape = CLR_SHAPE_RUNS, .labels = 1}, CLR_ERROR_ARGUMENT, "clr_plan_options.labels"},
        {{.shape = CLR_SHAPE_RUNS, .runs = UINT64_MAX}, CLR_ERROR_UNSUPPORTED, "use fewer"},
        {{.shape = CLR_SHAPE_RUNS, .trace = 1}, CLR_ERROR_UNSUPPORTED, "trace"},
        {{.shape = CLR_SHAPE_RUNS, .strategy = "ticket"}, CLR_ERROR_UNSUPPORTED, "ticket"},
        {{.shape = (clr_shape)(CLR_SHAPE_AXIS_LABELS + 1)}, CLR_ERROR_ARGUMENT, "no shape"},
    };
    const struct rig *rig = rig_at((rig_count(), 0));
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);

    for (size_t i = 0; i < COUNT(rows); i++) {
        clr_plan_options options = rows[i].options;
        char reason[300];
        clr_plan *plan;

        options.size = sizeof options;
        assert_error(rig, rows[i].status, clr_plan_create(rig->context, &sum, 1, &options, &plan),
                     rows[i].part);
        assert_int_equal(clr_plan_check(rig->device, &sum, 1, &options, reason, sizeof reason),
                         rows[i].status);
        assert_non_null(strstr(reason, rows[i].part));
    }
}

/* A flat plan takes no runs, and the place of a count is one that can be read. */
TEST(wrong_counts_are_refused)
{
    const struct rig *rig = rig_at((rig_count(), 0));
    const clr_plan_options by_segments = {.size = sizeof by_segments, .shape = CLR_SHAPE_SEGMENTS};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_U32);
    const cl_ulong zeros[RESULTS + 1] = {0};
    cl_mem offsets = buffer_of(rig, zeros, sizeof zeros);
    cl_mem values = buffer_of(rig, zeros, sizeof zeros);
    clr_arrays arrays = {.size = sizeof arrays, .value = values};
    clr_segments segments = {.size = sizeof segments,
                             .count = RESULTS,
                             .type = CLR_TYPE_U64,
                             .begins = offsets,
                             .count_at = offsets,
                             .count_index = RESULTS};
    const clr_runs runs = {.size = sizeof runs};
    clr_run run = {.size = sizeof run,
                   .queue = rig->queue,
                   .arrays = &arrays,
                   .array_count = 1,
                   .segments = &segments};
    clr_plan *plan, *flat;

    assert_ok(rig, clr_plan_create(rig->context, &sum, 1, &by_segments, &plan));
    assert_ok(rig, clr_plan_run(plan, &run));
    segments.count_index = RESULTS + 1;
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(plan, &run), "clr_segments.count_at");
    segments.count_index = 0;
    segments.count_at = values;
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(plan, &run), "clr_segments.count_at");
    assert_ok(rig, clr_plan_create(rig->context, &sum, 1, NULL, &flat));
    run.segments = NULL;
    run.runs = &runs;
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_plan_run(flat, &run), "clr_run.runs");
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    clr_plan_destroy(plan);
    clr_plan_destroy(flat);
    clReleaseMemObject(offsets);
    clReleaseMemObject(values);
}
