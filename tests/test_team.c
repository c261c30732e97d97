/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Teams: of the first two devices of the platform, or of the first one twice. Results have the bits
 * of one device; a call that fails on one device, whichever it is, changes nothing of them; where
 * all calls fail nothing is written, and nothing leaks.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "layer/fault_layer.h"
#include "operators.h"
#include "split_mix.h"
#include "support.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ELEMENTS = 20011, PIECE = 1500, DEVICES = 2, RECORD = 512 };

static clr_context *contexts[DEVICES];
static const clr_fault_control *layer;
static uint64_t elements[2 * ELEMENTS]; /* of any type: floats without NaNs */

/* ---- what tests share ---- */

void before_all(void)
{
    clr_device_list *list = NULL;

    layer = clr_fault_find();
    assert_int_equal(clr_device_list_create(&list), CLR_OK);
    for (size_t k = 0; k < DEVICES; k++) {
        const clr_device *device = clr_device_list_at(list, k);
        clr_context_options options = {.size = sizeof options, .cache_folder = ""};
        char name[48];

        device = device ? device : clr_device_list_at(list, 0);
        snprintf(name, sizeof name, "%d:%d", (int)device->platform_index,
                 (int)device->device_index);
        options.device = name;
        if (clr_context_create(&options, &contexts[k]) != CLR_OK)
            fail_msg("%s", clr_context_error(contexts[k])->message);
    }
    clr_device_list_destroy(list);
}

void after_all(void)
{
    for (size_t k = 0; k < DEVICES; k++)
        clr_context_destroy(contexts[k]);
}

static void make_elements(clr_type type)
{
    uint64_t random = (uint64_t)type;

    for (size_t i = 0; i < COUNT(elements); i++)
        elements[i] = next_random(&random);
    for (size_t i = 0; i < 2 * ELEMENTS; i++) {
        const double number = (double)(int32_t)next_random(&random) / 7;

        if (type == CLR_TYPE_F32)
            ((float *)elements)[i] = (float)number;
        if (type == CLR_TYPE_F64)
            ((double *)elements)[i] = number;
    }
}

static clr_team *team_of(const clr_reduction *reductions, size_t count, uint64_t piece)
{
    const clr_team_options options = {.size = sizeof options, .piece_capacity = piece};
    clr_team *team = NULL;

    if (clr_team_create(contexts, DEVICES, reductions, count, &options, &team) != CLR_OK)
        fail_msg("%s", clr_team_error(team)->message);
    return team;
}

static void team_ok(const clr_team *team, clr_status status)
{
    if (status != CLR_OK)
        fail_msg("%s: %s", clr_status_name(status), clr_team_error(team)->message);
}

static void team_fails(const clr_team *team, clr_status expected, clr_status status,
                       const char *part)
{
    assert_int_equal(status, expected);
    assert_int_equal(clr_team_error(team)->status, expected);
    if (!strstr(clr_team_error(team)->message, part))
        fail_msg("'%s' is not in: %s", part, clr_team_error(team)->message);
}

/* Takes elements of both inputs from number `first` on. */
static clr_status take(clr_team *team, clr_type type, uint64_t first, uint64_t count)
{
    const unsigned char *x = (const unsigned char *)elements + first * clr_type_size(type);
    const void *const inputs[] = {x, x + ELEMENTS * clr_type_size(type)};

    return clr_team_take(team, inputs, count);
}

static void reduce_by_one(const clr_reduction *reductions, size_t count, size_t inputs,
                          unsigned char record[RECORD])
{
    const unsigned char *x = (const unsigned char *)elements;
    const void *const data[] = {x, x + ELEMENTS * clr_type_size(reductions->type)};

    memset(record, 0, RECORD);
    if (clr_reduce_all(contexts[0], reductions, count, data, inputs, ELEMENTS, record, RECORD))
        fail_msg("%s", clr_context_error(contexts[0])->message);
}

