/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What tune writes, without a device: the library reads each row of it as it was meant, all that
 * was not searched stays, and every value that tune tries is one that a file may have.
 */
#include "device/tuned.h"
#include "tune_file.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char folder[64], path[128];

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/clreduce-test-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/deep/folder/tuning", folder);
    return setenv("CLREDUCE_TUNING", path, 1);
}

static int remove_folder(void **state)
{
    char command[2 * sizeof folder];

    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static clr_device device_of(uint64_t type)
{
    clr_device device;

    memset(&device, 0, sizeof device);
    device.type = type;
    strcpy(device.name, "the \"fast\" one");
    strcpy(device.driver_version, "1.2 (3)");
    return device;
}

static tune_file open_file(void)
{
    tune_file file;

    assert_int_equal(tune_file_open(&file), 0);
    return file;
}

/* The rows that the library has of it. */
static clri_tuned rows_of(const tune_file *file, const clr_device *device)
{
    clri_tuned tuned;
    clri_text complaint = {0};

    if (!clri_tuned_read(file->text, strlen(file->text), device, &tuned, &complaint))
        fail_msg("%s: %s", file->text, complaint.bytes);
    return tuned;
}

static size_t lines_with(const tune_file *file, const char *part)
{
    size_t count = 0;

    for (const char *at = file->text; (at = strstr(at, part)); at++)
        count++;
    return count;
}

/* Writes what was found of a scope: of the first two measures these values. */
static void write_found(const clr_device *device, const char *work, uint64_t width, uint32_t first,
                        uint32_t second)
{
    const tune_evidence evidence = {"sum of 5: 1 us", "2 us without", "2026-01-31"};
    tune_finding found = {.is_searched = true,
                          .scope.width = width,
                          .sizes.at = {first, second},
                          .evidence = evidence};
    tune_file file = open_file();

    snprintf(found.scope.work, sizeof found.scope.work, "%s", work);
    assert_int_equal(tune_file_prepare(&file), 0);
    assert_int_equal(tune_file_write(&file, device, &found, 1), 0);
    tune_file_close(&file);
}

TEST_BETWEEN(the_library_reads_what_is_written, make_folder, remove_folder)
{
    const clr_device device = device_of(CL_DEVICE_TYPE_GPU);
    tune_file file;
    clri_tuned tuned;

    write_found(&device, "EXACT", 4, 512, 8);
    file = open_file();
    tuned = rows_of(&file, &device);
    assert_int_equal(tuned.count, 2);
    assert_int_equal(tuned.rows[0].measure, CLRI_MEASURE_ITEMS_A_UNIT);
    assert_int_equal(tuned.rows[0].work, CLRI_WORK_EXACT);
    assert_int_equal(tuned.rows[0].from, 4);
    assert_int_equal(tuned.rows[0].to, 4);
    assert_int_equal(tuned.rows[0].value, 512);
    assert_int_equal(tuned.rows[1].measure, CLRI_MEASURE_LOADS);
    assert_int_equal(tuned.rows[1].value, 8);
    clri_tuned_free(&tuned);
    tune_file_close(&file);
}

TEST_BETWEEN(rows_that_were_searched_make_way, make_folder, remove_folder)
{
    const clr_device device = device_of(CL_DEVICE_TYPE_GPU);
    clr_device other = device;
    const tune_scope exact = {"EXACT", 4};
    tune_file file;
    tune_sizes sizes;
    size_t count;

    strcpy(other.driver_version, "1.2 (4)");
    write_found(&device, "EXACT", 4, 512, 8);
    write_found(&device, "EXACT", 8, 256, 0);
    write_found(&device, "PLAIN", 4, 0, 4);
    write_found(&other, "EXACT", 4, 768, 16);
    write_found(&device, "EXACT", 4, 0, 2);
    file = open_file();
    assert_int_equal(lines_with(&file, "docs/tuning.md"), 1);
    assert_int_equal(lines_with(&file, "\n"), 2 + 5);
    sizes = tune_file_sizes(&file, &device, &exact);
    assert_int_equal(sizes.at[0], 0);
    assert_int_equal(sizes.at[1], 2);
    sizes = tune_file_sizes(&file, &other, &exact);
    assert_int_equal(sizes.at[0], 768);
    assert_int_equal(tune_file_forget(&file, &device, &count), 0);
    assert_int_equal(count, 3);
    tune_file_close(&file);
    file = open_file();
    assert_int_equal(lines_with(&file, "\n"), 2 + 2);
    tune_file_close(&file);
}

/* What there was no time for is not touched, and nothing that was faster leaves no row. */
TEST_BETWEEN(what_was_not_searched_stays, make_folder, remove_folder)
{
    const clr_device device = device_of(CL_DEVICE_TYPE_CPU);
    const tune_finding found[2] = {{.scope = {"EXACT", 4}},
                                   {.scope = {"PLAIN", 4}, .is_searched = true}};
    tune_file file;

    write_found(&device, "EXACT", 4, 8, 8);
    write_found(&device, "PLAIN", 4, 16, 0);
    file = open_file();
    assert_int_equal(tune_file_write(&file, &device, found, 2), 0);
    tune_file_close(&file);
    file = open_file();
    assert_int_equal(lines_with(&file, " EXACT 4 4 "), 2);
    assert_int_equal(lines_with(&file, " PLAIN "), 0);
    tune_file_close(&file);
}

TEST(what_is_tried_is_within_bounds)
{
    static const uint64_t types[] = {CL_DEVICE_TYPE_CPU, CL_DEVICE_TYPE_GPU};
    const clr_device reader = device_of(CL_DEVICE_TYPE_GPU);
    size_t count = 0;

    for (size_t t = 0; t < 2; t++)
        for (size_t i = 0; i < TUNE_MEASURES; i++) {
            const clr_device device = device_of(types[t]);
            uint32_t value;

            for (size_t v = 0; (value = tune_value_at(i, v, &device)) != 0; v++, count++) {
                char row[256];
                tune_file file = {.text = row};
                clri_tuned tuned;

                snprintf(row, sizeof row, "%s ANY 1 8 %u \"x\" \"y\" \"\" \"\" 2026-01-31",
                         tune_measure_name(i), value);
                tuned = rows_of(&file, &reader);
                assert_int_equal(tuned.count, 0);
            }
        }
    assert_in_range(count, 40, 80);
}
