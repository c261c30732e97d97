/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compare_floors - an empty kernel and a word on the device, and the times of both. See
 * compare_floors.h.
 */
#include "compare_floors.h"
#include "bench_queue.h"
#include "compare_common.h"
#include "read_peak.h"

static const char source[] = "__kernel void nothing(__global int *x)\n"
                             "{\n"
                             "    if (get_global_id(0) == 1)\n"
                             "        *x = 0;\n"
                             "}\n";

typedef struct floors {
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem word;
} floors;

static void need(int code)
{
    if (code != 0)
        exit(code);
}

static void check(const char *what, cl_int code)
{
    if (code != CL_SUCCESS)
        exit(bench_queue_fail(what, code));
}

static void open_floors(floors *f, clr_context *context, cl_command_queue queue)
{
    *f = (floors){.queue = queue};
    need(bench_queue_build(context, source, "", &f->program));
    need(bench_queue_kernel(f->program, "nothing", &f->kernel));
    need(bench_queue_buffer(context, CL_MEM_READ_WRITE, sizeof(cl_int), NULL, &f->word));
    check("clSetKernelArg", clSetKernelArg(f->kernel, 0, sizeof f->word, &f->word));
}

static void close_floors(const floors *f)
{
    clReleaseMemObject(f->word);
    clReleaseKernel(f->kernel);
    clReleaseProgram(f->program);
}

static void launch(void *user)
{
    const floors *f = user;
    const size_t one = 1;

    check("clEnqueueNDRangeKernel",
          clEnqueueNDRangeKernel(f->queue, f->kernel, 1, NULL, &one, &one, 0, NULL, NULL));
}

static void finish(void *user)
{
    const floors *f = user;

    need(bench_queue_finish(f->queue));
}

static double launch_and_wait(void *user)
{
    launch(user);
    finish(user);
    return 0;
}

static double read_word(void *user)
{
    const floors *f = user;
    cl_int word = 0;

    need(bench_queue_read(f->queue, f->word, sizeof word, &word));
    return 0;
}

static double launch_and_read(void *user)
{
    launch(user);
    return read_word(user);
}

static void print_read(const compare_peer *peer, clr_context *context)
{
    read_peak peak = {0};
    compare_times times;

    if (read_peak_open(&peak, context) != 0)
        exit(1);
    times.best = times.median = peak.seconds;
    compare_print(peer, "read", (size_t)peak.count * 4, &times, NULL, 0);
    read_peak_close(&peak);
}

void compare_floors(clr_context *context, cl_command_queue queue)
{
    floors f;
    compare_peer peer = {.name = "floor",
                         .version = clr_context_device(context)->name,
                         .folded = "-",
                         .user = &f,
                         .enqueue = launch,
                         .finish = finish};
    const struct {
        const char *name;
        double (*fetch)(void *user);
    } waits[] = {{"launch", launch_and_wait},
                 {"read-4-bytes", read_word},
                 {"launch-and-read", launch_and_read}};
    compare_timed timed = {&peer, 1, 0};
    compare_times enqueued, fetched;

    open_floors(&f, context, queue);
    enqueued = compare_series(compare_time_burst, &timed);
    for (size_t i = 0; i < sizeof waits / sizeof waits[0]; i++) {
        peer.fetch = waits[i].fetch;
        fetched = compare_series(compare_time_fetch, &timed);
        compare_print(&peer, waits[i].name, 1, i == 0 ? &enqueued : NULL, &fetched, 0);
    }
    print_read(&peer, context);
    close_floors(&f);
}
