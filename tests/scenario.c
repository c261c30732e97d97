/* SPDX-License-Identifier: Apache-2.0 */
#include "scenario.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);

/* As `sum`, by an operator of one's own. */
static const clr_custom adding = {.size = sizeof adding,
                                  .source = "typedef long state;\n"
                                            "typedef long result;\n"
                                            "state identity(void) { return 0; }\n"
                                            "state lift(element x, ulong i) { return x; }\n"
                                            "state combine(state a, state b) { return a + b; }\n"
                                            "result lower(state s, ulong n) { return s; }\n"};
static const clr_reduction own_sum = {
    .size = sizeof own_sum, .op = CLR_OPERATOR_CUSTOM, .type = CLR_TYPE_I32, .custom = &adding};

static char scratch_folder[] = "/tmp/clreduce-faults-XXXXXX";
static int32_t elements[ELEMENTS];
static int32_t ones[ELEMENTS];

/* ---- the stage ---- */

static clr_status create_context(struct stage *stage)
{
    clr_context_options options = {.size = sizeof options, .cache_folder = stage->cache};

    return clr_context_create(&options, &stage->context);
}

static void set_buffers_up(struct stage *stage)
{
    cl_context opencl = clr_context_opencl(stage->context);
    cl_device_id device = clr_context_device(stage->context)->device;
    const cl_queue_properties free_order[] = {CL_QUEUE_PROPERTIES,
                                              CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    cl_int code;

    stage->queue = clCreateCommandQueueWithProperties(opencl, device, NULL, &code);
    assert_int_equal(code, CL_SUCCESS);
    stage->free_queue = clCreateCommandQueueWithProperties(opencl, device, free_order, &code);
    assert_int_equal(code, CL_SUCCESS);
    stage->input = clCreateBuffer(opencl, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof elements,
                                  elements, &code);
    assert_int_equal(code, CL_SUCCESS);
    stage->output = clCreateBuffer(opencl, CL_MEM_WRITE_ONLY, sizeof(int64_t), NULL, &code);
    assert_int_equal(code, CL_SUCCESS);
}

void stage_finish_queues(struct stage *stage)
{
    if (stage->queue)
        assert_int_equal(clFinish(stage->queue), CL_SUCCESS);
    if (stage->free_queue)
        assert_int_equal(clFinish(stage->free_queue), CL_SUCCESS);
}

void stage_strike(struct stage *stage)
{
    stage_finish_queues(stage);
    clr_team_destroy(stage->team);
    clr_stream_destroy(stage->stream);
    clr_plan_destroy(stage->plan);
    if (stage->queue)
        clReleaseCommandQueue(stage->queue);
    if (stage->free_queue)
        clReleaseCommandQueue(stage->free_queue);
    if (stage->input)
        clReleaseMemObject(stage->input);
    if (stage->output)
        clReleaseMemObject(stage->output);
    clr_context_destroy(stage->context);
    clr_device_list_destroy(stage->devices);
    *stage = (struct stage){0};
}

/* ---- scenarios ---- */

static clr_status list_devices(struct stage *stage)
{
    clr_device_list_destroy(stage->devices);
    stage->devices = NULL;
    return clr_device_list_create(&stage->devices);
}

static clr_status open_context(struct stage *stage)
{
    clr_context_destroy(stage->context);
    stage->context = NULL;
    return create_context(stage);
}

static clr_status make_plan(struct stage *stage)
{
    clr_plan_destroy(stage->plan);
    stage->plan = NULL;
    return clr_plan_create(stage->context, &sum, 1, NULL, &stage->plan);
}

static clr_status make_plan_of_several(struct stage *stage)
{
    clr_reduction reductions[] = {sum, CLR_REDUCTION(CLR_OPERATOR_VAR, CLR_TYPE_I32),
                                  CLR_REDUCTION(CLR_OPERATOR_ARGMAX, CLR_TYPE_I32)};

    reductions[2].map = "x * x - i";
    clr_plan_destroy(stage->plan);
    stage->plan = NULL;
    return clr_plan_create(stage->context, reductions, COUNT(reductions), NULL, &stage->plan);
}

static clr_status make_plan_of_ones_own(struct stage *stage)
{
    clr_plan_destroy(stage->plan);
    stage->plan = NULL;
    return clr_plan_create(stage->context, &own_sum, 1, NULL, &stage->plan);
}

static clr_status make_plan_of_runs(struct stage *stage)
{
    const clr_plan_options by_runs = {.size = sizeof by_runs, .shape = CLR_SHAPE_RUNS};

    clr_plan_destroy(stage->plan);
    stage->plan = NULL;
    return clr_plan_create(stage->context, &sum, 1, &by_runs, &stage->plan);
}

static clr_status write_block(struct stage *stage)
{
    const clr_block block = {.size = sizeof block, .reduction = &sum};
    clr_block_info info = {.size = sizeof info};

    return clr_device_source(stage->context, &block, &info);
}

static clr_status write_block_of_ones_own(struct stage *stage)
{
    const clr_block block = {.size = sizeof block, .reduction = &own_sum};
    clr_block_info info = {.size = sizeof info};

    return clr_device_source(stage->context, &block, &info);
}

static clr_status make_plan_of_two_passes(struct stage *stage)
{
    const clr_plan_options options = {.size = sizeof options, .strategy = "two-pass"};

    clr_plan_destroy(stage->plan);
    stage->plan = NULL;
    return clr_plan_create(stage->context, &sum, 1, &options, &stage->plan);
}

clr_status reduce_once(struct stage *stage)
{
    return clr_reduce(stage->context, &sum, elements, ELEMENTS, &stage->result,
                      sizeof stage->result);
}

clr_status reduce_two_inputs(struct stage *stage)
{
    const clr_reduction dot = CLR_REDUCTION(CLR_OPERATOR_DOT, CLR_TYPE_I32);
    const void *const inputs[] = {elements, ones};

    return clr_reduce_all(stage->context, &dot, 1, inputs, 2, ELEMENTS, &stage->result,
                          sizeof stage->result);
}

/* A row in host memory. */
static clr_status reduce_row_of(struct stage *stage, const int32_t *row, uint64_t length)
{
    const uint64_t extents[] = {1, length};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 2, .extents = extents};
    const clr_host_arrays arrays = {.size = sizeof arrays, .value = &stage->result};
    const clr_host_run run = {.size = sizeof run,
                              .shape = CLR_SHAPE_AXES,
                              .inputs = {row},
                              .axes = &axes,
                              .arrays = &arrays};

    return clr_reduce_shape(stage->context, &sum, 1, &run);
}

