/* SPDX-License-Identifier: Apache-2.0 */
/* input_date - a field of a table as a date. See input_date.h. */
#include "input_date.h"

#include <stdio.h>

/* Words of --missing-text may be dates, such as 1900-01-01; the usual ones are none. */
input_date_kind input_date_read(const input_options *options, csv_field field, iso_part part,
                                iso_date *date)
{
    if (options->missing_text && input_field_is_missing(options, field.text, field.size))
        return INPUT_DATE_MISSING;
    if (iso_date_read(field.text, field.size, date))
        return iso_date_has(date, part) ? INPUT_DATE_GOOD : INPUT_DATE_BAD;
    return input_field_is_missing(options, field.text, field.size) ? INPUT_DATE_MISSING
                                                                   : INPUT_DATE_BAD;
}

void input_date_reason(const input_options *options, csv_field field, iso_part part,
                       char reason[INPUT_REASON_SIZE])
{
    const input_quote quote = input_quoted(field.text, field.size);
    const char *const what = field.size > 0 ? quote.text : "the field";
    iso_date date;

    if (input_date_read(options, field, part, &date) == INPUT_DATE_MISSING)
        snprintf(reason, INPUT_REASON_SIZE, "%s %s: --missing skip leaves missing dates out", what,
                 field.size > 0 ? "is no date" : "is empty");
    else if (iso_date_read(field.text, field.size, &date))
        snprintf(reason, INPUT_REASON_SIZE, "%s has no %s: day() groups by dates", what,
                 part == ISO_HOUR ? "hour" : "minute");
    else
        snprintf(reason, INPUT_REASON_SIZE, "%s is no date%s", what,
                 date.finest == ISO_NONE
                     ? " of ISO 8601, such as 2026-11-30 or 2026-11-30T14:05:09Z"
                     : ": there is no such day or time");
}
