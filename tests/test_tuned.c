/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows of a tuning file: those of the device are kept in order, a line that is none sets all of it
 * aside with a sentence, values have bounds, and within them every choice is one that a plan can
 * be made of. What tune writes is such a file.
 */
#include "choose/accuracy.h"
#include "choose/choose_items.h"
#include "choose/tuning.h"
#include "made_up.h"
#include "operators.h"
#include "split_mix.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define H200 "\"NVIDIA H200\" \"580.159.04\" \"1 ms\" \"2 ms\" 2026-01-31\n"

static const struct {
    const char *name;
    uint32_t least, most;
    bool is_power;
} measures[] = {
#define POWER                             true
#define WHOLE                             false
#define CLRI_TUNING_MEASURE(measure, ...) {#measure, __VA_ARGS__},
#include "device/measure.def"
};

/* What is said of the text, for the caller to free; NULL if nothing is. */
static char *complaint_of(const char *text, clri_tuned *tuned)
{
    const clr_device device = h200_make();
    clri_text complaint = {0};
    const bool is_fine = clri_tuned_read(text, strlen(text), &device, tuned, &complaint);
    char *words = is_fine ? NULL : clri_text_take(&complaint);

    assert_int_equal(is_fine, words == NULL);
    return words;
}

static clri_tuned tuned_of(const char *text)
{
    clri_tuned tuned;
    char *complaint = complaint_of(text, &tuned);

    if (complaint)
        fail_msg("%s: %s", text, complaint);
    return tuned;
}

/* ---- reading ---- */

TEST(rows_of_the_device_are_kept)
{
    clri_tuned tuned =
        tuned_of("# a comment\n\n \t# another\r\n"
                 "LOADS EXACT 4 8 2 " H200 "LOADS ANY 1 4294967295 16 \"another\" \"580.159.04\" "
                 "\"\" \"\" 2026-01-31\n"
                 "LOADS ANY 1 1 16 \"NVIDIA H200\" \"580.159.05\" \"a\" \"b\" 2026-01-31\n"
                 "\tLANES\tPLAIN  4 4 8\t" H200
                 "GROUP_SIZE ANY 1 4294967295 64 \"NVIDIA H200\" \"580.159.04\" \"no newline\" "
                 "\"\" 2026-01-31");

    assert_int_equal(tuned.count, 3);
    assert_int_equal(tuned.rows[0].measure, CLRI_MEASURE_LOADS);
    assert_int_equal(tuned.rows[0].work, CLRI_WORK_EXACT);
    assert_int_equal(tuned.rows[0].from, 4);
    assert_int_equal(tuned.rows[0].to, 8);
    assert_int_equal(tuned.rows[0].value, 2);
    assert_int_equal(tuned.rows[1].measure, CLRI_MEASURE_LANES);
    assert_int_equal(tuned.rows[1].work, CLRI_WORK_PLAIN);
    assert_int_equal(tuned.rows[2].measure, CLRI_MEASURE_GROUP_SIZE);
    assert_int_equal(tuned.rows[2].work, CLRI_WORK_ANY);
    clri_tuned_free(&tuned);
    tuned = tuned_of("");
    assert_int_equal(tuned.count, 0);
}

TEST(quotes_of_names_are_written_otherwise)
{
    static const char row[] = "LOADS ANY 1 1 2 \"a 'b' c\" \"d\" \"\" \"\" 2026-01-31";
    clr_device device = h200_make();
    clri_text complaint = {0};
    clri_tuned tuned;

    strcpy(device.name, "a \"b\" c");
    strcpy(device.driver_version, "d");
    assert_true(clri_tuned_read(row, strlen(row), &device, &tuned, &complaint));
    assert_int_equal(tuned.count, 1);
    clri_tuned_free(&tuned);
}