/* Compares the fields of records, and not what lies between them. */
static void expect_record(const clr_reduction *reductions, size_t count,
                          const unsigned char *expected, const unsigned char *record)
{
    clr_plan *plan = NULL;

    assert_int_equal(clr_plan_create(contexts[0], reductions, count, NULL, &plan), CLR_OK);
    for (size_t i = 0; i < count; i++) {
        clr_result result = {.size = sizeof result};

        assert_int_equal(clr_plan_result(plan, i, &result), CLR_OK);
        if (memcmp(expected + result.offset, record + result.offset, result.value_size) != 0)
            fail_msg("%s of %s is another value", clr_operator_name(result.op),
                     clr_type_name(reductions[i].type));
        if (result.second_offset != CLR_UNKNOWN)
            assert_memory_equal(expected + result.second_offset, record + result.second_offset,
                                result.value_size);
        if (result.index_offset != CLR_UNKNOWN)
            assert_memory_equal(expected + result.index_offset, record + result.index_offset,
                                sizeof(uint64_t));
        if (result.status_offset != CLR_UNKNOWN)
            assert_memory_equal(expected + result.status_offset, record + result.status_offset,
                                sizeof(cl_int));
    }
    clr_plan_destroy(plan);
}

static clr_reduction f32(clr_operator op)
{
    return clr_reduction_of(op, CLR_TYPE_F32);
}

/* ---- results ---- */

static void expect_bits(const clr_reduction *reductions, size_t count, size_t inputs)
{
    clr_team *team = team_of(reductions, count, PIECE);
    unsigned char one[RECORD], record[RECORD] = {0};

    reduce_by_one(reductions, count, inputs, one);
    for (int again = 0; again < 2; again++) {
        const uint64_t part = again ? 12345 : ELEMENTS; /* by one take, and by several */

        for (uint64_t at = 0; at < ELEMENTS; at += part)
            team_ok(team,
                    take(team, reductions->type, at, at + part < ELEMENTS ? part : ELEMENTS - at));
        team_ok(team, clr_team_result(team, record, sizeof record));
        expect_record(reductions, count, one, record);
    }
    clr_team_destroy(team);
}

/* Whether a team computes the operator; each refusal has a sentence. */
static bool is_taken(const clr_reduction *reduction)
{
    clr_team *team = NULL;
    const clr_status status = clr_team_create(contexts, DEVICES, reduction, 1, NULL, &team);

    if (status != CLR_OK)
        team_fails(team, status, status, "");
    if (status != CLR_OK)
        assert_true(clr_team_error(team)->message[0] != '\0');
    clr_team_destroy(team);
    return status == CLR_OK;
}

TEST(every_operator_has_the_bits_of_one_device)
{
    static const clr_type types[] = {CLR_TYPE_F32, CLR_TYPE_F64, CLR_TYPE_I32, CLR_TYPE_U8};
    /* a GPU's kernels take PoCL long to compile, and their items' states lie on its stack */
    const bool is_few = test_scope() == SCOPE_FEW;
    const size_t type_count = is_few ? 1 : COUNT(types), most = is_few ? 2 : 8;
    const int step = is_few ? 4 : 1;
    size_t taken = 0, refused = 0;

    for (size_t t = 0; t < type_count; t++) {
        clr_reduction some[CLR_REDUCTIONS_MOST];
        size_t count = 0;

        make_elements(types[t]);
        for (int op = 1; op <= OPERATORS; op += step) {
            const clr_reduction reduction = clr_reduction_of((clr_operator)op, types[t]);
            const bool is_pair =
                op == CLR_OPERATOR_DOT || (op >= CLR_OPERATOR_WMEAN && op <= CLR_OPERATOR_RWSTD);

            if (is_pair || !is_taken(&reduction)) {
                refused += !is_pair;
                continue;
            }
            taken++;
            some[count++] = reduction;
            if (count < most)
                continue;
            expect_bits(some, count, 1);
            count = 0;
        }
        if (count)
            expect_bits(some, count, 1);
    }
    print_message("%zu operators of a type, %zu refused\n", taken, refused);
    assert_true(is_few || (taken > 60 && refused > 5));
}

