/* SPDX-License-Identifier: Apache-2.0 */
/* text - strings that grow: texts of kernels, keys, messages. When memory runs out, appending does
 * nothing from then on, and clri_text_take() returns NULL: the one place to check, so that a
 * hundred calls in a row need no checks. */
#ifndef CLREDUCE_BASE_TEXT_H
#define CLREDUCE_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct clri_text {
    char *bytes; /* NUL-terminated once anything was added */
    size_t length;
    size_t room;
    bool failed;
} clri_text;

void clri_text_add(clri_text *text, const char *string);
void clri_text_add_part(clri_text *text, const char *string, size_t length);
void clri_text_addf(clri_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void clri_text_addv(clri_text *text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* The string, which the caller frees; NULL if memory ran out. The text is empty afterwards. */
char *clri_text_take(clri_text *text);

/* Copies and truncates; the copy always ends in NUL, unless `size` is 0. */
void clri_text_copy(char *to, size_t size, const char *from);

/* Whether `list`, words separated by spaces, holds the whole word. */
bool clri_text_has_word(const char *list, const char *word);

/* Whether `text` contains `part`, ignoring case. */
bool clri_text_contains(const char *text, const char *part);

/* 64-bit FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/). */
#define CLRI_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t clri_hash(uint64_t hash, const void *bytes, size_t size);

#endif
