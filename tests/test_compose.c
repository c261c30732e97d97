/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is composed of choices for made-up devices: every strategy for every reduction on every kind
 * of device either composes, or is refused with a reason that names what is missing.
 */
#include "base/flag.h"
#include "base/piece.h"
#include "choose/accuracy.h"
#include "choose/choose_items.h"
#include "compose/compose.h"
#include "made_up.h"
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is(const char *text, const char *other)
{
    return strcmp(text, other) == 0;
}

static bool has(const char *source, const char *text)
{
    return strstr(source, text) != NULL;
}

/* Every kernel that the strategy launches is there, and none that it does not. */
static void check_kernels(const char *source, const clri_choice *choice)
{
    const char *finish = choice->strategy.finish->name;

    assert_true(has(source, "void clr_reduce("));
    assert_true(has(source, "clr_state clr_group_work("));
    assert_true(has(source, is(choice->strategy.load->name, "lanes")
                                ? "clr_lanes_state clr_slab_fold("
                                : "clr_state clr_item_fold("));
    assert_true(has(source, "clr_state clr_group_fold("));
    assert_true(has(source, "void clr_finish("));
    assert_int_equal(has(source, "void clr_reduce_partials("),
                     is(finish, "store") || is(finish, "overwrite"));
    assert_int_equal(has(source, "void clr_reduce_again("), is(finish, "relaunch"));
    assert_int_equal(has(source, "void clr_cell_begin("),
                     is(finish, "atomic") || is(finish, "unguarded"));
    assert_int_equal(has(source, "void clr_cell_end("), has(source, "void clr_cell_begin("));
    assert_int_equal(has(source, "clr_draw("), is(finish, "ticket"));
}

static void check_source(clri_choice *choice, bool has_fp64)
{
    clri_error error = {0};
    char *source, *again;

    if (clri_compose(choice, &source, &error) != CLR_OK)
        fail_msg("%s", error.message);
    assert_int_equal(clri_compose_trusted(choice, &again, &error), CLR_OK);
    assert_string_equal(again, source);
    free(again);
    check_kernels(source, choice);
    assert_int_equal(has(source, "__global uint *log"), choice->code.is_traced);
    assert_int_equal(has(source, "CLR_MEMORY_PARAMETER , __local clr_state *scratch"),
                     choice->code.local_is_dynamic);
    if (!has_fp64) {
        /* pieces of exact sums have it under conditions, which are decided later */
        assert_true(choice->pass.is_exact || !has(source, "convert_double"));
        assert_false(has(source, "define CLR_NUMBER double"));
        assert_false(has(source, "cl_khr_fp64"));
    }
    free(source);
}

/* Traced or not and with static or dynamic local memory, which take turns. */
static void check_turn(clri_choice *choice, bool has_fp64, unsigned number)
{
    const unsigned turn = number + number / 4;

    if (is_left_out(number))
        return;
    choice->code.is_traced = turn % 2;
    choice->code.local_is_dynamic = turn / 2 % 2;
    check_source(choice, has_fp64);
}

/*
 * Operators by what is folded, as far as strategies and devices make a difference: from what
 * numerics promises, not from the library's tables.
 */