TEST(inputs_maps_and_levels_go_as_well)
{
    static const double scalars[] = {100};
    clr_reduction two[] = {f32(CLR_OPERATOR_DOT), f32(CLR_OPERATOR_ARGMAX)};
    clr_team_options options = {.size = sizeof options, .piece_capacity = PIECE};
    clr_reduction scaled = f32(CLR_OPERATOR_COUNT), fast = f32(CLR_OPERATOR_VAR), exact = fast;
    clr_team *team = NULL;
    unsigned char one[RECORD], record[RECORD];
    uint64_t beyond = 0, expected = 0;

    make_elements(CLR_TYPE_F32);
    two[1].map = "x - y";
    two[1].where = "x > y";
    expect_bits(two, COUNT(two), 2);
    scaled.where = "x > a";
    assert_int_equal(clr_team_create(contexts, DEVICES, &scaled, 1, &options, &team),
                     CLR_ERROR_ARGUMENT);
    team_fails(team, CLR_ERROR_ARGUMENT, CLR_ERROR_ARGUMENT, "'a'");
    clr_team_destroy(team);
    options.scalars = scalars;
    assert_int_equal(clr_team_create(contexts, DEVICES, &scaled, 1, &options, &team), CLR_OK);
    team_ok(team, take(team, CLR_TYPE_F32, 0, ELEMENTS));
    team_ok(team, clr_team_result(team, &beyond, sizeof beyond));
    for (size_t i = 0; i < ELEMENTS; i++)
        expected += ((const float *)elements)[i] > 100;
    assert_int_equal(beyond, expected);
    clr_team_destroy(team);
    /* what is promised less gets the exact result */
    fast.accuracy = CLR_ACCURACY_FAST;
    exact.accuracy = CLR_ACCURACY_EXACT;
    reduce_by_one(&exact, 1, 1, one);
    team = team_of(&fast, 1, PIECE);
    team_ok(team, take(team, CLR_TYPE_F32, 0, ELEMENTS));
    team_ok(team, clr_team_result(team, record, sizeof record));
    expect_record(&exact, 1, one, record);
    clr_team_destroy(team);
}

TEST(nothing_has_the_results_of_nothing)
{
    const clr_reduction sum = f32(CLR_OPERATOR_SUM), min = f32(CLR_OPERATOR_MIN);
    clr_team *team = team_of(&sum, 1, 0);
    float result = 7;

    team_ok(team, clr_team_result(team, &result, sizeof result));
    assert_true(result == 0);
    team_ok(team, clr_team_take(team, NULL, 0));
    team_ok(team, clr_team_result(team, &result, sizeof result));
    clr_team_destroy(team);
    team = team_of(&min, 1, 0);
    result = 7;
    team_fails(team, CLR_ERROR_EMPTY, clr_team_result(team, &result, sizeof result), "min");
    assert_true(result == 7);
    make_elements(CLR_TYPE_F32);
    team_ok(team, take(team, CLR_TYPE_F32, 0, 1));
    team_ok(team, clr_team_result(team, &result, sizeof result));
    assert_memory_equal(&result, elements, sizeof result);
    clr_team_destroy(team);
}

static void expect_bytes(const clr_accumulator *a, const clr_accumulator *b)
{
    unsigned char bytes[2][4096];
    size_t size[2] = {0};

    assert_int_equal(clr_accumulator_store(a, bytes[0], sizeof bytes[0], &size[0]), CLR_OK);
    assert_int_equal(clr_accumulator_store(b, bytes[1], sizeof bytes[1], &size[1]), CLR_OK);
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(bytes[0], bytes[1], size[0]);
}

TEST(accumulators_are_those_of_one_device)
{
    const clr_reduction var = f32(CLR_OPERATOR_VAR);
    const clr_host_run run = {
        .size = sizeof run, .inputs = {(const float *)elements + 100}, .count = 5000};
    clr_accumulator *one = NULL, *all = NULL, *again = NULL;
    clr_team *team = team_of(&var, 1, 300);

    make_elements(CLR_TYPE_F32);
    assert_int_equal(clr_reduce_accumulator(contexts[0], &var, 1, &run, &one), CLR_OK);
    team_ok(team, take(team, CLR_TYPE_F32, 0, 4000));
    team_ok(team, clr_team_discard(team));
    team_ok(team, take(team, CLR_TYPE_F32, 100, 5000));
    team_ok(team, clr_team_accumulator(team, 0, &all));
    team_ok(team, clr_team_accumulator(team, 0, &again));
    expect_bytes(one, all);
    expect_bytes(one, again);
    clr_accumulator_destroy(again);
    team_fails(team, CLR_ERROR_ARGUMENT, clr_team_accumulator(team, 1, &again), "number 1");
    assert_null(again);
    team_fails(team, CLR_ERROR_ARGUMENT, clr_team_accumulator(team, 0, NULL), "NULL");
    clr_accumulator_destroy(all);
    clr_accumulator_destroy(one);
    clr_team_destroy(team);
}

