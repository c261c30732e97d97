/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocks in kernels of a caller's own: every operator on every type in groups of many sizes, many
 * texts in one program, operators of the caller's own, and what a text leaves behind.
 */
#include "custom_examples.h"
#include "subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum {
    GROUPS = 6, /* of a launch, each with another kind of data */
    LARGEST_GROUP = 256,
    BASE = 1000,     /* index of a group's first item */
    BLOCKS_MOST = 64 /* of a program */
};

/* What an item writes: the group's result, then its sub-group's, if it has those. */
struct written {
    unsigned char result[28];
    cl_uint pad;
    unsigned char sub[28];
    cl_uint has_sub;
    cl_uint sub_first; /* the sub-group's first item in its group, and how many there are */
    cl_uint sub_size;
};

enum { SECOND_AT = 8, INDEX_AT = 16, STATUS_AT = 24 };

/* Groups by their dimensions. */
static const size_t shapes[][3] = {{256, 1, 1}, {1, 1, 1}, {10, 10, 1},
                                   {3, 1, 1},   {4, 4, 4}, {2, 16, 1}};

static size_t size_of(const size_t shape[3])
{
    return shape[0] * shape[1] * shape[2];
}

/* ---- texts of kernels ---- */

static char kernels[1 << 18];
static size_t kernels_length;

__attribute__((format(printf, 1, 2))) static void write_kernel(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    kernels_length += (size_t)vsnprintf(kernels + kernels_length, sizeof kernels - kernels_length,
                                        format, arguments);
    va_end(arguments);
    assert_true(kernels_length < sizeof kernels);
}

/* How OpenCL C has a type in memory. */
static const char *stored_as(const struct rig *rig, clr_type type)
{
    static const char *const names[] = {
        [CLR_TYPE_I8] = "char",     [CLR_TYPE_I16] = "short", [CLR_TYPE_I32] = "int",
        [CLR_TYPE_I64] = "long",    [CLR_TYPE_U8] = "uchar",  [CLR_TYPE_U16] = "ushort",
        [CLR_TYPE_U32] = "uint",    [CLR_TYPE_U64] = "ulong", [CLR_TYPE_F16] = "half",
        [CLR_TYPE_BF16] = "ushort", [CLR_TYPE_F32] = "float", [CLR_TYPE_F64] = "double",
    };

    return type == CLR_TYPE_F64 && rig->device->fp64 != 1 ? "ulong" : names[type];
}

/* An element of x or y as a value. */
static const char *load_of(clr_type type, char input)
{
    switch (type) {
    case CLR_TYPE_F16:
        return input == 'x' ? "vload_half(i, x)" : "vload_half(i, y)";
    case CLR_TYPE_BF16:
        return input == 'x' ? "as_float((uint)x[i] << 16)" : "as_float((uint)y[i] << 16)";
    default:
        return input == 'x' ? "x[i]" : "y[i]";
    }
}

/* Stores a value of the result, `member` of it, in memory as plans do. */
static void write_store(const struct rig *rig, clr_type type, const char *member, size_t at)
{
    if (type == CLR_TYPE_F16)
        write_kernel("    vstore_half_rte(r%s, 0, (__global half *)(to + %zu));\n", member, at);
    else if (type == CLR_TYPE_BF16)
        write_kernel("    *(__global ushort *)(to + %zu) = (ushort)(as_uint(r%s) >> 16);\n", at,
                     member);
    else
        write_kernel("    *(__global %s *)(to + %zu) = r%s;\n", stored_as(rig, type), at, member);
}

/* ---- blocks ---- */

struct block {
    clr_reduction reduction;
    char name[CLR_REDUCTIONS_MOST * 2];
    clr_block_info info;
    clr_operator_info op;
    bool is_struct; /* its result */
    bool has_status;
    bool is_any; /* for groups of any size */
};

