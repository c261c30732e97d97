/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tests of what bench makes of its measurements, without any: lists of strategies and sizes as
 * people write them, the figures of rungs, tables, and the scripts of pictures.
 */
#include "document.h"
#include "plot_script.h"
#include "quantity.h"
#include "race.h"
#include "rung.h"
#include "sheet.h"
#include "table.h"
#include "unit.h"
#include "words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lists ----------------------------------------------------------------------------------- */

TEST(sizes_are_lists_of_numbers)
{
    uint64_t sizes[4];

    assert_int_equal(quantity_parse_list("1e5,5e5,1M", sizes, 4), 3);
    assert_int_equal(sizes[0], 100000);
    assert_int_equal(sizes[1], 500000);
    assert_int_equal(sizes[2], 1 << 20);
    assert_int_equal(quantity_parse_list("7", sizes, 4), 1);
    assert_int_equal(quantity_parse_list("1,2,3,4", sizes, 4), 4);
    assert_int_equal(quantity_parse_list("1,2,3,4,5", sizes, 4), 0);
    for (const char *const *text = (const char *const[]){"", ",", "1,", ",1", "1,,2", "0", "1,0",
                                                         "1, 2", "x", "1,-2", NULL};
         *text != NULL; text++)
        assert_int_equal(quantity_parse_list(*text, sizes, 4), 0);
}

TEST(counts_are_written_in_threes)
{
    static const struct {
        uint64_t count;
        const char *text;
    } rows[] = {
        {0, "0"},
        {999, "999"},
        {1000, "1,000"},
        {16777216, "16,777,216"},
        {UINT64_MAX, "18,446,744,073,709,551,615"},
    };
    char text[QUANTITY_TEXT_SIZE];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        quantity_count(rows[i].count, text);
        assert_string_equal(text, rows[i].text);
    }
}

TEST(strategies_are_lists_of_names_and_triples)
{
    strategy_list list = {.count = 0};

    assert_true(words_strategies("ticket,tile/shuffle/store,auto", &list));
    assert_int_equal(list.count, 3);
    assert_string_equal(list.at[0], "ticket");
    assert_string_equal(list.at[1], "tile/shuffle/store");
    assert_string_equal(list.at[2], "auto");
    assert_false(list.all);
    for (const char *const *text =
             (const char *const[]){"", "ticket,", "tickets", "ticket,ticket", "tile/shuffle",
                                   "tile/shuffle/store/store", "tile//store", NULL};
         *text != NULL; text++)
        assert_false(words_strategies(*text, &list));
}

TEST(all_strategies_end_with_auto)
{
    strategy_list list = {.count = 0};

    assert_true(words_strategies("all,tile/sequential/ticket", &list));
    assert_true(list.all);
    for (size_t i = 1; clr_strategy_name(i) != NULL; i++)
        assert_string_equal(list.at[i - 1], clr_strategy_name(i));
    assert_string_equal(list.at[list.count - 2], "auto");
    assert_string_equal(list.at[list.count - 1], "tile/sequential/ticket");
}

/* ---- Rungs ----------------------------------------------------------------------------------- */

static rung rung_of(double seconds, rung_state state, rung_answer answer)
{
    rung r = {.state = state, .answer = answer};

    if (state == RUNG_MEASURED)
        assert_true(timing_add(&r.timed.times, seconds));
    return r;
}

static void assert_near(double number, double expected)
{
    assert_true(fabs(number - expected) <= 1e-9);
}

TEST(rungs_are_compared_with_those_that_count)
{
    rung rungs[] = {
        rung_of(1, RUNG_MEASURED, RUNG_WRONG_BY_DESIGN), rung_of(8, RUNG_MEASURED, RUNG_RIGHT),
        rung_of(0, RUNG_UNSUPPORTED, RUNG_RIGHT),        rung_of(4, RUNG_MEASURED, RUNG_UNDECIDED),
        rung_of(1, RUNG_MEASURED, RUNG_WRONG),           rung_of(0, RUNG_TOO_SLOW, RUNG_RIGHT),
        rung_of(1, RUNG_MEASURED, RUNG_RIGHT),
    };
    /* GB/s, share of the peak, over the row before, over the first. */
    static const double expected[][4] = {
        {80, 0.5, 0, 0}, {10, 0.0625, 0, 0}, {0, 0, 0, 0},    {20, 0.125, 2, 2},
        {80, 0.5, 0, 0}, {0, 0, 0, 0},       {80, 0.5, 4, 8},
    };

    rung_compare(rungs, sizeof rungs / sizeof rungs[0], UINT64_C(80000000000), 160);
    for (size_t i = 0; i < sizeof rungs / sizeof rungs[0]; i++) {
        assert_near(rungs[i].gb_per_s, expected[i][0]);
        assert_near(rungs[i].peak_share, expected[i][1]);
        assert_near(rungs[i].over_before, expected[i][2]);
        assert_near(rungs[i].over_first, expected[i][3]);
        timing_free(&rungs[i].timed.times);
    }
}

