/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The choices for devices such as those that the library was tuned on, as tests/cases/tuning.txt
 * has them: by operator, level and strategy, types with the same choice in one line. With "--print"
 * the program writes that file's text, which is how a change that is meant gets into it.
 */
#include "choose/accuracy.h"
#include "choose/geometry.h"
#include "choose/tuning.h"
#include "made_up.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHOICE_SIZE = 256, TYPES_SIZE = 128, TYPES_MOST = 32 };

static const uint64_t counts[] = {1000, 1 << 16, 1 << 20, 1 << 24, 1 << 28, 1 << 30};
static const clr_accuracy levels[] = {CLR_ACCURACY_DEFAULT, CLR_ACCURACY_FAST,
                                      CLR_ACCURACY_REPRODUCIBLE};

/* ---- a choice in a line ---- */

static void tell(const clri_choice *choice, char text[CHOICE_SIZE])
{
    int used = snprintf(text, CHOICE_SIZE, "%s %s items %u %u lanes %u loads %u keeping %u%s of",
                        choice->strategy.name, clr_accuracy_name(choice->pass.outcomes[0].accuracy),
                        choice->sizes.group, choice->sizes.second_group, choice->sizes.vector_width,
                        choice->sizes.item_loads, choice->sizes.keeping,
                        choice->sizes.claims ? " claims" : "");

    for (size_t i = 0; i < COUNT(counts); i++)
        used += snprintf(text + used, CHOICE_SIZE - (size_t)used, " %u",
                         clri_groups(choice, counts[i]));
}

/* Chooses as plans do; false: there is no such reduction on the device. */
static bool tell_choice(const clr_device *device, const clr_reduction *reduction,
                        const char *strategy, char text[CHOICE_SIZE])
{
    const clr_plan_options options = {.size = sizeof options, .strategy = strategy, .unsound = 1};
    clri_request request;
    clri_choice choice;
    clri_error error = {0};
    clr_status status = clri_request_read(reduction, 1, &request, &error);

    if (status == CLR_OK) {
        clri_accuracy_settle(device, &options, &request);
        status = clri_choose(device, &request, &options, NULL, &choice, &error);
    }
    if (status == CLR_OK)
        tell(&choice, text);
    clri_request_free(&request);
    clri_error_clear(&error);
    return status == CLR_OK;
}

/* ---- all of them ---- */

/* The lines of one operator: each choice once, with its types. */
static void print_operator(FILE *file, const char *name, const clr_device *device, clr_operator op,
                           clr_accuracy level, const char *strategy)
{
    char choices[TYPES_MOST][CHOICE_SIZE], types[TYPES_MOST][TYPES_SIZE];
    size_t count = 0;

    for (int type = 1; clr_type_name((clr_type)type); type++) {
        clr_reduction reduction = CLR_REDUCTION(op, (clr_type)type);
        size_t i = 0;

        reduction.accuracy = level;
        if (!tell_choice(device, &reduction, strategy, choices[count]))
            continue;
        while (strcmp(choices[i], choices[count]) != 0)
            i++;
        if (i == count)
            types[count++][0] = '\0';
        strcat(strcat(types[i], " "), clr_type_name((clr_type)type));
    }
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%s %s %s:%s: %s\n", name, clr_operator_name(op),
                level      ? clr_accuracy_name(level)
                : strategy ? strategy
                           : "default",
                types[i], choices[i]);
}

static void print_device(FILE *file, const char *name, const clr_device *device)
{
    static const clr_operator few[] = {CLR_OPERATOR_SUM, CLR_OPERATOR_STD, CLR_OPERATOR_MIN};

    for (int op = 1; clr_operator_name((clr_operator)op); op++)
        for (size_t l = 0; l < COUNT(levels); l++)
            print_operator(file, name, device, (clr_operator)op, levels[l], NULL);
    for (size_t s = 1; clr_strategy_name(s); s++)
        for (size_t i = 0; i < COUNT(few); i++)
            print_operator(file, name, device, few[i], CLR_ACCURACY_DEFAULT, clr_strategy_name(s));
}

