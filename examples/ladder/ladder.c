/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ladder - runs a kernel of this folder over made numbers, in the launches that its rung takes,
 * each of which it prints; tells how long that took, the first time and warm; compares with a plain
 * loop.
 *
 *   ladder [--unsound] FILE.cl [NUMBERS [GROUP [GROUPS]]]
 *
 *   --unsound  run a kernel that is wrong by design
 *   NUMBERS    how many to reduce (1000000)
 *   GROUP      work-items a group (256)
 *   GROUPS     most groups of kernels whose groups stay for more (8 a compute unit)
 *
 * Exit status: 0 the result is right, or wrong by design; 1 it is wrong, or something failed, after
 * a line that says what; 3 the device lacks what the kernel needs.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_NUMBERS = 1 << 28, MOST_ITEMS = 4096, WARM_RUNS = 5 };

/* A rung: its first launch, and how one number is made of what that leaves. */
typedef struct rung {
    const char *name;                     /* the file's, without its number */
    enum { FITTED, BUSY, SINGLE } groups; /* to the numbers; what keeps the device busy; one */
    cl_uint share;                        /* numbers that an item takes in a turn */
    enum {
        CELL,  /* there is one number already: a cell to which all add, or the last group's */
        HOST,  /* the host adds up the groups' sums */
        AGAIN, /* the kernel, launched over the sums again and again until one group is left */
        TWICE, /* ... once more, by one group, no larger than it finds sums */
        LONE   /* ... once more, by one item */
    } then;
    const char *wrong;                     /* why it is not run unless asked to; or NULL */
    const char *needs;                     /* more than OpenCL C 1.2; or NULL */
    enum { NONE, FUSED, UNFUSED } product; /* of pairs: by the kernel itself; by one before it */
} rung;

// clang-format off
static const rung rungs[] = {
    {"race",            FITTED, 1,  .then = CELL,  .wrong = "additions to one cell get lost"},
    {"collide",         BUSY,   1,  .then = LONE,  .wrong = "the items of a group share one place"},
    {"atomic",          FITTED, 1,  .then = CELL},
    {"atomic-stride",   BUSY,   1,  .then = CELL},
    {"serial",          FITTED, 1,  .then = CELL},
    {"interleaved",     FITTED, 1,  .then = AGAIN},
    {"strided-index",   FITTED, 1,  .then = AGAIN},
    {"sequential",      FITTED, 1,  .then = AGAIN},
    {"sequential-host", FITTED, 1,  .then = HOST},
    {"first-add",       FITTED, 2,  .then = AGAIN},
    {"unroll-last",     FITTED, 2,  .then = AGAIN},
    {"unroll-full",     FITTED, 2,  .then = AGAIN},
    {"one-group",       SINGLE, 1,  .then = CELL},
    {"grid-stride",     BUSY,   1,  .then = TWICE},
    {"group-atomic",    BUSY,   1,  .then = CELL},
    {"shuffle",         BUSY,   1,  .then = TWICE, .needs = "cl_khr_subgroup_shuffle"},
    {"builtin",         BUSY,   1,  .then = TWICE, .needs = "OpenCL 2.0's work_group_reduce_add()"},
    {"two-kernels",     FITTED, 16, .then = TWICE},
    {"two-pass",        BUSY,   16, .then = TWICE},
    {"ticket",          BUSY,   16, .then = CELL,  .needs = "OpenCL 2.0's fences of device scope"},
    {"no_barriers",     FITTED, 1,  .then = AGAIN, .wrong = "items read sums too early"},
    {"volatile_warp",   FITTED, 2,  .then = AGAIN, .wrong = "lanes do not keep step unasked"},
    {"early_return",    FITTED, 1,  .then = AGAIN,
     .wrong = "items leave before a barrier at which others wait: it may hang"},
    {"unfused_map",     BUSY,   1,  .then = CELL,  .product = UNFUSED},
    {"fused_map",       BUSY,   1,  .then = CELL,  .product = FUSED},
};
// clang-format on