/* Each behind two lines that are fine, one of which is kept until then. */
TEST(a_line_that_is_no_row_names_itself)
{
    static const struct {
        const char *line, *part;
    } bad[] = {
        {"nonsense", "the work is missing: a row is MEASURE WORK"},
        {"LOADS ANY 4 4", "the value is missing"},
        {"LOADS ANY 4 4 8", "the device is missing, or is not in quotes"},
        {"LOADS ANY 4 4 8 NVIDIA H200", "the device is missing, or is not in quotes"},
        {"LOADS ANY 4 4 8 \"NVIDIA H200", "the device is missing, or is not in quotes"},
        {"LOADS ANY 4 4 8 \"NVIDIA H200\" \"1\" \"2\" \"3\"", "the date is missing"},
        {"LOADS ANY 4 4 8 \"NVIDIA H200\" \"1\" \"2\" 2026-01-31", "the gain is missing"},
        {"\"LOADS\" ANY 4 4 8 " H200, "the measure is missing"},
        {"loads ANY 4 4 8 " H200, "there is no measure 'loads'"},
        {"SPEED ANY 4 4 8 " H200, "there is no measure 'SPEED' such as LOADS"},
        {"LOADS SLOW 4 4 8 " H200, "there is no work 'SLOW': it is ANY, ONE, ORDERED"},
        {"LOADS ANY four 4 8 " H200, "the from 'four' is no whole number"},
        {"LOADS ANY 0 4 8 " H200, "the from '0' is no whole number"},
        {"LOADS ANY 4 4294967296 8 " H200, "the to '4294967296' is no whole number"},
        {"LOADS ANY 4 99999999999999999999999 8 " H200, "is no whole number"},
        {"LOADS ANY 4 4 -8 " H200, "the value '-8' is no whole number"},
        {"LOADS ANY 4 4 8.0 " H200, "the value '8.0' is no whole number"},
        {"LOADS ANY 8 4 8 " H200, "no element has from 8 to 4 bytes"},
        {"LOADS ANY 4 4 3 " H200, "LOADS is a power of two from 1 to 16, not 3"},
        {"LOADS ANY 4 4 32 " H200, "LOADS is a power of two from 1 to 16, not 32"},
        {"ITEM_ROWS ANY 4 4 65537 " H200, "ITEM_ROWS is a number from 1 to 65536, not 65537"},
        {"LOADS ANY 4 4 8 \"another\" \"1\" \"2\" \"3\" yesterday", "'yesterday' is no date"},
        {"LOADS ANY 4 4 8 \"another\" \"1\" \"2\" \"3\" 2026-01-311", "is no date"},
        {"LOADS ANY 4 4 8 \"another\" \"1\" \"2\" \"3\" 2026-01-31 x", "'x' follows the date"},
        {"SPEED ANY 4 4 8 \"another\" \"1\" \"2\" \"3\" 2026-01-31", "there is no measure"},
    };
    char text[1024];

    for (size_t i = 0; i < COUNT(bad); i++) {
        clri_tuned tuned;
        char *words;

        snprintf(text, sizeof text, "# heading\nLANES ANY 4 4 8 " H200 "%s", bad[i].line);
        words = complaint_of(text, &tuned);
        if (!words || strncmp(words, "line 3: ", 8) != 0 || !strstr(words, bad[i].part))
            fail_msg("%s: %s", bad[i].line, words ? words : "taken");
        assert_int_equal(tuned.count, 0);
        free(words);
    }
}

TEST(a_byte_of_0_is_no_text)
{
    static const char text[] = "LANES ANY 4 4 8 " H200 "\0#";
    const clr_device device = h200_make();
    clri_text complaint = {0};
    clri_tuned tuned;
    char *words;

    assert_false(clri_tuned_read(text, sizeof text, &device, &tuned, &complaint));
    words = clri_text_take(&complaint);
    assert_non_null(strstr(words, "a byte of 0"));
    free(words);
}