/* Whether the header says that the result has a status. */
static bool has_status(const struct block *b)
{
    const clr_reduction *r = &b->reduction;
    const bool is_variance = r->op == CLR_OPERATOR_VAR || r->op == CLR_OPERATOR_STD;
    const bool counts = r->op == CLR_OPERATOR_COUNT;

    if (oracle_is_float(r->type))
        return (r->nan == CLR_NAN_IGNORE && !b->op.has_empty_value) || (is_variance && r->ddof);
    if (is_variance)
        return r->ddof != 0;
    return r->overflow == CLR_OVERFLOW_DETECT && !counts && b->info.type != CLR_TYPE_F64 &&
           (b->info.type == CLR_TYPE_I64 || b->info.type == CLR_TYPE_U64) &&
           (r->op == CLR_OPERATOR_SUM || r->op == CLR_OPERATOR_PROD || r->op == CLR_OPERATOR_DOT ||
            r->op == CLR_OPERATOR_ASUM || r->op == CLR_OPERATOR_SUMSQ);
}

/* Describes a block; false if the device cannot have it, in which plans agree. */
static bool make_block(const struct rig *rig, const clr_reduction *reduction, const char *name,
                       uint64_t group_size, struct block *b)
{
    const clr_block asked = {sizeof asked, reduction, name, group_size};
    clr_status status;

    *b = (struct block){.reduction = *reduction, .is_any = group_size == 0};
    b->info.size = sizeof b->info;
    b->op.size = sizeof b->op;
    snprintf(b->name, sizeof b->name, "%s", name);
    status = clr_block_describe(rig->context, &asked, &b->info);
    assert_int_equal(status, clr_plan_check(rig->device, reduction, 1, NULL, NULL, 0));
    if (status != CLR_OK)
        return false;
    assert_int_equal(clr_operator_describe(reduction->op, &b->op), CLR_OK);
    b->has_status = has_status(b);
    b->is_struct = b->has_status || b->op.has_index || b->op.values > 1;
    return true;
}

static void write_results(const struct rig *rig, const struct block *b)
{
    if (b->op.values > 1) {
        write_store(rig, b->info.type, ".least", 0);
        write_store(rig, b->info.type, ".most", SECOND_AT);
    } else {
        write_store(rig, b->info.type, b->is_struct ? ".value" : "", 0);
    }
    if (b->op.has_index)
        write_kernel("    *(__global ulong *)(to + %d) = r.index - %d;\n", INDEX_AT, BASE);
    if (b->has_status)
        write_kernel("    *(__global int *)(to + %d) = r.status;\n", STATUS_AT);
}

static void upper(const char *name, char *big, size_t size)
{
    snprintf(big, size, "%s", name);
    for (char *at = big; *at; at++)
        if (*at >= 'a' && *at <= 'z')
            *at = (char)(*at - 'a' + 'A');
}

/* A kernel whose items bring elements of x and y and write what they are given. */
static void write_use(const struct rig *rig, const struct block *b)
{
    const char *stored = stored_as(rig, b->reduction.type);
    char values[128];
    char big[64];

    upper(b->name, big, sizeof big);
    snprintf(values, sizeof values, "%s%s%s%s", load_of(b->reduction.type, 'x'),
             b->op.inputs == 2 ? ", " : "",
             b->op.inputs == 2 ? load_of(b->reduction.type, 'y') : "",
             b->op.has_index ? ", item + BASE" : "");
    write_kernel("__kernel void run_%s(__global const %s *x, __global const %s *y,\n"
                 "                     __global uchar *out)\n{\n"
                 "    __local clr_group_%s_cell scratch[CLR_GROUP_%s_SCRATCH(LARGEST_GROUP)];\n"
                 "    const uint item = ITEM;\n"
                 "    const uint i = get_group_id(0) * ITEMS + item;\n"
                 "    __global uchar *to = out + i * %zu;\n"
                 "    clr_group_%s_result r = clr_group_%s(%s, scratch);\n",
                 b->name, stored, stored, b->name, big, sizeof(struct written), b->name, b->name,
                 values);
    write_results(rig, b);
    write_kernel("#ifdef CLR_SUB_%s\n    r = clr_sub_%s(%s);\n    to += %zu;\n", big, b->name,
                 values, offsetof(struct written, sub));
    write_results(rig, b);
    write_kernel("    to -= %zu;\n    *(__global uint *)(to + %zu) = 1;\n"
                 "    *(__global uint *)(to + %zu) = clr_sub_first(item);\n"
                 "    *(__global uint *)(to + %zu) = (uint)clr_sub_size(1);\n#endif\n}\n",
                 offsetof(struct written, sub), offsetof(struct written, has_sub),
                 offsetof(struct written, sub_first), offsetof(struct written, sub_size));
}