typedef struct job {
    const rung *rung;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel reduce, multiply;   /* the latter only where the product is UNFUSED */
    cl_mem x, y, xy;              /* the numbers; of a product their partners, and room for it */
    cl_mem sums[2], ticket;       /* of every other launch; a counter */
    cl_uint count, group, groups; /* numbers; items a group; most groups that are BUSY */
    cl_uint launches;             /* so far: those of the first run are printed */
    bool is_warm;
} job;

#define STOP(status, ...)                                                                          \
    do {                                                                                           \
        fflush(stdout);                                                                            \
        fprintf(stderr, "ladder: " __VA_ARGS__);                                                   \
        fputc('\n', stderr);                                                                       \
        exit(status);                                                                              \
    } while (0)

static void check(cl_int code, const char *call)
{
    if (code != CL_SUCCESS)
        STOP(1, "OpenCL error %d of %.60s", (int)code, call);
}

#define CHECK(call) check(call, #call)

/* ---- Launches ---- */

static cl_uint divide_up(cl_uint a, cl_uint b)
{
    return a / b + (a % b != 0);
}

/* Groups for so many numbers. */
static cl_uint groups_for(const job *j, cl_uint count)
{
    const cl_uint most[] = {[FITTED] = MOST_NUMBERS, [BUSY] = j->groups, [SINGLE] = 1};
    const cl_uint wanted = divide_up(count, j->group * j->rung->share);

    return wanted < most[j->rung->groups] ? wanted : most[j->rung->groups];
}

/* Whether the kernel is launched over the groups' sums, after so many launches over sums. */
static bool goes_on(const rung *r, cl_uint groups, cl_uint turn)
{
    return r->then == AGAIN ? groups > 1 : turn == 0 && (r->then == TWICE || r->then == LONE);
}

/* Items of a group then, if there are so many sums. */
static cl_uint items_for(const job *j, cl_uint count)
{
    cl_uint items = j->rung->then == AGAIN ? j->group : 1;

    while (j->rung->then == TWICE && items < count && 2 * items <= j->group)
        items *= 2;
    return items;
}

static void set(cl_kernel kernel, cl_uint index, cl_mem buffer)
{
    CHECK(clSetKernelArg(kernel, index, sizeof buffer, &buffer));
}

