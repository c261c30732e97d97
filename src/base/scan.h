/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scan - words, comments and lines of OpenCL C, as far as the texts of clreduce have them.
 */
#ifndef CLREDUCE_BASE_SCAN_H
#define CLREDUCE_BASE_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Characters from `at` up to `end`. */
typedef struct clri_range {
    const char *at, *end;
} clri_range;

static inline bool clri_is_letter(char c)
{
    return (unsigned char)((c | ' ') - 'a') < 26 || (unsigned char)(c - '0') < 10 || c == '_';
}

static inline bool clri_is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* Behind the word that begins there; `at` itself, if none does. */
static inline const char *clri_skip_word(const char *at)
{
    while (clri_is_letter(*at))
        at++;
    return at;
}

static inline const char *clri_skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t' || *at == '\r')
        at++;
    return at;
}

static inline size_t clri_length(clri_range range)
{
    return (size_t)(range.end - range.at);
}

static inline bool clri_ranges_are_equal(clri_range a, clri_range b)
{
    return clri_length(a) == clri_length(b) && memcmp(a.at, b.at, clri_length(a)) == 0;
}

/* A name that the text itself defines, or is known not to. */
static inline bool clri_is_ours(clri_range word)
{
    return clri_length(word) > 4 && memcmp(word.at, "CLR_", 4) == 0;
}

static inline bool clri_range_is(clri_range range, const char *text)
{
    const size_t length =
        clri_length(range); /* 0 where there is no range, and no text to compare */

    return length == strlen(text) && memcmp(range.at, text, length) == 0;
}

/* The same hash for the same word. */
static inline unsigned clri_hash_word(clri_range word)
{
    unsigned hash = 0;

    for (; word.at < word.end; word.at++)
        hash = (hash ^ (unsigned char)*word.at) * 16777619u;
    return hash ^ hash >> 15;
}

/* Behind the comment, the string or the character that begins there; `at` itself, if none does. */
const char *clri_skip_quiet_part(const char *at);

static inline const char *clri_skip_quiet(const char *at)
{
    return *at == '/' || *at == '"' || *at == '\'' ? clri_skip_quiet_part(at) : at;
}

/* Behind the line, with those that it goes on with behind a backslash. */
const char *clri_next_line(const char *line);

/* The word behind the # of a line that is a directive; else an empty range. */
clri_range clri_directive(const char *line);

/* The word behind that one: what #define defines. */
clri_range clri_next_word(clri_range word);

/* Behind the caller's lines, from a #line on to the one that ends them; `line`: it has none. */
const char *clri_skip_callers(const char *line);

/* The rank of the part that a comment opens: 0 by "name - ", 1 by "---- name ----" or "name: ",
 * else -1. */
int clri_rank(const char *comment);

#endif
