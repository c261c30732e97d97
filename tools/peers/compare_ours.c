/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compare_ours - this project's part of compare.sh: its reductions at the levels fast and exact, on
 * arrays that lie on the device; what no reduction can be faster than there (compare_floors.c); and
 * the data, which is that of clreduce bench.
 *
 * Usage: compare_ours FOLDER SIZES OPERATORS     its lines and the floors', see compare_common.h
 *        compare_ours --data FOLDER COUNT        writes the data
 *        compare_ours --device                   prints the device's kind, cpu or gpu, and its name
 * The device is that of CLREDUCE_DEVICE, by default the library's choice.
 */
#include "bench_queue.h"
#include "compare_common.h"
#include "compare_floors.h"
#include "distribution.h"
#include <clreduce/clreduce.h>

static const struct {
    clr_operator op;
    clr_type type;
} reductions[COMPARE_OPERATORS] = {
    {CLR_OPERATOR_SUM, CLR_TYPE_F32},  {CLR_OPERATOR_SUM, CLR_TYPE_F64},
    {CLR_OPERATOR_MAX, CLR_TYPE_F32},  {CLR_OPERATOR_ARGMAX, CLR_TYPE_F32},
    {CLR_OPERATOR_STD, CLR_TYPE_F32},  {CLR_OPERATOR_DOT, CLR_TYPE_F32},
    {CLR_OPERATOR_NRM2, CLR_TYPE_F32},
};

/* What both levels share. */
typedef struct device_side {
    const compare_task *task;
    clr_context *context;
    cl_command_queue queue;
    cl_mem inputs[2];
    const char *files[2]; /* what lies there */
    cl_mem record;
    size_t record_size;
} device_side;

typedef struct level {
    device_side *device;
    clr_accuracy accuracy;
    clr_plan *plan;
    compare_operator op; /* the plan's */
    clr_result result;
    clr_run run;
} level;

static void check_library(const clr_context *context, clr_status status)
{
    char text[512];

    if (status == CLR_OK)
        return;
    const clr_error *error = context ? clr_context_error(context) : NULL;
    snprintf(text, sizeof text, "compare_ours: %s: %s", clr_status_name(status),
             error ? error->message : "no context could be made.");
    compare_stop(text);
}

/* What failed has been told. */
static void need(int code)
{
    if (code != 0)
        exit(code);
}

/* ---- Data ------------------------------------------------------------------------------------ */