static void launch(job *j, cl_kernel kernel, cl_uint groups, cl_uint items)
{
    const size_t local = items, global = (size_t)groups * items;

    CHECK(clEnqueueNDRangeKernel(j->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    if (!j->is_warm)
        printf("launch %u: %u x %u\n", ++j->launches, groups, items);
}

/* Arguments are the numbers, of a product their partners, how many, and where the result goes;
   then, if the kernel has so many, local memory, and what a ticket needs. */
static void reduce(job *j, cl_mem in, cl_uint count, cl_mem out, cl_uint groups, cl_uint items)
{
    cl_uint wanted, at = 0;

    CHECK(clGetKernelInfo(j->reduce, CL_KERNEL_NUM_ARGS, sizeof wanted, &wanted, NULL));
    set(j->reduce, at++, in);
    if (j->rung->product == FUSED)
        set(j->reduce, at++, j->y);
    CHECK(clSetKernelArg(j->reduce, at++, sizeof count, &count));
    set(j->reduce, at++, out);
    if (at < wanted)
        CHECK(clSetKernelArg(j->reduce, at++, items * sizeof(cl_int), NULL));
    if (at < wanted) {
        set(j->reduce, at++, j->sums[1]);
        set(j->reduce, at++, j->ticket);
    }
    launch(j, j->reduce, groups, items);
}

static void multiply(job *j)
{
    set(j->multiply, 0, j->x);
    set(j->multiply, 1, j->y);
    CHECK(clSetKernelArg(j->multiply, 2, sizeof j->count, &j->count));
    set(j->multiply, 3, j->xy);
    launch(j, j->multiply, groups_for(j, j->count), j->group);
}

static void clear(job *j, cl_mem word)
{
    const cl_int zero = 0;

    CHECK(clEnqueueFillBuffer(j->queue, word, &zero, sizeof zero, 0, sizeof zero, 0, NULL, NULL));
}

static cl_int *allocate(cl_uint count)
{
    cl_int *numbers = malloc(count * sizeof *numbers);

    if (numbers == NULL)
        STOP(1, "no memory for %u numbers", count);
    return numbers;
}

/* What the launches left, most often one number, added up by the host. */
static cl_int add_up(job *j, cl_mem sums, cl_uint count)
{
    cl_int *left = allocate(count), sum = 0;

    CHECK(
        clEnqueueReadBuffer(j->queue, sums, CL_TRUE, 0, count * sizeof *left, left, 0, NULL, NULL));
    for (cl_uint i = 0; i < count; i++)
        sum += left[i];
    free(left);
    return sum;
}

/* All launches of a rung; returns the sum. */
static cl_int run(job *j)
{
    const rung *r = j->rung;
    cl_uint groups = groups_for(j, j->count), turn = 0;

    clear(j, j->sums[0]);
    clear(j, j->ticket);
    if (r->product == UNFUSED)
        multiply(j);
    reduce(j, r->product == UNFUSED ? j->xy : j->x, j->count, j->sums[0], groups, j->group);
    for (; goes_on(r, groups, turn); turn++) {
        const cl_uint count = groups;

        groups = r->then == AGAIN ? groups_for(j, count) : 1;
        reduce(j, j->sums[turn % 2], count, j->sums[(turn + 1) % 2], groups, items_for(j, count));
    }
    return add_up(j, j->sums[turn % 2], r->then == CELL ? 1 : groups);
}

/* ---- What runs need ---- */

/* The row of a path such as a/b/06_interleaved.cl. */
static const rung *rung_of(const char *path)
{
    const char *name = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
    const size_t number = strspn(name, "0123456789_");
    const size_t length = strcspn(name + number, ".");

    for (size_t i = 0; i < sizeof rungs / sizeof *rungs; i++) {
        if (strlen(rungs[i].name) == length && strncmp(name + number, rungs[i].name, length) == 0)
            return &rungs[i];
    }
    STOP(1, "%s: how to launch a kernel goes by its file's name, and no rung has this one", path);
}

static void open_device(job *j)
{
    cl_platform_id platform;
    cl_int code;

    CHECK(clGetPlatformIDs(1, &platform, NULL));
    CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &j->device, NULL));
    j->context = clCreateContext(NULL, 1, &j->device, NULL, NULL, &code);
    check(code, "clCreateContext()");
    j->queue = clCreateCommandQueue(j->context, j->device, 0, &code);
    check(code, "clCreateCommandQueue()");
}

static const char *text_of(const char *path)
{
    static char text[1 << 16];
    FILE *file = fopen(path, "rb");
    const size_t length = file == NULL ? 0 : fread(text, 1, sizeof text - 1, file);

    if (length == 0)
        STOP(1, "%s could not be read", path);
    fclose(file);
    return text;
}