static const struct kind {
    size_t values; /* the state is so many values in the element's own width; or 0, and in bytes: */
    size_t of_integers, of_f64, of_floats, without_fp64; /* the last one of floats */
    bool computes;   /* with numbers, instead of comparing or counting them */
    bool is_real;    /* and so of integers too */
    bool collects;   /* OpenCL has a work_group_reduce for it */
    bool is_plain;   /* the result is the state's number */
    bool is_several; /* sums, exact at every level */
} kinds[] = {
    [CLR_OPERATOR_SUM] = {0, 8, 8, 8, 8, true, .collects = true, .is_plain = true},
    [CLR_OPERATOR_PROD] = {0, 8, 8, 8, 8, true, .is_plain = true},
    [CLR_OPERATOR_MIN] = {1, .collects = true, .is_plain = true},
    [CLR_OPERATOR_MAX] = {1, .collects = true, .is_plain = true},
    [CLR_OPERATOR_MINMAX] = {.values = 2},
    [CLR_OPERATOR_ARGMIN] = {0, 16, 16, 16, 16, .is_plain = false},
    [CLR_OPERATOR_ARGMAX] = {0, 16, 16, 16, 16, .is_plain = false},
    [CLR_OPERATOR_ANY] = {0, 4, 4, 4, 4, .is_plain = true},
    [CLR_OPERATOR_ALL] = {0, 4, 4, 4, 4, .is_plain = true},
    [CLR_OPERATOR_COUNT] = {0, 8, 8, 8, 8, .collects = true, .is_plain = true},
    [CLR_OPERATOR_AND] = {1, .is_plain = true},
    [CLR_OPERATOR_OR] = {1, .is_plain = true},
    [CLR_OPERATOR_XOR] = {1, .is_plain = true},
    [CLR_OPERATOR_DOT] = {0, 8, 8, 8, 8, true, .collects = true, .is_plain = true},
    [CLR_OPERATOR_ASUM] = {0, 8, 8, 8, 8, true, .collects = true, .is_plain = true},
    [CLR_OPERATOR_SUMSQ] = {0, 8, 8, 8, 8, true, .collects = true, .is_plain = true},
    [CLR_OPERATOR_NRM2] = {0, 8, 24, 8, 24, true, true, .is_plain = false},
    [CLR_OPERATOR_AMAX] = {1, .collects = true, .is_plain = true},
    [CLR_OPERATOR_IAMAX] = {0, 16, 16, 16, 16, .is_plain = false},
    [CLR_OPERATOR_MEAN] = {0, 16, 8, 8, 8, true, true, .collects = true},
    [CLR_OPERATOR_VAR] = {0, 24, 24, 24, 24, true, true, .is_plain = false},
    [CLR_OPERATOR_STD] = {0, 24, 24, 24, 24, true, true, .is_plain = false},
    [CLR_OPERATOR_LOGSUMEXP] = {0, 16, 16, 16, 8, true, true, .is_plain = false},
    [CLR_OPERATOR_SIZE] = {0, 8, 8, 8, 8, .collects = true, .is_plain = true},
    [CLR_OPERATOR_WMEAN] = {0, 16, 24, 24, 8, .is_several = true},
    [CLR_OPERATOR_COV] = {0, 16, 24, 24, 8, .is_several = true},
    [CLR_OPERATOR_CORR] = {0, 16, 24, 24, 8, .is_several = true},
    [CLR_OPERATOR_FIRST] = {0, 16, 16, 16, 16, .is_plain = false},
    [CLR_OPERATOR_LAST] = {0, 16, 16, 16, 16, .is_plain = false},
    [CLR_OPERATOR_WVAR] = {0, 32, 32, 32, 32, true, true, .is_plain = false},
    [CLR_OPERATOR_WSTD] = {0, 32, 32, 32, 32, true, true, .is_plain = false},
    [CLR_OPERATOR_RWVAR] = {0, 32, 32, 32, 32, true, true, .is_plain = false},
    [CLR_OPERATOR_RWSTD] = {0, 32, 32, 32, 32, true, true, .is_plain = false},
};

static bool is_float_type(clr_type type)
{
    return type >= CLR_TYPE_F16;
}

/* Bytes of the state where strategies want one number if there can be one. */
static size_t state_size_of(clr_operator op, clr_type type, bool has_fp64)
{
    const struct kind *kind = &kinds[op];
    const size_t width = clr_type_size(type);

    if (kind->values) /* f16 and bf16 are compared as f32 */
        return kind->values * (is_float_type(type) && width < 4 ? 4 : width);
    if (!is_float_type(type))
        return kind->of_integers;
    if (op == CLR_OPERATOR_NRM2 && type == CLR_TYPE_F16) /* squares that need no scaling */
        return 8;
    if (!has_fp64)
        return kind->without_fp64;
    return type == CLR_TYPE_F64 ? kind->of_f64 : kind->of_floats;
}

/* What the formats need whatever the strategy. */
static bool lacks_fp64(clr_operator op, clr_type type, bool has_fp64)
{
    const struct kind *kind = &kinds[op];

    return !has_fp64 && ((kind->computes && type == CLR_TYPE_F64) ||
                         (kind->is_real && !is_float_type(type) && op != CLR_OPERATOR_MEAN));
}

/* Whether work_group_reduce takes the state: not pairs of f32, nor integers of 128 bits. */
static bool collects(clr_operator op, clr_type type, bool has_fp64)
{
    const bool is_pair = kinds[op].computes && is_float_type(type) && !has_fp64;

    return kinds[op].collects && !is_pair && state_size_of(op, type, has_fp64) <= 8;
}

