/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unit - a test program is its tests: TEST(name) { ... } is one, and is mentioned nowhere else.
 * main(), in unit_main.c, runs them in the order in which they stand, or of them those that the
 * program's argument names, a pattern of CMocka's. A program whose arguments mean something else
 * has a main() of its own, and calls tests_run().
 *
 * Tests register themselves by constructors, before main(). A section of the linker's would do
 * without a call, but sanitizers put room between the variables in one.
 */
#ifndef CLREDUCE_TESTS_UNIT_H
#define CLREDUCE_TESTS_UNIT_H

/* CMocka's headers need these first, in this order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* */
#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define TEST(name) TEST_BETWEEN(name, NULL, NULL)

/* A test with what is called before and behind it, CMocka's fixtures. */
#define TEST_BETWEEN(name, before, after)                                                          \
    static void name(void **unit_state);                                                           \
    __attribute__((constructor)) static void add_##name(void)                                      \
    {                                                                                              \
        test_add(__LINE__, (struct CMUnitTest){#name, name, before, after, NULL});                 \
    }                                                                                              \
    static void name(void **unit_state __attribute__((unused)))

/* What a program may define: before its first test, and behind its last. */
__attribute__((weak)) void before_all(void);
__attribute__((weak)) void after_all(void);

/* Adds a test of a product that a program has in a table, in its before_all(); tests run by their
 * lines. */
void test_add(int line, struct CMUnitTest test);

/* Runs the tests, of which a pattern may choose some, and what is before and behind all of them.
 * Looks for leaks then, if the build does: at the process's end, with drivers' threads half gone,
 * gcc 12's leak finder has crashed. Returns how many tests failed. */
int tests_run(const char *pattern);

#endif