static bool is_taken(const char *measure, uint64_t value)
{
    char text[256];
    clri_tuned tuned;
    char *words;

    snprintf(text, sizeof text, "%s ANY 1 8 %" PRIu64 " " H200, measure, value);
    words = complaint_of(text, &tuned);
    clri_tuned_free(&tuned);
    free(words);
    return !words;
}

TEST(every_measure_has_bounds)
{
    for (size_t i = 0; i < COUNT(measures); i++) {
        const char *name = measures[i].name;

        if (!is_taken(name, measures[i].least) || !is_taken(name, measures[i].most) ||
            is_taken(name, measures[i].least - 1) || is_taken(name, (uint64_t)measures[i].most * 2))
            fail_msg("%s", name);
        assert_int_equal(is_taken(name, measures[i].most - 1), !measures[i].is_power);
    }
}

/* Whatever bytes a file has it is read or refused; under a sanitizer that says more. */
TEST(no_text_is_too_strange)
{
    static const char letters[] = "LOADS ANY 4\t\"H200\" #-\r\n\nEXACT 16";
    uint64_t random = 1;
    unsigned refused = 0;

    for (int i = 0; i < 2000; i++) {
        char text[200];
        size_t size = 0;
        clri_tuned tuned;
        char *words;

        while (size < next_random(&random) % (sizeof text - 1))
            text[size++] = letters[next_random(&random) % (sizeof letters - 1)];
        text[size] = '\0';
        words = complaint_of(text, &tuned);
        refused += words != NULL;
        clri_tuned_free(&tuned);
        free(words);
    }
    assert_in_range(refused, 1000, 2000);
}

/* ---- which row holds ---- */

static uint32_t loads_of(const clri_tuned *own, unsigned work, size_t size)
{
    const clr_device device = h200_make();

    return clri_tuning(&device, own, CLRI_MEASURE_LOADS, work, size);
}

TEST(own_rows_go_first)
{
    clri_tuned tuned = tuned_of("LOADS EXACT 4 4 1 " H200 "LOADS ANY 4 4 2 " H200
                                "LOADS PLAIN 1 8 8 " H200 "LOADS PLAIN 8 8 4 " H200);

    assert_int_equal(loads_of(NULL, 0, 4), 16);
    assert_int_equal(loads_of(&tuned, 0, 4), 2);
    assert_int_equal(loads_of(&tuned, 0, 8), 8); /* the first of two */
    assert_int_equal(loads_of(&tuned, 0, 24), 16);
    assert_int_equal(loads_of(&tuned, CLRI_WORK_EXACT | CLRI_WORK_WIDE, 4), 1);
    assert_int_equal(loads_of(&tuned, CLRI_WORK_EXACT | CLRI_WORK_WIDE, 8), 16);
    assert_int_equal(loads_of(&tuned, CLRI_WORK_WIDE, 4), 2);
    assert_int_equal(loads_of(&tuned, CLRI_WORK_HEAVY, 4), 2);
    assert_int_equal(loads_of(&tuned, CLRI_WORK_HEAVY, 8), 4); /* tuning.def's */
    clri_tuned_free(&tuned);
}

/* A measure that devices of a kind have no use for has no value there, whatever a file says. */
TEST(a_measure_without_use_stays_without)
{
    const clr_device cpu = pocl_make();
    clri_tuned tuned = tuned_of("FLIGHT_SIZE ANY 1 8 64 " H200);

    assert_int_equal(clri_tuning(&cpu, &tuned, CLRI_MEASURE_FLIGHT_SIZE, 0, 4), 0);
    clri_tuned_free(&tuned);
}

/* ---- choices ---- */

static clr_status choose_by(const clr_device *device, const clri_tuned *tuned,
                            const clr_reduction *reduction, const char *strategy,
                            clri_choice *choice)
{
    const clr_plan_options options = {.size = sizeof options, .strategy = strategy, .unsound = 1};
    clri_request request;
    clri_error error = {0};
    clr_status status = clri_request_read(reduction, 1, &request, &error);

    if (status == CLR_OK) {
        request.tuned = tuned;
        clri_accuracy_settle(device, &options, &request);
        status = clri_choose(device, &request, &options, NULL, choice, &error);
    }
    clri_request_free(&request);
    clri_error_clear(&error);
    return status;
}

