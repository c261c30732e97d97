/* SPDX-License-Identifier: Apache-2.0 */
/*
 * help_ladder - help on the ladder: a strategy's lesson, needs, source and the strategy to compare
 * with; all rungs in order, and how to climb.
 */
#ifndef CLREDUCE_TOOLS_HELP_LADDER_H
#define CLREDUCE_TOOLS_HELP_LADDER_H

#include <stdbool.h>

/* Prints help on "ladder" or a strategy; false for other words. */
bool help_ladder(const char *word);

#endif
