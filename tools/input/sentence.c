/* SPDX-License-Identifier: Apache-2.0 */
/* sentence - one line for a terminal, with users' words shortened. See sentence.h. */
#include "sentence.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* marks around a word in the draft of a sentence; the word has a byte more than is shown */
#define WORD_BEGINS '\1'
#define WORD_ENDS   '\2'
#define WORD_FORMAT "\1%.201s\2"

_Static_assert(SENTENCE_WORD_MOST == 200, "of which WORD_FORMAT has one more");

/* The format with marks around each bare %s; NULL: out of memory. */
static char *mark_words(const char *format)
{
    char *marked = malloc(strlen(format) * sizeof WORD_FORMAT + 1);
    char *to = marked;

    for (const char *at = format; marked && *at != '\0'; at += *at == '%' ? 2 : 1) {
        if (at[0] == '%' && at[1] == 's')
            to = stpcpy(to, WORD_FORMAT);
        else
            to = stpncpy(to, at, *at == '%' ? 2 : 1);
    }
    if (marked)
        *to = '\0';
    return marked;
}

size_t sentence_character(const char *text, size_t size)
{
    const unsigned char first = (unsigned char)*text;
    size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;

    for (size_t i = 1; i < length; i++)
        if (i == size || ((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
    return first < 0xf5 ? length : 0;
}

/* sentence_character() for NUL-terminated text; 0 for control characters, too. */
static size_t character_size(const char *at)
{
    const unsigned char *bytes = (const unsigned char *)at;
    const size_t size = sentence_character(at, 4);

    if (size == 1)
        return bytes[0] >= ' ' && bytes[0] != 0x7f;
    return bytes[0] == 0xc2 && bytes[1] < 0xa0 ? 0 : size;
}

void sentence_tame(char *text)
{
    char *to = text;

    for (const char *at = text; *at != '\0';) {
        const size_t size = character_size(at);

        *to++ = size == 0 ? '?' : *at;
        for (size_t i = 1; i < size; i++)
            *to++ = at[i];
        at += size == 0 ? 1 : size;
    }
    *to = '\0';
}

/* Keeps the word's first bytes, in whole characters. Returns its new end. */
static char *cut_word(char *word, char *end)
{
    if (!word || end - word <= SENTENCE_WORD_MOST)
        return end;
    for (end = word + SENTENCE_WORD_MOST; ((unsigned char)*end & 0xc0) == 0x80 && end > word; end--)
        ;
    memcpy(end, "...", 3);
    return end + 3;
}

/* Shortens the draft in place, as it had room for the marks and for a byte too many of each
 * word. */
static void clean(char *draft)
{
    char *to = draft, *word = NULL;

    for (const char *at = draft; *at != '\0';) {
        const size_t size = character_size(at);
        if (*at == WORD_BEGINS) {
            word = to;
        } else if (*at == WORD_ENDS) {
            to = cut_word(word, to);
            word = NULL;
        } else if (size == 0) {
            *to++ = '?';
        }
        for (size_t i = 0; i < size; i++)
            *to++ = at[i];
        at += size == 0 ? 1 : size;
    }
    *to = '\0';
}

/* the marked format is not a literal, but takes the arguments of the caller's format */
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

char *sentence_make(const char *format, va_list arguments)
{
    const bool is_word = strcmp(format, "%s") == 0;
    char *marked = is_word ? strdup(format) : mark_words(format);
    char *sentence = NULL;

    if (marked && vasprintf(&sentence, marked, arguments) < 0)
        sentence = NULL;
    free(marked);
    if (sentence)
        clean(sentence);
    return sentence;
}

char *sentence_of(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    char *sentence = sentence_make(format, arguments);
    va_end(arguments);
    return sentence;
}
