/* SPDX-License-Identifier: Apache-2.0 */
/*
 * merged - the result of an accumulator: rounded to a record, and printed as reductions print
 * theirs.
 */
#ifndef CLREDUCE_TOOLS_MERGED_H
#define CLREDUCE_TOOLS_MERGED_H

#include "result_record.h"

/* The record of one result: its value and second value with the bits of the result's type, of which
 * none is larger than 8 bytes. */
typedef struct merged_numbers {
    uint64_t value;
    uint64_t second;
    cl_ulong index;
} merged_numbers;

typedef struct merged {
    clr_result layout; /* which of the numbers there are, and where */
    merged_numbers numbers;
} merged;

/* The library's description of an accumulator: reduction, counts, special values met. */
clr_accumulator_info merged_info(const clr_accumulator *accumulator);

/* Which members of merged_numbers a result of the accumulator's reduction has. */
clr_result merged_layout(const clr_accumulator *accumulator);

/* Rounds an accumulator of one result. Returns 0, or the exit code after a sentence on standard
 * error. */
int merged_round(merged *m, const clr_accumulator *accumulator);

/* Prints the results, a line each, behind their operators' names if there are several. False with
 * errno set after a failure. */
bool merged_print(const merged results[], size_t count);

/* Lists the results as one row, with a column for each number. */
bool merged_list(const merged results[], size_t count, output_form form);

#endif