/* ---- elements on the devices ---- */

typedef struct resident {
    cl_command_queue queues[DEVICES];
    cl_mem buffers[DEVICES];
    clr_run runs[DEVICES];
} resident;

/* The first device has the first elements, the second one the others. */
static void lay_out(resident *r, uint64_t first)
{
    for (size_t k = 0; k < DEVICES; k++) {
        struct rig rig = {.context = contexts[k], .device = clr_context_device(contexts[k])};
        const uint64_t count = k ? ELEMENTS - first : first;
        cl_int code;

        r->queues[k] =
            clCreateCommandQueue(clr_context_opencl(contexts[k]), rig.device->device, 0, &code);
        assert_int_equal(code, CL_SUCCESS);
        rig.queue = r->queues[k];
        r->buffers[k] = buffer_of(&rig, elements, ELEMENTS * sizeof(float));
        r->runs[k] = clr_run_defaults();
        r->runs[k].queue = r->queues[k];
        r->runs[k].inputs[0] = (clr_span){r->buffers[k], k ? first : 0, count};
    }
}

static void give_up(resident *r)
{
    for (size_t k = 0; k < DEVICES; k++) {
        clReleaseMemObject(r->buffers[k]);
        clReleaseCommandQueue(r->queues[k]);
    }
}

/* The team runs again after each result, and forgets what it has had. */
static void check_on_the_devices(const clr_reduction two[2])
{
    static const uint64_t firsts[] = {7000, 0, ELEMENTS};
    unsigned char one[RECORD], record[RECORD];
    clr_team *team = team_of(two, 2, PIECE);

    reduce_by_one(two, 2, 1, one);
    for (size_t i = 0; i < COUNT(firsts); i++) {
        resident r;

        lay_out(&r, firsts[i]);
        team_ok(team, clr_team_run(team, r.runs));
        team_ok(team, clr_team_result(team, record, sizeof record));
        expect_record(two, 2, one, record);
        give_up(&r);
    }
    clr_team_destroy(team);
}

/* Sums of floats alone are parts of a flat plan, others states of a plan of axes. */
TEST(elements_on_the_devices)
{
    const clr_operator operators[][2] = {{CLR_OPERATOR_VAR, CLR_OPERATOR_ARGMIN},
                                         {CLR_OPERATOR_VAR, CLR_OPERATOR_ASUM},
                                         {CLR_OPERATOR_COUNT, CLR_OPERATOR_SUM}};

    make_elements(CLR_TYPE_F32);
    ((float *)elements)[ELEMENTS - 5] = -1e12f; /* the least one is not the first device's */
    for (size_t i = 0; i < COUNT(operators); i++)
        check_on_the_devices((const clr_reduction[2]){f32(operators[i][0]), f32(operators[i][1])});
}

TEST(runs_that_are_wrong_are_refused)
{
    const clr_reduction sum = f32(CLR_OPERATOR_SUM), dot = f32(CLR_OPERATOR_DOT);
    clr_team *team = team_of(&sum, 1, 0), *pair = team_of(&dot, 1, 0);
    float result = 0;
    resident r;

    make_elements(CLR_TYPE_F32);
    lay_out(&r, 9000);
    team_fails(team, CLR_ERROR_ARGUMENT, clr_team_run(team, NULL), "NULL");
    r.runs[1].host = &result;
    team_fails(team, CLR_ERROR_ARGUMENT, clr_team_run(team, r.runs), "run 1");
    r.runs[1].host = NULL;
    team_fails(pair, CLR_ERROR_ARGUMENT, clr_team_run(pair, r.runs), "equally long");
    r.runs[1].inputs[0].count++;
    team_fails(team, CLR_ERROR_ARGUMENT, clr_team_run(team, r.runs), "");
    r.runs[1].inputs[0].count--;
    /* what was taken before is forgotten */
    team_ok(team, clr_team_run(team, r.runs));
    r.runs[1].queue = NULL;
    team_fails(team, CLR_ERROR_ARGUMENT, clr_team_run(team, r.runs), "");
    team_ok(team, clr_team_result(team, &result, sizeof result));
    assert_true(result == 0);
    give_up(&r);
    clr_team_destroy(team);
    clr_team_destroy(pair);
}

