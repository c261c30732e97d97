/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sentence - messages on standard error, each a single printable line, however long and odd the
 * users' names and words in it.
 */
#ifndef CLREDUCE_TOOLS_SENTENCE_H
#define CLREDUCE_TOOLS_SENTENCE_H

#include <stdarg.h>
#include <stddef.h>

/* Bytes of the UTF-8 character at the start of `size` bytes; 0 if it is malformed. */
size_t sentence_character(const char *text, size_t size);

/* bytes of a user's word that are shown, before "..." */
#define SENTENCE_WORD_MOST 200

/*
 * As vasprintf(), but a bare %s is shortened to SENTENCE_WORD_MOST bytes, unless it is the whole
 * format; longer texts of the project have a precision. Control characters, and bytes that are not
 * UTF-8, become '?'. The caller frees the text; NULL if memory ran out.
 */
char *sentence_make(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));
char *sentence_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same of these characters of a text, in place. */
void sentence_tame(char *text);

#endif