static void write_array(const char *folder, const char *name, clr_type type, uint64_t set,
                        uint64_t count)
{
    const size_t size = (size_t)count * clr_type_size(type);
    char path[4096];
    void *elements = malloc(size);

    if (!elements || snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        compare_stop("compare_ours: no memory for the data.");
    distribution_fill(distribution_for(CLR_OPERATOR_SUM), type, set, elements, count);
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(elements, 1, size, file) == size;
    if (file)
        written = fclose(file) == 0 && written;
    free(elements);
    if (!written) {
        perror(path);
        compare_stop("compare_ours: the data cannot be written.");
    }
}

static int write_data(const char *folder, const char *count_text)
{
    char *end;
    const unsigned long long count = strtoull(count_text, &end, 10);

    if (count == 0 || *end != 0)
        compare_stop("compare_ours: a count is a whole number above 0.");
    write_array(folder, "numbers.f32", CLR_TYPE_F32, 0, count);
    write_array(folder, "others.f32", CLR_TYPE_F32, 1, count);
    write_array(folder, "numbers.f64", CLR_TYPE_F64, 0, count);
    return 0;
}

/* ---- On the device --------------------------------------------------------------------------- */

/* False if there is no room for the file, which is told by the call that failed. */
static bool upload(device_side *d, int input, const char *file, size_t size)
{
    if (d->files[input] && strcmp(d->files[input], file) == 0)
        return d->inputs[input];
    if (d->inputs[input])
        clReleaseMemObject(d->inputs[input]);
    d->files[input] = file;
    if (bench_queue_buffer(d->context, CL_MEM_READ_ONLY, size, NULL, &d->inputs[input]) == 0 &&
        bench_queue_write(d->queue, d->inputs[input], size, compare_data(d->task, file, size)) == 0)
        return true;
    fprintf(stderr, "compare_ours: left out: no room for %s on the device.\n", file);
    if (d->inputs[input])
        clReleaseMemObject(d->inputs[input]);
    d->inputs[input] = NULL;
    return false;
}

static void make_record(device_side *d, size_t size)
{
    if (size <= d->record_size)
        return;
    if (d->record)
        clReleaseMemObject(d->record);
    need(bench_queue_buffer(d->context, CL_MEM_READ_WRITE, size, NULL, &d->record));
    d->record_size = size;
}

/* Sums are asked for in f64, as the exact peers give them, where the device has that. */
static clr_type result_of(const clr_context *context, compare_operator op)
{
    const bool compares = op == COMPARE_MAX_F32 || op == COMPARE_ARGMAX_F32;

    return compares || !clr_context_device(context)->fp64 ? CLR_TYPE_DEFAULT : CLR_TYPE_F64;
}

static void make_plan(level *l, compare_operator op)
{
    clr_context *context = l->device->context;
    clr_reduction reduction = CLR_REDUCTION(reductions[op].op, reductions[op].type);
    clr_plan_info info = {.size = sizeof info};

    clr_plan_destroy(l->plan);
    l->plan = NULL;
    l->op = op;
    l->result = (clr_result){.size = sizeof l->result};
    reduction.accuracy = l->accuracy;
    reduction.result = result_of(context, op);
    check_library(context, clr_plan_create(context, &reduction, 1, NULL, &l->plan));
    check_library(context, clr_plan_describe(l->plan, &info));
    check_library(context, clr_plan_result(l->plan, 0, &l->result));
    make_record(l->device, info.result_size);
}

static bool prepare(void *user, compare_operator op, size_t count)
{
    level *l = user;
    device_side *d = l->device;
    const size_t most = d->task->sizes[d->task->size_count - 1];

    for (int i = 0; i < 2; i++) {
        const char *file = compare_file(op, i);
        if (file && !upload(d, i, file, most * compare_width(op)))
            return false;
    }
    if (!l->plan || l->op != op)
        make_plan(l, op);
    l->run = (clr_run){.size = sizeof l->run, .queue = d->queue};
    for (int i = 0; i < 2 && compare_file(op, i); i++)
        l->run.inputs[i] = (clr_span){d->inputs[i], 0, count};
    return true;
}

static void enqueue(void *user)
{
    level *l = user;

    l->run.output = l->device->record;
    l->run.host = NULL;
    l->run.blocking = 0;
    check_library(l->device->context, clr_plan_run(l->plan, &l->run));
}

static void finish(void *user)
{
    level *l = user;

    need(bench_queue_finish(l->device->queue));
}

/* The value in a record, as a double; of argmax its place. */
static double value_of(const clr_result *result, const unsigned char *record)
{
    cl_ulong index;
    float f32;
    double f64;

    if (result->index_offset != CLR_UNKNOWN) {
        memcpy(&index, record + result->index_offset, sizeof index);
        return (double)index;
    }
    if (result->type == CLR_TYPE_F32) {
        memcpy(&f32, record + result->offset, sizeof f32);
        return (double)f32;
    }
    memcpy(&f64, record + result->offset, sizeof f64);
    return f64;
}

static double fetch(void *user)
{
    level *l = user;
    _Alignas(16) unsigned char record[256];

    l->run.output = NULL;
    l->run.host = record;
    l->run.blocking = 1;
    check_library(l->device->context, clr_plan_run(l->plan, &l->run));
    return value_of(&l->result, record);
}

static void run_level(device_side *d, const char *name, clr_accuracy accuracy, const char *folded)
{
    level l = {.device = d, .accuracy = accuracy};
    const compare_peer peer = {.name = name,
                               .version = clr_version(),
                               .folded = folded,
                               .user = &l,
                               .prepare = prepare,
                               .enqueue = enqueue,
                               .finish = finish,
                               .fetch = fetch};

    compare_run(d->task, &peer);
    clr_plan_destroy(l.plan);
}

static cl_command_queue open_queue(const clr_context *context)
{
    cl_int code;
    cl_command_queue queue = clCreateCommandQueueWithProperties(
        clr_context_opencl(context), clr_context_device(context)->device, NULL, &code);

    if (!queue)
        exit(bench_queue_fail("clCreateCommandQueueWithProperties", code));
    return queue;
}

static void close_device(device_side *d)
{
    for (int i = 0; i < 2; i++)
        if (d->inputs[i])
            clReleaseMemObject(d->inputs[i]);
    if (d->record)
        clReleaseMemObject(d->record);
    clReleaseCommandQueue(d->queue);
}

int main(int argc, char **argv)
{
    clr_context *context = NULL;

    if (argc == 4 && strcmp(argv[1], "--data") == 0)
        return write_data(argv[2], argv[3]);
    check_library(context,
                  clr_context_create(&(clr_context_options){.size = sizeof(clr_context_options),
                                                            .device = getenv("CLREDUCE_DEVICE")},
                                     &context));
    const clr_device *device = clr_context_device(context);
    if (argc == 2 && strcmp(argv[1], "--device") == 0) {
        printf("%s %s\n", device->type & CL_DEVICE_TYPE_GPU ? "gpu" : "cpu", device->name);
        clr_context_destroy(context);
        return 0;
    }
    const compare_task task = compare_begin(argc, argv);
    device_side d = {.task = &task, .context = context, .queue = open_queue(context)};
    compare_floors(context, d.queue);
    run_level(&d, "clreduce fast", CLR_ACCURACY_FAST, "f64");
    run_level(&d, "clreduce exact", CLR_ACCURACY_EXACT, "exact");
    close_device(&d);
    clr_context_destroy(context);
    return 0;
}
