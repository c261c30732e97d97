/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tables that the rest is made of: names lead to rows and back, numbers stay what they were,
 * strategies are found by name and by their three pieces.
 */
#include "base/status.h"
#include "problem/number.h"
#include "problem/operator.h"
#include "problem/strategy.h"
#include "unit.h"

#include <clreduce/lessons.h>

#include <stdio.h>
#include <string.h>

enum { TYPES = 12, OPERATORS = 33 };

TEST(names_lead_back_to_their_rows)
{
    for (int type = 1; type <= TYPES; type++) {
        assert_non_null(clr_type_name((clr_type)type));
        assert_int_equal(clr_type_from_name(clr_type_name((clr_type)type)), type);
        assert_in_range(clr_type_size((clr_type)type), 1, 8);
    }
    assert_null(clr_type_name((clr_type)(TYPES + 1)));
    assert_null(clr_type_name(CLR_TYPE_DEFAULT));
    assert_int_equal(clr_type_from_name("f33"), CLR_TYPE_DEFAULT);
    assert_int_equal(clr_type_from_name(NULL), CLR_TYPE_DEFAULT);
    for (int op = 1; op <= OPERATORS; op++)
        assert_int_equal(clr_operator_from_name(clr_operator_name((clr_operator)op)), op);
    for (int op = CLR_OPERATOR_MEDIAN; op <= CLR_OPERATOR_UNIQUE; op++)
        assert_int_equal(clr_operator_from_name(clr_operator_name((clr_operator)op)), op);
    assert_null(clr_operator_name((clr_operator)(CLR_OPERATOR_MEDIAN - 1)));
    assert_null(clr_operator_name((clr_operator)(CLR_OPERATOR_UNIQUE + 1)));
    assert_null(clr_operator_name((clr_operator)0));
    assert_null(clr_operator_name((clr_operator)-1));
    assert_null(clr_operator_name((clr_operator)(OPERATORS + 1)));
    assert_null(clr_operator_name((clr_operator)999));
    assert_string_equal(clr_operator_name(CLR_OPERATOR_CUSTOM), "custom");
    assert_int_equal(clr_operator_from_name("custom"), 0);
    assert_int_equal(clr_operator_from_name("modes"), 0);
    assert_int_equal(clr_operator_from_name(NULL), 0);
    for (int level = 1; level <= 4; level++)
        assert_int_equal(clr_accuracy_from_name(clr_accuracy_name((clr_accuracy)level)), level);
    assert_string_equal(clr_strategy_name(0), "auto");
    assert_string_equal(clr_strategy_name(22), "ticket");
    assert_string_equal(clr_strategy_name(24), "ordered-ticket");
    assert_null(clr_strategy_name(25));
}

/* Public numbers are for ever: what programs were compiled with must go on meaning the same. */
TEST(numbers_are_pinned)
{
    assert_int_equal(CLR_OK, 0);
    assert_int_equal(CLR_ERROR_FORKED, -11);
    assert_int_equal(CLR_ERROR_MPI, -12);
    assert_string_equal(clr_status_name((clr_status)-1), "wrong argument");
    assert_string_equal(clr_status_name((clr_status)-9), "overflow");
    assert_string_equal(clr_status_name((clr_status)-99), "unknown status");
    assert_string_equal(clr_type_name((clr_type)1), "i8");
    assert_string_equal(clr_type_name((clr_type)10), "bf16");
    assert_string_equal(clr_type_name((clr_type)12), "f64");
    assert_string_equal(clr_accuracy_name((clr_accuracy)3), "fast");
    assert_int_equal(CLR_TRACE_LOAD, 1);
    assert_int_equal(CLR_TRACE_DELIVER, 11);
    assert_int_equal(CLR_LOCAL_DYNAMIC, 2);
    assert_int_equal(CLR_ATOMICS_NATIVE, 1);
    assert_int_equal(CLR_ATOMICS_SWAP, 2);
    assert_int_equal(CLR_NAN_PROPAGATE, 0);
    assert_int_equal(CLR_NAN_IGNORE, 1);
    assert_int_equal(CLR_OVERFLOW_WRAP, 0);
    assert_int_equal(CLR_OVERFLOW_DETECT, 1);
    assert_int_equal(CLR_PART_WHOLE, 0);
    assert_int_equal(CLR_PART_MORE, 1);
    assert_int_equal(CLR_PART_LAST, 2);
    assert_int_equal(CLR_OPERATOR_CUSTOM, 1000);
    assert_int_equal(CLR_INPUTS_MOST, 4);
    assert_int_equal(CLR_REDUCTIONS_MOST, 16);
}