/* Every strategy is of a family, and no family is empty. */
TEST(rungs_have_titles_and_answers)
{
    static const struct {
        rung_answer answer;
        double lost;
        const char *text;
    } answers[] = {
        {RUNG_RIGHT, 0.5, "right"},
        {RUNG_WRONG_BY_DESIGN, NAN, "wrong by design"},
        {RUNG_WRONG_BY_DESIGN, 0, "wrong by design, lost nothing"},
        {RUNG_WRONG_BY_DESIGN, 0.9962, "wrong by design, loses 99.6 %"},
        {RUNG_WRONG_BY_DESIGN, 0.99999, "wrong by design, loses 99.999 %"},
        {RUNG_WRONG_BY_DESIGN, -0.5, "wrong by design, off by 50 %"},
    };
    rung r = {.name = "two-pass", .sizes = {64, 0, 8}, .map_groups = 1};
    char text[RUNG_TITLE_SIZE];

    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        rung_answer_text(&(rung){.answer = answers[i].answer, .lost = answers[i].lost}, text);
        assert_string_equal(text, answers[i].text);
    }
    rung_title(&r, text);
    assert_string_equal(text, "map, then two-pass group 64 loads 8");
    rung_sizes(&r, SWEEP_GROUP, text);
    assert_string_equal(text, " loads 8");
}

TEST(strategies_are_of_families)
{
    size_t members[16] = {0};
    size_t families = 0;

    while (rung_family_name(families) != NULL)
        families++;
    assert_in_range(families, 2, 16);
    for (size_t i = 0; clr_strategy_name(i) != NULL; i++) {
        clr_strategy_info info = {.size = sizeof info};
        assert_int_equal(clr_strategy_describe(clr_strategy_name(i), &info), CLR_OK);
        size_t family = rung_family(&info);
        assert_in_range(family, 0, families - 1);
        members[family]++;
        assert_int_equal(info.is_sound == 0, family == 0);
        assert_int_equal(strcmp(info.load, "auto") == 0, family == families - 1);
    }
    for (size_t i = 0; i < families; i++)
        assert_true(members[i] > 0);
}

/* ---- Text ------------------------------------------------------------------------------------ */

/* What `print` prints to a stream; the caller frees it. */
static char *printed(void (*print)(FILE *to))
{
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);

    assert_non_null(to);
    print(to);
    fclose(to);
    return text;
}

static void expect_printed(void (*print)(FILE *to), const char *expected)
{
    char *text = printed(print);

    assert_string_equal(text, expected);
    free(text);
}

static void fill(table *t)
{
    static const char *const heading[] = {"name", "GB/s", "said"};

    table_open(t, "lrl");
    table_row(t, heading);
    table_cell(t, "a|b");
    table_cell(t, "%.1f", 12.5);
    table_cell(t, "yes, \"so\"");
    table_cell(t, "longer");
    table_rest(t, "cannot");
}

static void print_as(table_form form, bool heading, FILE *to)
{
    table t;

    fill(&t);
    assert_true(table_print(&t, form, heading, to));
    table_close(&t);
}

static void print_plain(FILE *to)
{
    print_as(TABLE_PLAIN, true, to);
}

static void print_markdown(FILE *to)
{
    print_as(TABLE_MARKDOWN, true, to);
}

static void print_csv(FILE *to)
{
    print_as(TABLE_CSV, true, to);
}

static void print_more_csv(FILE *to)
{
    print_as(TABLE_CSV, false, to);
}

/* A member of a row, else of the document; one elsewhere; seconds; and what is not there. */
static void print_members(FILE *to)
{
    static const sheet csv = {"rows", "op,of=input.type,*seconds,ratio,sound,missing"};
    json_t *document = json_pack("{s:s, s:{s:s}, s:o, s:[{s:o, s:b, s:{s:o}}, {s:n, s:b}]}", "op",
                                 "sum", "input", "type", "f32", "ratio", document_count(1234567890),
                                 "rows", "ratio", document_real(1.23456789), "sound", 1, "seconds",
                                 "median", document_real(0.1234567891234), "ratio", "sound", 0);

    assert_non_null(document);
    assert_true(sheet_print(&csv, document, true, to));
    json_decref(document);
}

TEST(csv_shows_members_of_a_document)
{
    expect_printed(print_members, "op,of,median_s,fastest_s,slowest_s,lower_quartile_s,"
                                  "upper_quartile_s,ratio,sound,missing\n"
                                  "sum,f32,0.123456789,,,,,1.23457,yes,\n"
                                  "sum,f32,,,,,,1234567890,no,\n");
}

/* ---- Races ----------------------------------------------------------------------------------- */

typedef struct runs {
    size_t of[3];
    size_t rounds;
} runs;

static int count_run(void *user, size_t index, double *seconds)
{
    runs *r = user;

    *seconds = (double)++r->of[index];
    return r->of[1] == 5 ? 7 : 0;
}

static int count_round(void *user)
{
    runs *r = user;

    r->rounds++;
    return 0;
}

