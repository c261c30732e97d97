/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Devices that are not here, pretended by the fault layer over PoCL: lower limits than the device's
 * own answers, kernels that allow fewer work-items, facts that are refused, a big-endian device.
 */
#include "layer/fault_layer.h"
#include "support.h"

#include <string.h>

static const clr_fault_control *layer;

static const int32_t numbers[] = {5, -3, 8, 1, 90, -7, 0, 2, 11};

enum { COUNT = sizeof numbers / sizeof *numbers, SUM = 107 };

/* A context on the pretended device. */
static struct rig rig_on(const clr_fault_device *device)
{
    const clr_context_options plain = {.size = sizeof plain, .cache_folder = ""};
    struct rig rig = {0};
    cl_int code;

    layer->pretend(device);
    if (clr_context_create(&plain, &rig.context) != CLR_OK)
        fail_msg("%s", clr_context_error(rig.context)->message);
    rig.device = clr_context_device(rig.context);
    rig.queue = clCreateCommandQueueWithProperties(clr_context_opencl(rig.context),
                                                   rig.device->device, NULL, &code);
    assert_int_equal(code, CL_SUCCESS);
    return rig;
}

static void rig_destroy(struct rig *rig)
{
    clReleaseCommandQueue(rig->queue);
    clr_context_destroy(rig->context);
    layer->pretend(NULL);
}

/* Sums up by a plan of these options and describes it. */
static clr_plan_info sum_up_by(const struct rig *rig, const clr_plan_options *options)
{
    clr_plan_info info = {.size = sizeof info};
    clr_plan *plan = plan_of(rig, CLR_OPERATOR_SUM, CLR_TYPE_I32, options);
    cl_mem buffer = buffer_of(rig, numbers, sizeof numbers);
    int64_t sum = 0;

    run_plan(rig, plan, buffer, 0, COUNT, &sum);
    assert_int_equal(sum, SUM);
    assert_int_equal(clr_plan_describe(plan, &info), CLR_OK);
    clr_plan_destroy(plan);
    clReleaseMemObject(buffer);
    return info; /* its strings are gone */
}

/* Sums up on the pretended device and describes the plan that did it. */
static clr_plan_info sum_up(const clr_fault_device *device, const clr_plan_options *options)
{
    struct rig rig = rig_on(device);
    const clr_plan_info info = sum_up_by(&rig, options);

    rig_destroy(&rig);
    return info;
}

/* A kernel that allows fewer work-items than the device is built again with smaller groups. */
TEST(rebuilds_with_smaller_groups)
{
    for (size_t limit = 1; limit <= 200; limit = limit * 4 + 3) {
        const clr_fault_device device = {.as_gpu = 1, .kernel_group = limit};
        const clr_plan_options options = {.size = sizeof options, .strategy = "two-pass"};
        const clr_plan_info info = sum_up(&device, &options);

        assert_in_range(info.group_size, (limit + 1) / 2, limit);
        assert_in_range(info.kernel_group_limit, 1, limit);
    }
}

/* Strategies whose groups stand at the centre do as well, or say that they need larger ones. */
TEST(methods_take_smaller_groups_or_refuse)
{
    static const char *const strategies[] = {"sequential", "first-add",    "serial",
                                             "one-group",  "group-atomic", "ticket"};
    const clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);

    for (size_t limit = 1; limit <= 7; limit += 6)
        for (size_t s = 0; s < sizeof strategies / sizeof *strategies; s++) {
            const clr_fault_device device = {.as_gpu = 1, .kernel_group = limit};
            const clr_plan_options options = {.size = sizeof options, .strategy = strategies[s]};
            struct rig rig = rig_on(&device);
            clr_plan *plan = NULL;

            if (limit == 1 && strcmp(strategies[s], "sequential") == 0)
                assert_error(&rig, CLR_ERROR_UNSUPPORTED,
                             clr_plan_create(rig.context, &reduction, 1, &options, &plan),
                             "2 work-items at least");
            else
                assert_in_range(sum_up_by(&rig, &options).group_size, 1, limit);
            rig_destroy(&rig);
        }
}

