/* SPDX-License-Identifier: Apache-2.0 */
/* What each system does in its own way (base/system.h): the same is asked of all of them. */
#include "base/system.h"
#include "unit.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

/* Below the folder that the test runs in; it stays there. */
#define FOLDER "test_system folder \xc3\xa4\xc3\xb6\xc3\xbc"
#define BELOW  FOLDER "/a b/\xc3\x9f"
#define PATH   BELOW "/\xe2\x82\xac 1"

static void write_file(const char *text)
{
    char name[] = PATH ".XXXXXX";
    FILE *file = clri_file_create(name);

    assert_non_null(file);
    assert_string_not_equal(name, PATH ".XXXXXX");
    assert_true(clri_path_exists(name));
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
    assert_true(clri_file_rename(name, PATH));
    assert_false(clri_path_exists(name));
}

static void expect_file(const char *text)
{
    char bytes[32] = "";
    uint64_t size = 0;
    FILE *file = clri_file_open(PATH, false);

    assert_non_null(file);
    assert_null(clri_file_distrust(file, false, &size));
    assert_int_equal(size, strlen(text));
    assert_int_equal(fread(bytes, 1, sizeof bytes, file), size);
    assert_string_equal(bytes, text);
    fclose(file);
}

TEST(a_file_takes_another_ones_place)
{
    assert_true(clri_directory_make(BELOW));
    assert_true(clri_directory_make(BELOW));
    assert_true(clri_path_exists(FOLDER));
    assert_null(clri_directory_distrust(BELOW, false));
    write_file("one\r\n\x1a");
    expect_file("one\r\n\x1a");
    write_file("2");
    expect_file("2");
    assert_true(clri_file_remove(PATH));
    assert_false(clri_file_remove(PATH));
    assert_int_equal(errno, ENOENT);
    assert_null(clri_file_open(PATH, true));
    assert_int_equal(errno, ENOENT);
}

TEST(files_are_no_folders)
{
    assert_true(clri_directory_make(BELOW));
    write_file("");
    assert_false(clri_directory_make(PATH "/deeper"));
    assert_non_null(strstr(clri_directory_distrust(PATH, true), "not a folder"));
    assert_non_null(clri_directory_distrust(FOLDER "/nowhere", true));
    assert_true(clri_file_remove(PATH));
}

TEST(variables_are_copied)
{
    static char set[] = "CLREDUCE_TEST_SYSTEM=a b"; /* the environment keeps it */
    char *value;

    assert_null(clri_variable("CLREDUCE_TEST_NOT_SET"));
    assert_int_equal(putenv(set), 0);
    value = clri_variable("CLREDUCE_TEST_SYSTEM");
    assert_string_equal(value, "a b");
    free(value);
}

static void expect_decimals(void)
{
    double real = 0;
    float single = 0;

    assert_true(clri_decimal_read("1.5e0)", &real, &single));
    assert_true(real == 1.5 && single == 1.5f);
    assert_true(clri_decimal_read("1.00000005960464477539062500000000000001", &real, &single));
    assert_true(real == 1 + 0x1p-24 && single == 1 + 0x1p-23f);
    assert_true(clri_decimal_read("4.9406564584124654e-324", &real, &single));
    assert_true(real == 0x1p-1074 && single == 0);
}

TEST(numbers_have_points_in_every_locale)
{
    expect_decimals();
    if (!setlocale(LC_ALL, "de_DE.UTF-8") && !setlocale(LC_ALL, "German_Germany.1252"))
        return;
    expect_decimals();
    assert_string_equal(localeconv()->decimal_point, ",");
    setlocale(LC_ALL, "C");
}

TEST(memory_is_aligned)
{
    void *memory = clri_aligned_alloc(4096, 8192);

    assert_non_null(memory);
    assert_int_equal((uintptr_t)memory % 4096, 0);
    clri_aligned_free(memory);
    clri_aligned_free(NULL);
}

static void *tell_process(void *process)
{
    *(int64_t *)process = clri_process();
    return NULL;
}

TEST(threads_are_of_the_process)
{
    int64_t process = 0;
    pthread_t thread;

    assert_true(clri_thread_start(&thread, tell_process, &process));
    pthread_join(thread, NULL);
    assert_true(process != 0);
    assert_true(process == clri_process());
    assert_in_range(clri_thread_cores(), 1, 1 << 16);
#if defined(__GLIBC__) || defined(_WIN32)
    assert_true(clri_thread_stack() >= 1 << 16);
#endif
}

TEST(a_library_that_is_missing_has_an_error)
{
    assert_null(clri_library_open("nowhere/" FOLDER "/missing"));
    assert_true(*clri_library_error() != '\0');
}