/* ---- refusals ---- */

static void expect_refusal(clr_status status, const clr_reduction *reduction, const char *part)
{
    clr_team *team = NULL;
    const clr_status told = clr_team_create(contexts, DEVICES, reduction, 1, NULL, &team);

    assert_int_equal(told, status);
    team_fails(team, status, told, part);
    assert_int_equal(clr_team_take(team, NULL, 0), CLR_ERROR_ARGUMENT);
    clr_team_destroy(team);
}

TEST(what_no_team_computes_is_refused)
{
    const clr_custom custom = {.size = sizeof custom, .source = "int x;"};
    clr_reduction sum = f32(CLR_OPERATOR_SUM);

    sum.map = "x * i";
    expect_refusal(CLR_ERROR_UNSUPPORTED, &sum, "i or n");
    sum.map = "x / n";
    expect_refusal(CLR_ERROR_UNSUPPORTED, &sum, "i or n");
    sum.map = NULL;
    sum.where = "i % 2 == 0";
    expect_refusal(CLR_ERROR_UNSUPPORTED, &sum, "i or n");
    sum.where = "x >";
    expect_refusal(CLR_ERROR_ARGUMENT, &sum, "column");
    sum.where = NULL;
    sum.accuracy = CLR_ACCURACY_REPRODUCIBLE;
    expect_refusal(CLR_ERROR_UNSUPPORTED, &sum, "reproducible");
    sum = f32(CLR_OPERATOR_PROD);
    expect_refusal(CLR_ERROR_UNSUPPORTED, &sum, "prod");
    sum = f32(CLR_OPERATOR_LOGSUMEXP);
    expect_refusal(CLR_ERROR_UNSUPPORTED, &sum, "logsumexp");
    sum = f32(CLR_OPERATOR_CUSTOM);
    sum.custom = &custom;
    expect_refusal(CLR_ERROR_UNSUPPORTED, &sum, "custom");
    sum = f32((clr_operator)999);
    expect_refusal(CLR_ERROR_ARGUMENT, &sum, "999");
}

TEST(wrong_arguments_are_refused)
{
    const clr_reduction sum = f32(CLR_OPERATOR_SUM);
    const clr_team_options wrong = {.size = 3};
    clr_context *gap[DEVICES] = {contexts[0], NULL};
    clr_team_device device = {.size = sizeof device};
    float result = 7;
    clr_team *team;

    assert_int_equal(clr_team_create(contexts, DEVICES, &sum, 1, NULL, NULL), CLR_ERROR_ARGUMENT);
    team_fails(team, CLR_ERROR_ARGUMENT, clr_team_create(NULL, 1, &sum, 1, NULL, &team), "NULL");
    clr_team_destroy(team);
    team_fails(team, CLR_ERROR_ARGUMENT, clr_team_create(contexts, 0, &sum, 1, NULL, &team),
               "1 to");
    clr_team_destroy(team);
    team_fails(team, CLR_ERROR_ARGUMENT, clr_team_create(gap, 2, &sum, 1, NULL, &team),
               "context 1");
    clr_team_destroy(team);
    team_fails(team, CLR_ERROR_ARGUMENT, clr_team_create(contexts, 2, &sum, 1, &wrong, &team),
               "clr_team_options");
    clr_team_destroy(team);
    assert_int_equal(clr_team_error(NULL)->status, CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_team_take(NULL, NULL, 0), CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_team_discard(NULL), CLR_ERROR_ARGUMENT);
    clr_team_destroy(NULL);

    team = team_of(&sum, 1, 0);
    team_fails(team, CLR_ERROR_ARGUMENT, clr_team_take(team, NULL, 1), "NULL");
    team_fails(team, CLR_ERROR_ARGUMENT,
               clr_team_take(team, (const void *const[]){elements}, UINT64_MAX / 4), "the data");
    team_fails(team, CLR_ERROR_ARGUMENT, clr_team_result(team, NULL, 4), "NULL");
    team_fails(team, CLR_ERROR_ARGUMENT, clr_team_result(team, &result, 3), "3");
    assert_true(result == 7);
    assert_int_equal(clr_team_describe(team, DEVICES, &device), CLR_ERROR_ARGUMENT);
    device.size = 2;
    assert_int_equal(clr_team_describe(team, 0, &device), CLR_ERROR_ARGUMENT);
    clr_team_destroy(team);
}

