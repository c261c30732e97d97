/* SPDX-License-Identifier: Apache-2.0 */
/*
 * piece - the files of cl/, embedded at build time (cmake/reader writes piece.c): each one's text,
 * and the names that it takes from the text in front of it and leaves to the text behind it, which
 * the reader derives.
 */
#ifndef CLREDUCE_BASE_PIECE_H
#define CLREDUCE_BASE_PIECE_H

#include <stddef.h>

/* Lists of names as the piece spells them, with one space between them; "" if there are none. */
typedef struct clri_piece_names {
    const char *needs;
    const char *provides;
    const char *may_provide; /* in some branches of an #if */
} clri_piece_names;

typedef struct clri_piece {
    const char *path; /* below cl/, such as "operator/sum.cl" */
    const char *text;
    clri_piece_names names[2]; /* where CLR_NARROW is not defined, and where it is */
} clri_piece;

extern const clri_piece clri_pieces[];
extern const size_t clri_piece_count;

#endif