/* As OpenCL C 1.2, or where that is not enough as what the device has. */
static void compile(job *j, const char *path)
{
    const char *text = text_of(path);
    char options[64], version[256] = "", log[4096] = "";
    cl_int code;

    CHECK(clGetDeviceInfo(j->device, CL_DEVICE_VERSION, sizeof version, version, NULL));
    snprintf(options, sizeof options, "-D GROUP=%u -cl-std=CL%.3s", j->group,
             j->rung->needs == NULL ? "1.2" : version + strlen("OpenCL "));
    j->program = clCreateProgramWithSource(j->context, 1, &text, NULL, &code);
    check(code, "clCreateProgramWithSource()");
    code = clBuildProgram(j->program, 1, &j->device, options, NULL, NULL);
    clGetProgramBuildInfo(j->program, j->device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    if (code != CL_SUCCESS && j->rung->needs != NULL)
        STOP(3, "%s needs %s, which this device lacks:\n%s", path, j->rung->needs, log);
    if (code != CL_SUCCESS)
        STOP(1, "%s does not compile:\n%s", path, log);
}

static cl_kernel kernel_of(job *j, const char *name)
{
    size_t most;
    cl_int code;
    cl_kernel kernel = clCreateKernel(j->program, name, &code);

    check(code, "clCreateKernel()");
    CHECK(clGetKernelWorkGroupInfo(kernel, j->device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most,
                                   NULL));
    if (j->group > most)
        STOP(1, "groups of %u items: this device takes %zu at most", j->group, most);
    return kernel;
}

static cl_mem buffer_of(job *j, cl_uint count, cl_int *numbers)
{
    const cl_mem_flags copied = numbers == NULL ? 0 : CL_MEM_COPY_HOST_PTR;
    cl_int code;
    cl_mem made = clCreateBuffer(j->context, copied, count * sizeof(cl_int), numbers, &code);

    check(code, "clCreateBuffer()");
    return made;
}

/* 0 to 7 in turn, and 0 to 2 as their partners in a product. Returns what a plain loop adds up to.
 */
static cl_int make_numbers(job *j)
{
    cl_int *x = allocate(j->count), *y = allocate(j->count), sum = 0;

    for (cl_uint i = 0; i < j->count; i++) {
        x[i] = (cl_int)(i % 8);
        y[i] = j->rung->product == NONE ? 1 : (cl_int)(i % 3);
        sum += x[i] * y[i];
    }
    j->x = buffer_of(j, j->count, x);
    j->y = buffer_of(j, j->count, y);
    j->xy = buffer_of(j, j->rung->product == UNFUSED ? j->count : 1, NULL);
    for (size_t i = 0; i < 2; i++)
        j->sums[i] = buffer_of(j, divide_up(j->count, j->group), NULL);
    j->ticket = buffer_of(j, 1, NULL);
    free(x);
    free(y);
    return sum;
}

/* ---- The program ---- */

static double timed(job *j, cl_int *result)
{
    struct timespec begin, end;

    timespec_get(&begin, TIME_UTC);
    *result = run(j);
    timespec_get(&end, TIME_UTC);
    return (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
}

/* The first run, which may compile, is timed apart from the shortest of some more. */
static int tell(job *j)
{
    const cl_int expected = make_numbers(j);
    cl_int result, warm_result;
    const double first = timed(j, &result);
    double shortest = first;

    j->is_warm = true;
    for (int i = 0; i < WARM_RUNS; i++) {
        const double time = timed(j, &warm_result);

        shortest = time < shortest ? time : shortest;
    }
    printf("result %d, %s: a plain loop's is %d\n", (int)result,
           result != expected       ? "wrong"
           : j->rung->wrong != NULL ? "right by luck"
                                    : "right",
           (int)expected);
    printf("time %.3f ms at first, %.3f ms warm\n", 1e3 * first, 1e3 * shortest);
    return result == expected || j->rung->wrong != NULL ? 0 : 1;
}

/* The number that a word is, of 1 to `most`. */
static cl_uint number_of(const char *word, cl_uint most)
{
    const unsigned long number = strtoul(word, NULL, 10);

    if (strspn(word, "0123456789") != strlen(word) || number < 1 || number > most)
        STOP(1, "'%s' is no number from 1 to %u", word, most);
    return (cl_uint)number;
}

int main(int count, char **words)
{
    const bool unsound = count > 1 && strcmp(words[1], "--unsound") == 0;
    job j = {.count = 1000000, .group = 256};
    cl_uint units;

    words += unsound;
    count -= unsound;
    if (count < 2 || count > 5)
        STOP(1, "usage: ladder [--unsound] FILE.cl [NUMBERS [GROUP [GROUPS]]]");
    j.rung = rung_of(words[1]);
    if (j.rung->wrong != NULL && !unsound)
        STOP(1, "%s is wrong by design (%s): --unsound runs it", words[1], j.rung->wrong);
    if (count > 2)
        j.count = number_of(words[2], MOST_NUMBERS);
    if (count > 3)
        j.group = number_of(words[3], MOST_ITEMS);
    open_device(&j);
    CHECK(clGetDeviceInfo(j.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
    j.groups = count > 4 ? number_of(words[4], MOST_NUMBERS) : 8 * units;
    compile(&j, words[1]);
    j.reduce = kernel_of(&j, "reduce");
    j.multiply = j.rung->product == UNFUSED ? kernel_of(&j, "multiply") : NULL;
    return tell(&j);
}
