/* SPDX-License-Identifier: Apache-2.0 */
/*
 * iso_date - dates and times of ISO 8601 and RFC 3339 as text and as microseconds: years 0000 to
 * 9999 of the Gregorian calendar, also before there was one. An offset from UTC is read; names of
 * time zones are not. Pure; knows nothing of files and fields.
 */
#ifndef CLREDUCE_TOOLS_ISO_DATE_H
#define CLREDUCE_TOOLS_ISO_DATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum iso_part {
    ISO_NONE,
    ISO_YEAR,
    ISO_MONTH,
    ISO_DAY,
    ISO_HOUR,
    ISO_MINUTE,
    ISO_SECOND,
    ISO_WEEK /* of ISO 8601: from Monday on, in the year that has its Thursday; of any date */
} iso_part;

/* As it is written: no offset is applied. */
typedef struct iso_date {
    int year, month, day, hour, minute;
    int second;      /* 60: a leap second */
    int microsecond; /* digits behind are cut off */
    iso_part finest; /* part that is written: a day or finer */
    bool has_offset;
    int offset; /* minutes that the time is ahead of UTC */
} iso_date;

/*
 * Reads a date (2026-11-30), or a date and a time (2026-11-30T14:05:09.5+01:00): T, t or a blank
 * between them; the time to the hour, the minute or the second; a point or a comma; Z, z, +01,
 * +01:00, +0100 or no offset. Without hyphens and colons, too (20261130T140509Z), if the time has
 * them as the date does. A second 60 is where leap seconds are: behind 23:59:59 UTC, and without
 * an offset at the end of any quarter of an hour. False: the text has no such form, and `finest` is
 * ISO_NONE; or there is no such day or time.
 */
bool iso_date_read(const char *text, size_t size, iso_date *date);

/* Room for a prefix, which no NUL ends, and for a text. */
enum { ISO_PREFIX_SIZE = 16, ISO_TEXT_SIZE = 40 };

/* Whether the date is written as far as the part. */
bool iso_date_has(const iso_date *date, iso_part part);

/* Writes a date as far as the part, such as 2026-11-30T14 for ISO_HOUR, 2026-W49 for ISO_WEEK;
 * returns its size. */
size_t iso_date_prefix(const iso_date *date, iso_part part, char text[ISO_PREFIX_SIZE]);

/* Since 1970-01-01T00:00:00Z, without leap seconds: a second 60 is the next minute's first. A time
 * without an offset is taken as UTC. */
int64_t iso_date_microseconds(const iso_date *date);

/* The text of a number of microseconds: a date, followed by the time if asked or if it is not 0,
 * and by Z if asked. */
void iso_date_text(int64_t microseconds, bool has_time, bool has_offset, char text[ISO_TEXT_SIZE]);

#endif
