/* SPDX-License-Identifier: Apache-2.0 */
/* A library that is linked with no OpenCL loader: which one it opens, and what it says without one.
 */
#include "unit.h"

#include <clreduce/clreduce.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 8 };

static int has_loader(void)
{
    char line[4096];
    FILE *maps = fopen("/proc/self/maps", "r");
    int found = 0;

    assert_non_null(maps);
    while (fgets(line, sizeof line, maps))
        found |= strstr(line, "libOpenCL") != NULL;
    fclose(maps);
    return found;
}

TEST(nothing_is_opened_unasked)
{
    assert_string_not_equal(clr_version(), "");
    assert_false(has_loader());
}

TEST(without_a_loader_there_is_no_device)
{
    clr_context *context = NULL;
    char reason[256] = "";

    assert_int_equal(clr_opencl_open("/nowhere/libOpenCL.so.1", reason, sizeof reason),
                     CLR_ERROR_NO_DEVICE);
    assert_non_null(strstr(reason, "/nowhere/libOpenCL.so.1"));
    assert_int_equal(clr_opencl_open("/nowhere", NULL, 0), CLR_ERROR_NO_DEVICE);
    assert_int_equal(clr_opencl_open("libm.so.6", reason, sizeof reason), CLR_ERROR_NO_DEVICE);
    assert_non_null(strstr(reason, "libm.so.6 is no OpenCL loader"));

    setenv("CLREDUCE_OPENCL", "/nowhere/of/the/environment", 1);
    assert_int_equal(clr_context_create(NULL, &context), CLR_ERROR_NO_DEVICE);
    assert_non_null(strstr(clr_context_error(context)->message, "/nowhere/of/the/environment"));
    clr_context_destroy(context);
    unsetenv("CLREDUCE_OPENCL");
    assert_false(has_loader());
}

static void *open_usual(void *status)
{
    *(clr_status *)status = clr_opencl_open(NULL, NULL, 0);
    return NULL;
}

TEST(the_first_one_stays)
{
    pthread_t threads[THREADS];
    clr_status statuses[THREADS];
    char reason[256] = "";

    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, open_usual, &statuses[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(statuses[i], CLR_OK);
    }
    assert_true(has_loader());
    assert_int_equal(clr_opencl_open("libOpenCL.so.1", reason, sizeof reason), CLR_OK);
    assert_string_equal(reason, "");
    assert_int_equal(clr_opencl_open("libm.so.6", reason, sizeof reason), CLR_ERROR_ARGUMENT);
    assert_non_null(strstr(reason, "another OpenCL loader is open"));
}

TEST(it_reduces)
{
    const float numbers[] = {1e20f, 1, -1e20f};
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    clr_context *context = NULL;
    float total = 0;

    assert_int_equal(clr_context_create(NULL, &context), CLR_OK);
    assert_int_equal(clr_reduce(context, &sum, numbers, 3, &total, sizeof total), CLR_OK);
    assert_true(total == 1);
    clr_context_destroy(context);
}
