/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table_print - the groups of a table as text: a header, and a row for each group, in order of
 * appearance or sorted; aligned on a terminal, with tabs in a pipe, as CSV or as JSON. Without
 * groups a row for each column, and of a single column what a list of numbers has.
 */
#ifndef CLREDUCE_TOOLS_TABLE_PRINT_H
#define CLREDUCE_TOOLS_TABLE_PRINT_H

#include "table_rows.h"
#include "table_sums.h"

/* Prints the results. Returns 0, or the exit code after a sentence on standard error. */
int table_print_results(const table_request *r, const table_sums *sums, const table_rows *rows);

#endif