static void write_uses(const struct rig *rig, const struct block *blocks, size_t count)
{
    kernels_length = 0;
    write_kernel(
        "#define BASE %d\n#define LARGEST_GROUP %d\n"
        "#define ITEM (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * \\\n"
        "                    get_local_size(0) + get_local_id(0))\n"
        "#define ITEMS (uint)(get_local_size(0) * get_local_size(1) * "
        "get_local_size(2))\n",
        BASE, LARGEST_GROUP);
    for (size_t i = 0; i < count; i++)
        write_use(rig, &blocks[i]);
}

/* ---- programs ---- */

/* Builds texts one after the other; NULL, with the log, if they do not compile. */
static cl_program build(const struct rig *rig, const char *const *texts, size_t count,
                        const char *options, char *log, size_t log_size)
{
    cl_int code;
    cl_program program = clCreateProgramWithSource(clr_context_opencl(rig->context), (cl_uint)count,
                                                   (const char **)texts, NULL, &code);

    assert_int_equal(code, CL_SUCCESS);
    if (clBuildProgram(program, 1, &rig->device->device, options, NULL, NULL) == CL_SUCCESS)
        return program;
    clGetProgramBuildInfo(program, rig->device->device, CL_PROGRAM_BUILD_LOG, log_size, log, NULL);
    clReleaseProgram(program);
    return NULL;
}

/* Runs the kernel of a block by GROUPS groups. */
static void run_kernel(const struct rig *rig, cl_program program, const char *name,
                       const size_t shape[3], cl_mem const *buffers, size_t count)
{
    const size_t global[3] = {shape[0] * GROUPS, shape[1], shape[2]};
    char full[64];
    cl_kernel kernel;
    cl_int code;

    snprintf(full, sizeof full, "run_%s", name);
    kernel = clCreateKernel(program, full, &code);
    assert_int_equal(code, CL_SUCCESS);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(clSetKernelArg(kernel, (cl_uint)i, sizeof *buffers, &buffers[i]),
                         CL_SUCCESS);
    assert_int_equal(
        clEnqueueNDRangeKernel(rig->queue, kernel, 3, NULL, global, shape, 0, NULL, NULL),
        CL_SUCCESS);
    assert_int_equal(clFinish(rig->queue), CL_SUCCESS);
    clReleaseKernel(kernel);
}

/* ---- every operator on every type ---- */

/* Roundings between an element and the result: a level of the tree each, and two to spare. */
static uint64_t depth_of(size_t size)
{
    uint64_t depth = 3;

    for (size_t reach = 1; reach < size; reach *= 2)
        depth++;
    return depth;
}

static void judge(const struct rig *rig, const struct block *b, const unsigned char *result,
                  const void *const data[2], size_t count, size_t group_size)
{
    const clr_result layout = {
        .size = sizeof layout,
        .op = b->reduction.op,
        .type = b->info.type,
        .accumulator = b->info.accumulator,
        .value_size = clr_type_size(b->info.type),
        .second_offset = b->op.values > 1 ? SECOND_AT : CLR_UNKNOWN,
        .index_offset = b->op.has_index ? INDEX_AT : CLR_UNKNOWN,
        .status_offset = b->has_status ? STATUS_AT : CLR_UNKNOWN,
    };
    char why[512];

    if (!accepts_record(&b->reduction, &layout, data, count, depth_of(count), CLR_OK, result, why,
                        sizeof why))
        fail_msg("%s on %s, groups of %zu, %zu items: %s", b->name, rig->which, group_size, count,
                 why);
}

/* Every item of a group and of a sub-group has the result, and the same. */
static void judge_group(const struct rig *rig, const struct block *b, const struct written *items,
                        const unsigned char *const data[2], size_t size)
{
    const size_t element = clr_type_size(b->reduction.type);

    judge(rig, b, items->result, (const void *const[]){data[0], data[1]}, size, size);
    for (size_t i = 0; i < size; i++) {
        const size_t first = items[i].sub_first;

        assert_memory_equal(items[i].result, items->result, sizeof items->result);
        if (!items[i].has_sub)
            continue;
        assert_in_range(i, first, first + items[i].sub_size - 1);
        assert_memory_equal(items[i].sub, items[first].sub, sizeof items->sub);
        if (i == first)
            judge(rig, b, items[i].sub,
                  (const void *const[]){data[0] + first * element, data[1] + first * element},
                  items[i].sub_size, size);
    }
}