clr_status reduce_row(struct stage *stage)
{
    return reduce_row_of(stage, elements, ELEMENTS);
}

/* All elements and many zeros, so many that a device with memory of its own gets them by pieces. */
clr_status reduce_large_row(struct stage *stage)
{
    enum { LARGE = 5 << 20 }; /* 20 MiB: three pieces, of which two are there at a time */
    static int32_t row[LARGE];

    memcpy(row, elements, sizeof elements);
    return reduce_row_of(stage, row, LARGE);
}

/* A run of all elements, in host memory. */
clr_status reduce_run_of_keys(struct stage *stage)
{
    cl_ulong count;
    const clr_host_arrays arrays = {.size = sizeof arrays, .value = &stage->result};
    const clr_host_run run = {.size = sizeof run,
                              .shape = CLR_SHAPE_RUNS,
                              .inputs = {elements},
                              .count = ELEMENTS,
                              .by = ones,
                              .by_type = CLR_TYPE_I32,
                              .results = 1,
                              .run_count = &count,
                              .arrays = &arrays};

    return clr_reduce_shape(stage->context, &sum, 1, &run);
}

/* A team of a single device, which has nobody to make up for it. */
clr_status reduce_by_team(struct stage *stage)
{
    const clr_team_options options = {.size = sizeof options, .piece_capacity = ELEMENTS / 2};
    const void *const inputs[] = {elements};

    stage->is_by_team = true;
    clr_team_destroy(stage->team);
    clr_status status = clr_team_create(&stage->context, 1, &sum, 1, &options, &stage->team);
    if (status == CLR_OK)
        status = clr_team_take(stage->team, inputs, ELEMENTS);
    return status == CLR_OK ? clr_team_result(stage->team, &stage->result, sizeof stage->result)
                            : status;
}

static clr_span whole_input(const struct stage *stage)
{
    return (clr_span){stage->input, 0, ELEMENTS};
}

clr_status run_on_queue(struct stage *stage)
{
    return clr_plan_run(stage->plan, RUN(.queue = stage->queue, .inputs = {whole_input(stage)},
                                         .host = &stage->result));
}

static clr_status run_into_buffer(struct stage *stage)
{
    return clr_plan_run(stage->plan, RUN(.queue = stage->queue, .inputs = {whole_input(stage)},
                                         .output = stage->output));
}