TEST(operators_keep_their_numbers)
{
    static const char *const names[] = {
        "sum",   "prod", "min",  "max",  "minmax",    "argmin", "argmax", "any",  "all",
        "count", "and",  "or",   "xor",  "dot",       "asum",   "sumsq",  "nrm2", "amax",
        "iamax", "mean", "var",  "std",  "logsumexp", "size",   "wmean",  "cov",  "corr",
        "first", "last", "wvar", "wstd", "rwvar",     "rwstd",
    };

    assert_int_equal(COUNT(names), OPERATORS);
    for (size_t i = 0; i < COUNT(names); i++)
        assert_string_equal(clr_operator_name((clr_operator)(i + 1)), names[i]);
}

TEST(every_opencl_code_has_its_name)
{
    assert_string_equal(clri_opencl_name(CL_OUT_OF_RESOURCES), "CL_OUT_OF_RESOURCES");
    assert_string_equal(clri_opencl_name(-1001), "CL_PLATFORM_NOT_FOUND_KHR");
    assert_string_equal(clri_opencl_name(-9999), "unknown OpenCL code");
}

/* ---- operators ---- */

/* Letters for the types of results, by those of elements: i8 .. i64, u8 .. u64, f16 .. f64. */
struct results {
    clr_operator op;
    const char *types; /* 'd' f64, 'f' f32, 'L' i64, 'U' u64, 't' u8, '=' the element's, 'm' its
                          magnitude's, '-' none */
};

static const struct results results[OPERATORS] = {
    {CLR_OPERATOR_SUM, "LLLLUUUUfffd"},       {CLR_OPERATOR_PROD, "LLLLUUUUfffd"},
    {CLR_OPERATOR_MIN, "============"},       {CLR_OPERATOR_MAX, "============"},
    {CLR_OPERATOR_MINMAX, "============"},    {CLR_OPERATOR_ARGMIN, "============"},
    {CLR_OPERATOR_ARGMAX, "============"},    {CLR_OPERATOR_ANY, "tttttttttttt"},
    {CLR_OPERATOR_ALL, "tttttttttttt"},       {CLR_OPERATOR_COUNT, "UUUUUUUUUUUU"},
    {CLR_OPERATOR_AND, "========----"},       {CLR_OPERATOR_OR, "========----"},
    {CLR_OPERATOR_XOR, "========----"},       {CLR_OPERATOR_DOT, "LLLLUUUUfffd"},
    {CLR_OPERATOR_ASUM, "LLLLUUUUfffd"},      {CLR_OPERATOR_SUMSQ, "LLLLUUUUfffd"},
    {CLR_OPERATOR_NRM2, "ddddddddfffd"},      {CLR_OPERATOR_AMAX, "mmmm========"},
    {CLR_OPERATOR_IAMAX, "mmmm========"},     {CLR_OPERATOR_MEAN, "ddddddddfffd"},
    {CLR_OPERATOR_VAR, "ddddddddfffd"},       {CLR_OPERATOR_STD, "ddddddddfffd"},
    {CLR_OPERATOR_LOGSUMEXP, "ddddddddfffd"}, {CLR_OPERATOR_SIZE, "UUUUUUUUUUUU"},
    {CLR_OPERATOR_WMEAN, "ddddddddfffd"},     {CLR_OPERATOR_COV, "ddddddddfffd"},
    {CLR_OPERATOR_CORR, "ddddddddfffd"},      {CLR_OPERATOR_FIRST, "============"},
    {CLR_OPERATOR_LAST, "============"},      {CLR_OPERATOR_WVAR, "ddddddddfffd"},
    {CLR_OPERATOR_WSTD, "ddddddddfffd"},      {CLR_OPERATOR_RWVAR, "ddddddddfffd"},
    {CLR_OPERATOR_RWSTD, "ddddddddfffd"},
};

static clr_type type_of_letter(char letter, clr_type element)
{
    switch (letter) {
    case 'd':
        return CLR_TYPE_F64;
    case 'f':
        return CLR_TYPE_F32;
    case 'L':
        return CLR_TYPE_I64;
    case 'U':
        return CLR_TYPE_U64;
    case 't':
        return CLR_TYPE_U8;
    case '=':
        return element;
    case 'm': /* i8 is 1 and u8 is 5 */
        return (clr_type)(element + 4);
    default:
        return CLR_TYPE_DEFAULT;
    }
}