/* Elements for all groups, each of another kind, and the buffers of both inputs and the answers. */
struct data {
    unsigned char *inputs[2];
    struct written *items;
    cl_mem buffers[3];
};

static struct data data_make(const struct rig *rig, const struct block *b, size_t size,
                             uint64_t seed)
{
    const size_t stretch = size * clr_type_size(b->reduction.type);
    struct data data = {.items = calloc(GROUPS * size, sizeof *data.items)};

    for (unsigned k = 0; k < 2; k++) {
        data.inputs[k] = malloc(GROUPS * stretch);
        assert_true(data.items && data.inputs[k]);
        for (unsigned g = 0; g < GROUPS; g++)
            oracle_fill(kind_for(b->reduction.op, (unsigned)seed + g), seed + 2 * g + k,
                        b->reduction.type, data.inputs[k] + g * stretch, size);
        data.buffers[k] = buffer_of(rig, data.inputs[k], GROUPS * stretch);
    }
    data.buffers[2] = buffer_of(rig, data.items, GROUPS * size * sizeof *data.items);
    return data;
}

static void data_destroy(struct data *data)
{
    for (size_t i = 0; i < COUNT(data->buffers); i++)
        clReleaseMemObject(data->buffers[i]);
    free(data->inputs[0]);
    free(data->inputs[1]);
    free(data->items);
}

static void check_block(const struct rig *rig, const struct block *b, cl_program program,
                        const size_t shape[3], uint64_t seed)
{
    const size_t size = size_of(shape);
    const size_t stretch = size * clr_type_size(b->reduction.type);
    struct data data = data_make(rig, b, size, seed);

    run_kernel(rig, program, b->name, shape, data.buffers, COUNT(data.buffers));
    buffer_read(rig, data.buffers[2], 0, data.items, GROUPS * size * sizeof *data.items);
    for (size_t g = 0; g < GROUPS; g++)
        judge_group(rig, b, data.items + g * size,
                    (const unsigned char *const[]){data.inputs[0] + g * stretch,
                                                   data.inputs[1] + g * stretch},
                    size);
    data_destroy(&data);
}

/* Two probes by which items tell their sub-group, all blocks, and the kernel. */
static cl_program build_blocks(const struct rig *rig, const struct block *blocks, size_t count)
{
    static char log[1 << 16];
    const clr_reduction least = CLR_REDUCTION(CLR_OPERATOR_MIN, CLR_TYPE_U32);
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_COUNT, CLR_TYPE_U32);
    const char *texts[BLOCKS_MOST + 4];
    struct block first;
    struct block size;
    size_t used = 0;
    cl_program program;

    assert_true(make_block(rig, &least, "first", 0, &first));
    assert_true(make_block(rig, &sum, "size", 0, &size));
    texts[used++] = first.info.source;
    texts[used++] = size.info.source;
    for (size_t i = 0; i < count; i++)
        texts[used++] = blocks[i].info.source;
    write_uses(rig, blocks, count);
    texts[used++] = blocks[0].info.source; /* once more, which changes nothing */
    texts[used++] = kernels;
    program = build(rig, texts, used, first.info.build_options, log, sizeof log);
    if (!program)
        fail_msg("on %s: %s", rig->which, log);
    return program;
}

/* Whether the other policies mean anything to an operator. */
static bool has_policies(clr_operator op, clr_type type)
{
    return oracle_is_float(type) || op == CLR_OPERATOR_VAR || op == CLR_OPERATOR_STD ||
           op == CLR_OPERATOR_SUM || op == CLR_OPERATOR_PROD || op == CLR_OPERATOR_DOT ||
           op == CLR_OPERATOR_ASUM || op == CLR_OPERATOR_SUMSQ;
}

static bool add_block(const struct rig *rig, clr_operator op, clr_type type, bool other,
                      struct block *block)
{
    const clr_reduction reduction = {
        .size = sizeof reduction,
        .op = op,
        .type = type,
        .nan = other ? CLR_NAN_IGNORE : CLR_NAN_PROPAGATE,
        .overflow = other ? CLR_OVERFLOW_DETECT : CLR_OVERFLOW_WRAP,
        .ddof = other ? 1 : 0,
    };
    char name[40];

