/* SPDX-License-Identifier: Apache-2.0 */
/*
 * branch_condition - what a condition of the preprocessor comes to, as far as the text tells. Names
 * that begin with CLR_ are the text's, and 0 where they are not defined, as in C; other names and
 * calls (__has_extension) are for the compiler to know, and so is a condition that depends on one.
 * By C's operators but for division and bits, which no piece of cl/ has in a condition.
 */
#ifndef CLREDUCE_BASE_BRANCH_CONDITION_H
#define CLREDUCE_BASE_BRANCH_CONDITION_H

#include "base/scan.h"

/* The value of a condition, or of a part of it. */
typedef struct clri_found {
    long long number;
    bool is_known;
} clri_found;

/* What a macro's definition has behind the name; it begins at NULL where there is no definition. */
typedef clri_range clri_definition_of(void *user, clri_range name);

/* Of the expression behind #if or #elif. */
clri_found clri_find_value(const char *at, clri_definition_of *definition_of, void *user);

/* Of the name behind #ifdef, or behind "defined". */
clri_found clri_find_defined(const char *at, clri_definition_of *definition_of, void *user);

#endif