TEST(results_are_of_the_types_promised)
{
    for (size_t i = 0; i < COUNT(results); i++) {
        assert_int_equal(results[i].op, i + 1);
        for (int type = 1; type <= TYPES; type++)
            assert_int_equal(clr_operator_result(results[i].op, (clr_type)type),
                             type_of_letter(results[i].types[type - 1], (clr_type)type));
        assert_int_equal(clr_operator_result(results[i].op, (clr_type)(TYPES + 1)),
                         CLR_TYPE_DEFAULT);
        assert_int_equal(clr_operator_result(results[i].op, CLR_TYPE_DEFAULT), CLR_TYPE_DEFAULT);
    }
    assert_int_equal(clr_operator_result(CLR_OPERATOR_CUSTOM, CLR_TYPE_F32), CLR_TYPE_DEFAULT);
    assert_int_equal(clr_operator_result((clr_operator)(OPERATORS + 1), CLR_TYPE_F32),
                     CLR_TYPE_DEFAULT);
}

/* What a row says in words agrees with what the other calls say in numbers. */
TEST(every_operator_is_described)
{
    for (int i = 1; i <= OPERATORS; i++) {
        const clr_operator op = (clr_operator)i;
        const bool is_end = op == CLR_OPERATOR_FIRST || op == CLR_OPERATOR_LAST;
        const bool is_arg = op == CLR_OPERATOR_ARGMIN || op == CLR_OPERATOR_ARGMAX ||
                            op == CLR_OPERATOR_IAMAX || is_end;
        const bool is_bitwise = op >= CLR_OPERATOR_AND && op <= CLR_OPERATOR_XOR;
        const bool is_comparing = (op >= CLR_OPERATOR_MIN && op <= CLR_OPERATOR_ARGMAX) ||
                                  op == CLR_OPERATOR_AMAX || op == CLR_OPERATOR_IAMAX || is_end;
        const bool is_of_two = op >= CLR_OPERATOR_WMEAN && op <= CLR_OPERATOR_RWSTD && !is_end;
        const bool is_of_some =
            is_comparing || is_of_two || (op >= CLR_OPERATOR_MEAN && op <= CLR_OPERATOR_STD);
        clr_operator_info info = {.size = sizeof info};

        assert_int_equal(clr_operator_describe(op, &info), CLR_OK);
        assert_int_equal(info.size, sizeof info);
        assert_string_equal(info.name, clr_operator_name(op));
        assert_in_range(strlen(info.meaning), 5, 60);
        assert_string_equal(info.types, is_bitwise ? "integers" : "all");
        assert_true(strlen(info.result) > 0);
        assert_int_equal(info.inputs, op == CLR_OPERATOR_DOT || is_of_two ? 2 : 1);
        assert_int_equal(info.values, op == CLR_OPERATOR_MINMAX ? 2 : 1);
        assert_int_equal(info.has_index, is_arg);
        assert_int_equal(info.has_empty_value, !is_of_some);
        assert_int_equal(strcmp(info.empty, "none") == 0, is_of_some);
    }
}

TEST(describes_nothing_else)
{
    clr_operator_info info = {.size = sizeof info};

    assert_int_equal(clr_operator_describe((clr_operator)(OPERATORS + 1), &info),
                     CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_operator_describe((clr_operator)0, &info), CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_operator_describe(CLR_OPERATOR_SUM, NULL), CLR_ERROR_ARGUMENT);
    info.size--;
    assert_int_equal(clr_operator_describe(CLR_OPERATOR_SUM, &info), CLR_ERROR_ARGUMENT);
    assert_null(info.name); /* untouched */
    info.size++;
    assert_int_equal(clr_operator_describe(CLR_OPERATOR_CUSTOM, &info), CLR_OK);
    assert_string_equal(info.name, "custom");
    assert_int_equal(info.has_empty_value, 1);
}

/* ---- rows inside ---- */

/* Every operator's fold is a row, and every row some operator's. */
TEST(every_fold_is_some_operators)
{
    bool used[CLRI_FOLD_CUSTOM + 1] = {false};

    for (int op = 1; op <= OPERATORS; op++)
        used[clri_operator_of((clr_operator)op)->fold] = true;
    used[clri_operator_of(CLR_OPERATOR_CUSTOM)->fold] = true;
    for (int fold = 0; fold <= CLRI_FOLD_CUSTOM; fold++) {
        const clri_fold_row *row = clri_fold_of((clri_fold)fold);

        assert_true(used[fold]);
        assert_true(strlen(row->name) > 0);
        assert_int_equal(row->compares, fold >= CLRI_FOLD_MIN && fold <= CLRI_FOLD_LAST);
        assert_int_equal(row->atomic_32 != NULL, row->atomic_64 != NULL);
        if (row->collective)
            assert_non_null(strstr(row->collective, row->name));
        if (row->atomic_32) {
            assert_non_null(strstr(row->atomic_32, row->name));
            assert_non_null(strstr(row->atomic_64, row->name));
        }
    }
}