TEST(keeps_within_lower_limits)
{
    const clr_fault_device small_groups = {.as_gpu = 1, .max_group = 24};
    const clr_fault_device small_items = {.as_gpu = 1, .max_items = 5};
    const clr_fault_device one = {.max_group = 1};

    assert_int_equal(sum_up(&small_groups, NULL).group_size, 16);
    assert_int_equal(sum_up(&small_items, NULL).group_size, 4);
    assert_int_equal(sum_up(&one, NULL).group_size, 1);
}

/* Launches that are refused though all queries allow them: known, and made good, before any run. */
TEST(refused_launches_are_tried_with_less)
{
    const clr_fault_device few = {.as_gpu = 1, .refused_group = 16};
    const clr_plan_options options = {.size = sizeof options, .group_size = 64};
    const clr_plan_info info = sum_up(&few, &options);

    assert_int_equal(info.group_size, 16);
}

/* Sums of floats on that device, whose order would show. */
static uint64_t sum_floats_exactly(const clr_fault_device *device)
{
    static const float x[] = {1e30f, 1, -1e30f, 0x1p-149f, 0x1p-30f, 3e38f, 3e38f, -3e38f, -3e38f};
    const clr_reduction sum = {
        .size = sizeof sum, .op = CLR_OPERATOR_SUM, .type = CLR_TYPE_F32, .result = CLR_TYPE_F64};
    clr_plan_info info = {.size = sizeof info};
    struct rig rig = rig_on(device);
    clr_plan *plan = NULL;
    double result = 0;

    assert_ok(&rig, clr_reduce(rig.context, &sum, x, sizeof x / sizeof *x, &result, sizeof result));
    assert_true(result == 1 + 0x1p-30);
    assert_ok(&rig, clr_plan_create(rig.context, &sum, 1, NULL, &plan));
    assert_int_equal(clr_plan_describe(plan, &info), CLR_OK);
    clr_plan_destroy(plan);
    rig_destroy(&rig);
    return info.kernel_local_size;
}

/* An item alone has columns of 16 KiB, if there is so much, and if the launch is not refused. */
TEST(sums_do_with_the_local_memory_that_there_is)
{
    const clr_fault_device plenty = {.local_kib = 64}, little = {.local_kib = 16};
    const clr_fault_device secret = {.local_kib = 64, .refused_local_kib = 16};

    assert_in_range(sum_floats_exactly(&plenty), 16 << 10, 64 << 10);
    assert_in_range(sum_floats_exactly(&little), 1, 4 << 10);
    assert_in_range(sum_floats_exactly(&secret), 1, 4 << 10);
}

TEST(groups_asked_for_beyond_local_memory_are_refused)
{
    const clr_fault_device device = {.as_gpu = 1, .local_kib = 16};
    const clr_plan_options options = {.size = sizeof options, .group_size = 1024};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    struct rig rig = rig_on(&device);
    clr_plan *plan = NULL;

    assert_int_equal(rig.device->local_mem_size, 16 << 10);
    assert_error(&rig, CLR_ERROR_ARGUMENT, clr_plan_create(rig.context, &sum, 1, &options, &plan),
                 "groups of 512 fit");
    rig_destroy(&rig);
}

