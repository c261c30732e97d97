/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expand - a composed text without its conditions, and with macros replaced that say different
 * things at different places of it, or name functions (CLR_AT), or go through lists
 * (CLR_EACH_MEMBER), or say nothing. What is left is OpenCL C of the same words, with constants by
 * their names, in which each name means one thing.
 *
 * A text defines all names that begin with CLR_. Others are the compiler's (FP_FAST_FMA), or the
 * caller's: conditions on them stay, and so do their definitions. Lines from #line 1 "..." to #line
 * 1 "clreduce" are the caller's, and stay as they are.
 */
#ifndef CLREDUCE_BASE_EXPAND_H
#define CLREDUCE_BASE_EXPAND_H

/* The text, which the caller frees; NULL if memory ran out, or if the text has more macros or
 * deeper conditions than composed texts do. */
char *clri_expand(const char *text);

#endif
