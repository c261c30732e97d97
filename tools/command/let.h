/* SPDX-License-Identifier: Apache-2.0 */
/* let - whole numbers of --let that doubles would round beside integers. */
#ifndef CLREDUCE_TOOLS_LET_H
#define CLREDUCE_TOOLS_LET_H

#include "options.h"

/*
 * The library's scalars are doubles. Whole numbers from 2^53 on are put into --map and --where
 * instead, where they are integers, which compiles for each. Returns 0, or the exit code after a
 * sentence on standard error.
 */
int let_write_wholes(options *o);

#endif
