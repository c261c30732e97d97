/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Dates as text and as microseconds: every day of ten thousand years against a calendar that is
 * turned a leaf at a time, times against timegm(), every form that is read, and texts that are
 * none.
 */
#include "iso_date.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SECOND INT64_C(1000000)

/* Reads a text in memory of its size, behind which a sanitizer sees every byte that is read. */
static bool reads(const char *text, size_t size, iso_date *date)
{
    char *copy = malloc(size + 1);

    assert_non_null(copy);
    memcpy(copy + 1, text, size);
    const bool is_date = iso_date_read(copy + 1, size, date);
    free(copy);
    return is_date;
}

static bool is_date(const char *text)
{
    iso_date date;

    return reads(text, strlen(text), &date);
}

static int64_t microseconds_of(const char *text)
{
    iso_date date;

    if (!reads(text, strlen(text), &date))
        fail_msg("%s is not read", text);
    return iso_date_microseconds(&date);
}

static void expect_prefix(const char *text, iso_part part, const char *expected)
{
    iso_date date;
    char prefix[ISO_PREFIX_SIZE];

    assert_true(reads(text, strlen(text), &date));
    const size_t size = iso_date_prefix(&date, part, prefix);
    assert_int_equal(size, strlen(expected));
    assert_memory_equal(prefix, expected, size);
}

static void expect_text(int64_t microseconds, bool has_time, bool has_offset, const char *expected)
{
    char text[ISO_TEXT_SIZE];

    iso_date_text(microseconds, has_time, has_offset, text);
    assert_string_equal(text, expected);
}

/* ---- The calendar ---------------------------------------------------------------------------- */

static int days_of_month(int year, int month)
{
    if (month == 2)
        return year % 400 == 0 || (year % 4 == 0 && year % 100 != 0) ? 29 : 28;
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

TEST(every_day_of_all_years)
{
    int64_t day = -719528; /* as Python's date(1, 1, 1) - date(1970, 1, 1), less 366 */
    char text[64];

    for (int year = 0; year < 10000; year++)
        for (int month = 1; month <= 12; month++) {
            for (int d = 1; d <= days_of_month(year, month); d++, day++) {
                snprintf(text, sizeof text, "%04d-%02d-%02d", year, month, d);
                assert_int_equal(microseconds_of(text), day * 86400 * SECOND);
                expect_text(day * 86400 * SECOND, false, true, text);
            }
            snprintf(text, sizeof text, "%04d-%02d-%02d", year, month,
                     days_of_month(year, month) + 1);
            assert_false(is_date(text));
        }
    assert_int_equal(day, 2932897);
}

/* Steps that are prime to a day's seconds, so that all hours, minutes and seconds come. */
TEST(times_as_timegm_has_them)
{
    char text[64], expected[64];

    for (int64_t at = -62167219200; at < 253402300800; at += 86400 * 31 + 7919) {
        const time_t time = (time_t)at; /* of 32 bits on some systems */
        struct tm tm;

        if (time != at)
            continue;
        assert_non_null(gmtime_r(&time, &tm));
        snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d", tm.tm_year + 1900,
                 tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec);
        assert_int_equal(microseconds_of(text), at * SECOND);
        expect_text(at * SECOND, true, false, text);
        snprintf(expected, sizeof expected, "%.50s.00012Z", text);
        expect_text(at * SECOND + 120, false, true, expected);
        assert_int_equal(microseconds_of(expected), at * SECOND + 120);
    }
}

/* ---- Forms ----------------------------------------------------------------------------------- */

/* 2026-11-30T14:05:09Z, as date -u +%s has it. */
#define NOON (INT64_C(1796047509) * SECOND)

TEST(all_forms_are_the_same_time)
{
    static const char *const forms[] = {
        "2026-11-30T14:05:09Z",      "2026-11-30t14:05:09z",      "2026-11-30 14:05:09",
        "20261130T140509Z",          "20261130T140509",           "2026-11-30T14:05:09.000",
        "2026-11-30T14:05:09,0Z",    "2026-11-30T16:05:09+02:00", "2026-11-30 16:05:09+0200",
        "2026-11-30 16:05:09+02",    "2026-11-30T08:35:09-05:30", "20261130T160509+0200",
        "2026-11-30T14:05:09-00:00", "2026-12-01T00:05:09+10:00", "2026-11-30T14:05:09.0000009Z"};

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        assert_int_equal(microseconds_of(forms[i]), NOON);
    assert_int_equal(microseconds_of("2026-11-30T14:05:09.5Z"), NOON + SECOND / 2);
    assert_int_equal(microseconds_of("2026-11-30T14:05:09.123456789Z"), NOON + 123456);
    assert_int_equal(microseconds_of("2026-11-30T14:05"), NOON - 9 * SECOND);
    assert_int_equal(microseconds_of("20261130T14"), NOON - 309 * SECOND);
    assert_int_equal(microseconds_of("2026-11-30T14Z"), NOON - 309 * SECOND);
    assert_int_equal(microseconds_of("1969-12-31T23:59:59.999999Z"), -1);
}