/* One run after the other on queues that keep no order between them, with events in and out. */
clr_status run_on_two_queues(struct stage *stage)
{
    const clr_span input = whole_input(stage);
    cl_event first = NULL, second = NULL;
    clr_status status = clr_plan_run(stage->plan, RUN(.queue = stage->queue, .inputs = {input},
                                                      .output = stage->output, .event = &first));

    if (status == CLR_OK)
        status = clr_plan_run(stage->plan, RUN(.queue = stage->free_queue, .inputs = {input},
                                               .output = stage->output, .wait_count = 1,
                                               .wait_list = &first, .event = &second));
    if (status == CLR_OK)
        status = clr_plan_run(stage->plan,
                              RUN(.queue = stage->free_queue, .inputs = {input},
                                  .host = &stage->result, .wait_count = 1, .wait_list = &second));
    if (first)
        clReleaseEvent(first);
    if (second)
        clReleaseEvent(second);
    return status;
}

/* Runs of the elements as their own keys, of which there is room for the first one's sum. */
static clr_status run_by_keys(struct stage *stage)
{
    const clr_arrays arrays = {.size = sizeof arrays, .value = stage->output};
    const clr_runs runs = {
        .size = sizeof runs, .most = 1, .type = CLR_TYPE_I32, .keys = stage->input};
    clr_status status = make_plan_of_runs(stage);

    if (status == CLR_OK)
        status = clr_plan_run(stage->plan,
                              RUN(.queue = stage->free_queue, .inputs = {whole_input(stage)},
                                  .arrays = &arrays, .array_count = 1, .runs = &runs));
    return status;
}

/* A row, with a plan that short rows are typical of. */
static clr_status run_unlike(struct stage *stage)
{
    static const uint64_t short_rows[] = {ELEMENTS / 5, 5}, row[] = {1, ELEMENTS};
    const clr_axes typical = {
        .size = sizeof typical, .rank = 2, .reduced = 2, .extents = short_rows};
    const clr_axes axes = {.size = sizeof axes, .rank = 2, .reduced = 2, .extents = row};
    const clr_run like = {.size = sizeof like, .axes = &typical};
    const clr_plan_options options = {
        .size = sizeof options, .shape = CLR_SHAPE_AXES, .like = &like};
    const clr_arrays arrays = {.size = sizeof arrays, .value = stage->output};
    clr_status status;

    clr_plan_destroy(stage->plan);
    stage->plan = NULL;
    status = clr_plan_create(stage->context, &sum, 1, &options, &stage->plan);
    if (status == CLR_OK)
        status =
            clr_plan_run(stage->plan, RUN(.queue = stage->queue, .inputs = {{stage->input, 0, 0}},
                                          .arrays = &arrays, .array_count = 1, .axes = &axes));
    return status;
}

/* Whatever was folded before a failure is discarded, so that a second attempt starts afresh. */
static clr_status give_part(struct stage *stage, uint64_t first, uint64_t count, clr_part part)
{
    int64_t *host = part == CLR_PART_LAST ? &stage->result : NULL;

    return clr_plan_run(stage->plan,
                        RUN(.queue = stage->queue, .inputs = {{stage->input, first, count}},
                            .part = part, .host = host));
}

static clr_status run_in_parts(struct stage *stage)
{
    const uint64_t split = 1234;
    clr_status status = make_plan(stage);

    if (status == CLR_OK)
        status = give_part(stage, 0, split, CLR_PART_MORE);
    if (status == CLR_OK)
        status = give_part(stage, split, ELEMENTS - split, CLR_PART_LAST);
    return status;
}

/* The trace of a traced plan, which can fail where the run has not. */
static clr_status look_at_trace(struct stage *stage)
{
    const clr_trace_event *events;
    size_t count;

    return stage->is_traced ? clr_plan_trace(stage->plan, &events, &count) : CLR_OK;
}

/* The next part, up to element `end`. */
static clr_status fold_up_to(struct stage *stage, uint64_t end)
{
    const clr_span part = {stage->input, stage->folded, end - stage->folded};
    cl_event event = NULL;
    clr_status status = clr_plan_run(stage->plan, RUN(.queue = stage->queue, .inputs = {part},
                                                      .part = CLR_PART_MORE, .event = &event));

    if (event)
        clReleaseEvent(event);
    if (status != CLR_OK)
        return status;
    stage->folded = end;
    return look_at_trace(stage);
}

/*
 * Parts, of which a failure loses none: what was folded before stays folded, and another attempt
 * goes on with the part that failed.
 */
