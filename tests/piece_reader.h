/* SPDX-License-Identifier: Apache-2.0 */
/*
 * piece_reader - which names the text of a piece of cl/ uses, and which it defines: what its
 * contract must say. Reads as much of OpenCL C as the pieces have.
 */
#ifndef CLREDUCE_TESTS_PIECE_READER_H
#define CLREDUCE_TESTS_PIECE_READER_H

#include "base/piece.h"

#include <stdbool.h>

/* The names of each clause, with one space between them, in the order in which they first stand in
 * the text. The caller frees each; NULL without memory. */
typedef struct piece_names {
    char *says[CLRI_CLAUSES];
} piece_names;

/* As the preprocessor goes, for where CLR_NARROW is defined and for where it is not. */
void read_piece(const char *text, piece_names *names);

void free_names(piece_names *names);

#endif