/* Why a strategy does not take states of more than a number; NULL if it does. */
static const char *what_exact_lacks(const clr_strategy_info *info)
{
    if (is(info->group, "builtin"))
        return NULL;
    if (!info->is_sound || is(info->finish, "atomic") || is(info->finish, "host"))
        return "sums of level exact are more than that";
    return is(info->load, "lanes") ? "sums of level exact need no order" : NULL;
}

/*
 * What the device lacks for a strategy, as the reason must say; NULL if nothing. Worked out from
 * what the public calls tell of the strategy, not from the library's tables.
 */
static const char *what_is_missing(const clr_device *device, const char *strategy, clr_operator op,
                                   clr_type type)
{
    const bool has_fp64 = device->fp64 == 1;
    const size_t size = state_size_of(op, type, has_fp64);
    const bool takes_one = device->max_work_group_size == CLR_UNKNOWN;
    clr_strategy_info info = {.size = sizeof info};

    assert_int_equal(clr_strategy_describe(strategy, &info), CLR_OK);
    if (!clr_operator_result(op, type))
        return "takes integers only";
    if (lacks_fp64(op, type, has_fp64))
        return "no fp64";
    if (kinds[op].is_several && is_float_type(type) && what_exact_lacks(&info))
        return what_exact_lacks(&info);
    if (kinds[op].is_several && is(info.finish, "atomic"))
        return "there are several states";
    if (is(info.finish, "host") && !kinds[op].is_plain)
        return "folds single numbers";
    if (is(info.group, "builtin") && device->collectives != 1)
        return "no work_group_reduce functions";
    if (is(info.group, "builtin") && !collects(op, type, has_fp64))
        return "no work_group_reduce function for";
    if (is(info.finish, "ticket") && device->fence - 1 >= CLR_FENCE_ATOMIC)
        return "see each other's writes";
    if (is(info.finish, "atomic") && size > 8)
        return "larger than what atomics take";
    if (is(info.finish, "atomic") && size == 8 && device->int64_base_atomics != 1)
        return "no 64-bit atomics";
    if (is(info.finish, "relaunch") && takes_one && !is(info.load, "pair"))
        return "2 work-items at least";
    return NULL;
}

struct counts {
    unsigned chosen, refused;
};

static void check_combination(const clr_device *device, const char *strategy, clr_operator op,
                              clr_type type, struct counts *counts)
{
    const clr_plan_options options = {.size = sizeof options, .strategy = strategy, .unsound = 1};
    const clr_reduction reduction = (clr_reduction)CLR_REDUCTION(op, type);
    const char *missing = what_is_missing(device, strategy, op, type);
    clri_choice choice = {0};
    clri_error error = {0};
    const clr_status status = try_choose(device, &reduction, &options, UINT64_MAX, &choice, &error);

    if (status == CLR_OK) {
        if (missing)
            fail_msg("%s of %s by %s without saying '%s'", clr_operator_name(op),
                     clr_type_name(type), strategy, missing);
        assert_in_range(strlen(choice.why), 20, sizeof choice.why - 2);
        check_turn(&choice, device->fp64 == 1, counts->chosen++);
        return;
    }
    assert_int_equal(status, CLR_ERROR_UNSUPPORTED);
    if (!missing || !has(error.message, missing))
        fail_msg("%s of %s by %s: '%s' instead of '%s'", clr_operator_name(op), clr_type_name(type),
                 strategy, error.message, missing ? missing : "");
    counts->refused++;
}

TEST(every_strategy_composes_or_says_what_is_missing)
{
    const clr_device devices[] = {gpu_make(), bare_gpu_make(), cpu_make(), mute_make()};
    struct counts counts = {0};

    for (size_t d = 0; d < COUNT(devices); d++)
        for (size_t s = 1; clr_strategy_name(s); s++)
            for (int op = 1; clr_operator_name((clr_operator)op); op++)
                for (int type = 1; clr_type_name((clr_type)type); type++)
                    check_combination(&devices[d], clr_strategy_name(s), (clr_operator)op,
                                      (clr_type)type, &counts);
    print_message("%u chosen + %u refused = 4 devices x 24 strategies x 33 operators x 12 types\n",
                  counts.chosen, counts.refused);
    assert_int_equal(counts.chosen + counts.refused, 4 * 24 * 33 * 12);
    assert_in_range(counts.refused, 1, counts.chosen);
}

