/* SPDX-License-Identifier: Apache-2.0 */
/*
 * operation - the operations of maps and conditions whose value is the same on every device
 * (docs/map.md), as loops over numbers side by side: choices, comparisons, signs, extremes, all of
 * integers. What computes with floats is none of them: a device may fuse a product and a sum, or
 * flush what is small, and its functions are off by some units in the last place. Integers do at
 * their edges what cl/expression has them do: they wrap, a division by 0 is 0, shifts count modulo
 * 64. Truths are bytes of 0 or 1, integers have 64 bits, floats 32 or 64.
 */
#ifndef CLREDUCE_FOLD_OPERATION_H
#define CLREDUCE_FOLD_OPERATION_H

#include "problem/expression/expression_tree.h"

/* Writes `count` numbers, made of one to three arrays that the result does not overlap. */
typedef void (*clri_operation)(void *to, const void *const *from, size_t count);

/* The operation of a node that has operands, whose kinds are clri_operation_takes(). NULL: devices
 * may compute otherwise. */
clri_operation clri_operation_of(const clri_node *node);

/* The kind that a node's operand is converted to. */
clri_kind clri_operation_takes(const clri_node *node, unsigned operand);

/* What the node is called in messages. */
const char *clri_operation_name(const clri_node *node);

/* Converts numbers of another kind, to 0 or 1 too. NULL: devices may round otherwise, or there is
 * nothing to do: clri_operation_keeps_bits(). */
clri_operation clri_operation_converting(clri_kind from, clri_kind to);
bool clri_operation_keeps_bits(clri_kind from, clri_kind to);

/* Widens elements as they are stored to the kind that maps compute in; NULL: they have its bits. */
clri_operation clri_operation_reading(clr_type element);

#endif
