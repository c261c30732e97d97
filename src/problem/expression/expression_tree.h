/* SPDX-License-Identifier: Apache-2.0 */
/*
 * expression_tree - a map as a tree of typed operations. Owns the grammar and the rules by which
 * numbers of several kinds meet (docs/map.md); knows no OpenCL C but the names of its functions.
 */
#ifndef CLREDUCE_PROBLEM_EXPRESSION_EXPRESSION_TREE_H
#define CLREDUCE_PROBLEM_EXPRESSION_EXPRESSION_TREE_H

#include "base/status.h"
#include "problem/expression/expression_name.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CLRI_MAP_LENGTH_MOST = 4096,
    CLRI_MAP_DEPTH_MOST = 100 /* operations within each other; clang takes 256 brackets */
};

/* What is computed in, the stronger later: where two kinds meet, the later one is taken. */
typedef enum clri_kind {
    CLRI_KIND_TRUTH, /* 0 or 1, an int in OpenCL C */
    CLRI_KIND_LONG,
    CLRI_KIND_ULONG,
    CLRI_KIND_FLOAT,
    CLRI_KIND_DOUBLE
} clri_kind;

typedef enum clri_binary_class {
    CLRI_BINARY_LOGIC,
    CLRI_BINARY_COMPARISON,
    CLRI_BINARY_BITS, /* of integers */
    CLRI_BINARY_SHIFT,
    CLRI_BINARY_ARITHMETIC
} clri_binary_class;

/* An operator between two operands; where no function stands for it, the sign itself does. */
typedef struct clri_binary {
    const char *sign;
    unsigned precedence; /* the higher binds the tighter */
    clri_binary_class class;
    const char *function[CLRI_KIND_DOUBLE + 1]; /* that computes it in a kind, or NULL */
} clri_binary;

typedef enum clri_node_form {
    CLRI_NODE_INTEGER,
    CLRI_NODE_REAL,
    CLRI_NODE_VARIABLE,
    CLRI_NODE_NEGATE,
    CLRI_NODE_NOT,
    CLRI_NODE_COMPLEMENT,
    CLRI_NODE_BINARY,
    CLRI_NODE_CHOICE,
    CLRI_NODE_CALL
} clri_node_form;

typedef struct clri_node {
    clri_node_form form;
    clri_kind kind;     /* of its value */
    clri_kind operands; /* what its operands are brought to */
    unsigned depth;     /* operations from here to the furthest leaf */
    union {
        uint64_t integer;      /* its bits */
        double real;           /* exact in `kind` */
        const clri_name *name; /* of variables and calls */
        const clri_binary *binary;
    } is;
    unsigned child_count;
    const struct clri_node *child[3];
} clri_node;

typedef struct clri_tree {
    const clri_node *root;
    clri_node *nodes; /* owned */
    size_t node_count;
    clr_type element;
    unsigned inputs; /* 1 + the last of x, y, z, w that it names; at least 1 */
    bool uses_index;
    bool uses_total;
} clri_tree;

/* Reads a map over elements of a type. If it is CLR_OK, the caller frees the tree. */
clr_status clri_tree_read(const char *map, clr_type element, clri_tree *tree, clri_error *error);
void clri_tree_free(clri_tree *tree);

/* The public type of the kind's values: CLR_TYPE_U8 of truths. */
clr_type clri_type_of_kind(clri_kind kind);

#endif
