/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_literal - Python's literals, as in ast.literal_eval() and the headers of .npy files:
 * dictionaries, tuples, lists, strings, numbers and the words True, False and None. Knows nothing
 * of a header's keys, which input_npy.c reads.
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
    const char *at;   /* its begin in the text */
    const char *text; /* of a string: its value, followed by NUL; of a word: itself */
    size_t size;
    bool negative; /* of an integer, beside its magnitude */
    bool too_large;
    bool is_long; /* Python 2 marked it with an L */
    uint64_t magnitude;
    const struct literal_node *first; /* the first child */
    const struct literal_node *next;  /* the next sibling */
} literal_node;

typedef struct literal {
    const literal_node *root; /* NULL if the text is not a literal */
    const char *error_at;     /* where the error shows */
    const char *expected;     /* what is expected there; NULL if memory ran out */
    void *blocks;             /* memory of nodes */
    char *strings;            /* memory of strings */
} literal;

/*
 * Reads the text, which must outlive the literal and be followed by a NUL. Call literal_close()
 * whatever the outcome.
 */
void literal_open(literal *l, const char *text, size_t size);
void literal_close(literal *l);

static inline bool literal_is(const literal_node *node, literal_kind kind)
{
    return node && node->kind == kind;
}

#endif