/* Comparing, counting, integers that stay integers and their means, and what several sums of two
 * inputs are made into, are exact whatever is asked;
 * sums, and what is made of them, if it is; all have the published order; the rest is fast. */
TEST(levels_are_kept_or_refused)
{
    for (int op = 1; op <= OPERATORS; op++)
        for (int type = 1; type <= TYPES; type++) {
            const char letter = results[op - 1].types[type - 1];
            const bool is_float = type >= CLR_TYPE_F16;
            const bool is_pairs_sums = op >= CLR_OPERATOR_WMEAN && op <= CLR_OPERATOR_CORR;
            const bool rounds = (letter == 'd' || letter == 'f') && !is_pairs_sums &&
                                (is_float || op != CLR_OPERATOR_MEAN);

            if (letter == '-')
                continue;
            for (int asked = 0; asked <= CLR_ACCURACY_RELAXED; asked++) {
                const bool sums = op != CLR_OPERATOR_PROD && op != CLR_OPERATOR_LOGSUMEXP &&
                                  op < CLR_OPERATOR_WVAR;

                assert_int_equal(
                    clri_operator_accuracy((clr_operator)op, (clr_type)type, (clr_accuracy)asked),
                    !rounds || (sums && asked == CLR_ACCURACY_EXACT) ? CLR_ACCURACY_EXACT
                    : asked == CLR_ACCURACY_REPRODUCIBLE             ? CLR_ACCURACY_REPRODUCIBLE
                    : asked == CLR_ACCURACY_EXACT                    ? CLR_ACCURACY_DEFAULT
                                                                     : CLR_ACCURACY_FAST);
            }
        }
    assert_int_equal(clri_operator_accuracy(CLR_OPERATOR_CUSTOM, CLR_TYPE_I32, CLR_ACCURACY_EXACT),
                     CLR_ACCURACY_DEFAULT);
}

TEST(magnitudes_are_unsigned)
{
    for (int type = CLR_TYPE_I8; type <= CLR_TYPE_F64; type++) {
        const clri_number *number = clri_number_of((clr_type)type);
        const clr_type magnitude = type <= CLR_TYPE_I64 ? (clr_type)(type + 4) : (clr_type)type;

        assert_int_equal(number->magnitude, magnitude);
        assert_int_equal(clri_number_of(number->magnitude)->size, number->size);
        assert_int_equal(number->class == CLRI_FLOAT, type >= CLR_TYPE_F16);
        assert_int_equal(number->class == CLRI_SIGNED, type <= CLR_TYPE_I64);
    }
}

/* ---- strategies ---- */

static clr_strategy_info info_of(const char *name)
{
    clr_strategy_info info = {.size = sizeof info};

    assert_int_equal(clr_strategy_describe(name, &info), CLR_OK);
    assert_int_equal(info.size, sizeof info);
    return info;
}

/* A row's three pieces, as a triple, are the row again but for its name and lesson. */
TEST(rows_are_their_triples)
{
    for (size_t s = 1; clr_strategy_name(s); s++) {
        const clr_strategy_info row = info_of(clr_strategy_name(s));
        clr_strategy_info triple;
        char text[CLRI_STRATEGY_NAME_SIZE];

        assert_string_equal(row.name, clr_strategy_name(s));
        assert_in_range(strlen(row.lesson), 20, 120);
        assert_ptr_equal(clr_strategy_lesson(row.name), row.lesson);
        assert_true(strlen(row.launches) > 0 && strlen(row.order) > 0);
        snprintf(text, sizeof text, "%s/%s/%s", row.load, row.group, row.finish);
        triple = info_of(text);
        assert_string_equal(triple.name, "");
        assert_string_equal(triple.lesson, "");
        assert_string_equal(clr_strategy_lesson(text), "");
        assert_string_equal(triple.finish, row.finish);
        assert_string_equal(triple.group_needs, row.group_needs);
        assert_string_equal(triple.finish_needs, row.finish_needs);
        assert_int_equal(triple.is_sound, row.is_sound);
        assert_int_equal(triple.is_repeatable, row.is_repeatable);
    }
    assert_string_equal(info_of("auto").load, "auto");
}

