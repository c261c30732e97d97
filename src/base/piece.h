/* SPDX-License-Identifier: Apache-2.0 */
/*
 * piece - the files of cl/, embedded at build time (cmake/embed.cmake writes piece.c): each one's
 * text, and its contract, which the comment behind the opening one declares. CONTRIBUTING.md says
 * how it is written.
 */
#ifndef CLREDUCE_BASE_PIECE_H
#define CLREDUCE_BASE_PIECE_H

#include <stddef.h>

/* What a contract says. Narrow is where CLR_NARROW is defined, wide where it is not. */
typedef enum clri_clause {
    CLRI_NEEDS, /* names that must be there before the piece */
    CLRI_NEEDS_NARROW,
    CLRI_NEEDS_WIDE,
    CLRI_MAY_USE,  /* on a condition: behind an #if */
    CLRI_PROVIDES, /* names that are there after it, and must not be before */
    CLRI_PROVIDES_NARROW,
    CLRI_PROVIDES_WIDE,
    CLRI_MAY_PROVIDE, /* on a condition */
    CLRI_CLAUSES
} clri_clause;

typedef struct clri_piece {
    const char *path;               /* below cl/, such as "operator/sum.cl" */
    const char *text;               /* without the contract */
    const char *says[CLRI_CLAUSES]; /* names with one space between them; "" if there are none */
} clri_piece;

extern const clri_piece clri_pieces[];
extern const size_t clri_piece_count;

#endif