static clr_status fold_part_by_part(struct stage *stage)
{
    static const uint64_t ends[] = {1234, 4000, ELEMENTS};
    clr_status status = CLR_OK;

    for (size_t i = 0; status == CLR_OK && i < COUNT(ends); i++)
        if (stage->folded < ends[i])
            status = fold_up_to(stage, ends[i]);
    if (status == CLR_OK)
        status = give_part(stage, 0, 0, CLR_PART_LAST);
    if (status != CLR_OK)
        return status;
    stage->folded = 0;
    return look_at_trace(stage);
}

/* One piece of a stream: `*fed` elements have gone before. */
clr_status feed_piece(clr_stream *stream, uint64_t *fed)
{
    uint64_t room = 0;
    void *place = NULL;
    clr_status status = clr_stream_map(stream, &place, &room);

    if (status != CLR_OK)
        return status;
    room = room < ELEMENTS - *fed ? room : ELEMENTS - *fed;
    memcpy(place, elements + *fed, room * sizeof *elements);
    status = clr_stream_submit(stream, room);
    if (status == CLR_OK)
        *fed += room;
    return status;
}

clr_status create_stream(struct stage *stage)
{
    const clr_reduction both[] = {sum, CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_I32)};
    const clr_stream_options options = {.size = sizeof options, .piece_capacity = ELEMENTS / 4};

    return clr_stream_create(stage->context, both, COUNT(both), &options, &stage->stream);
}

clr_status finish_stream(struct stage *stage)
{
    struct {
        int64_t total;
        int32_t greatest;
    } record = {-1, 0};
    clr_status status = clr_stream_result(stage->stream, &record);

    stage->result = record.greatest == ELEMENTS ? record.total : -1;
    return status;
}

static clr_status run_stream(struct stage *stage)
{
    uint64_t fed = 0;

    clr_stream_destroy(stage->stream);
    stage->stream = NULL;
    clr_status status = create_stream(stage);
    while (status == CLR_OK && fed < ELEMENTS)
        status = feed_piece(stage->stream, &fed);
    return status == CLR_OK ? finish_stream(stage) : status;
}

/* An exact sum, unfinished and then finished. */
static clr_status keep_accumulator(struct stage *stage)
{
    clr_reduction exactly = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_stream_options options = {.size = sizeof options, .piece_capacity = ELEMENTS / 4};
    clr_accumulator *accumulator = NULL;
    uint64_t fed = 0;
    double total = -1;

    clr_stream_destroy(stage->stream);
    stage->stream = NULL;
    exactly.accuracy = CLR_ACCURACY_EXACT;
    exactly.map = "1.0 * x";
    clr_status status = clr_stream_create(stage->context, &exactly, 1, &options, &stage->stream);
    while (status == CLR_OK && fed < ELEMENTS)
        status = feed_piece(stage->stream, &fed);
    if (status == CLR_OK)
        status = clr_stream_accumulator(stage->stream, 0, &accumulator);
    if (status != CLR_OK)
        return status;
    assert_int_equal(clr_accumulator_round(accumulator, &total, sizeof total, NULL, 0), CLR_OK);
    clr_accumulator_destroy(accumulator);
    stage->result = (int64_t)total;
    return clr_stream_result(stage->stream, &total);
}

/* Plans whose launches are so small that a run is cut into parts, by each way to finish. */
#define FEW(...)                                                                                   \
    {                                                                                              \
        .size = sizeof(clr_plan_options), .group_count = 3, .strategy = __VA_ARGS__                \
    }
static const clr_plan_options by_relaunches = FEW("sequential");
static const clr_plan_options by_atomics = FEW("atomic");
static const clr_plan_options by_the_host = FEW("sequential-host");
static const clr_plan_options by_a_second = FEW("two-kernels");
static const clr_plan_options and_traced = FEW("sequential", .trace = 1);