static bool is_wrong_by_design(const char *strategy)
{
    static const char *const wrong[] = {"race", "collide", "no-barriers", "volatile-warp"};

    for (size_t i = 0; i < COUNT(wrong); i++)
        if (strcmp(strategy, wrong[i]) == 0)
            return true;
    return false;
}

TEST(tells_what_strategies_are_like)
{
    for (size_t s = 1; clr_strategy_name(s); s++) {
        const char *name = clr_strategy_name(s);
        const clr_strategy_info info = info_of(name);
        const bool is_wrong = is_wrong_by_design(name);
        const bool is_atomic = strcmp(info.finish, "atomic") == 0;

        assert_int_equal(info.is_sound, !is_wrong);
        assert_int_equal(info.is_repeatable, !is_wrong && !is_atomic);
        assert_int_equal(strstr(info.finish_needs, "atomics") != NULL, is_atomic);
    }
    assert_int_equal(info_of("tile/volatile/ticket").is_sound, 0);
    assert_int_equal(info_of("tile/best/ticket").is_sound, 1);
    assert_non_null(strstr(info_of("shuffle").group_needs, "emulated in local memory"));
    assert_non_null(strstr(info_of("builtin").group_needs, "work_group_reduce"));
    assert_non_null(strstr(info_of("ticket").finish_needs, "each other's writes"));
    assert_string_equal(info_of("ticket").group, "best");
    assert_string_equal(info_of("ticket").launches, "1");
    assert_string_equal(info_of("sequential").launches, "1 a level");
    assert_non_null(strstr(info_of("ordered").order, "on every device"));
}

TEST(no_other_names_are_strategies)
{
    static const char *const strangers[] = {
        "",
        "magic",
        "Ticket",
        "ticket ",
        "/",
        "//",
        "tile",
        "tile/sequential",
        "tile/sequential/",
        "tile//ticket",
        "/sequential/ticket",
        "tile/sequential/ticket/",
        "tile/sequential/ticket/store",
        "tile/sequential/ticket ",
        "sequential/tile/ticket",
        "tile/sequential/best",
        "best/sequential/ticket",
        "tile/sequential/tickets",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/sequential/ticket",
        "tile/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/ticket",
        "tile/sequential/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    };
    clr_strategy_info info = {.size = sizeof info};

    for (size_t i = 0; i < COUNT(strangers); i++) {
        if (clr_strategy_describe(strangers[i], &info) != CLR_ERROR_ARGUMENT ||
            clr_strategy_lesson(strangers[i]))
            fail_msg("'%s' is taken for a strategy", strangers[i]);
        assert_null(info.name); /* untouched */
    }
    assert_int_equal(clr_strategy_describe(NULL, &info), CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_strategy_describe("ticket", NULL), CLR_ERROR_ARGUMENT);
    info.size--;
    assert_int_equal(clr_strategy_describe("ticket", &info), CLR_ERROR_ARGUMENT);
    assert_null(clr_strategy_lesson(NULL));
}

/* A word that learners try, and why it is none. */
TEST(early_return_is_refused_with_the_reason)
{
    clr_strategy_info info = {.size = sizeof info};

    assert_int_equal(clr_strategy_describe("early-return", &info), CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(clr_strategy_lesson("early-return"), "before a barrier"));
    assert_non_null(strstr(clr_strategy_lesson("early-return"), "early_return.cl"));
}

/* Every triple of pieces is found and keeps its name: the longest must fit. */
TEST(every_triple_is_found)
{
    static const char *const loads[] = {"one", "pair", "unroll", "stride", "tile", "run"};
    static const char *const groups[] = {"none",       "serial",      "interleaved", "strided",
                                         "sequential", "unroll-last", "unroll-full", "shuffle",
                                         "builtin",    "best",        "no-barriers", "volatile"};
    static const char *const finishes[] = {"result", "store",  "relaunch",  "host",
                                           "atomic", "ticket", "unguarded", "overwrite"};

    for (size_t l = 0; l < COUNT(loads); l++)
        for (size_t g = 0; g < COUNT(groups); g++)
            for (size_t f = 0; f < COUNT(finishes); f++) {
                clri_strategy strategy;
                char text[64];

                snprintf(text, sizeof text, "%s/%s/%s", loads[l], groups[g], finishes[f]);
                assert_true(clri_strategy_find(text, &strategy));
                assert_string_equal(strategy.name, text);
                assert_string_equal(strategy.load->name, loads[l]);
                assert_string_equal(strategy.finish->name, finishes[f]);
                if (strcmp(groups[g], "best") == 0)
                    assert_null(strategy.group);
                else
                    assert_string_equal(strategy.group->name, groups[g]);
            }
}
