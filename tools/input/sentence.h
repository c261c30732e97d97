/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sentence - messages on standard error, each as one line that a terminal shows as it stands,
 * however long and odd the names and words in it are that users gave.
 */
#ifndef CLREDUCE_TOOLS_SENTENCE_H
#define CLREDUCE_TOOLS_SENTENCE_H

#include <stdarg.h>
#include <stddef.h>

/* Bytes of the character of UTF-8 at the start of so many bytes; 0 if there is none. */
size_t sentence_character(const char *text, size_t size);

/* Bytes of a user's word that are shown; "..." follows where it goes on. */
#define SENTENCE_WORD_MOST 200

/*
 * As vasprintf(), but what a bare %s prints is cut at so many bytes, unless it is all of the
 * format: the project's own texts that can be longer come with a precision. Control characters, and
 * bytes that are no UTF-8, are '?'. The caller frees it; NULL if memory ran out.
 */
char *sentence_make(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));
char *sentence_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
