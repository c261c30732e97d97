/* SPDX-License-Identifier: Apache-2.0 */
/*
 * iso_date - dates as text and as microseconds. See iso_date.h. Days are counted by Howard
 * Hinnant's days_from_civil and civil_from_days ("chrono-Compatible Low-Level Date Algorithms",
 * https://howardhinnant.github.io/date_algorithms.html): years begin in March, so that a leap day
 * is a year's last, and 400 of them have 146097 days.
 */
#include "iso_date.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MINUTES_OF_DAY = 24 * 60, DAYS_OF_ERA = 146097, DAYS_BEFORE_1970 = 719468 };

#define SECOND INT64_C(1000000)
#define DAY    (86400 * SECOND)

/* 0000-01-01 and 10000-01-01: in UTC, too, a time is of years of four digits. */
#define FIRST (-719528 * DAY)
#define PAST  (2932897 * DAY)

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct scan {
    const char *at, *end;
} scan;

static bool is_digit(const scan *s)
{
    return s->at < s->end && *s->at >= '0' && *s->at <= '9';
}

static bool take_digits(scan *s, int count, int *value)
{
    *value = 0;
    for (; count > 0 && is_digit(s); count--)
        *value = 10 * *value + (*s->at++ - '0');
    return count == 0;
}

/* The next character, if it is one of these. */
static bool take_any(scan *s, const char *characters)
{
    if (s->at == s->end)
        return false;
    while (*characters != '\0' && *characters != *s->at)
        characters++;
    s->at += *characters != '\0';
    return *characters != '\0';
}

static bool take_date(scan *s, iso_date *date, bool *has_marks)
{
    if (!take_digits(s, 4, &date->year))
        return false;
    *has_marks = take_any(s, "-");
    date->finest = ISO_DAY;
    return take_digits(s, 2, &date->month) && (!*has_marks || take_any(s, "-")) &&
           take_digits(s, 2, &date->day);
}

/* Digits behind the seconds' point. */
static bool take_fraction(scan *s, int *microsecond)
{
    if (!is_digit(s))
        return false;
    for (int unit = (int)(SECOND / 10); is_digit(s); unit /= 10)
        *microsecond += unit * (*s->at++ - '0');
    return true;
}

/* Whether a finer part of the time follows. */
static bool goes_on(scan *s, bool has_marks)
{
    return has_marks ? take_any(s, ":") : is_digit(s);
}

static bool take_time(scan *s, iso_date *date, bool has_marks)
{
    int *const parts[] = {&date->hour, &date->minute, &date->second};
    size_t count = 0;

    do {
        if (!take_digits(s, 2, parts[count++]))
            return false;
    } while (count < 3 && goes_on(s, has_marks));
    date->finest = (iso_part)(ISO_DAY + count);
    return count < 3 || !take_any(s, ".,") || take_fraction(s, &date->microsecond);
}

static bool take_offset(scan *s, iso_date *date)
{
    const bool is_west = s->at < s->end && *s->at == '-';
    int hours, minutes = 0;

    date->has_offset = s->at < s->end;
    if (!date->has_offset || take_any(s, "Zz"))
        return true;
    if (!take_any(s, "+-") || !take_digits(s, 2, &hours) ||
        ((take_any(s, ":") || is_digit(s)) && !take_digits(s, 2, &minutes)))
        return false;
    date->offset = (60 * hours + minutes) * (is_west ? -1 : 1);
    return hours < 24 && minutes < 60;
}

static int days_of(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    return days[month - 1] + (month == 2 && is_leap);
}

/* Leap seconds end a day of UTC; offsets are quarters of an hour. */
static bool can_leap(const iso_date *date)
{
    const int minute = 60 * date->hour + date->minute - date->offset + MINUTES_OF_DAY;

    return date->has_offset ? minute % MINUTES_OF_DAY == MINUTES_OF_DAY - 1
                            : date->minute % 15 == 14;
}

static bool exists(const iso_date *date)
{
    if (date->month < 1 || date->month > 12 || date->day < 1 ||
        date->day > days_of(date->year, date->month) || date->hour > 23 || date->minute > 59 ||
        date->second > 60 || (date->second == 60 && !can_leap(date)))
        return false;
    if (date->year > 0 && date->year < 9999)
        return true;
    const int64_t microseconds = iso_date_microseconds(date);
    return microseconds >= FIRST && microseconds < PAST;
}

/* Behind a date. */
static bool take_rest(scan *s, iso_date *date, bool has_marks)
{
    return s->at == s->end || (take_any(s, "Tt ") && take_time(s, date, has_marks) &&
                               take_offset(s, date) && s->at == s->end);
}

