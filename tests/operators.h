/* SPDX-License-Identifier: Apache-2.0 */
/*
 * operators - how many operators the library has: the rows of its table, so that tests which walk
 * them, or draw one, have a new one among theirs. Custom operators are none of them.
 */
#ifndef CLREDUCE_TESTS_OPERATORS_H
#define CLREDUCE_TESTS_OPERATORS_H

enum {
    OPERATORS = 0
#define CLRI_OPERATOR(...) +1
#include "problem/operator.def"
};

#endif
