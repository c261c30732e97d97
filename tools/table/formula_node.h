/* SPDX-License-Identifier: Apache-2.0 */
/* formula_node - what the nodes of a formula are, for formula.c, which reads them, and
 * formula_value.c. */
#ifndef CLREDUCE_TOOLS_FORMULA_NODE_H
#define CLREDUCE_TOOLS_FORMULA_NODE_H

#include "formula.h"

enum {
    NODE_NUMBER,
    NODE_TEXT,
    NODE_MOMENT, /* a text that is a date, in microseconds */
    NODE_COLUMN,
    NODE_OR,
    NODE_AND,
    NODE_NOT,
    NODE_MINUS,
    NODE_IN, /* left: a column; right: the first item of a list */
    NODE_EQUAL,
    NODE_UNEQUAL,
    NODE_BELOW,
    NODE_AT_MOST,
    NODE_ABOVE,
    NODE_AT_LEAST,
    NODE_ADD,
    NODE_SUBTRACT,
    NODE_MULTIPLY,
    NODE_DIVIDE,
    NODE_REMAINDER
};

static inline const formula_node *formula_node_at(const formula *f, int node)
{
    return &f->nodes[node];
}

static inline bool formula_is_comparison(unsigned char what)
{
    return what >= NODE_EQUAL && what <= NODE_AT_LEAST;
}

/* Whether the node is a moment, or a column of dates. */
static inline bool formula_is_date(const formula_node *node)
{
    return node->what == NODE_MOMENT || (node->what == NODE_COLUMN && node->is_date);
}

/* The number with the other sign; a number of microseconds as a whole number. */
input_cell formula_negated(input_cell cell);
input_cell formula_moment(int64_t microseconds);

#endif
