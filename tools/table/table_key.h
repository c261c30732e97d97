/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table_key - a word of --by: a column, by whose texts rows are grouped, or a part of its dates, as
 * in day(time). Knows no columns.
 */
#ifndef CLREDUCE_TOOLS_TABLE_KEY_H
#define CLREDUCE_TOOLS_TABLE_KEY_H

#include "iso_date.h"

/* Its groups are the texts of the column, or of its dates what stands up to the part. */
typedef struct table_key {
    size_t column;
    iso_part part; /* ISO_NONE: the texts */
} table_key;

/* The part of a word such as day(time), and the column in the word's place; ISO_NONE: it is none.
 * `is_name_only` is whether the column stands, or stood, between ${ and }. */
iso_part table_key_part(const char **word, size_t *size, bool *is_name_only);

/* Whether the word looks as if it had a part: letters in front of parentheses. */
bool table_key_is_call(const char *word, size_t size);

/* What the key's column is called in results. Its own memory; NULL: that ran out. */
char *table_key_name(iso_part part, const char *column);

#endif
