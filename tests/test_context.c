/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Devices and contexts: picking, the caller's own OpenCL context, errors of many threads, fork,
 * and eight threads that reduce on one context at once.
 */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS /* clCreateCommandQueue, which every OpenCL has */
#include "support.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

TEST(picks_devices_as_people_name_them)
{
    clr_device_list *list = NULL;
    const clr_device *device = NULL;
    static const char *const no_indices[] = {
        "0:0x", " 0:0",         "-0:0",         "0:",
        ":0",   "0:4294967296", "4294967296:0", "0:18446744073709551616",
    };
    const clr_device *first;
    char part[8], indices[64];

    assert_int_equal(clr_device_list_create(&list), CLR_OK);
    first = clr_device_list_at(list, 0);
    assert_non_null(first);
    assert_int_equal(first->size, sizeof *first);
    snprintf(indices, sizeof indices, "%u:%u", (unsigned)first->platform_index,
             (unsigned)first->device_index);
    assert_int_equal(clr_device_list_pick(list, indices, &device), CLR_OK);
    assert_ptr_equal(device, first);
    for (size_t i = 0; i < 7; i++) /* the name's beginning, shouted */
        part[i] = (char)(first->name[i] >= 'a' && first->name[i] <= 'z' ? first->name[i] - 32
                                                                        : first->name[i]);
    part[7] = '\0';
    assert_int_equal(clr_device_list_pick(list, part, &device), CLR_OK);
    assert_ptr_equal(device, first);
    assert_int_equal(clr_device_list_pick(list, NULL, &device), CLR_OK);
    assert_int_equal(clr_device_list_pick(list, "no such thing", &device), CLR_ERROR_NO_DEVICE);
    assert_null(device);
    assert_non_null(strstr(clr_device_list_error(list)->message, "no such thing"));
    assert_non_null(strstr(clr_device_list_error(list)->message, first->name));
    assert_int_equal(clr_device_list_pick(list, "77:0", &device), CLR_ERROR_NO_DEVICE);
    for (size_t i = 0; i < sizeof no_indices / sizeof *no_indices; i++)
        assert_int_equal(clr_device_list_pick(list, no_indices[i], &device), CLR_ERROR_NO_DEVICE);
    assert_null(clr_device_list_at(list, clr_device_list_count(list)));
    clr_device_list_destroy(list);
}

TEST(shows_every_fact)
{
    clr_device_list *list = NULL;
    clr_device_fact fact;
    size_t n = 0, sizes = 0;

    assert_int_equal(clr_device_list_create(&list), CLR_OK);
    for (; clr_device_fact_at(clr_device_list_at(list, 0), n, &fact); n++) {
        assert_non_null(fact.name);
        assert_non_null(fact.unit);
        sizes += strcmp(fact.name, "max_work_item_sizes") == 0;
        if (strcmp(fact.name, "max_compute_units") == 0)
            assert_int_equal(fact.number, clr_device_list_at(list, 0)->max_compute_units);
        if (strcmp(fact.name, "name") == 0)
            assert_string_equal(fact.text, clr_device_list_at(list, 0)->name);
    }
    assert_true(n > 60);
    assert_int_equal(sizes, 3);
    clr_device_list_destroy(list);
}

TEST(a_failed_context_says_why)
{
    const clr_context_options nobody = {.size = sizeof nobody, .device = "nobody's device"};
    const clr_context_options wrong = {.size = 5};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    clr_context *context = NULL;
    clr_plan *plan = NULL;

    assert_int_equal(clr_context_create(&nobody, &context), CLR_ERROR_NO_DEVICE);
    assert_non_null(context);
    assert_non_null(strstr(clr_context_error(context)->message, "nobody's device"));
    assert_null(clr_context_device(context));
    assert_int_equal(clr_plan_create(context, &sum, 1, NULL, &plan), CLR_ERROR_ARGUMENT);
    clr_context_destroy(context);
    assert_int_equal(clr_context_create(&wrong, &context), CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(clr_context_error(context)->message, "clr_context_options.size"));
    clr_context_destroy(context);
    assert_int_equal(clr_context_create(NULL, NULL), CLR_ERROR_ARGUMENT);
}

/* No context may be one that was never made, or one that memory ran out for. */
TEST(no_context_says_that_there_is_none)
{
    assert_int_equal(clr_context_error(NULL)->status, CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(clr_context_error(NULL)->message, "there is no context"));
    assert_int_equal(clr_device_list_error(NULL)->status, CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(clr_device_list_error(NULL)->message, "there is no list"));
}

/* The caller's context, queue and buffers: nothing of the library's own is needed. */
TEST(a_linked_loader_stays)
{
    char reason[256] = "";

    assert_int_equal(clr_opencl_open(NULL, reason, sizeof reason), CLR_ERROR_UNSUPPORTED);
    assert_non_null(strstr(reason, "CLREDUCE_OPENCL_DLOPEN"));
    assert_int_equal(clr_opencl_open("libOpenCL.so.1", NULL, 0), CLR_ERROR_UNSUPPORTED);
}

