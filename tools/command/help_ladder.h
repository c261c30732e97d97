/* SPDX-License-Identifier: Apache-2.0 */
/*
 * help_ladder - what the command tells of the ladder: a strategy's lesson, what it needs, its lines
 * and what to compare it with; all of them in their order, and how to climb.
 */
#ifndef CLREDUCE_TOOLS_HELP_LADDER_H
#define CLREDUCE_TOOLS_HELP_LADDER_H

#include <stdbool.h>

/* Prints what is to be said of a word that is "ladder" or names a strategy; false of others. */
bool help_ladder(const char *word);

#endif
