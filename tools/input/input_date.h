/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_date - a field of a table as a date, by the options about missing values, and the reason in
 * words where it is none. Any thread may read.
 */
#ifndef CLREDUCE_TOOLS_INPUT_DATE_H
#define CLREDUCE_TOOLS_INPUT_DATE_H

#include "csv_rows.h"
#include "input_format.h"
#include "iso_date.h"

typedef enum input_date_kind {
    INPUT_DATE_GOOD,
    INPUT_DATE_MISSING,
    INPUT_DATE_BAD
} input_date_kind;

/* Reads a field; a date without the part is bad: no time is made up for it. */
input_date_kind input_date_read(const input_options *options, csv_field field, iso_part part,
                                iso_date *date);

/* Why the field, which is missing or bad, is not such a date. */
void input_date_reason(const input_options *options, csv_field field, iso_part part,
                       char reason[INPUT_REASON_SIZE]);

#endif
