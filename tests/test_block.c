/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocks in kernels of a caller's own: every operator on every type, in groups of many sizes and
 * shapes and in sub-groups, with many texts in one program.
 */
#include "block_subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
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
    const char *comma = b->op.inputs == 2 ? ", " : "";
    const char *other = b->op.inputs == 2 ? load_of(b->reduction.type, 'y') : "";
    char values[128];
    char big[64];

    upper(b->name, big, sizeof big);
    snprintf(values, sizeof values, "%s%s%s", load_of(b->reduction.type, 'x'), comma, other);
    write_kernel("__kernel void run_%s(__global const %s *x, __global const %s *y,\n"
                 "                     __global uchar *out)\n{\n"
                 "    __local clr_group_%s_cell scratch[CLR_GROUP_%s_SCRATCH(LARGEST_GROUP)];\n"
                 "    const uint item = ITEM;\n"
                 "    const uint i = get_group_id(0) * ITEMS + item;\n"
                 "    __global uchar *to = out + i * %zu;\n"
                 "    clr_group_%s_result r = clr_group_%s(%s%s, scratch);\n",
                 b->name, stored, stored, b->name, big, sizeof(struct written), b->name, b->name,
                 values, b->op.has_index ? ", item + BASE" : "");
    write_results(rig, b);
    write_kernel("#ifdef CLR_SUB_%s\n    r = clr_sub_%s(%s%s);\n    to += %zu;\n", big, b->name,
                 values, b->op.has_index ? ", item - clr_sub_first(item) + BASE" : "",
                 offsetof(struct written, sub));
    write_results(rig, b);
    write_kernel("    to -= %zu;\n    *(__global uint *)(to + %zu) = 1;\n"
                 "    *(__global uint *)(to + %zu) = clr_sub_first(item);\n"
                 "    *(__global uint *)(to + %zu) = (uint)clr_sub_sizes(1);\n#endif\n}\n",
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
        .accuracy = b->reduction.accuracy,
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

    run_groups(rig, program, b->name, shape, data.buffers, COUNT(data.buffers));
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
    assert_true(make_block(rig, &sum, "sizes", 0, &size));
    texts[used++] = first.info.source;
    texts[used++] = size.info.source;
    for (size_t i = 0; i < count; i++)
        texts[used++] = blocks[i].info.source;
    write_uses(rig, blocks, count);
    texts[used++] = blocks[0].info.source; /* once more, which changes nothing */
    texts[used++] = kernels;
    program = build_texts(rig, texts, used, first.info.build_options, log, sizeof log);
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
        for (int other = 0; other <= has_policies(op, type); other++)
            if (add_block(rig, op, type, other, &blocks[count]))
                count++;
            else
                tally->skipped++; /* plans are refused by the same sentence */
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
    return shape == turn / 6 % COUNT(shapes) && turn % (test_scope() == SCOPE_COVER ? 6 : 12) == 0;
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

TEST(operators_on_all_types)
{
    struct tally tally = {0};

    for (size_t r = 0; r < rig_count(); r++)
        for (clr_type type = 1; clr_type_name(type); type++)
            check_type(rig_at(r), type, &tally);
    tally_print("blocks", &tally);
    assert_true(tally.run > 5);
}

/* Sums of integers are rounded as integers, and items have the values that the bits are. */
TEST(rounded_integers_are_values)
{
    static struct block blocks[BLOCKS_MOST];
    const clr_type results[] = {CLR_TYPE_F16, CLR_TYPE_BF16, CLR_TYPE_F32, CLR_TYPE_F64};
    struct tally tally = {0};

    for (size_t r = 0; r < rig_count(); r++) {
        cl_program program;
        size_t count = 0;

        for (size_t i = 0; i < COUNT(results); i++)
            for (int is_mean = 0; is_mean < 2; is_mean++) {
                const clr_reduction reduction = {
                    .size = sizeof reduction,
                    .op = is_mean ? CLR_OPERATOR_MEAN : CLR_OPERATOR_NRM2,
                    .type = is_mean ? CLR_TYPE_I32 : CLR_TYPE_U8,
                    .result = results[i],
                    .accuracy = CLR_ACCURACY_EXACT,
                };
                char name[40];

                snprintf(name, sizeof name, "%s_as_%s", clr_operator_name(reduction.op),
                         clr_type_name(results[i]));
                if (!make_block(rig_at(r), &reduction, name, 0, &blocks[count]))
                    fail_msg("%s", name);
                assert_int_equal(blocks[count].info.type, results[i]);
                count++;
            }
        program = build_blocks(rig_at(r), blocks, count);
        for (size_t b = 0; b < count; b++, tally.run++)
            check_block(rig_at(r), &blocks[b], program, shapes[2], b);
        clReleaseProgram(program);
    }
    tally_print("rounded integers", &tally);
}