TEST(contestants_are_timed_as_often_as_asked)
{
    timed times[3] = {{.runs = true}, {.runs = false}, {.runs = true}};
    runs counted = {{0}, 0};
    race r = {.count = 3,
              .at = {&times[0], &times[1], &times[2]},
              .repeat = 3,
              .user = &counted,
              .run = count_run,
              .round = count_round};

    assert_int_equal(race_run(&r), 0);
    assert_int_equal(counted.of[0], 3);
    assert_int_equal(counted.of[1], 0);
    assert_int_equal(counted.of[2], 3);
    assert_true(counted.rounds >= 1);
    assert_near(timed_median(&times[0]), 2);
    assert_near(timed_gb_per_s(&times[2], UINT64_C(4000000000)), 2);
    times[1].runs = true;
    r.repeat = 9;
    assert_int_equal(race_run(&r), 7);
    assert_int_equal(times[1].times.count, 4);
    for (size_t i = 0; i < 3; i++)
        timing_free(&times[i].times);
}

TEST(tables_have_three_forms)
{
    expect_printed(print_plain, "name    GB/s  said\n"
                                "a|b     12.5  yes, \"so\"\n"
                                "longer  cannot\n");
    expect_printed(print_markdown, "| name | GB/s | said |\n| --- | ---: | --- |\n"
                                   "| a\\|b | 12.5 | yes, \"so\" |\n| longer | cannot |  |\n");
    expect_printed(print_csv, "name,GB/s,said\na|b,12.5,\"yes, \"\"so\"\"\"\nlonger,cannot,\n");
    expect_printed(print_more_csv, "a|b,12.5,\"yes, \"\"so\"\"\"\nlonger,cannot,\n");
}

static void print_long(FILE *to)
{
    char words[301] = "";
    table t;

    for (size_t i = 0; i < 60; i++)
        strcat(words, i % 2 == 0 ? "four " : "more ");
    words[299] = '\0';
    table_open(&t, "ll");
    table_cell(&t, "name");
    table_cell(&t, "%s", "");
    table_cell(&t, "x");
    table_rest(&t, words);
    assert_true(table_print(&t, TABLE_PLAIN, true, to));
    table_close(&t);
}

TEST(long_sentences_are_broken)
{
    char *text = printed(print_long);
    size_t lines = 0;

    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        assert_true(strlen(line) <= TABLE_WIDTH);
        if (lines++ > 1)
            assert_memory_equal(line, "      ", 6);
    }
    assert_int_equal(lines, 5);
    free(text);
}

/* ---- Pictures -------------------------------------------------------------------------------- */

static void print_bars(FILE *to)
{
    static const plot_bar bars[] = {
        {"atomic", 0.5, NULL, PLOT_VERMILION},
        {"it's", 0, "not on this device", PLOT_SKY},
        {"ticket", 4000, NULL, PLOT_BLUE},
    };
    const char *const legend[PLOT_COLOUR_COUNT] = {
        [PLOT_VERMILION] = "atomics", [PLOT_SKY] = "absent", [PLOT_BLUE] = "vectors"};
    const plot_head head = {"x.svg", "a 'title'\n", "below", 4400, NULL};

    plot_script_bars(to, &head, bars, 3, legend);
}

TEST(bars_have_names_numbers_and_a_peak)
{
    char *text = printed(print_bars);

    assert_non_null(strstr(text, "set terminal svg "));
    assert_non_null(strstr(text, "set output 'x.svg'"));
    assert_non_null(strstr(text, "'a ''title'' '"));
    assert_non_null(strstr(text, "'atomic' 0, 'it''s' 1, 'ticket' 2)"));
    assert_non_null(strstr(text, "\n0 0.5 1\n1 0 3\n2 4000 4\n"));
    assert_non_null(strstr(text, "'0.500' at 0.5, 0 "));
    assert_non_null(strstr(text, "'not on this device' at 0, 1 "));
    assert_non_null(strstr(text, "'memory read peak 4400 GB/s' at 4400"));
    assert_non_null(strstr(text, "title 'atomics'"));
    assert_null(strstr(text, "title 'absent'")); /* it has no bar to explain */
    free(text);
}

static void print_curves(FILE *to)
{
    static const uint64_t counts[] = {1000, 1000000};
    static const double fast[] = {10, 50};
    static const double gone[] = {0, 0};
    const plot_curve curves[] = {
        {"two-pass", counts, fast, 2, PLOT_BLUE},
        {"shuffle", counts, gone, 2, PLOT_SKY},
    };
    const plot_head head = {"x.png", "title", "below", 57.7, NULL};

    plot_script_curves(to, &head, curves, 2);
}

TEST(curves_leave_out_what_was_not_measured)
{
    char *text = printed(print_curves);

    assert_non_null(strstr(text, "set terminal pngcairo "));
    assert_non_null(strstr(text, "$curve0 << EOD\n1000 10\n1000000 50\nEOD\n"));
    assert_non_null(strstr(text, "set logscale x"));
    assert_non_null(strstr(text, "title 'two-pass'"));
    assert_null(strstr(text, "title 'shuffle'"));
    assert_non_null(strstr(text, "peak, 57.7 GB/s'"));
    free(text);
}