    snprintf(name, sizeof name, "%s_%s%s", clr_operator_name(op), clr_type_name(type),
             other ? "_other" : "");
    return make_block(rig, &reduction, name, 0, block);
}

/* Blocks of one type: each operator, and again by its other policies. */
static size_t blocks_of(const struct rig *rig, clr_type type, struct block *blocks,
                        struct tally *tally)
{
    size_t count = 0;

    for (clr_operator op = 1; clr_operator_name(op); op++)
        for (int other = 0; other <= has_policies(op, type); other++) {
            if (add_block(rig, op, type, other, &blocks[count]))
                count++;
            else
                tally_skip(tally, clr_context_error(rig->context)->message);
        }
    return count;
}

/*
 * In smaller scopes all blocks are compiled and some run, each by one shape: of every operator and
 * of every type some are.
 */
static bool scope_has(size_t block, clr_type type, size_t shape)
{
    const size_t turn = block + (size_t)type;

    if (test_scope() == SCOPE_FULL)
        return true;
    return shape == turn / 6 % COUNT(shapes) && turn % (test_scope() == SCOPE_COVER ? 6 : 24) == 0;
}

static void check_type(const struct rig *rig, clr_type type, struct tally *tally)
{
    static struct block blocks[BLOCKS_MOST];
    const size_t count = blocks_of(rig, type, blocks, tally);
    cl_program program = build_blocks(rig, blocks, count);

    for (size_t b = 0; b < count; b++)
        for (size_t s = 0; s < COUNT(shapes); s++)
            if (scope_has(b, type, s) && size_of(shapes[s]) <= rig->device->max_work_group_size) {
                check_block(rig, &blocks[b], program, shapes[s], b + s * 7);
                tally->run++;
            }
    clReleaseProgram(program);
}

static void operators_on_all_types(void **state)
{
    struct tally tally = {0};

    (void)state;
    for (size_t r = 0; r < rig_count(); r++)
        for (clr_type type = 1; clr_type_name(type); type++)
            check_type(rig_at(r), type, &tally);
    tally_print("blocks", &tally);
    assert_true(tally.run > 5);
}

/* ---- what a text leaves behind ---- */

