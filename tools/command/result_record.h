/* SPDX-License-Identifier: Apache-2.0 */
/*
 * result_record - the record of results that a run writes: where each number of each result lies in
 * it, and results as text and as JSON. Knows nothing of how it came about.
 */
#ifndef CLREDUCE_TOOLS_RECORD_H
#define CLREDUCE_TOOLS_RECORD_H

#include <clreduce/clreduce.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* No record of the library's own operators is larger. */
#define RECORD_SIZE_MOST 512

/* Bytes of a result of the library's own operators as text. */
#define RECORD_TEXT_SIZE 112

typedef struct record_layout {
    clr_plan_info info; /* its strings live with the plan */
    size_t count;       /* results */
    clr_result results[CLR_REDUCTIONS_MOST];
} record_layout;

/* One number of a result: its only one, or one of a pair. */
typedef struct record_number {
    const char *name; /* "value", "index", "min" or "max" */
    clr_type type;
    uint64_t offset; /* in the record */
} record_number;

/*
 * Describes the plan's record. `custom_type` is the type of the numbers that the result of an
 * operator of the user's own is made of.
 */
void record_describe(record_layout *layout, const clr_plan *plan, clr_type custom_type);

/* Numbers of a result, and number `index` of them. */
size_t record_number_count(const clr_result *result);
record_number record_number_at(const clr_result *result, size_t index);

/* Whether the result is the same in both records, all NaNs being alike. */
bool record_same(const clr_result *result, const void *a, const void *b);

/* The numbers with a space between them. The text is cut to `size` bytes. */
void record_text(const clr_result *result, const void *record, char *text, size_t size);
void record_print(const clr_result *result, const void *record, FILE *to);

/* The result as JSON: a number, an object of a pair, or an array of more. */
json_t *record_part(const clr_result *result, const void *record);

/*
 * Adds the result to an object: its numbers by their names, a value's bits as "hex", and numbers of
 * an operator of the user's own as an array "value" if there are several.
 */
void record_json(const clr_result *result, const void *record, json_t *object);

#endif