/* Each way of a device to do a thing is another piece. */
TEST(uses_the_means_of_the_device)
{
    static const struct {
        const char *strategy;
        clr_shuffle shuffle;
        clr_fence fence;
        clr_atomic_add atomic_add;
        clr_operator op;
        clr_type type;
        const char *part; /* of the source */
        const char *options;
    } cases[] = {
        {"shuffle", CLR_SHUFFLE_KHR, 0, 0, CLR_OPERATOR_SUM, CLR_TYPE_F32,
         "define CLR_SUB_SHUFFLE sub_group_shuffle\n", "-cl-std=CL3.0"},
        {"shuffle", CLR_SHUFFLE_INTEL, 0, 0, CLR_OPERATOR_SUM, CLR_TYPE_F32,
         "define CLR_SUB_SHUFFLE intel_sub_group_shuffle\n", ""},
        {"shuffle", CLR_SHUFFLE_AMD, 0, 0, CLR_OPERATOR_MIN, CLR_TYPE_I8, "ds_bpermute", ""},
        {"shuffle", CLR_SHUFFLE_NVIDIA, 0, 0, CLR_OPERATOR_MAX, CLR_TYPE_F64, "shfl.sync", ""},
        {"shuffle", CLR_SHUFFLE_NONE, 0, 0, CLR_OPERATOR_SUM, CLR_TYPE_I32,
         "theirs = *clr_cell_at(memory, from)", ""},
        {"unroll-last", CLR_SHUFFLE_NVIDIA, 0, 0, CLR_OPERATOR_SUM, CLR_TYPE_I32, "bar.warp.sync",
         ""},
        {"unroll-last", CLR_SHUFFLE_INTEL, 0, 0, CLR_OPERATOR_SUM, CLR_TYPE_I32,
         "void clr_meet_in_step(const clr_memory memory, const uint size)\n{\n    "
         "clr_meet(memory);",
         ""},
        {"ticket", 0, CLR_FENCE_C11, 0, CLR_OPERATOR_SUM, CLR_TYPE_F32, "atomic_work_item_fence",
         "-cl-std=CL3.0"},
        {"ticket", 0, CLR_FENCE_NVIDIA, 0, CLR_OPERATOR_SUM, CLR_TYPE_F32, "membar.gl", ""},
        {"ticket", 0, CLR_FENCE_ATOMIC, 0, CLR_OPERATOR_SUM, CLR_TYPE_F32, "clr_give_word", ""},
        {"ticket", 0, CLR_FENCE_ATOMIC, 0, CLR_OPERATOR_SUM, CLR_TYPE_I32, "clr_ask(memory)", ""},
        {"ticket", 0, CLR_FENCE_C11, 0, CLR_OPERATOR_SUM, CLR_TYPE_I32, "clr_ask(memory)",
         "-cl-std=CL3.0"},
        /* who claims is who draws the ticket, whichever item that is */
        {"tile/shuffle/ticket", CLR_SHUFFLE_KHR, CLR_FENCE_C11, 0, CLR_OPERATOR_SUM, CLR_TYPE_I32,
         "return clr_speaks() ? (uint)get_num_groups(0) + atomic_inc(memory.claims) : 0;",
         "-cl-std=CL3.0"},
        {"two-pass", CLR_SHUFFLE_NVIDIA, 0, 0, CLR_OPERATOR_SUM, CLR_TYPE_F32,
         "define CLR_LOAD(at) __builtin_astype(clr_load_16(at), ", ""},
        {"two-pass", CLR_SHUFFLE_NVIDIA, 0, 0, CLR_OPERATOR_MAX, CLR_TYPE_I16,
         "define CLR_LOAD(at) __builtin_astype(clr_load_8(at), ", ""},
        {"two-pass", CLR_SHUFFLE_KHR, 0, 0, CLR_OPERATOR_SUM, CLR_TYPE_F32,
         "define CLR_LOAD(at) (*(__global const CLR_ALL(held) *)(at))", ""},
        {"builtin", 0, 0, 0, CLR_OPERATOR_MAX, CLR_TYPE_U16,
         "define CLR_COLLECT work_group_reduce_max", "-cl-std=CL3.0"},
        {"atomic", 0, 0, 0, CLR_OPERATOR_SUM, CLR_TYPE_U8, "define CLR_ATOMIC atom_add\n", ""},
        {"atomic", 0, 0, 0, CLR_OPERATOR_MIN, CLR_TYPE_I8, "define CLR_ATOMIC atomic_min\n", ""},
        {"atomic", 0, 0, 0, CLR_OPERATOR_MAX, CLR_TYPE_F64, "define CLR_ATOMIC atom_max\n", ""},
        {"atomic", 0, 0, 0, CLR_OPERATOR_SUM, CLR_TYPE_F32, "define CLR_ATOMIC atom_cmpxchg\n", ""},
        {"atomic", 0, 0, 0, CLR_OPERATOR_PROD, CLR_TYPE_I8, "define CLR_ATOMIC atom_cmpxchg\n", ""},
        {"atomic", 0, 0, 0, CLR_OPERATOR_XOR, CLR_TYPE_U32, "define CLR_ATOMIC atomic_xor\n", ""},
        {"atomic", 0, 0, 0, CLR_OPERATOR_AND, CLR_TYPE_I64, "define CLR_ATOMIC atom_and\n", ""},
        {"atomic", 0, 0, 0, CLR_OPERATOR_ANY, CLR_TYPE_F16, "define CLR_ATOMIC atomic_or\n", ""},
        {"atomic", 0, 0, 0, CLR_OPERATOR_MINMAX, CLR_TYPE_I8, "define CLR_ATOMIC atomic_cmpxchg\n",
         ""},
        {"atomic", 0, 0, CLR_ATOMIC_ADD_C11, CLR_OPERATOR_SUM, CLR_TYPE_F64, "atomic_double *",
         "-cl-std=CL3.0"},
        {"atomic", 0, 0, CLR_ATOMIC_ADD_NVIDIA, CLR_OPERATOR_SUM, CLR_TYPE_F32,
         "red.global.add.f64", ""},
        {"atomic", 0, 0, CLR_ATOMIC_ADD_NVIDIA, CLR_OPERATOR_PROD, CLR_TYPE_F32,
         "define CLR_ATOMIC atom_cmpxchg\n", ""},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        clr_device device = gpu_make();
        clri_choice choice;
        clri_error error = {0};
        char *source;

        device.shuffle = cases[i].shuffle;
        device.fence = cases[i].fence;
        device.atomic_add_f64 = cases[i].atomic_add;
        choice = choose(&device, cases[i].op, cases[i].type, cases[i].strategy, UINT64_MAX);
        assert_string_equal(choice.code.build_options, cases[i].options);
        if (clri_compose(&choice, &source, &error) != CLR_OK)
            fail_msg("%s", error.message);
        if (!has(source, cases[i].part))
            fail_msg("%s: no '%s' in %s", cases[i].strategy, cases[i].part, source);
        free(source);
    }
}

