/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rung_run - the rungs' rows, their launches, and what these need of OpenCL. See rung_run.h.
 */
#include "rung_run.h"
#include <string.h>
#include <time.h>

// clang-format off
static const rung rungs[] = {
    {"race",            FITTED, 1,  CELL,   .takes = PLAIN,
     .wrong = "additions to one cell get lost"},
    {"collide",         BUSY,   1,  LONE,   .takes = PLAIN,
     .wrong = "the items of a group share one place"},
    {"atomic",          FITTED, 1,  CELL,   .takes = PLAIN},
    {"atomic-stride",   BUSY,   1,  CELL,   .takes = PLAIN},
    {"serial",          FITTED, 1,  CELL,   .takes = CELLS},
    {"interleaved",     FITTED, 1,  AGAIN,  .takes = CELLS},
    {"strided-index",   FITTED, 1,  AGAIN,  .takes = CELLS},
    {"sequential",      FITTED, 1,  AGAIN,  .takes = CELLS},
    {"sequential-host", FITTED, 1,  HOST,   .takes = CELLS},
    {"first-add",       FITTED, 2,  AGAIN,  .takes = CELLS},
    {"unroll-last",     FITTED, 2,  AGAIN,  .takes = CELLS},
    {"unroll-full",     FITTED, 2,  AGAIN,  .takes = CELLS},
    {"one-group",       SINGLE, 1,  STORED, .takes = CELLS},
    {"grid-stride",     BUSY,   1,  TWICE,  .takes = CELLS},
    {"group-atomic",    BUSY,   1,  CELL,   .takes = CELLS},
    {"shuffle",         BUSY,   1,  TWICE,  .takes = CELLS,  .needs = "cl_khr_subgroup_shuffle"},
    {"builtin",         BUSY,   1,  TWICE,  .takes = PLAIN,
     .needs = "OpenCL 2.0's work_group_reduce_add()"},
    {"two-kernels",     FITTED, 16, TWICE,  .takes = CELLS},
    {"two-pass",        BUSY,   16, TWICE,  .takes = CELLS},
    {"ticket",          BUSY,   16, STORED, .takes = TICKET,
     .needs = "OpenCL 2.0's fences of device scope"},
    {"no-barriers",     FITTED, 1,  AGAIN,  .takes = CELLS,  .wrong = "items read sums too early"},
    {"volatile-warp",   FITTED, 2,  AGAIN,  .takes = CELLS,
     .wrong = "lanes do not keep step unasked"},
    {"early-return",    FITTED, 1,  AGAIN,  .takes = CELLS,
     .wrong = "items leave before a barrier at which others wait: it may hang"},
    {"unfused-map",     BUSY,   1,  CELL,   .takes = CELLS,  .product = UNFUSED},
    {"fused-map",       BUSY,   1,  CELL,   .takes = CELLS,  .product = FUSED},
    {"radix-select",    BUSY,   MOST_NUMBERS, SELECT, .takes = PLAIN},
    {"halve-select",    BUSY,   32, SELECT, .takes = CELLS},
};
// clang-format on

/* The numbers behind the last one: large, so that a sum with one of them in it is far off. */
#define CANARY 1000003

enum { TEXT_SIZE = 1 << 16, LOG_SIZE = 1 << 14 };

const rung *rung_at(size_t index)
{
    return index < sizeof rungs / sizeof *rungs ? &rungs[index] : NULL;
}

/* Whether the first letters are the name; files have _ where names have a hyphen. */
static bool is_named(const char *letters, size_t length, const char *name)
{
    for (size_t i = 0; i < length; i++) {
        if (name[i] == '\0' || (letters[i] != name[i] && !(letters[i] == '_' && name[i] == '-')))
            return false;
    }
    return name[length] == '\0';
}

const rung *rung_find(const char *name, size_t length)
{
    for (size_t i = 0; rung_at(i) != NULL; i++) {
        if (is_named(name, length, rungs[i].name))
            return &rungs[i];
    }
    return NULL;
}

const char *rung_kernel(const rung *r)
{
    return r->then == SELECT ? "kth" : "reduce";
}

void job_check(cl_int code, const char *call)
{
    if (code != CL_SUCCESS)
        STOP(1, "OpenCL error %d of %.60s", (int)code, call);
}

/* ---- Launches ---- */

static cl_uint divide_up(cl_uint a, cl_uint b)
{
    return a / b + (a % b != 0);
}