static void print_all(FILE *file)
{
    const clr_device h200 = h200_make(), pocl = pocl_make();

    print_device(file, "h200", &h200);
    print_device(file, "pocl", &pocl);
}

/* ---- tests ---- */

TEST(choices_are_those_of_the_file)
{
    char expected[1024], *text = NULL, *line;
    size_t size = 0, number = 0;
    FILE *made = open_memstream(&text, &size);
    FILE *file = fopen(CLR_CASES, "r");

    assert_non_null(made);
    assert_non_null(file);
    print_all(made);
    fclose(made);
    for (line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        number++;
        if (!fgets(expected, sizeof expected, file))
            fail_msg("line %zu is not in the file: %s", number, line);
        expected[strcspn(expected, "\n")] = '\0';
        if (strcmp(line, expected) != 0)
            fail_msg("line %zu: expected\n%s\nchosen is\n%s", number, expected, line);
    }
    assert_null(fgets(expected, sizeof expected, file));
    assert_in_range(number, 400, 4000);
    fclose(file);
    free(text);
}

/* ---- other devices ---- */

/* A device as its vendor's driver describes it; sub-groups of 0: it does not tell. */
static clr_device described(const char *vendor, const char *name, bool has_fp64, uint64_t sub_group)
{
    clr_device device = gpu_make();

    snprintf(device.vendor, sizeof device.vendor, "%s", vendor);
    snprintf(device.name, sizeof device.name, "%s", name);
    device.platform_name[0] = '\0';
    device.fp64 = has_fp64;
    device.fence = CLR_FENCE_C11;
    device.shuffle = CLR_SHUFFLE_NONE;
    device.local_mem_size = 64 << 10;
    device.max_compute_units = 100;
    for (size_t i = 0; sub_group && i < COUNT(device.sub_group_sizes); i++)
        device.sub_group_sizes[i] = sub_group <= 32 ? sub_group << i : 0;
    return device;
}

static clr_device arm_make(void)
{
    clr_device device = pocl_make();

    snprintf(device.vendor, sizeof device.vendor, "ARM");
    device.native_vector_width_float = 4;
    return device;
}

enum { KINDS = 9 };

/* One of each class, in their order. */
static void describe_all(clr_device devices[KINDS])
{
    static const char amd[] = "Advanced Micro Devices, Inc.", intel[] = "Intel(R) Corporation";

    devices[CLRI_TUNING_GFX90A] = described(amd, "gfx90a:sramecc+:xnack-", true, 0);
    devices[CLRI_TUNING_GFX10] = described(amd, "gfx1030", true, 0);
    devices[CLRI_TUNING_GFX11] = described(amd, "gfx1100", true, 0);
    devices[CLRI_TUNING_PVC] = described(intel, "Intel(R) Data Center GPU Max 1100", true, 16);
    devices[CLRI_TUNING_SKL] = described(intel, "Intel(R) HD Graphics 530", true, 8);
    devices[CLRI_TUNING_DG2] = described(intel, "Intel(R) Arc(TM) A770 Graphics", false, 8);
    devices[CLRI_TUNING_SMALL_CPU] = arm_make();
    devices[CLRI_TUNING_CPU] = pocl_make();
    devices[CLRI_TUNING_GPU] = h200_make();
}

TEST(devices_are_told_apart_by_their_answers)
{
    clr_device devices[KINDS];
    clr_device unknown = mute_make(), xeon = pocl_make();

    describe_all(devices);
    for (int class = 0; class < KINDS; class ++)
        assert_int_equal(clri_tuning_class_of(&devices[class]), class);
    assert_int_equal(clri_tuning_class_of(&unknown), CLRI_TUNING_GPU);
    snprintf(xeon.vendor, sizeof xeon.vendor, "Intel(R) Corporation"); /* Intel's own runtime */
    assert_int_equal(clri_tuning_class_of(&xeon), CLRI_TUNING_CPU);
}

