/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table_run - reads a table by several threads: each takes a chunk of rows, reads it, and waits for
 * its turn to have it noted, so that keys are numbered in the order of the files.
 */
#ifndef CLREDUCE_TOOLS_TABLE_RUN_H
#define CLREDUCE_TOOLS_TABLE_RUN_H

#include "table_sums.h"

/* Reduces all rows. Returns 0, or the exit code after a sentence on standard error. */
int table_run(const table_request *r, input_table *table, table_sums *sums);

#endif