TEST(a_forked_child_is_refused)
{
    const clr_reduction sum = f32(CLR_OPERATOR_SUM);
    clr_team *team = team_of(&sum, 1, 0);
    const pid_t child = fork();
    int code = 0;

    if (child == 0) {
        const clr_status status = clr_team_take(team, NULL, 0);

        clr_team_destroy(team);
        _exit(status == CLR_ERROR_FORKED ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &code, 0), child);
    assert_true(WIFEXITED(code) && WEXITSTATUS(code) == 0);
    clr_team_destroy(team);
}

/* ---- devices that fail ---- */

static size_t left_out(const clr_team *team, uint64_t *reduced)
{
    size_t count = 0;

    *reduced = 0;
    for (size_t k = 0; k < DEVICES; k++) {
        clr_team_device device = {.size = sizeof device};

        assert_int_equal(clr_team_describe(team, k, &device), CLR_OK);
        assert_ptr_equal(device.device, clr_context_device(contexts[k]));
        assert_int_equal(device.status == CLR_OK, device.message[0] == '\0');
        count += device.status != CLR_OK;
        *reduced += device.elements;
    }
    return count;
}

/* Whichever call of a device fails, the other one does what it was at. */
TEST(a_call_that_fails_is_made_up_for)
{
    const clr_reduction var = f32(CLR_OPERATOR_VAR);
    unsigned char one[RECORD], record[RECORD];
    clr_team *team = team_of(&var, 1, PIECE);
    size_t failed = 0;
    long k = 1;

    if (!layer)
        skip();
    make_elements(CLR_TYPE_F32);
    reduce_by_one(&var, 1, 1, one);
    for (bool is_injected = true; is_injected; k++) {
        uint64_t before, after;

        left_out(team, &before);
        layer->arm(k, 0);
        team_ok(team, take(team, CLR_TYPE_F32, 0, ELEMENTS));
        is_injected = layer->injected(NULL) != 0;
        layer->arm(0, 0);
        failed += left_out(team, &after);
        assert_true(left_out(team, &after) <= is_injected);
        assert_int_equal(after - before, ELEMENTS);
        team_ok(team, clr_team_result(team, record, sizeof record));
        expect_record(&var, 1, one, record);
        team_ok(team, clr_team_discard(team));
    }
    print_message("%ld calls, of which %zu failed a device\n", k - 2, failed);
    assert_true(k > 50 && failed > 20);
    clr_team_destroy(team);
}

TEST(where_all_fail_nothing_is_written)
{
    const clr_reduction var = f32(CLR_OPERATOR_VAR);
    clr_team *team = team_of(&var, 1, PIECE);
    unsigned char one[RECORD];
    float result = 7;
    uint64_t reduced;

    if (!layer)
        skip();
    make_elements(CLR_TYPE_F32);
    reduce_by_one(&var, 1, 1, one);
    for (long k = 1; k < 60; k += 7) {
        clr_status status;

        team_ok(team, take(team, CLR_TYPE_F32, 0, 1000));
        layer->arm_call(CLR_CALL_clEnqueueNDRangeKernel, 1 + k % 8, 1);
        status = take(team, CLR_TYPE_F32, 0, ELEMENTS);
        layer->arm(0, 0);
        team_fails(team, CLR_ERROR_DEVICE_MEMORY, status, "of the team has failed");
        assert_int_equal(left_out(team, &reduced), DEVICES);
        assert_int_equal(take(team, CLR_TYPE_F32, 0, 1000), CLR_ERROR_DEVICE_MEMORY);
        /* all is forgotten */
        assert_int_equal(clr_team_result(team, &result, sizeof result), CLR_ERROR_EMPTY);
        assert_true(result == 7);
        team_ok(team, clr_team_discard(team));
        assert_int_equal(left_out(team, &reduced), 0);
        team_ok(team, take(team, CLR_TYPE_F32, 0, ELEMENTS));
        team_ok(team, clr_team_result(team, &result, sizeof result));
        assert_memory_equal(&result, one, sizeof result);
        result = 7;
    }
    clr_team_destroy(team);
}