/* No row stands behind one that holds wherever it does, and all have evidence. */
TEST(every_row_holds_somewhere)
{
    static const size_t sizes[] = {1, 2, 4, 8, 24};
    const clri_tuning_row *const first = clri_tuning_row_at(0);
    clr_device devices[KINDS];
    bool holds[256] = {false};
    size_t count = 0;

    describe_all(devices);
    for (int class = 0; class < KINDS; class ++)
        for (unsigned work = 0; work < CLRI_WORK_PLAIN; work++)
            for (size_t s = 0; s < COUNT(sizes); s++)
                for (int measure = 0; measure <= CLRI_MEASURE_CELL_COLUMNS; measure++) {
                    const clri_tuning_row *row = clri_tuning_find(
                        &devices[class], (clri_tuning_measure)measure, work, sizes[s]);

                    if (row)
                        holds[row - first] = true;
                }
    for (const clri_tuning_row *row = first; row; row = clri_tuning_row_at(++count)) {
        const bool is_predicted = strncmp(row->driver, "predicted: ", 11) == 0;

        if (!holds[count] || !row->device[0] || !row->driver[0] || !row->figure[0] || !row->value)
            fail_msg("row %zu, %s: %s", count, row->device, row->figure);
        assert_true(is_predicted || row->class == CLRI_TUNING_CPU || row->class == CLRI_TUNING_GPU);
    }
    assert_in_range(count, 40, COUNT(holds));
}

static clri_choice choice_of(const clr_device *device, clr_accuracy level)
{
    clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_F32);
    const clr_plan_options plain = {.size = sizeof plain};
    clri_error error = {0};
    clri_choice choice;

    sum.accuracy = level;
    if (try_choose(device, &sum, &plain, UINT64_MAX, &choice, &error) != CLR_OK)
        fail_msg("%s", error.message);
    return choice;
}

TEST(predictions_are_heeded)
{
    static const struct {
        clri_tuning_class class;
        clr_accuracy level;
        unsigned groups, lanes, loads;
    } rows[] = {
        {CLRI_TUNING_GFX90A, CLR_ACCURACY_FAST, 400, 4, 8},
        {CLRI_TUNING_GFX90A, CLR_ACCURACY_EXACT, 100, 4, 4},
        {CLRI_TUNING_GFX90A, CLR_ACCURACY_REPRODUCIBLE, 6400, 4, 8},
        {CLRI_TUNING_GFX10, CLR_ACCURACY_EXACT, 300, 4, 4},
        {CLRI_TUNING_GFX11, CLR_ACCURACY_EXACT, 300, 4, 4},
        {CLRI_TUNING_PVC, CLR_ACCURACY_FAST, 200, 4, 8},
        {CLRI_TUNING_PVC, CLR_ACCURACY_EXACT, 200, 4, 2},
        {CLRI_TUNING_SKL, CLR_ACCURACY_EXACT, 200, 4, 4},
        {CLRI_TUNING_DG2, CLR_ACCURACY_EXACT, 200, 4, 4},
        {CLRI_TUNING_GPU, CLR_ACCURACY_EXACT, 4 * 132, 4, 4},
    };
    clr_device devices[KINDS];

    describe_all(devices);
    for (size_t i = 0; i < COUNT(rows); i++) {
        const clri_choice choice = choice_of(&devices[rows[i].class], rows[i].level);

        if (choice.sizes.group_count != rows[i].groups ||
            choice.sizes.vector_width != rows[i].lanes || choice.sizes.item_loads != rows[i].loads)
            fail_msg("row %zu: %u groups, %u loads of %u", i, choice.sizes.group_count,
                     choice.sizes.item_loads, choice.sizes.vector_width);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--print") == 0) {
        print_all(stdout);
        return 0;
    }
    return tests_run(NULL);
}
