/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table_reduce - reductions of a table, from the command line to the output. Several threads read
 * it: each takes a chunk of rows, reads it, and waits for its turn to have it noted, so that keys
 * are numbered in the order of the files.
 */
#ifndef CLREDUCE_TOOLS_TABLE_REDUCE_H
#define CLREDUCE_TOOLS_TABLE_REDUCE_H

#include "options.h"

/* Returns 0, or the exit code after a sentence on standard error. */
int table_reduce(const options *o);

#endif