/* Whether the macro may stay that is defined there, of a block called "probe". */
static bool may_stay(const char *define)
{
    static const char *const names[] = {"CLR_BLOCK_PROBE ", "CLR_GROUP_PROBE_SCRATCH",
                                        "CLR_SUB_PROBE\n"};

    for (size_t i = 0; i < COUNT(names); i++)
        if (strncmp(define + strlen("#define "), names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* Each macro that a text defines it also takes back, after the last definition. */
static void texts_leave_no_macro(void **state)
{
    const clr_reduction reduction = {.size = sizeof reduction,
                                     .op = CLR_OPERATOR_ARGMAX,
                                     .type = CLR_TYPE_F32,
                                     .nan = CLR_NAN_IGNORE};
    struct block b;
    size_t found = 0;

    (void)state;
    assert_true(make_block(rig_at(0), &reduction, "probe", 0, &b));
    for (const char *at = b.info.source; (at = strstr(at, "#define ")) != NULL; at++) {
        char undef[96];

        if (may_stay(at))
            continue;
        snprintf(undef, sizeof undef, "#undef %.*s\n",
                 (int)strcspn(at + strlen("#define "), " (\n"), at + strlen("#define "));
        if (!strstr(at, undef))
            fail_msg("%.60s stays", at);
        found++;
    }
    assert_true(found > 40);
}

static void different_blocks_of_one_name_collide(void **state)
{
    static char log[1 << 14];
    const struct rig *rig = rig_at(0);
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_reduction max = CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_I32);
    const char *texts[2];
    struct block a;
    struct block b;

    (void)state;
    assert_true(make_block(rig, &sum, "one", 0, &a));
    assert_true(make_block(rig, &max, "one", 0, &b));
    texts[0] = a.info.source;
    texts[1] = b.info.source;
    assert_null(build(rig, texts, 2, "", log, sizeof log));
    assert_non_null(strstr(log, "two different blocks are called one"));
}

static void the_same_block_has_the_same_text(void **state)
{
    const struct rig *rig = rig_at(0);
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    struct block a;
    struct block b;

    (void)state;
    assert_true(make_block(rig, &sum, "sum_i32", 64, &a));
    assert_true(make_block(rig, &sum, "sum_i32", 64, &b));
    assert_ptr_equal(a.info.source, b.info.source);
    assert_true(make_block(rig, &sum, "sum_i32", 0, &b));
    assert_true(a.info.source != b.info.source);
}

/* ---- groups of a size that is known ---- */

static const char rows_kernel[] =
    "__kernel void run_rows(__global const int *x, __global long *sums, __global int *most)\n"
    "{\n"
    "    __local clr_group_sum_i32_cell scratch[CLR_GROUP_SUM_I32_SCRATCH];\n"
    "    __local clr_group_max_i32_cell others[CLR_GROUP_MAX_I32_SCRATCH];\n"
    "    const size_t first = 4 * get_group_id(0);\n"
    "    for (size_t row = first; row < first + 4; row++) {\n"
    "        const int value = x[row * get_local_size(0) + get_local_id(0)];\n"
    "        const long sum = clr_group_sum_i32(value, scratch);\n"
    "        const int greatest = clr_group_max_i32(value, others);\n"
    "        if (get_local_id(0) == get_local_size(0) - 1) {\n"
    "            sums[row] = sum;\n"
    "            most[row] = greatest;\n"
    "        }\n"
    "    }\n"
    "}\n";

/* One kernel, two blocks of known size, and scratch memory that is used row after row. */
static void rows_use_scratch_memory_anew(void **state)
{
    enum { ROWS = 4 * GROUPS, WIDTH = 24 };
    static char log[1 << 14];
    const size_t shape[3] = {WIDTH, 1, 1};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_reduction max = CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_I32);
    int32_t x[ROWS][WIDTH];

    (void)state;
    oracle_fill(ORACLE_UNIFORM, 5, CLR_TYPE_I32, x, (size_t)ROWS * WIDTH);
    for (size_t r = 0; r < rig_count(); r++) {
        const struct rig *rig = rig_at(r);
        const char *texts[3] = {NULL, NULL, rows_kernel};
        int64_t sums[ROWS] = {0};
        int32_t most[ROWS] = {0};
        struct block a;
        struct block b;
        cl_program program;
        cl_mem buffers[3];

        if (rig->device->max_work_group_size < WIDTH)
            continue;
        assert_true(make_block(rig, &sum, "sum_i32", WIDTH, &a));
        assert_true(make_block(rig, &max, "max_i32", WIDTH, &b));
        texts[0] = a.info.source;
        texts[1] = b.info.source;
        program = build(rig, texts, COUNT(texts), "", log, sizeof log);
        if (!program)
            fail_msg("%s", log);
        buffers[0] = buffer_of(rig, x, sizeof x);
        buffers[1] = buffer_of(rig, sums, sizeof sums);
        buffers[2] = buffer_of(rig, most, sizeof most);
        run_kernel(rig, program, "rows", shape, buffers, COUNT(buffers));
        buffer_read(rig, buffers[1], 0, sums, sizeof sums);
        buffer_read(rig, buffers[2], 0, most, sizeof most);
        for (size_t row = 0; row < ROWS; row++) {
            int64_t total = 0;
            int32_t greatest = INT32_MIN;

            for (size_t k = 0; k < WIDTH; k++) {
                total += x[row][k];
                greatest = x[row][k] > greatest ? x[row][k] : greatest;
            }
            assert_int_equal(sums[row], total);
            assert_int_equal(most[row], greatest);
        }
        for (size_t i = 0; i < COUNT(buffers); i++)
            clReleaseMemObject(buffers[i]);
        clReleaseProgram(program);
    }
}

/* ---- operators of the caller's own ---- */

static const char own_kernel[] =
    "__kernel void run_own(__global const ELEMENT *x, __global RESULT *results)\n"
    "{\n"
    "    __local CELL scratch[SCRATCH(21)];\n"
    "    const RESULT r = GROUP(x[get_global_id(0)], get_local_id(0), scratch);\n"
    "    if (get_local_id(0) == 0)\n"
    "        results[get_group_id(0)] = r;\n"
    "}\n";

/* Also operators that mind the order: the elements of a group are taken as its items are numbered.
 */
static void operators_of_ones_own(void **state)
{
    static const char options[] =
        "-DELEMENT=clr_block_mine_own_element -DRESULT=clr_group_mine_result "
        "-DCELL=clr_group_mine_cell -DSCRATCH=CLR_GROUP_MINE_SCRATCH -DGROUP=clr_group_mine";
    static char log[1 << 14];
    enum { SIZE = 21 };
    const size_t shape[3] = {SIZE, 1, 1};

    (void)state;
    for (size_t r = 0; r < rig_count(); r++)
        for (size_t e = 0; e < EXAMPLES; e++) {
            const struct rig *rig = rig_at(r);
            const struct example *example = &examples[e];
            const clr_reduction reduction = {
                .size = sizeof reduction, .op = CLR_OPERATOR_CUSTOM, .custom = &example->custom};
            const clr_block asked = {sizeof asked, &reduction, "mine", 0};
            clr_block_info info = {.size = sizeof info};
            static unsigned char data[GROUPS * SIZE * 64];
            static unsigned char results[GROUPS * 64];
            unsigned char expected[64];
            cl_program program;
            cl_mem buffers[2];

            if (rig->device->max_work_group_size < SIZE)
                continue;
            assert_ok(rig, clr_block_describe(rig->context, &asked, &info));
            program = build(rig, (const char *const[]){info.source, own_kernel}, 2, options, log,
                            sizeof log);
            if (!program)
                fail_msg("%s", log);
            example->fill(data, (size_t)GROUPS * SIZE);
            buffers[0] = buffer_of(rig, data, sizeof data);
            buffers[1] = buffer_of(rig, results, sizeof results);
            run_kernel(rig, program, "own", shape, buffers, COUNT(buffers));
            buffer_read(rig, buffers[1], 0, results, sizeof results);
            for (size_t g = 0; g < GROUPS; g++) {
                example->fold(data + g * SIZE * example->custom.element_size, SIZE, expected);
                assert_memory_equal(results + g * example->result_size, expected,
                                    example->result_size);
            }
            clReleaseMemObject(buffers[0]);
            clReleaseMemObject(buffers[1]);
            clReleaseProgram(program);
        }
}

/* ---- refusals ---- */

static void refuses_what_is_no_block(void **state)
{
    const struct rig *rig = rig_at(0);
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    clr_reduction mapped = sum;
    clr_block_info info = {.size = sizeof info};
    const struct {
        clr_block block;
        const char *part;
    } rows[] = {
        {{1, &sum, NULL, 0}, "clr_block.size"},
        {{sizeof(clr_block), NULL, NULL, 0}, "reduction is NULL"},
        {{sizeof(clr_block), &mapped, NULL, 0}, "leave out clr_reduction.map"},
        {{sizeof(clr_block), &sum, "", 0}, "cannot be a part of names"},
        {{sizeof(clr_block), &sum, "a-b", 0}, "cannot be a part of names"},
        {{sizeof(clr_block), &sum, "a23456789b123456789c123456789d123456789e1", 0}, "up to 40"},
        {{sizeof(clr_block), &sum, NULL, UINT64_C(1) << 40}, "are more than"},
    };

    (void)state;
    mapped.map = "x * x";
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_error(rig, CLR_ERROR_ARGUMENT,
                     clr_block_describe(rig->context, &rows[i].block, &info), rows[i].part);
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_block_describe(rig->context, NULL, &info), "NULL");
    info.size = 1;
    assert_error(
        rig, CLR_ERROR_ARGUMENT,
        clr_block_describe(rig->context, &(clr_block){sizeof(clr_block), &sum, NULL, 0}, &info),
        "clr_block_info.size");
    assert_int_equal(clr_block_describe(NULL, NULL, NULL), CLR_ERROR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_leave_no_macro),
        cmocka_unit_test(different_blocks_of_one_name_collide),
        cmocka_unit_test(the_same_block_has_the_same_text),
        cmocka_unit_test(rows_use_scratch_memory_anew),
        cmocka_unit_test(operators_of_ones_own),
        cmocka_unit_test(refuses_what_is_no_block),
        cmocka_unit_test(operators_on_all_types),
    };
    const int failed = cmocka_run_group_tests_name("block", tests, NULL, NULL);

    rigs_destroy();
    return failed;
}