TEST(choices_go_by_them_and_say_so)
{
    const clr_device device = h200_make();
    const clr_reduction sum = {.size = sizeof sum,
                               .op = CLR_OPERATOR_SUM,
                               .type = CLR_TYPE_F32,
                               .accuracy = CLR_ACCURACY_FAST};
    clri_tuned tuned = tuned_of("LOADS PLAIN 4 4 2 " H200 "LANES PLAIN 4 4 2 " H200
                                "GROUP_SIZE PLAIN 4 4 64 " H200 "ITEMS_A_UNIT PLAIN 4 4 128 " H200
                                "SECOND_GROUP_SIZE PLAIN 4 4 64 " H200 "LOADS EXACT 4 4 1 " H200);
    clri_choice choice;

    assert_int_equal(choose_by(&device, &tuned, &sum, NULL, &choice), CLR_OK);
    assert_int_equal(choice.sizes.work, CLRI_WORK_PLAIN);
    assert_int_equal(choice.sizes.group, 64);
    assert_int_equal(choice.sizes.group_count, 2 * 132);
    assert_int_equal(choice.sizes.vector_width, 2);
    assert_int_equal(choice.sizes.item_loads, 2);
    if (!strstr(choice.why, " By the tuning file: GROUP_SIZE 64, SECOND_GROUP_SIZE 64, "
                            "ITEMS_A_UNIT 128, LANES 2, LOADS 2."))
        fail_msg("%s", choice.why);
    assert_int_equal(choose_by(&device, NULL, &sum, NULL, &choice), CLR_OK);
    assert_null(strstr(choice.why, "tuning file"));
    assert_string_equal(choice.sizes.by_file, "");
    clri_tuned_free(&tuned);
}

/* Any value within bounds, extreme ones more often than not. */
static uint32_t any_value(size_t measure, uint64_t *random)
{
    const uint32_t least = measures[measure].least, most = measures[measure].most;
    uint64_t value = next_random(random) % 4 == 0 ? least : most;

    if (next_random(random) % 2)
        value = least + next_random(random) % (most - least + 1);
    while (measures[measure].is_power && (value & (value - 1)))
        value &= value - 1;
    return (uint32_t)(value < least ? least : value);
}

static void make_any(clri_tuned *tuned, clri_tuned_row rows[COUNT(measures)], uint64_t *random)
{
    *tuned = (clri_tuned){.rows = rows};
    for (size_t i = 0; i < COUNT(measures); i++)
        if (next_random(random) % 3)
            rows[tuned->count++] = (clri_tuned_row){.measure = (clri_tuning_measure)i,
                                                    .from = 1,
                                                    .to = UINT32_MAX,
                                                    .value = any_value(i, random)};
}

static void check_choice(const clr_device *device, const clr_reduction *reduction,
                         const char *strategy, const clri_tuned *tuned)
{
    static clri_choice plain, choice;
    const clr_status without = choose_by(device, NULL, reduction, strategy, &plain);
    const clr_status with = choose_by(device, tuned, reduction, strategy, &choice);

    if (with != without)
        fail_msg("%s %s %s: %s, without the file %s", clr_operator_name(reduction->op),
                 clr_type_name(reduction->type), strategy ? strategy : "", clr_status_name(with),
                 clr_status_name(without));
    if (with != CLR_OK)
        return;
    assert_string_equal(choice.strategy.name, plain.strategy.name);
    assert_in_range(choice.sizes.group, 1, 4096);
    assert_in_range(choice.sizes.second_group, 1, 4096);
    assert_in_range(choice.sizes.group_count, 1, 1 << 20);
    assert_in_range(choice.sizes.vector_width, 1, 16);
    assert_in_range(choice.sizes.item_loads, 1, 16);
    assert_int_equal(choice.sizes.vector_width & (choice.sizes.vector_width - 1), 0);
}