/* ---- several, maps, the caller's own ---- */

/* The choice's text, for the caller to free, with the request that it was made of. */
static char *compose(const clr_reduction *reductions, size_t count, const char *strategy)
{
    const clr_device gpu = gpu_make();
    const clr_plan_options options = {.size = sizeof options, .strategy = strategy};
    clri_request request = request_of(reductions, count);
    clri_choice choice;
    clri_error error = {0};
    char *source;

    request.custom.state_size = request.custom.result_size = 8; /* what a compiler would say */
    if (clri_choose(&gpu, &request, &options, NULL, &choice, &error) != CLR_OK)
        fail_msg("%s", error.message);
    if (clri_compose(&choice, &source, &error) != CLR_OK)
        fail_msg("%s", error.message);
    clri_request_free(&request);
    return source;
}

TEST(composes_several_in_one_pass)
{
    clr_reduction reductions[] = {CLR_REDUCTION(CLR_OPERATOR_MEAN, CLR_TYPE_F32),
                                  CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32),
                                  CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_F32),
                                  CLR_REDUCTION(CLR_OPERATOR_MAX, CLR_TYPE_F32)};
    char *source;

    reductions[3].map = "fabs(x - z)";
    source = compose(reductions, COUNT(reductions), "two-pass");
    assert_true(has(source, "#define CLR_EACH_INPUT(DO) DO(x) DO(y) DO(z)\n"));
    assert_true(has(source, "#define CLR_EACH_MEMBER(DO) DO(0) DO(1) DO(2)\n"));
    assert_true(has(source, "#define CLR_EACH_RESULT(DO) DO(0, 0) DO(1, 0) DO(2, 1) DO(3, 2)\n"));
    assert_true(has(source, "#define CLR_EACH_STATUS(DO)\n"));
    assert_true(has(source, "/* result 3: max */"));
    assert_true(has(source, "#define CLR_EXPRESSION "));
    assert_true(has(source, "void clr_reduce("));
    free(source);
}

