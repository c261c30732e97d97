/* SPDX-License-Identifier: Apache-2.0 */
/* table_reduce - reductions of a table, from the command line to the output. */
#ifndef CLREDUCE_TOOLS_TABLE_REDUCE_H
#define CLREDUCE_TOOLS_TABLE_REDUCE_H

#include "options.h"

/* Whether the command line asks something that only a table answers: groups, several columns, names
 * of columns in conditions and maps. */
bool table_reduce_is_asked(const options *o);

/* Returns 0, or the exit code after a sentence on standard error. */
int table_reduce(const options *o);

#endif