TEST(adopts_the_callers_context)
{
    static const float numbers[] = {1.5f, 2.5f, -1.0f};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    struct rig *rig = rig_at(0);
    cl_device_id id = rig->device->device;
    cl_int code;
    cl_context own = clCreateContext(NULL, 1, &id, NULL, NULL, &code);
    const clr_context_options options = {.size = sizeof options, .opencl_context = own};
    clr_context *context = NULL;
    clr_plan *plan = NULL;
    struct rig mine;
    float result = 0;
    cl_mem buffer;

    assert_int_equal(code, CL_SUCCESS);
    assert_int_equal(clr_context_create(&options, &context), CLR_OK);
    assert_ptr_equal(clr_context_opencl(context), own);
    assert_ptr_equal(clr_context_device(context)->device, id);
    mine = (struct rig){.context = context, .device = clr_context_device(context)};
    mine.queue = clCreateCommandQueue(own, id, 0, &code);
    buffer = buffer_of(&mine, numbers, sizeof numbers);
    assert_ok(&mine, clr_plan_create(context, &sum, 1, NULL, &plan));
    clReleaseContext(own); /* retained by the library for as long as it needs it */
    run_plan(&mine, plan, buffer, 0, 3, &result);
    assert_true(result == 3.0f);
    clr_plan_destroy(plan);
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(mine.queue);
    clr_context_destroy(context);
}

TEST(a_forked_child_is_told)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    struct rig *rig = rig_at(0);
    int status = -1;
    pid_t child = fork();

    if (child == 0) {
        clr_plan *plan = NULL;
        clr_status result = clr_plan_create(rig->context, &sum, 1, NULL, &plan);

        _exit(result == CLR_ERROR_FORKED && strstr(clr_context_error(rig->context)->message, "fork")
                  ? 0
                  : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* ---- threads ---- */

enum { THREADS = 8, ROUNDS = 50, COUNT = 20011 };

struct worker {
    struct rig *rig;
    pthread_t thread;
    unsigned number;
    int failures;
};

/* Reduces its own numbers by its own plan and queue, and now and then does something wrong. */
static void *work(void *argument)
{
    struct worker *worker = argument;
    struct rig rig = *worker->rig;
    const clr_operator op = (clr_operator)(1 + worker->number % 4);
    const clr_reduction mad = CLR_REDUCTION((clr_operator)(200 + worker->number), CLR_TYPE_I32);
    const clr_reduction any = CLR_REDUCTION(op, CLR_TYPE_U32);
    uint32_t *numbers = malloc(COUNT * sizeof *numbers);
    uint64_t expected = 0;
    char message[64];
    cl_int code;

    for (uint32_t i = 0; i < COUNT; i++)
        numbers[i] = op == CLR_OPERATOR_PROD ? 1 + (i == 7) : i + 1000 * worker->number;
    expected = op == CLR_OPERATOR_SUM
                   ? COUNT * (uint64_t)(COUNT - 1) / 2 + UINT64_C(1000) * worker->number * COUNT
               : op == CLR_OPERATOR_PROD ? 2
               : op == CLR_OPERATOR_MIN  ? 1000 * worker->number
                                         : COUNT - 1 + 1000 * worker->number;
    snprintf(message, sizeof message, "%u is no operator", 200 + worker->number);
    rig.queue = clCreateCommandQueue(clr_context_opencl(rig.context), rig.device->device, 0, &code);
    for (int round = 0; round < ROUNDS; round++) {
        clr_plan *plan = NULL;
        uint64_t result = 0;
        cl_mem buffer =
            clCreateBuffer(clr_context_opencl(rig.context), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                           COUNT * sizeof *numbers, numbers, &code);

        worker->failures += clr_plan_create(rig.context, &any, 1, NULL, &plan) != CLR_OK;
        worker->failures +=
            clr_plan_run(plan, RUN(.queue = rig.queue, .inputs = {{buffer, 0, COUNT}},
                                   .host = &result)) != CLR_OK;
        clFinish(rig.queue);
        if (op == CLR_OPERATOR_MIN || op == CLR_OPERATOR_MAX)
            result &= UINT32_MAX;
        worker->failures += result != expected;
        clr_plan_destroy(plan);
        clReleaseMemObject(buffer);
        worker->failures +=
            clr_plan_create(rig.context, &mad, 1, NULL, &plan) != CLR_ERROR_ARGUMENT;
        worker->failures += strcmp(clr_context_error(rig.context)->message, message) != 0;
    }
    clReleaseCommandQueue(rig.queue);
    free(numbers);
    return NULL;
}

static void share(struct rig *rig)
{
    struct worker workers[THREADS];

    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){.rig = rig, .number = i};
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, NULL);
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(workers[i].failures, 0);
}

TEST(eight_threads_share_a_context)
{
    struct tally tally = {0};

    for (size_t r = 0; r < rig_count(); r++) {
        if (strstr(rig_at(r)->device->platform_name, "Oclgrind")) {
            tally_skip(&tally, "Oclgrind 21.10 aborts when two kernels run at once");
            continue;
        }
        share(rig_at(r));
        tally.run++;
    }
    tally_print("devices", &tally);
}