/* One of a kind of elements where comparisons are not to be trusted, of every operator that has it.
 */
static bool composes_by_bits(const clr_device *device, clr_operator op, clr_type type)
{
    clr_reduction reduction = CLR_REDUCTION(op, type);
    const clr_plan_options options = {.size = sizeof options, .strategy = "auto"};
    clri_request request;
    clri_choice choice;
    clri_error error = {0};
    char *source = NULL;

    reduction.where = "x > 0 && x != i";
    request = request_of(&reduction, 1);
    request.by_bits = true;
    clri_accuracy_settle(device, &options, &request);
    if (clri_choose(device, &request, &options, NULL, &choice, &error) == CLR_OK) {
        if (clri_compose(&choice, &source, &error) != CLR_OK)
            fail_msg("%s of %s: %s", clr_operator_name(op), clr_type_name(type), error.message);
        assert_int_equal(has(source, "clr_stands(4, as_"), type >= CLR_TYPE_F16);
        assert_false(type >= CLR_TYPE_F16 && has(source, "(x > "));
        free(source);
    }
    clri_error_clear(&error);
    clri_request_free(&request);
    return source != NULL;
}

TEST(composes_conditions_by_bits)
{
    const clr_device devices[] = {gpu_make(), cpu_make(), bare_gpu_make()};
    size_t composed = 0;

    for (size_t d = 0; d < COUNT(devices); d++)
        for (clr_operator op = 1; clr_operator_name(op); op++)
            for (clr_type type = 1; clr_type_name(type) && op != CLR_OPERATOR_CUSTOM; type++)
                composed += composes_by_bits(&devices[d], op, type);
    assert_in_range(composed, 500, SIZE_MAX);
}

/* The text stands as it is, with lines of its own, and its names are the library's no longer. */
TEST(composes_the_callers_own)
{
    static const char text[] = "typedef int state; /* and so on */";
    const clr_custom custom = {.size = sizeof custom, .source = text, .name = "mine\"\\\n.cl"};
    clr_reduction reduction = CLR_REDUCTION(CLR_OPERATOR_CUSTOM, CLR_TYPE_BF16);
    char *source;

    reduction.custom = &custom;
    source = compose(&reduction, 1, "auto");
    assert_true(has(source, "typedef float clr_custom_element;\n"));
    assert_true(has(source, "#line 1 \"mine___.cl\"\ntypedef int state; /* and so on */\n#line 1 "
                            "\"clreduce\"\n#undef element\n"));
    assert_true(has(source, "clr_custom_combine(a, b)"));
    free(source);
    reduction.map = "x > y";
    source = compose(&reduction, 1, "auto");
    assert_true(has(source, "typedef uchar clr_custom_element;\n"));
    free(source);
}

/* What host and kernels share is a row of flag.def, and no piece's own. */
TEST(no_piece_defines_what_the_host_knows)
{
    static const struct {
        clri_flag_set set;
        const char *name;
    } flags[] = {
#define CLRI_FLAG(set, name, value, meaning) {CLRI_FLAGS_##set, #name},
#include "base/flag.def"
    };

    for (size_t f = 0; f < COUNT(flags); f++)
        for (size_t i = 0; i < clri_piece_count; i++) {
            char define[64];

            snprintf(define, sizeof define, "#define CLR_%s ", flags[f].name);
            if (strstr(clri_pieces[i].text, define))
                fail_msg("%s has %s", clri_pieces[i].path, define);
        }
}

/* Each is its file. */
TEST(pieces_are_whole)
{
    assert_true(clri_piece_count > 20);
    for (size_t i = 0; i < clri_piece_count; i++) {
        char path[256];
        FILE *file;
        char *whole = calloc(1, 1 << 16);

        snprintf(path, sizeof path, "%s/cl/%s", CLR_SOURCE_FOLDER, clri_pieces[i].path);
        file = fopen(path, "r");
        assert_non_null(file);
        assert_in_range(fread(whole, 1, (1 << 16) - 1, file), 1, (1 << 16) - 2);
        fclose(file);
        assert_string_equal(whole, clri_pieces[i].text);
        free(whole);
    }
}

