/* SPDX-License-Identifier: Apache-2.0 */
/* expression_text - writes a tree as an expression of OpenCL C: with the language's operators, or,
 * for comparisons, choices and signs of floats, on their bits (cl/expression/bits.cl), where a
 * device compares otherwise than IEEE 754 says, or has no doubles. */
#ifndef CLREDUCE_PROBLEM_EXPRESSION_EXPRESSION_TEXT_H
#define CLREDUCE_PROBLEM_EXPRESSION_EXPRESSION_TEXT_H

#include "problem/expression/expression_tree.h"

/*
 * The tree's value, or of a condition whether it is not 0. `uses_double`: whether the text contains
 * a double. The caller frees the text; NULL: out of memory.
 */
char *clri_expression_text(const clri_tree *tree, bool is_condition, bool by_bits,
                           bool *uses_double);

#endif