bool iso_date_read(const char *text, size_t size, iso_date *date)
{
    scan s = {text, text + size};
    bool has_marks;

    *date = (iso_date){.finest = ISO_NONE};
    if (take_date(&s, date, &has_marks) && take_rest(&s, date, has_marks))
        return exists(date);
    date->finest = ISO_NONE;
    return false;
}

/* ---- Microseconds ---------------------------------------------------------------------------- */

/* Days from 1970-01-01 on. */
static int64_t days_since_1970(const iso_date *date)
{
    const int year = date->year - (date->month <= 2);
    const int era = (year >= 0 ? year : year - 399) / 400;
    const int year_of_era = year - 400 * era;
    const int day_of_year =
        (153 * (date->month + (date->month > 2 ? -3 : 9)) + 2) / 5 + date->day - 1;
    const int day_of_era = 365 * year_of_era + year_of_era / 4 - year_of_era / 100 + day_of_year;

    return (int64_t)era * DAYS_OF_ERA + day_of_era - DAYS_BEFORE_1970;
}

int64_t iso_date_microseconds(const iso_date *date)
{
    const int minutes = 60 * date->hour + date->minute - date->offset;

    return days_since_1970(date) * DAY + (60 * minutes + date->second) * SECOND + date->microsecond;
}

/* The date of a day, counted from 1970-01-01. */
static iso_date date_of(int64_t day)
{
    const int64_t days = day + DAYS_BEFORE_1970;
    const int64_t era = (days >= 0 ? days : days - (DAYS_OF_ERA - 1)) / DAYS_OF_ERA;
    const int day_of_era = (int)(days - era * DAYS_OF_ERA);
    const int year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    const int day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    const int month = (5 * day_of_year + 2) / 153; /* from March */
    iso_date date = {.finest = ISO_DAY};

    date.month = month < 10 ? month + 3 : month - 9;
    date.year = (int)(400 * era) + year_of_era + (date.month <= 2);
    date.day = day_of_year - (153 * month + 2) / 5 + 1;
    return date;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static char *put(char *at, int value, int digits)
{
    for (int i = digits - 1; i >= 0; i--, value /= 10)
        at[i] = (char)('0' + value % 10);
    return at + digits;
}

bool iso_date_has(const iso_date *date, iso_part part)
{
    return date->finest >= (part == ISO_WEEK ? ISO_DAY : part);
}

/* The week whose Thursday is in the week's year. 0000-01-01 is in the year before: -0001-W52. */
static size_t put_week(const iso_date *date, char *text)
{
    const int64_t day = days_since_1970(date) - FIRST / DAY; /* 0 is a Saturday */
    const int64_t thursday = day - (day + 5) % 7 + 3 + FIRST / DAY;
    const iso_date of = date_of(thursday);
    const iso_date begin = {.year = of.year, .month = 1, .day = 1};
    char *at = text;

    *at = '-';
    at = put(at + (of.year < 0), abs(of.year), 4);
    *at++ = '-';
    *at++ = 'W';
    return (size_t)(put(at, 1 + (int)(thursday - days_since_1970(&begin)) / 7, 2) - text);
}

size_t iso_date_prefix(const iso_date *date, iso_part part, char text[ISO_PREFIX_SIZE])
{
    if (part == ISO_WEEK)
        return put_week(date, text);
    const int values[] = {date->month, date->day, date->hour, date->minute};
    static const char marks[] = "--T:";
    char *at = put(text, date->year, 4);

    for (int i = 0; i < (int)part - ISO_YEAR; i++) {
        *at++ = marks[i];
        at = put(at, values[i], 2);
    }
    return (size_t)(at - text);
}

void iso_date_text(int64_t microseconds, bool has_time, bool has_offset, char text[ISO_TEXT_SIZE])
{
    const int64_t day = (microseconds - (microseconds < 0 ? DAY - 1 : 0)) / DAY;
    const int64_t time = microseconds - day * DAY;
    const int second = (int)(time / SECOND);
    iso_date date = date_of(day);
    size_t size;

    date.hour = second / 3600;
    date.minute = second / 60 % 60;
    has_time = has_time || time != 0;
    size = iso_date_prefix(&date, has_time ? ISO_MINUTE : ISO_DAY, text);
    text[size] = '\0';
    if (!has_time)
        return;
    size += (size_t)snprintf(text + size, ISO_TEXT_SIZE - size, ":%02d.%06" PRId64, second % 60,
                             time % SECOND);
    while (text[size - 1] == '0')
        size--;
    size -= text[size - 1] == '.';
    snprintf(text + size, ISO_TEXT_SIZE - size, "%s", has_offset ? "Z" : "");
}