/* Pieces are looked for by halves. */
TEST(pieces_are_in_order)
{
    for (size_t i = 1; i < clri_piece_count; i++)
        assert_true(strcmp(clri_pieces[i - 1].path, clri_pieces[i].path) < 0);
}

/* ---- the second program, by its ways ---- */

/* Chooses the second program of a reduction's plan; false: there is none. */
static bool choose_items(const clr_device *device, const clr_reduction *reduction, clr_shape shape,
                         clri_choice *items)
{
    const clr_plan_options options = {.size = sizeof options, .shape = shape};
    clri_request request = request_of(reduction, 1);
    clri_error error = {0};
    clri_choice groups;
    bool are_there;

    assert_int_equal(clri_domain_read(&options, &request.domain, &error), CLR_OK);
    clri_accuracy_settle(device, &options, &request);
    assert_int_equal(clri_choose(device, &request, &options, NULL, &groups, &error), CLR_OK);
    assert_int_equal(
        clri_items_choose(device, &request, &options, &groups, items, &are_there, &error), CLR_OK);
    clri_request_free(&request);
    return are_there;
}

/* Composes the kernels of these ways, and none of another one. Returns the text's length. */
static size_t check_ways(clri_choice *items, uint32_t ways)
{
    static const struct {
        clri_way way;
        const char *kernel;
    } kernels[] = {
        {CLRI_WAY_ITEMS, "void clr_reduce_items("},  {CLRI_WAY_ACROSS, "void clr_reduce_across("},
        {CLRI_WAY_TEAMS, "void clr_reduce_teams("},  {CLRI_WAY_STAGE, "void clr_reduce_staged("},
        {CLRI_WAY_SLICES, "void clr_reduce_lines("}, {CLRI_WAY_AGAIN, "void clr_reduce_again("}};
    clri_error error = {0};
    char *source;
    size_t length;

    items->items.ways = ways;
    if (clri_compose(items, &source, &error) != CLR_OK)
        fail_msg("ways %#x: %s", ways, error.message);
    for (size_t i = 0; i < COUNT(kernels) && !items->pass.needs_order; i++)
        if (!(ways >> kernels[i].way & 1) && has(source, kernels[i].kernel))
            fail_msg("ways %#x have %s", ways, kernels[i].kernel);
    if (ways >> CLRI_WAY_TEAMS & 1)
        assert_true(has(source, "void clr_reduce_teams("));
    length = strlen(source);
    free(source);
    return length;
}

TEST(composes_each_way_alone)
{
    static const struct {
        clr_operator op;
        clr_accuracy accuracy;
    } asked[] = {
        {CLR_OPERATOR_SUM, CLR_ACCURACY_EXACT},   {CLR_OPERATOR_SUM, CLR_ACCURACY_FAST},
        {CLR_OPERATOR_VAR, CLR_ACCURACY_EXACT},   {CLR_OPERATOR_SUM, CLR_ACCURACY_REPRODUCIBLE},
        {CLR_OPERATOR_MAX, CLR_ACCURACY_DEFAULT}, {CLR_OPERATOR_LOGSUMEXP, CLR_ACCURACY_DEFAULT}};
    const clr_device devices[] = {gpu_make(), h200_make(), pocl_make()};
    size_t composed = 0;

    for (size_t d = 0; d < COUNT(devices); d++)
        for (size_t a = 0; a < COUNT(asked); a++)
            for (int by_offsets = 0; by_offsets < 2; by_offsets++) {
                clr_reduction reduction = CLR_REDUCTION(asked[a].op, CLR_TYPE_F32);
                clri_choice items;
                size_t all;

                reduction.accuracy = asked[a].accuracy;
                if (!choose_items(&devices[d], &reduction,
                                  by_offsets ? CLR_SHAPE_SEGMENTS : CLR_SHAPE_AXES, &items))
                    continue;
                composed++;
                all = check_ways(&items, CLRI_WAYS_ALL);
                for (uint32_t way = 1; way < CLRI_WAYS_ALL; way *= 2) {
                    assert_true(check_ways(&items, way) <= all);
                    check_ways(&items, way | 1u << CLRI_WAY_AGAIN);
                }
            }
    printf("%zu plans\n", composed);
    assert_true(composed >= COUNT(asked) * COUNT(devices));
}
