/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

enum { MOST = 512 };

static struct CMUnitTest tests[MOST];
static int lines[MOST];
static size_t count;

/* Of programs that run on devices (support.c): they are open until here. */
__attribute__((weak)) void rigs_destroy(void);

/* In which order a file's constructors are called is the compiler's choice: their lines decide. */
void test_add(int line, struct CMUnitTest test)
{
    size_t at = count++;

    assert_in_range(at, 0, MOST - 1);
    for (; at > 0 && lines[at - 1] > line; at--) {
        tests[at] = tests[at - 1];
        lines[at] = lines[at - 1];
    }
    tests[at] = test;
    lines[at] = line;
}

int tests_run(const char *pattern)
{
    int failures;

    if (before_all)
        before_all();
    assert_true(count > 0);
    if (pattern)
        cmocka_set_test_filter(pattern);
    failures =
        _cmocka_run_group_tests("tests", tests, count, NULL, NULL); /* as its macros do of arrays */
    if (after_all)
        after_all();
    if (rigs_destroy)
        rigs_destroy();
#ifdef __SANITIZE_ADDRESS__
    __lsan_do_leak_check();
#endif
    return failures;
}