TEST(prefixes_are_as_written)
{
    static const char text[] = "2026-11-30T23:05:09.5-05:00"; /* in UTC the first of December */

    expect_prefix(text, ISO_YEAR, "2026");
    expect_prefix(text, ISO_MONTH, "2026-11");
    expect_prefix(text, ISO_DAY, "2026-11-30");
    expect_prefix(text, ISO_HOUR, "2026-11-30T23");
    expect_prefix(text, ISO_MINUTE, "2026-11-30T23:05");
    expect_prefix(text, ISO_WEEK, "2026-W49");
    expect_prefix("0000-01-02", ISO_WEEK, "-0001-W52");
    expect_prefix("20260102t030405z", ISO_MINUTE, "2026-01-02T03:04");
    expect_prefix("0000-01-01", ISO_YEAR, "0000");
    expect_prefix("2016-12-31 23:59:60", ISO_MINUTE, "2016-12-31T23:59");
}

/* The C library has weeks, too. */
TEST(weeks_have_thursdays)
{
    for (time_t day = -350000; day < 2900000; day += 5) {
        const time_t second = 86400 * day;
        struct tm parts;
        char text[32], expected[32];

        gmtime_r(&second, &parts);
        strftime(text, sizeof text, "%Y-%m-%d", &parts);
        strftime(expected, sizeof expected, "%G-W%V", &parts);
        expect_prefix(text, ISO_WEEK, expected);
    }
}

TEST(texts_are_as_short_as_asked)
{
    expect_text(0, false, true, "1970-01-01");
    expect_text(0, true, false, "1970-01-01T00:00:00");
    expect_text(SECOND * 600, false, true, "1970-01-01T00:10:00Z");
    expect_text(-1, false, false, "1969-12-31T23:59:59.999999");
    expect_text(100000, true, true, "1970-01-01T00:00:00.1Z");
}

TEST(leap_seconds_are_the_next_minute)
{
    assert_int_equal(microseconds_of("2016-12-31T23:59:60Z"), microseconds_of("2017-01-01"));
    assert_int_equal(microseconds_of("2016-12-31T18:59:60.5-05:00"),
                     microseconds_of("2017-01-01T00:00:00.5"));
    assert_true(is_date("2017-01-01T05:29:60+05:30"));
    assert_true(is_date("2017-01-01T05:29:60"));
    assert_false(is_date("2016-12-31T18:59:60Z"));
    assert_false(is_date("2016-12-31T23:58:60"));
    assert_false(is_date("2016-12-31T23:59:61Z"));
}

/* ---- What is none ---------------------------------------------------------------------------- */

TEST(what_is_no_date)
{
    static const char *const texts[] = {"",
                                        "2026",
                                        "2026-11",
                                        "202611",
                                        "2026-1-1",
                                        "26-11-30",
                                        "30.11.2026",
                                        "11/30/2026",
                                        "2026/11/30",
                                        "2026-1130",
                                        "202611-30",
                                        "-2026-11-30",
                                        "+12026-11-30",
                                        "12026-11-30",
                                        " 2026-11-30",
                                        "2026-11-30 ",
                                        "2026-11-30T",
                                        "2026-11-30Z",
                                        "2026-11-30T1",
                                        "2026-11-30T14:",
                                        "2026-11-30T14:5",
                                        "2026-11-30T14:05:",
                                        "2026-11-30T14:05:9",
                                        "2026-11-30T14:05:09.",
                                        "2026-11-30T14:05.5",
                                        "2026-11-30T14:05:09.5.5",
                                        "2026-11-30T1405",
                                        "20261130T14:05",
                                        "2026-11-30T14:05:09 Z",
                                        "2026-11-30  14:05:09",
                                        "2026-11-30T14:05:09ZZ",
                                        "2026-11-30T14:05:09+",
                                        "2026-11-30T14:05:09+1",
                                        "2026-11-30T14:05:09+1:00",
                                        "2026-11-30T14:05:09+01:",
                                        "2026-11-30T14:05:09+01:0",
                                        "2026-11-30T14:05:09+24:00",
                                        "2026-11-30T14:05:09+01:60",
                                        "2026-11-30T14:05:09 UTC",
                                        "2026-11-30T24:00:00",
                                        "2026-11-30T14:60",
                                        "2026-11-30T14:05:60",
                                        "2026-00-30",
                                        "2026-13-30",
                                        "2026-11-00",
                                        "2026-11-31",
                                        "2026-02-30",
                                        "2026-02-29",
                                        "1900-02-29",
                                        "2026-W49-1",
                                        "2026-334",
                                        "9999-12-31T23:00-01:00",
                                        "0000-01-01T00:59+01:00",
                                        "9999-12-31T23:59:60Z"};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (is_date(texts[i]))
            fail_msg("%s is read", texts[i]);
    assert_true(is_date("2000-02-29"));
}

/* Any byte in the place of any other, and every end: what is read is a time of these years, whose
 * own text is read as the same. */
TEST(any_bytes)
{
    static const char text[] = "2026-11-30T14:05:09.123456+01:30";
    char changed[sizeof text], written[ISO_TEXT_SIZE];
    size_t read = 0;
    iso_date date;

    for (size_t size = 0; size < sizeof text; size++)
        for (size_t at = 0; at < size; at++)
            for (int byte = 0; byte < 256; byte++) {
                memcpy(changed, text, size);
                changed[at] = (char)byte;
                if (!reads(changed, size, &date))
                    continue;
                read++;
                iso_date_text(iso_date_microseconds(&date), true, true, written);
                assert_int_equal(microseconds_of(written), iso_date_microseconds(&date));
            }
    assert_in_range(read, 1000, 10000);
}
