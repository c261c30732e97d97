/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The choices for devices such as those that the library was tuned on, as tests/cases/tuning.txt
 * has them: by operator, level and strategy, types with the same choice in one line. With "--print"
 * the program writes that file's text, which is how a change that is meant gets into it.
 */
#include "choose/accuracy.h"
#include "choose/geometry.h"
#include "made_up.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { CHOICE_SIZE = 256, TYPES_SIZE = 128, TYPES_MOST = 32 };

static const uint64_t counts[] = {1000, 1 << 16, 1 << 20, 1 << 24, 1 << 28, 1 << 30};
static const clr_accuracy levels[] = {CLR_ACCURACY_DEFAULT, CLR_ACCURACY_FAST,
                                      CLR_ACCURACY_REPRODUCIBLE};

/* ---- a choice in a line ---- */

static void tell(const clri_choice *choice, char text[CHOICE_SIZE])
{
    int used = snprintf(text, CHOICE_SIZE, "%s %s items %u %u lanes %u loads %u keeping %u%s of",
                        choice->strategy.name, clr_accuracy_name(choice->pass.outcomes[0].accuracy),
                        choice->group_size, choice->second_group_size, choice->vector_width,
                        choice->item_loads, choice->keeping, choice->claims ? " claims" : "");

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

static void choices_are_those_of_the_file(void **state)
{
    char expected[1024], *text = NULL, *line;
    size_t size = 0, number = 0;
    FILE *made = open_memstream(&text, &size);
    FILE *file = fopen(CLR_CASES, "r");

    (void)state;
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

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices_are_those_of_the_file),
    };

    if (argc > 1 && strcmp(argv[1], "--print") == 0) {
        print_all(stdout);
        return 0;
    }
    return cmocka_run_group_tests_name("tuning", tests, NULL, NULL);
}
