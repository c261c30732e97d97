/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All devices of a platform reduce one input, beside the first one alone: elements that lie on the
 * devices, in ordinary memory, and in pinned memory. Prints medians, and how many times as fast the
 * team is at as many elements.
 *
 *     team [LOG2 [PLATFORM]]     2^LOG2 elements a device, or in host memory (by default 2^26); the
 *                                platform's number in `clreduce devices` (by default 0)
 */
#include <clreduce/clreduce.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DEVICES_MOST = 16, RUNS = 11 };

typedef struct bench {
    clr_context *contexts[DEVICES_MOST];
    size_t devices;
    cl_command_queue queues[DEVICES_MOST];
    cl_mem buffers[DEVICES_MOST];
    clr_reduction reduction;
    clr_team *team;
    clr_plan *plan; /* of the first device */
    uint64_t count;
    const float *data; /* in host memory */
    float one, all;    /* results */
} bench;

static void stop(const char *why)
{
    fprintf(stderr, "team: %s\n", why);
    exit(1);
}

static void need(clr_status status, const clr_error *error)
{
    if (status != CLR_OK)
        stop(error->message);
}

static double now_ms(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/* ---- what is measured ---- */

static void run_one(bench *b)
{
    clr_run run = clr_run_defaults();

    run.queue = b->queues[0];
    run.inputs[0] = (clr_span){b->buffers[0], 0, b->count};
    run.host = &b->one;
    run.blocking = 1;
    need(clr_plan_run(b->plan, &run), clr_context_error(b->contexts[0]));
}

static void run_team(bench *b)
{
    clr_run runs[DEVICES_MOST];

    for (size_t k = 0; k < b->devices; k++) {
        runs[k] = clr_run_defaults();
        runs[k].queue = b->queues[k];
        runs[k].inputs[0] = (clr_span){b->buffers[k], 0, b->count};
    }
    need(clr_team_run(b->team, runs), clr_team_error(b->team));
    need(clr_team_result(b->team, &b->all, sizeof b->all), clr_team_error(b->team));
}

static void take_one(bench *b)
{
    need(clr_reduce(b->contexts[0], &b->reduction, b->data, b->count, &b->one, sizeof b->one),
         clr_context_error(b->contexts[0]));
}

static void take_team(bench *b)
{
    const void *const inputs[] = {b->data};

    need(clr_team_take(b->team, inputs, b->count), clr_team_error(b->team));
    need(clr_team_result(b->team, &b->all, sizeof b->all), clr_team_error(b->team));
}

static int rising(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Both in turn, after a turn that compiles and learns rates. `more`: times as many elements that
 * the team reduces. */
static void compare(bench *b, const char *where, void (*one)(bench *), void (*team)(bench *),
                    double more)
{
    double ones[RUNS], teams[RUNS];

    one(b);
    team(b);
    for (int i = 0; i < RUNS; i++) {
        const double start = now_ms();

        one(b);
        ones[i] = now_ms() - start;
        team(b);
        teams[i] = now_ms() - start - ones[i];
    }
    qsort(ones, RUNS, sizeof *ones, rising);
    qsort(teams, RUNS, sizeof *teams, rising);
    if (more == 1 && memcmp(&b->one, &b->all, sizeof b->one) != 0)
        stop("the team's result is another one");
    printf("%-5s %-9s %10.3f ms %10.3f ms %6.2f x\n", clr_operator_name(b->reduction.op), where,
           ones[RUNS / 2], teams[RUNS / 2], more * ones[RUNS / 2] / teams[RUNS / 2]);
}

/* ---- the devices and the data ---- */

static void open_devices(bench *b, uint64_t platform)
{
    clr_device_list *list = NULL;

    need(clr_device_list_create(&list), clr_device_list_error(list));
    for (size_t i = 0; i < clr_device_list_count(list) && b->devices < DEVICES_MOST; i++) {
        const clr_device *device = clr_device_list_at(list, i);
        clr_context_options options = clr_context_options_defaults();
        char name[48];

        if (device->platform_index != platform)
            continue;
        snprintf(name, sizeof name, "%d:%d", (int)platform, (int)device->device_index);
        options.device = name;
        need(clr_context_create(&options, &b->contexts[b->devices]),
             clr_context_error(b->contexts[b->devices]));
        printf("%s %s\n", name, device->name);
        b->devices++;
    }
    clr_device_list_destroy(list);
    if (b->devices == 0)
        stop("the platform has no device");
}

static void fill(float *data, uint64_t count)
{
    uint32_t random = 1;

    for (uint64_t i = 0; i < count; i++) {
        random = random * 1664525 + 1013904223;
        data[i] = (float)(int32_t)random * 0x1p-31f;
    }
}

static void lay_out(bench *b, const float *data)
{
    const size_t size = (size_t)b->count * sizeof *data;
    cl_int code;

    for (size_t k = 0; k < b->devices; k++) {
        const cl_context opencl = clr_context_opencl(b->contexts[k]);
        const cl_device_id device = clr_context_device(b->contexts[k])->device;

        b->queues[k] = clCreateCommandQueueWithProperties(opencl, device, NULL, &code);
        b->buffers[k] = clCreateBuffer(opencl, CL_MEM_READ_ONLY, size, NULL, &code);
        if (!b->buffers[k] || !b->queues[k] ||
            clEnqueueWriteBuffer(b->queues[k], b->buffers[k], CL_TRUE, 0, size, data, 0, NULL,
                                 NULL) != CL_SUCCESS)
            stop("a device has no room for the elements");
    }
}

/* Memory that all devices read by themselves. */
static float *make_pinned(bench *b, const float *data)
{
    const size_t size = (size_t)b->count * sizeof *data;
    void *memory = NULL;

    need(clr_memory_create(b->contexts[0], size, &memory), clr_context_error(b->contexts[0]));
    for (size_t k = 1; k < b->devices; k++)
        need(clr_memory_adopt(b->contexts[k], memory, size), clr_context_error(b->contexts[k]));
    memcpy(memory, data, size);
    return memory;
}

static void measure(bench *b, clr_operator op, const float *data, const float *pinned)
{
    b->reduction = clr_reduction_of(op, CLR_TYPE_F32);
    b->reduction.accuracy = CLR_ACCURACY_EXACT;
    need(clr_plan_create(b->contexts[0], &b->reduction, 1, NULL, &b->plan),
         clr_context_error(b->contexts[0]));
    need(clr_team_create(b->contexts, b->devices, &b->reduction, 1, NULL, &b->team),
         clr_team_error(b->team));
    compare(b, "resident", run_one, run_team, (double)b->devices);
    b->data = data;
    compare(b, "pageable", take_one, take_team, 1);
    b->data = pinned;
    compare(b, "pinned", take_one, take_team, 1);
    clr_team_destroy(b->team);
    clr_plan_destroy(b->plan);
}

int main(int count, char **words)
{
    bench b = {.count = UINT64_C(1) << (count > 1 ? strtoul(words[1], NULL, 10) % 40 : 26)};
    float *data = malloc((size_t)b.count * sizeof *data);
    float *pinned;

    if (!data)
        stop("no memory");
    fill(data, b.count);
    open_devices(&b, count > 2 ? strtoul(words[2], NULL, 10) : 0);
    lay_out(&b, data);
    pinned = make_pinned(&b, data);
    printf("      elements  one device          team\n");
    measure(&b, CLR_OPERATOR_SUM, data, pinned);
    measure(&b, CLR_OPERATOR_VAR, data, pinned);
    for (size_t k = 1; k < b.devices; k++)
        clr_memory_destroy(b.contexts[k], pinned);
    clr_memory_destroy(b.contexts[0], pinned);
    for (size_t k = 0; k < b.devices; k++) {
        clReleaseMemObject(b.buffers[k]);
        clReleaseCommandQueue(b.queues[k]);
        clr_context_destroy(b.contexts[k]);
    }
    free(data);
    return 0;
}
