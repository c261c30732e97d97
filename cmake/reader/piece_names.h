/* SPDX-License-Identifier: Apache-2.0 */
/*
 * piece_names - the names that a piece of cl/ takes from the text in front of it, and those that it
 * defines for the text behind it, derived from its own text. Reads as much of OpenCL C as the
 * pieces have. Which pieces go together is not its business.
 */
#ifndef CLREDUCE_READER_PIECE_NAMES_H
#define CLREDUCE_READER_PIECE_NAMES_H

#include <stdbool.h>

/* Lists with one space between names, in the order in which they first stand in the text. */
typedef struct piece_names {
    char *needs;
    char *provides;
    char *may_provide; /* in some branches of an #if */
} piece_names;

/* As the preprocessor goes where CLR_NARROW is defined, or is not. Ends the program, with a
 * sentence about `path`, where the text cannot be read. */
piece_names read_piece_names(const char *path, const char *text, bool is_narrow);

void free_piece_names(piece_names *names);

#endif