/* Room for the sums of all groups of a launch, and one more for each item. */
static cl_uint sum_count(const job *j)
{
    return divide_up(j->count, j->group) + j->group;
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

void job_launch(job *j, cl_kernel kernel, cl_uint groups, cl_uint items)
{
    const size_t local = items, global = (size_t)groups * items;

    CHECK(clEnqueueNDRangeKernel(j->queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    j->launches++;
    if (!j->is_quiet)
        printf("launch %u: %u x %u\n", j->launches, groups, items);
}

void job_set_arguments(const job *j, const job_argument *arguments, cl_uint count)
{
    const char *name = rung_kernel(j->rung);
    cl_uint taken;

    CHECK(clGetKernelInfo(j->reduce, CL_KERNEL_NUM_ARGS, sizeof taken, &taken, NULL));
    for (cl_uint i = 0; i < count; i++) {
        const job_argument *a = &arguments[i];
        if (taken < count || clSetKernelArg(j->reduce, i, a->size, a->value) != CL_SUCCESS) {
            fprintf(stderr,
                    "clreduce-ladder: %s: %s, launched like %s, is to be declared as\n"
                    "kernel void %s(",
                    j->path, name, j->rung->name, name);
            for (cl_uint k = 0; k < count; k++)
                fprintf(stderr, "%s%s", arguments[k].declared, k + 1 < count ? ", " : ")\n");
            exit(WRONG);
        }
    }
    if (taken > count)
        STOP(WRONG, "%s: %s takes %u arguments, and launched like %s it is given %u", j->path, name,
             taken, j->rung->name, count);
}

/* Arguments are the numbers, of a product their partners, how many, and where the result goes;
   then, if the rung has them, local memory, and what a ticket needs. */
static void reduce(job *j, cl_mem in, cl_uint count, cl_mem out, cl_uint groups, cl_uint items)
{
    const job_argument all[] = {
        {"global const int *in", sizeof in, &in},
        {"global const int *y", sizeof j->y, &j->y},
        {"uint n", sizeof count, &count},
        {"global int *out", sizeof out, &out},
        {"local int *cells", items * sizeof(cl_int), NULL},
        {"global int *sums", sizeof j->sums[1], &j->sums[1]},
        {"volatile global atomic_uint *ticket", sizeof j->ticket, &j->ticket},
    };
    const cl_uint most[] = {[PLAIN] = 4, [CELLS] = 5, [TICKET] = 7};
    job_argument taken[7];
    cl_uint used = 0;

    for (cl_uint i = 0; i < most[j->rung->takes]; i++) {
        if (i != 1 || j->rung->product == FUSED)
            taken[used++] = all[i];
    }
    job_set_arguments(j, taken, used);
    job_launch(j, j->reduce, groups, items);
}

static void multiply(job *j)
{
    CHECK(clSetKernelArg(j->multiply, 0, sizeof j->x, &j->x));
    CHECK(clSetKernelArg(j->multiply, 1, sizeof j->y, &j->y));
    CHECK(clSetKernelArg(j->multiply, 2, sizeof j->count, &j->count));
    CHECK(clSetKernelArg(j->multiply, 3, sizeof j->xy, &j->xy));
    job_launch(j, j->multiply, groups_for(j, j->count), j->group);
}

/* So many words of the buffer become `value`, from `first` on. */
static void fill(job *j, cl_mem words, cl_int value, cl_uint first, cl_uint count)
{
    CHECK(clEnqueueFillBuffer(j->queue, words, &value, sizeof value, first * sizeof value,
                              count * sizeof value, 0, NULL, NULL));
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

cl_int job_run(job *j)
{
    const rung *r = j->rung;
    cl_uint groups = groups_for(j, j->count), turn = 0;

    j->launches = 0;
    fill(j, j->sums[0], r->then == STORED ? UNWRITTEN : 0, 0, 1);
    fill(j, j->ticket, 0, 0, 1);
    if (r->takes == TICKET) /* nobody is to read a sum that is not there yet */
        fill(j, j->sums[1], CANARY, 0, sum_count(j));
    if (r->product == UNFUSED)
        multiply(j);
    reduce(j, r->product == UNFUSED ? j->xy : j->x, j->count, j->sums[0], groups, j->group);
    for (; goes_on(r, groups, turn); turn++) {
        const cl_uint count = groups;

        groups = r->then == AGAIN ? groups_for(j, count) : 1;
        reduce(j, j->sums[turn % 2], count, j->sums[(turn + 1) % 2], groups, items_for(j, count));
    }
    return add_up(j, j->sums[turn % 2], r->then == CELL || r->then == STORED ? 1 : groups);
}

/* ---- What runs need ---- */

void job_open(job *j)
{
    cl_platform_id platforms[16];
    cl_uint count;
    cl_int code = CL_DEVICE_NOT_FOUND;

    CHECK(clGetPlatformIDs(16, platforms, &count));
    for (cl_uint i = 0; i < count && i < 16 && code != CL_SUCCESS; i++)
        code = clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &j->device, NULL);
    job_check(code, "clGetDeviceIDs()");
    j->context = clCreateContext(NULL, 1, &j->device, NULL, NULL, &code);
    job_check(code, "clCreateContext()");
    j->queue = clCreateCommandQueue(j->context, j->device, 0, &code);
    job_check(code, "clCreateCommandQueue()");
}

const char *job_text(const job *j)
{
    static char text[TEXT_SIZE];
    FILE *file = fopen(j->path, "rb");
    const size_t length = file == NULL ? 0 : fread(text, 1, sizeof text - 1, file);

    if (length == 0)
        STOP(1, "%s could not be read", j->path);
    if (length == sizeof text - 1)
        STOP(1, "%s is longer than the %d bytes that a kernel here may have", j->path,
             (int)sizeof text - 2);
    fclose(file);
    text[length] = '\0';
    return text;
}

/* The compiler's log, which lives until the next call. */
static const char *log_of(const job *j)
{
    static char log[LOG_SIZE];

    log[0] = '\0';
    clGetProgramBuildInfo(j->program, j->device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    return log;
}

/* Builds what begins with `line`. */
static cl_int build(job *j, const char *line, const char *more, const char *options)
{
    const char *texts[] = {line, job_text(j), more};
    cl_int code;

    if (j->program != NULL)
        clReleaseProgram(j->program);
    j->program = clCreateProgramWithSource(j->context, 3, texts, NULL, &code);
    job_check(code, "clCreateProgramWithSource()");
    return clBuildProgram(j->program, 1, &j->device, options, NULL, NULL);
}

/* As OpenCL C 1.2, or where that is not enough as what the device has. */
void job_compile(job *j, const char *more)
{
    char options[64], version[256] = "", line[600];
    cl_int code;

    snprintf(line, sizeof line, "#line 1 \"%.500s\"\n", j->path);
    CHECK(clGetDeviceInfo(j->device, CL_DEVICE_VERSION, sizeof version, version, NULL));
    snprintf(options, sizeof options, "-D GROUP=%u -cl-std=CL%.3s", j->group,
             j->rung->needs == NULL ? "1.2" : version + strlen("OpenCL "));
    code = build(j, line, more, options);
    if (code != CL_SUCCESS && strstr(log_of(j), j->path) == NULL)
        build(j, "", more, options); /* no #line is minded there: its lines are to be the file's */
    if (code != CL_SUCCESS || strstr(log_of(j), "warning") != NULL)
        fprintf(stderr, "%s: the compiler says\n%s\n", j->path, log_of(j));
    if (code != CL_SUCCESS && j->rung->needs != NULL)
        STOP(LACKING, "%s does not compile; it needs %s, which this device may lack", j->path,
             j->rung->needs);
    if (code != CL_SUCCESS)
        STOP(WRONG, "%s does not compile", j->path);
}

cl_kernel job_kernel(job *j, const char *name)
{
    size_t most;
    cl_int code;
    cl_kernel kernel = clCreateKernel(j->program, name, &code);

    if (code == CL_INVALID_KERNEL_NAME)
        STOP(WRONG, "%s has no kernel %s", j->path, name);
    job_check(code, "clCreateKernel()");
    CHECK(clGetKernelWorkGroupInfo(kernel, j->device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most,
                                   NULL));
    if (j->group > most)
        STOP(1, "groups of %u items: this device takes %zu at most", j->group, most);
    return kernel;
}

void job_remake(job *j, cl_mem *buffer, cl_uint count, void *numbers)
{
    const cl_mem_flags copied = numbers == NULL ? 0 : CL_MEM_COPY_HOST_PTR;
    cl_int code;

    if (*buffer != NULL)
        CHECK(clReleaseMemObject(*buffer));
    *buffer = clCreateBuffer(j->context, copied, count * sizeof(cl_int), numbers, &code);
    job_check(code, "clCreateBuffer()");
}

/* 0 to 7, in no order in which wrong kernels would be right by chance (Knuth's multiplicative
 * hash), and 0 to 2 as their partners in a product. What a group of the first launch may read too
 * much is behind them. */
cl_int job_make_numbers(job *j)
{
    const cl_uint all = j->count + j->group * j->rung->share;
    cl_int *x = allocate(all), *y = allocate(all), sum = 0;

    j->behind = all - j->count;
    for (cl_uint i = 0; i < all; i++) {
        x[i] = i < j->count ? (cl_int)(i * 2654435761u >> 29) : CANARY;
        y[i] = j->rung->product == NONE ? 1 : (cl_int)(i % 3);
        sum += i < j->count ? x[i] * y[i] : 0;
    }
    job_remake(j, &j->x, all, x);
    job_remake(j, &j->y, all, y);
    job_remake(j, &j->xy, j->rung->product == UNFUSED ? all : 1, NULL);
    for (size_t i = 0; i < 2; i++)
        job_remake(j, &j->sums[i], sum_count(j), NULL);
    job_remake(j, &j->ticket, 1, NULL);
    free(x);
    free(y);
    return sum;
}

void job_mark(job *j, cl_uint place)
{
    fill(j, j->x, 0, 0, j->count + j->behind);
    if (place <= j->count)
        fill(j, j->x, 1, place, place < j->count ? 1 : j->behind);
}

double job_clock(void)
{
    struct timespec now;

    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
