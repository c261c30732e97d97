/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tables that the rest is made of: names lead to rows and back, numbers stay what they were,
 * strategies are found by name and by their three pieces.
 */
#include "../src/status.h"
#include "../src/strategy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* */
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void names_lead_back_to_their_rows(void **state)
{
    (void)state;
    for (int type = 1; type <= 12; type++) {
        assert_non_null(clr_type_name((clr_type)type));
        assert_int_equal(clr_type_from_name(clr_type_name((clr_type)type)), type);
        assert_in_range(clr_type_size((clr_type)type), 1, 8);
    }
    assert_null(clr_type_name((clr_type)13));
    assert_null(clr_type_name(CLR_TYPE_DEFAULT));
    assert_int_equal(clr_type_from_name("f33"), CLR_TYPE_DEFAULT);
    assert_int_equal(clr_type_from_name(NULL), CLR_TYPE_DEFAULT);
    for (int op = 1; op <= 4; op++)
        assert_int_equal(clr_operator_from_name(clr_operator_name((clr_operator)op)), op);
    assert_null(clr_operator_name((clr_operator)5));
    for (int level = 1; level <= 4; level++)
        assert_int_equal(clr_accuracy_from_name(clr_accuracy_name((clr_accuracy)level)), level);
    assert_string_equal(clr_strategy_name(0), "auto");
    assert_string_equal(clr_strategy_name(20), "ticket");
    assert_null(clr_strategy_name(21));
}

/* Public numbers are for ever: what programs were compiled with must go on meaning the same. */
static void numbers_are_pinned(void **state)
{
    (void)state;
    assert_int_equal(CLR_OK, 0);
    assert_int_equal(CLR_ERROR_FORKED, -11);
    assert_string_equal(clr_status_name((clr_status)-1), "wrong argument");
    assert_string_equal(clr_status_name((clr_status)-9), "overflow");
    assert_string_equal(clr_status_name((clr_status)-99), "unknown status");
    assert_string_equal(clr_type_name((clr_type)1), "i8");
    assert_string_equal(clr_type_name((clr_type)10), "bf16");
    assert_string_equal(clr_type_name((clr_type)12), "f64");
    assert_string_equal(clr_operator_name((clr_operator)1), "sum");
    assert_string_equal(clr_operator_name((clr_operator)4), "max");
    assert_string_equal(clr_accuracy_name((clr_accuracy)3), "fast");
    assert_int_equal(CLR_TRACE_LOAD, 1);
    assert_int_equal(CLR_TRACE_DELIVER, 11);
    assert_int_equal(CLR_LOCAL_DYNAMIC, 2);
}

static void every_opencl_code_has_its_name(void **state)
{
    (void)state;
    assert_string_equal(clri_opencl_name(CL_OUT_OF_RESOURCES), "CL_OUT_OF_RESOURCES");
    assert_string_equal(clri_opencl_name(-1001), "CL_PLATFORM_NOT_FOUND_KHR");
    assert_string_equal(clri_opencl_name(-9999), "unknown OpenCL code");
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
static void rows_are_their_triples(void **state)
{
    (void)state;
    for (size_t s = 1; clr_strategy_name(s); s++) {
        const clr_strategy_info row = info_of(clr_strategy_name(s));
        clr_strategy_info triple;
        char text[CLRI_STRATEGY_NAME_SIZE];

        assert_string_equal(row.name, clr_strategy_name(s));
        assert_in_range(strlen(row.lesson), 20, 120);
        assert_true(strlen(row.launches) > 0 && strlen(row.order) > 0);
        snprintf(text, sizeof text, "%s/%s/%s", row.load, row.group, row.finish);
        triple = info_of(text);
        assert_string_equal(triple.name, "");
        assert_string_equal(triple.lesson, "");
        assert_string_equal(triple.finish, row.finish);
        assert_string_equal(triple.group_needs, row.group_needs);
        assert_string_equal(triple.finish_needs, row.finish_needs);
        assert_int_equal(triple.is_sound, row.is_sound);
        assert_int_equal(triple.is_repeatable, row.is_repeatable);
    }
    assert_string_equal(info_of("auto").load, "auto");
}

static void tells_what_strategies_are_like(void **state)
{
    (void)state;
    for (size_t s = 1; clr_strategy_name(s); s++) {
        const char *name = clr_strategy_name(s);
        const clr_strategy_info info = info_of(name);
        const bool is_wrong = strcmp(name, "race") == 0 || strcmp(name, "collide") == 0;
        const bool is_atomic = strcmp(info.finish, "atomic") == 0;

        assert_int_equal(info.is_sound, !is_wrong);
        assert_int_equal(info.is_repeatable, !is_wrong && !is_atomic);
        assert_int_equal(strstr(info.finish_needs, "atomics") != NULL, is_atomic);
    }
    assert_non_null(strstr(info_of("shuffle").group_needs, "shuffles"));
    assert_non_null(strstr(info_of("builtin").group_needs, "work_group_reduce"));
    assert_non_null(strstr(info_of("ticket").finish_needs, "each other's writes"));
    assert_string_equal(info_of("ticket").group, "best");
    assert_string_equal(info_of("ticket").launches, "1");
    assert_string_equal(info_of("sequential").launches, "1 a level");
}

static void no_other_names_are_strategies(void **state)
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

    (void)state;
    for (size_t i = 0; i < COUNT(strangers); i++) {
        if (clr_strategy_describe(strangers[i], &info) != CLR_ERROR_ARGUMENT)
            fail_msg("'%s' is taken for a strategy", strangers[i]);
        assert_null(info.name); /* untouched */
    }
    assert_int_equal(clr_strategy_describe(NULL, &info), CLR_ERROR_ARGUMENT);
    assert_int_equal(clr_strategy_describe("ticket", NULL), CLR_ERROR_ARGUMENT);
    info.size--;
    assert_int_equal(clr_strategy_describe("ticket", &info), CLR_ERROR_ARGUMENT);
}

/* Every triple of pieces is found and keeps its name: the longest must fit. */
static void every_triple_is_found(void **state)
{
    static const char *const loads[] = {"one", "pair", "unroll", "stride", "tile"};
    static const char *const groups[] = {"none",       "serial",      "interleaved", "strided",
                                         "sequential", "unroll-last", "unroll-full", "shuffle",
                                         "builtin",    "best"};
    static const char *const finishes[] = {"result", "store",  "relaunch",  "host",
                                           "atomic", "ticket", "unguarded", "overwrite"};

    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_lead_back_to_their_rows),
        cmocka_unit_test(numbers_are_pinned),
        cmocka_unit_test(every_opencl_code_has_its_name),
        cmocka_unit_test(rows_are_their_triples),
        cmocka_unit_test(tells_what_strategies_are_like),
        cmocka_unit_test(no_other_names_are_strategies),
        cmocka_unit_test(every_triple_is_found),
    };

    return cmocka_run_group_tests_name("tables", tests, NULL, NULL);
}
