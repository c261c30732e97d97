/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Texts of blocks: what they leave behind, several of them together, operators of the caller's own,
 * groups of a size that is known, and what is no block.
 */
#include "block_subject.h"
#include "custom_examples.h"

#include <stdio.h>
#include <string.h>

static const struct rig *first_rig(void)
{
    assert_true(rig_count() > 0);
    return rig_at(0);
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
TEST(texts_leave_no_macro)
{
    const clr_reduction reduction = {.size = sizeof reduction,
                                     .op = CLR_OPERATOR_ARGMAX,
                                     .type = CLR_TYPE_F32,
                                     .nan = CLR_NAN_IGNORE};
    struct block b;
    size_t found = 0;

    assert_true(make_block(first_rig(), &reduction, "probe", 0, &b));
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

TEST(different_blocks_of_one_name_collide)
{
    static char log[1 << 14];
    const struct rig *rig = first_rig();
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_reduction max = CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_I32);
    const char *texts[2];
    struct block a;
    struct block b;

    assert_true(make_block(rig, &sum, "one", 0, &a));
    assert_true(make_block(rig, &max, "one", 0, &b));
    texts[0] = a.info.source;
    texts[1] = b.info.source;
    assert_null(build_texts(rig, texts, 2, "", log, sizeof log));
    assert_non_null(strstr(log, "two different blocks are called one"));
}

TEST(the_same_block_has_the_same_text)
{
    const struct rig *rig = first_rig();
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    struct block a;
    struct block b;

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
TEST(rows_use_scratch_memory_anew)
{
    enum { ROWS = 4 * GROUPS, WIDTH = 24 };
    static char log[1 << 14];
    const size_t shape[3] = {WIDTH, 1, 1};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_reduction max = CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_I32);
    int32_t x[ROWS][WIDTH];

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
        program = build_texts(rig, texts, COUNT(texts), "", log, sizeof log);
        if (!program)
            fail_msg("%s", log);
        buffers[0] = buffer_of(rig, x, sizeof x);
        buffers[1] = buffer_of(rig, sums, sizeof sums);
        buffers[2] = buffer_of(rig, most, sizeof most);
        run_groups(rig, program, "rows", shape, buffers, COUNT(buffers));
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
TEST(operators_of_ones_own)
{
    static const char options[] =
        "-DELEMENT=clr_block_mine_custom_element -DRESULT=clr_group_mine_result "
        "-DCELL=clr_group_mine_cell -DSCRATCH=CLR_GROUP_MINE_SCRATCH -DGROUP=clr_group_mine";
    static char log[1 << 14];
    enum { SIZE = 21 };
    const size_t shape[3] = {SIZE, 1, 1};

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
            assert_ok(rig, clr_device_source(rig->context, &asked, &info));
            program = build_texts(rig, (const char *const[]){info.source, own_kernel}, 2, options,
                                  log, sizeof log);
            if (!program)
                fail_msg("%s", log);
            example->fill(data, (size_t)GROUPS * SIZE);
            buffers[0] = buffer_of(rig, data, sizeof data);
            buffers[1] = buffer_of(rig, results, sizeof results);
            run_groups(rig, program, "own", shape, buffers, COUNT(buffers));
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

/* Those that clreduce.h and docs/blocks.md list. */
TEST(refuses_names_that_the_text_has)
{
    static const char *const names[] = {"fold", "size",    "width", "number", "count",
                                        "item", "shuffle", "of",    "at",     "state"};
    const struct rig *rig = first_rig();
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    clr_block_info info = {.size = sizeof info};

    for (size_t i = 0; i < COUNT(names); i++) {
        const clr_block block = {sizeof block, &sum, names[i], 0};

        assert_error(rig, CLR_ERROR_ARGUMENT, clr_device_source(rig->context, &block, &info),
                     "which the text has for itself");
    }
}

TEST(refuses_what_is_no_block)
{
    const struct rig *rig = first_rig();
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

    mapped.map = "x * x";
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_error(rig, CLR_ERROR_ARGUMENT,
                     clr_device_source(rig->context, &rows[i].block, &info), rows[i].part);
    assert_error(rig, CLR_ERROR_ARGUMENT, clr_device_source(rig->context, NULL, &info), "NULL");
    info.size = 1;
    assert_error(
        rig, CLR_ERROR_ARGUMENT,
        clr_device_source(rig->context, &(clr_block){sizeof(clr_block), &sum, NULL, 0}, &info),
        "clr_block_info.size");
    assert_int_equal(clr_device_source(NULL, NULL, NULL), CLR_ERROR_ARGUMENT);
}