/* Where every launch is refused, making the plan ends with that, and leaves nothing behind. */
TEST(a_device_that_refuses_all_launches_is_said_to)
{
    const clr_plan_options options = {.size = sizeof options, .group_size = 4};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    struct rig rig = rig_on(&(clr_fault_device){.as_gpu = 1});
    clr_fault_counts before, after;
    clr_plan *plan = NULL;

    layer->count(&before);
    layer->arm_call(CLR_CALL_clEnqueueNDRangeKernel, 1, 1);
    assert_error(&rig, CLR_ERROR_DEVICE_MEMORY,
                 clr_plan_create(rig.context, &sum, 1, &options, &plan), "groups of 1 work-items");
    layer->arm(0, 0);
    layer->count(&after);
    assert_null(plan);
    for (int kind = 0; kind < CLR_KIND_COUNT; kind++)
        if (kind != CLR_KIND_PROGRAM) /* which the context keeps */
            assert_int_equal(after.live[kind], before.live[kind]);
    assert_int_equal(sum_up_by(&rig, &options).group_size, 4);
    rig_destroy(&rig);
}

/*
 * Not one of the facts is needed: each that is refused stays unknown, and sums still come right. In
 * the small scope every third of them is refused.
 */
TEST(goes_on_without_any_fact)
{
    static const cl_device_info facts[] = {
        CL_DEVICE_TYPE,
        CL_DEVICE_VERSION,
        CL_DEVICE_NAME,
        CL_DRIVER_VERSION,
        CL_DEVICE_EXTENSIONS,
        CL_DEVICE_MAX_COMPUTE_UNITS,
        CL_DEVICE_MAX_WORK_GROUP_SIZE,
        CL_DEVICE_MAX_WORK_ITEM_SIZES,
        CL_DEVICE_LOCAL_MEM_SIZE,
        CL_DEVICE_GLOBAL_MEM_SIZE,
        CL_DEVICE_MAX_MEM_ALLOC_SIZE,
        CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT,
        CL_DEVICE_DOUBLE_FP_CONFIG,
        CL_DEVICE_OPENCL_C_ALL_VERSIONS,
        CL_DEVICE_OPENCL_C_FEATURES,
        CL_DEVICE_ENDIAN_LITTLE,
        CL_DEVICE_COMPILER_AVAILABLE,
        CL_DEVICE_HOST_UNIFIED_MEMORY,
        CL_DEVICE_ADDRESS_BITS,
    };
    const size_t step = test_scope() <= SCOPE_SMALL ? 3 : 1;

    for (size_t i = 0; i < sizeof facts / sizeof *facts; i += step) {
        const clr_fault_device device = {.failing_info = facts[i]};

        sum_up(&device, NULL);
    }
}

TEST(refused_facts_stay_unknown)
{
    const clr_fault_device device = {.failing_info = CL_DEVICE_MAX_COMPUTE_UNITS};
    clr_device_list *list = NULL;

    layer->pretend(&device);
    assert_int_equal(clr_device_list_create(&list), CLR_OK);
    assert_true(clr_device_list_at(list, 0)->max_compute_units == CLR_UNKNOWN);
    assert_true(clr_device_list_at(list, 0)->max_work_group_size != CLR_UNKNOWN);
    clr_device_list_destroy(list);
    layer->pretend(NULL);
}

TEST(refuses_big_endian_devices)
{
    const clr_fault_device device = {.big_endian = 1};
    clr_context *context = NULL;

    layer->pretend(&device);
    assert_int_equal(clr_context_create(NULL, &context), CLR_ERROR_UNSUPPORTED);
    assert_non_null(strstr(clr_context_error(context)->message, "big-endian"));
    clr_context_destroy(context);
    layer->pretend(NULL);
}

