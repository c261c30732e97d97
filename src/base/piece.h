/* SPDX-License-Identifier: Apache-2.0 */
/* piece - the files of cl/, embedded at build time (cmake/embed.cmake writes piece.c). */
#ifndef CLREDUCE_BASE_PIECE_H
#define CLREDUCE_BASE_PIECE_H

#include <stddef.h>

typedef struct clri_piece {
    const char *path; /* below cl/, such as "operator/sum.cl" */
    const char *text;
} clri_piece;

extern const clri_piece clri_pieces[];
extern const size_t clri_piece_count;

#endif
