/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_literal - Python's literals, as ast.literal_eval() takes them and headers of .npy files are
 * written in them: dictionaries, tuples, lists, strings, numbers and the words True, False and
 * None. Owns their grammar; the keys of a header belong to input_npy.c.
 */
#ifndef CLREDUCE_TOOLS_INPUT_LITERAL_H
#define CLREDUCE_TOOLS_INPUT_LITERAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum literal_kind {
    LITERAL_DICTIONARY, /* its nodes are key, value, key, value ... */
    LITERAL_TUPLE,
    LITERAL_LIST,
    LITERAL_STRING,
    LITERAL_INTEGER,
    LITERAL_WORD /* True, False or None */
} literal_kind;

typedef struct literal_node {
    literal_kind kind;
    const char *at;   /* where it is written */
    const char *text; /* of a string: what it says, followed by 0; of a word: itself */
    size_t size;
    bool negative; /* of an integer, with its magnitude, */
    bool too_large;
    bool is_long; /* which Python 2 has marked with an L */
    uint64_t magnitude;
    const struct literal_node *first; /* the first node in it */
    const struct literal_node *next;  /* the node behind it */
} literal_node;

typedef struct literal {
    const literal_node *root; /* NULL if the text is no literal: then */
    const char *error_at;     /* where that shows */
    const char *expected;     /* and what should be there; NULL if memory ran out */
    void *blocks;             /* memory of nodes */
    char *strings;            /* and of what strings say */
} literal;

/*
 * Reads the text, which must outlive the literal and be followed by a 0. literal_close() is to be
 * called in any case.
 */
void literal_open(literal *l, const char *text, size_t size);
void literal_close(literal *l);

static inline bool literal_is(const literal_node *node, literal_kind kind)
{
    return node && node->kind == kind;
}

#endif