/* A stream's pieces fit the largest allocation, whatever it is. */
TEST(streams_in_pieces_that_fit)
{
    const clr_fault_device device = {.as_gpu = 1, .max_alloc = 4096};
    const clr_context_options plain = {.size = sizeof plain, .cache_folder = ""};
    const clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_U8);
    const clr_plan_options few = {.size = sizeof few, .group_count = 8};
    const clr_stream_options options = {
        .size = sizeof options, .plan = &few, .piece_capacity = 1024};
    static unsigned char ones[100000];
    clr_context *context = NULL;
    clr_stream *stream = NULL;
    uint64_t capacity = 0;
    uint64_t sum = 0;
    void *room = NULL;

    memset(ones, 1, sizeof ones);
    layer->pretend(&device);
    assert_int_equal(
        clr_context_create(
            &(clr_context_options){.size = sizeof plain, .cache_folder = "", .ignore_self_test = 1},
            &context),
        CLR_ERROR_DEVICE_MEMORY); /* the self-test's numbers do not fit */
    clr_context_destroy(context);
    layer->pretend(NULL);
    assert_int_equal(clr_context_create(&plain, &context), CLR_OK);
    assert_int_equal(clr_stream_create(context, &reduction, 1, &options, &stream), CLR_OK);
    for (size_t at = 0; at < sizeof ones; at += capacity) {
        assert_int_equal(clr_stream_map(stream, &room, &capacity), CLR_OK);
        if (capacity > sizeof ones - at)
            capacity = sizeof ones - at;
        memcpy(room, ones + at, capacity);
        assert_int_equal(clr_stream_submit(stream, capacity), CLR_OK);
    }
    assert_int_equal(clr_stream_result(stream, &sum), CLR_OK);
    assert_int_equal(sum, sizeof ones);
    clr_stream_destroy(stream);
    clr_context_destroy(context);
}

static clr_accuracy level_of(const struct rig *rig, const clr_reduction *reduction)
{
    clr_result result = {.size = sizeof result};
    clr_plan *plan = NULL;

    assert_int_equal(clr_plan_create(rig->context, reduction, 1, NULL, &plan), CLR_OK);
    assert_int_equal(clr_plan_result(plan, 0, &result), CLR_OK);
    clr_plan_destroy(plan);
    return result.accuracy;
}

/* Doubles that a fast driver rearranges: sums stay exact, and what rests on an order is refused. */
TEST(does_without_doubles_that_are_not_ieees)
{
    static const double x[] = {1e16, 1, -0x1p-60, 1e300, 3, -1e16, -1e300, 0x1p-60, 0x1p-1074};
    static const float y[] = {1e30f, 1, -1e30f, 0x1p-149f, 0x1p-30f};
    const clr_fault_device device = {.fast_math = 1};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F64);
    const clr_reduction of_floats = {
        .size = sizeof sum, .op = CLR_OPERATOR_SUM, .type = CLR_TYPE_F32, .result = CLR_TYPE_F64};
    clr_reduction product = CLR_REDUCTION(CLR_OPERATOR_PROD, CLR_TYPE_F32);
    struct rig rig = rig_on(&device);
    double result = 0;

    assert_int_equal(rig.device->fp64, 1);
    assert_int_equal(rig.device->fp64_is_ieee, 0);
    assert_int_equal(level_of(&rig, &sum), CLR_ACCURACY_EXACT);
    assert_ok(&rig, clr_reduce(rig.context, &sum, x, sizeof x / sizeof *x, &result, sizeof result));
    assert_true(result == 4);
    assert_ok(&rig,
              clr_reduce(rig.context, &of_floats, y, sizeof y / sizeof *y, &result, sizeof result));
    assert_true(result == 1 + 0x1p-30);
    assert_int_equal(level_of(&rig, &product), CLR_ACCURACY_FAST);
    product.accuracy = CLR_ACCURACY_REPRODUCIBLE;
    assert_int_equal(clr_plan_check(rig.device, &product, 1, NULL, NULL, 0), CLR_ERROR_UNSUPPORTED);
    rig_destroy(&rig);

    rig = rig_on(&(clr_fault_device){0});
    assert_int_equal(rig.device->fp64_is_ieee, 1);
    product.accuracy = CLR_ACCURACY_DEFAULT;
    assert_int_equal(level_of(&rig, &product), CLR_ACCURACY_REPRODUCIBLE);
    rig_destroy(&rig);
}

void before_all(void)
{
    layer = clr_fault_needed();
}
