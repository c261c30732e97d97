/* SPDX-License-Identifier: Apache-2.0 */
/*
 * result_record - the record of results written by a run: where each number of each result is in
 * it, and results as text and JSON.
 */
#ifndef CLREDUCE_TOOLS_RECORD_H
#define CLREDUCE_TOOLS_RECORD_H

#include "listing.h"
#include <clreduce/clreduce.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* records of the library's own operators are not larger */
#define RECORD_SIZE_MOST 512

/* Bytes of a result of the library's own operators as text. */
#define RECORD_TEXT_SIZE 112

typedef struct record_layout {
    clr_plan_info info; /* its strings are valid as long as the plan */
    size_t count;       /* results */
    clr_result results[CLR_REDUCTIONS_MOST];
} record_layout;

/* A number of a result: its only number, or one of a pair. */
typedef struct record_number {
    const char *name; /* "value", "index", "min" or "max" */
    clr_type type;
    uint64_t offset; /* in the record */
} record_number;

/*
 * Describes the plan's record. `custom_type`: the type of the numbers that a custom operator's
 * result is made of.
 */
void record_describe(record_layout *layout, const clr_plan *plan, clr_type custom_type);

/* Reductions of one value each, as records have them, with the types of these: an index goes with
 * each of the k elements that topk takes, as with that of argmax. */
void record_singles(const clr_reduction *reductions, size_t count, clr_reduction singles[]);

/* The same of reductions by the host, without a plan; of several values that of each. */
void record_describe_host(record_layout *layout, const clr_reduction *reductions, size_t count);

/* The count of a result's numbers; number `index`. */
size_t record_number_count(const clr_result *result);
record_number record_number_at(const clr_result *result, size_t index);

/* Whether both records have the same result; all NaNs are equal. */
bool record_same(const clr_result *result, const void *a, const void *b);

/* The numbers, separated by a space, cut to `size` bytes. */
void record_text(const clr_result *result, const void *record, char *text, size_t size);
void record_print(const clr_result *result, const void *record, FILE *to);

/* The names of a result's numbers as columns of a listing: sum; min and max; argmin, argmin.index;
 * and the numbers as cells. */
void record_columns(listing *l, const clr_result *result);
void record_cells(listing *l, const clr_result *result, const void *record);

/* The result as JSON: a number, an object for a pair, or an array. */
json_t *record_part(const clr_result *result, const void *record);

/*
 * Adds the result to an object: its numbers by name, a value's bits as "hex", several numbers of a
 * custom operator as an array "value".
 */
void record_json(const clr_result *result, const void *record, json_t *object);

#endif
