/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table_asked - whether the command line asks something that only a table answers: groups, several
 * columns, names of columns in expressions. One column and nothing else is a table's, too, which
 * reads it by all cores. Opens no file.
 */
#ifndef CLREDUCE_TOOLS_TABLE_ASKED_H
#define CLREDUCE_TOOLS_TABLE_ASKED_H

#include "options.h"

bool table_is_asked(const options *o);

/* The first option given that is about lists of numbers alone; NULL: none is. */
const char *table_foreign_option(const options *o);

/* Whether an expression, which may be NULL, has names of columns. */
bool table_has_names(const char *expression);

#endif