const struct scenario scenarios[SCENARIOS] = {
    {"list devices", list_devices, CACHE_OFF, PROPS_NONE, false, NULL},
    {"open a context, cold cache", open_context, CACHE_COLD, PROPS_NONE, false, NULL},
    {"open a context, warm cache", open_context, CACHE_WARM, PROPS_NONE, false, NULL},
    {"make a plan", make_plan, CACHE_OFF, PROPS_CONTEXT, false, NULL},
    {"make a plan, cold cache", make_plan, CACHE_COLD, PROPS_CONTEXT, false, NULL},
    {"make a plan, warm cache", make_plan, CACHE_WARM, PROPS_CONTEXT, false, NULL},
    {"make a plan of two passes", make_plan_of_two_passes, CACHE_OFF, PROPS_CONTEXT, false, NULL},
    {"make a plan of several", make_plan_of_several, CACHE_WARM, PROPS_CONTEXT, false, NULL},
    {"make a plan of one's own", make_plan_of_ones_own, CACHE_WARM, PROPS_CONTEXT, false, NULL},
    {"make an equal plan", make_plan, CACHE_WARM, PROPS_PLAN, false, NULL},
    {"run unlike the typical run", run_unlike, CACHE_WARM, PROPS_BUFFERS, false, NULL},
    {"run by keys", run_by_keys, CACHE_WARM, PROPS_BUFFERS, false, NULL},
    {"write a block", write_block, CACHE_OFF, PROPS_CONTEXT, false, NULL},
    {"write a block of one's own", write_block_of_ones_own, CACHE_WARM, PROPS_CONTEXT, false, NULL},
    {"run", run_on_queue, CACHE_WARM, PROPS_PLAN, true, NULL},
    {"run into a buffer", run_into_buffer, CACHE_WARM, PROPS_PLAN, false, NULL},
    {"run on two queues", run_on_two_queues, CACHE_WARM, PROPS_PLAN, true, NULL},
    {"run in parts", run_in_parts, CACHE_WARM, PROPS_BUFFERS, true, NULL},
    {"reduce host memory", reduce_once, CACHE_WARM, PROPS_CONTEXT, true, NULL},
    {"reduce two inputs", reduce_two_inputs, CACHE_WARM, PROPS_CONTEXT, true, NULL},
    {"reduce a row", reduce_row, CACHE_WARM, PROPS_CONTEXT, true, NULL},
    {"reduce a large row", reduce_large_row, CACHE_WARM, PROPS_CONTEXT, true, NULL},
    {"reduce a run of keys", reduce_run_of_keys, CACHE_WARM, PROPS_CONTEXT, true, NULL},
    {"reduce by a team", reduce_by_team, CACHE_WARM, PROPS_CONTEXT, true, NULL},
    {"stream", run_stream, CACHE_WARM, PROPS_CONTEXT, true, NULL},
    {"keep an accumulator", keep_accumulator, CACHE_WARM, PROPS_CONTEXT, true, NULL},
    {"run by relaunches", run_on_two_queues, CACHE_WARM, PROPS_PLAN, true, &by_relaunches},
    {"run by the host", run_on_two_queues, CACHE_WARM, PROPS_PLAN, true, &by_the_host},
    {"fold by relaunches", fold_part_by_part, CACHE_WARM, PROPS_PLAN, true, &by_relaunches},
    {"fold by atomics", fold_part_by_part, CACHE_WARM, PROPS_PLAN, true, &by_atomics},
    {"fold by the host", fold_part_by_part, CACHE_WARM, PROPS_PLAN, true, &by_the_host},
    {"fold by two kernels", fold_part_by_part, CACHE_WARM, PROPS_PLAN, true, &by_a_second},
    {"fold and trace", fold_part_by_part, CACHE_WARM, PROPS_PLAN, true, &and_traced},
};

void stage_set_up(const struct scenario *scenario, struct stage *stage)
{
    static char folder[sizeof scratch_folder + 32];
    static int cold_folders;

    snprintf(folder, sizeof folder, "%s/%d", scratch_folder,
             scenario->cache == CACHE_COLD ? ++cold_folders : 0);
    *stage = (struct stage){.cache = scenario->cache == CACHE_OFF ? "" : folder,
                            .is_traced = scenario->how && scenario->how->trace,
                            .result = -1};
    if (scenario->props >= PROPS_CONTEXT)
        assert_int_equal(create_context(stage), CLR_OK);
    if (scenario->props >= PROPS_BUFFERS)
        set_buffers_up(stage);
    if (scenario->props >= PROPS_PLAN)
        assert_int_equal(clr_plan_create(stage->context, &sum, 1, scenario->how, &stage->plan),
                         CLR_OK);
}

/* ---- all of them ---- */

void scenarios_open(void)
{
    assert_non_null(scenarios[SCENARIOS - 1].name);
    for (int i = 0; i < ELEMENTS; i++) {
        elements[i] = i + 1;
        ones[i] = 1;
    }
    assert_non_null(mkdtemp(scratch_folder));
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *where)
{
    (void)status;
    (void)kind;
    (void)where;
    return remove(path);
}

void scenarios_close(void)
{
    assert_int_equal(nftw(scratch_folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS), 0);
}
