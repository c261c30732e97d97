/* SPDX-License-Identifier: Apache-2.0 */
/* expression_tree - a map as a tree of typed operations: its grammar, by recursive descent with C's
 * precedences, and how operands of different kinds are converted (docs/map.md). Length and depth
 * are bounded, as maps may be hostile. Of OpenCL C it knows function names only. */
#ifndef CLREDUCE_PROBLEM_EXPRESSION_EXPRESSION_TREE_H
#define CLREDUCE_PROBLEM_EXPRESSION_EXPRESSION_TREE_H

#include "base/status.h"
#include "problem/expression/expression_name.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CLRI_MAP_LENGTH_MOST = 4096,
    CLRI_MAP_DEPTH_MOST = 100 /* nested operations; clang takes 256 brackets */
};

/* The kinds that values are computed in, weakest first: operands of two kinds are converted to the
 * stronger. */
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

/* A binary operator; written as the sign, or as a call where `function` has one. */
typedef struct clri_binary {
    const char *sign;
    unsigned precedence; /* higher binds tighter */
    clri_binary_class class;
    const char *function[CLRI_KIND_DOUBLE + 1]; /* the function for a kind, or NULL */
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
    clri_kind kind;     /* of the value */
    clri_kind operands; /* that operands are converted to */
    unsigned depth;     /* operations from here to the furthest leaf */
    union {
        uint64_t integer;      /* in two's complement */
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
    unsigned inputs;  /* 1 + the last of x, y, z, w in use; at least 1 */
    unsigned scalars; /* 1 + the last of CLRI_SCALARS in use; 0: none */
    bool uses_index;
    bool uses_total;
} clri_tree;

/* Reads a map over elements of a type. If it returns CLR_OK, the caller frees the tree. */
clr_status clri_tree_read(const char *map, clr_type element, clri_tree *tree, clri_error *error);
void clri_tree_free(clri_tree *tree);

/* Copies a tree, which the caller frees. CLR_ERROR_MEMORY. */
clr_status clri_tree_copy(const clri_tree *tree, clri_tree *copy, clri_error *error);

/* The type of constants, of numbers with a point and of scalars, among elements of a type: f32 or
 * f64. */
clr_type clri_real_type(clr_type element);

/* Whether the node is a call of f32() or f64(). */
bool clri_node_is_conversion(const clri_node *node);

/* The public type of the kind's values; CLR_TYPE_U8 for truths. */
clr_type clri_type_of_kind(clri_kind kind);

#endif