TEST(elements_on_a_device_that_fails)
{
    const clr_reduction sum = f32(CLR_OPERATOR_SUM);
    clr_team *team = team_of(&sum, 1, 0);
    unsigned char one[RECORD];
    uint64_t reduced;
    float result;
    resident r;

    if (!layer)
        skip();
    make_elements(CLR_TYPE_F32);
    reduce_by_one(&sum, 1, 1, one);
    lay_out(&r, 9000);
    team_ok(team, clr_team_run(team, r.runs));
    team_ok(team, clr_team_discard(team));
    layer->arm_call(CLR_CALL_clEnqueueReadBuffer, 2, 0);
    team_fails(team, CLR_ERROR_DEVICE_MEMORY, clr_team_run(team, r.runs), "of the team has failed");
    layer->arm(0, 0);
    assert_int_equal(left_out(team, &reduced), 1);
    team_fails(team, CLR_ERROR_ARGUMENT, clr_team_run(team, r.runs), "clr_team_discard()");
    team_ok(team, clr_team_discard(team));
    team_ok(team, clr_team_run(team, r.runs));
    team_ok(team, clr_team_result(team, &result, sizeof result));
    assert_memory_equal(&result, one, sizeof result);
    give_up(&r);
    clr_team_destroy(team);
}

/* ---- threads ---- */

static void *reduce_often(void *data)
{
    clr_team *team = data;

    for (int i = 0; i < 50; i++)
        if (take(team, CLR_TYPE_F32, 0, ELEMENTS) != CLR_OK)
            return team;
    return NULL;
}

/* Teams of the same contexts do not wait for each other, or share results. */
TEST(teams_work_side_by_side)
{
    const clr_reduction sum = f32(CLR_OPERATOR_SUM), count = f32(CLR_OPERATOR_COUNT);
    clr_team *sums = team_of(&sum, 1, PIECE), *counts = team_of(&count, 1, PIECE);
    uint64_t elements_met = 0;
    pthread_t thread;
    void *failed;
    float result;

    make_elements(CLR_TYPE_F32);
    assert_int_equal(pthread_create(&thread, NULL, reduce_often, sums), 0);
    assert_null(reduce_often(counts));
    pthread_join(thread, &failed);
    assert_null(failed);
    team_ok(counts, clr_team_result(counts, &elements_met, sizeof elements_met));
    assert_int_equal(elements_met, 50 * ELEMENTS);
    team_ok(sums, clr_team_result(sums, &result, sizeof result));
    clr_team_destroy(sums);
    clr_team_destroy(counts);
}

typedef struct taker {
    clr_team *team;
    uint64_t taken; /* takes that were not refused */
} taker;

static void *take_in_turn(void *data)
{
    taker *t = data;

    for (int i = 0; i < 200; i++) {
        const clr_status status = take(t->team, CLR_TYPE_F32, 0, 4000);

        if (status != CLR_OK && status != CLR_ERROR_ARGUMENT)
            return t;
        t->taken += status == CLR_OK;
    }
    return NULL;
}

/* A second thread is refused, and spoils nothing. */
TEST(one_thread_at_a_time)
{
    const clr_reduction count = f32(CLR_OPERATOR_COUNT);
    clr_team *team = team_of(&count, 1, PIECE);
    taker one = {.team = team}, other = {.team = team};
    uint64_t met = 0;
    pthread_t thread;
    void *failed;

    make_elements(CLR_TYPE_F32);
    assert_int_equal(pthread_create(&thread, NULL, take_in_turn, &other), 0);
    assert_null(take_in_turn(&one));
    pthread_join(thread, &failed);
    assert_null(failed);
    print_message("%d and %d takes of 200\n", (int)one.taken, (int)other.taken);
    team_ok(team, clr_team_result(team, &met, sizeof met));
    assert_int_equal(met, 4000 * (one.taken + other.taken));
    clr_team_destroy(team);
}

/* ---- all is given back: behind all others ---- */

TEST(nothing_leaks)
{
    clr_fault_counts counts;

    if (!layer)
        skip();
    for (size_t k = 0; k < DEVICES; k++) {
        clr_context_destroy(contexts[k]);
        contexts[k] = NULL;
    }
    layer->count(&counts);
    for (int kind = 0; kind < CLR_KIND_COUNT; kind++)
        assert_int_equal(counts.live[kind], 0);
    assert_int_equal(counts.bad_releases, 0);
}