TEST(no_rows_make_a_choice_impossible)
{
    const clr_device devices[] = {h200_make(), pocl_make(), bare_gpu_make(), mute_make()};
    static const clr_accuracy levels[] = {CLR_ACCURACY_DEFAULT, CLR_ACCURACY_FAST,
                                          CLR_ACCURACY_REPRODUCIBLE};
    uint64_t random = 7;
    clri_tuned_row rows[COUNT(measures)];
    clri_tuned tuned;

    for (int i = 0; i < 4000; i++) {
        const clr_device *device = &devices[next_random(&random) % COUNT(devices)];
        const char *strategy = NULL;
        clr_reduction any = {.size = sizeof any};

        make_any(&tuned, rows, &random);
        any.op = (clr_operator)(1 + next_random(&random) % OPERATORS);
        any.type = (clr_type)(1 + next_random(&random) % CLR_TYPE_F64);
        any.accuracy = levels[next_random(&random) % COUNT(levels)];
        if (next_random(&random) % 2)
            strategy = clr_strategy_name(next_random(&random) % 20);
        check_choice(device, &any, strategy, &tuned);
    }
}

/* ---- rows of results ---- */

/* How items have them of such a sum; whether they do. */
static bool choose_items_by(const clr_device *device, const clri_tuned *tuned,
                            const clr_reduction *reduction, clri_choice *items)
{
    const clr_plan_options options = {.size = sizeof options, .shape = CLR_SHAPE_AXES};
    static clri_choice groups;
    clri_request request;
    clri_error error = {0};
    bool are_there = false;

    assert_int_equal(clri_request_read(reduction, 1, &request, &error), CLR_OK);
    request.tuned = tuned;
    assert_int_equal(clri_domain_read(&options, &request.domain, &error), CLR_OK);
    clri_accuracy_settle(device, &options, &request);
    assert_int_equal(clri_choose(device, &request, &options, NULL, &groups, &error), CLR_OK);
    assert_int_equal(
        clri_items_choose(device, &request, &options, &groups, items, &are_there, &error), CLR_OK);
    clri_request_free(&request);
    return are_there;
}

/* What items of a GPU have in flight is unrolled: it keeps compilers busy for minutes if it is
 * much. */
TEST(no_rows_make_kernels_long)
{
    static const clr_accuracy levels[] = {CLR_ACCURACY_DEFAULT, CLR_ACCURACY_EXACT};
    const clr_device device = h200_make();
    uint64_t random = 11, longest = 0, most_loads = 0;
    clri_tuned_row rows[COUNT(measures)];
    clri_tuned tuned;

    for (int i = 0; i < 4000; i++) {
        const clr_reduction sum = {.size = sizeof sum,
                                   .op = CLR_OPERATOR_SUM,
                                   .type = next_random(&random) % 2 ? CLR_TYPE_F32 : CLR_TYPE_I32,
                                   .accuracy = levels[next_random(&random) % COUNT(levels)]};
        static clri_choice items;
        uint64_t loads;

        make_any(&tuned, rows, &random);
        if (!choose_items_by(&device, &tuned, &sum, &items))
            continue;
        assert_in_range(items.sizes.item_loads * items.sizes.vector_width, 1, 64);
        assert_true(items.slices.lanes == 0 || items.sizes.vector_width <= 8 * items.slices.lanes);
        if (items.sizes.item_loads * items.sizes.vector_width > longest)
            longest = items.sizes.item_loads * items.sizes.vector_width;
        if (items.staged.elements == 0)
            continue;
        loads = items.staged.elements / items.sizes.vector_width / items.staged.group_size;
        assert_in_range(loads, 1, 32);
        if (loads > most_loads)
            most_loads = loads;
    }
    assert_int_equal(longest, 64);
    assert_int_equal(most_loads, 32);
}
