/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_field - a field of text or CSV: a number, a missing value, or neither, with the reason in
 * words. Knows nothing of separators.
 */
#include "input_format.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- Missing values -------------------------------------------------------------------------- */

static bool is_word(const char *word, size_t word_size, const char *text, size_t size)
{
    return word_size == size && memcmp(word, text, size) == 0;
}

/* Whether the text is a word of --missing-text. */
static bool is_listed(const char *list, const char *text, size_t size)
{
    for (const char *end; list; list = *end == ',' ? end + 1 : NULL) {
        end = list + strcspn(list, ",");
        if (is_word(list, (size_t)(end - list), text, size))
            return true;
    }
    return false;
}

bool input_field_is_missing(const input_options *options, const char *text, size_t size)
{
    static const char *const words[] = {"",     "NA", "N/A", "null", "NULL",
                                        "None", "-",  ".",   "?",    "#N/A"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_word(words[i], strlen(words[i]), text, size))
            return true;
    return is_listed(options->missing_text, text, size);
}

static number_status take_missing(input_file *file, const number_parser *parser, void *room)
{
    static const char nan[] = "nan";
    const input_options *options = file->options;

    if (options->called || options->missing == INPUT_MISSING_FAILS)
        return NUMBER_MISSING;
    if (options->missing == INPUT_MISSING_SKIPPED)
        return NUMBER_SKIPPED;
    if (room)
        return number_parse(parser, nan, nan + strlen(nan), room);
    file->facts.real = true;
    file->facts.missing = true;
    file->kept.has_last = true;
    return number_parse(parser, nan, nan + strlen(nan), &file->kept.last);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Looks at a number for the type, and keeps it; the first that closes the question as f64, which is
 * the parser's type before there is an answer. */
static number_status look_at(input_file *file, const number_parser *parser, const char *begin,
                             const char *end)
{
    uint64_t bits = 0;
    const number_status status = number_look(parser, begin, end, &file->facts, &bits);

    if (status != NUMBER_OK)
        return status;
    if (!input_facts_are_open(&file->facts)) {
        file->kept.has_last = true;
        return number_parse(parser, begin, end, &file->kept.last);
    }
    input_keep(&file->kept, bits, file->kept_left);
    return NUMBER_OK;
}

static number_status take_number(input_file *file, const number_parser *parser, const char *begin,
                                 const char *end, void *room, uint64_t line)
{
    const number_marks marks = input_marks(file->options);
    char unmarked[INPUT_TOKEN_MAX + 1];
    const char *at = begin, *stop = end;
    number_status status;

    if (!number_is_unmarked(marks) && !number_unmark(marks, &at, &stop, unmarked))
        return NUMBER_MALFORMED;
    status = room ? number_parse(parser, at, stop, room) : look_at(file, parser, at, stop);
    if (status == NUMBER_OK && stop - at >= INPUT_ODD_DIGITS &&
        (room || !input_facts_are_open(&file->facts)) && input_is_rounded(file, parser, at, stop))
        input_note_number(file, begin, (size_t)(end - begin), line);
    return status;
}

/* Words of --missing-text may be numbers, such as -999. */
number_status input_field_take(input_file *file, const number_parser *parser, const char *begin,
                               const char *end, void *room, uint64_t line)
{
    const size_t size = (size_t)(end - begin);
    number_status status;

    if (file->options->missing_text && is_listed(file->options->missing_text, begin, size))
        return take_missing(file, parser, room);
    status = take_number(file, parser, begin, end, room, line);
    if (status == NUMBER_MALFORMED && input_field_is_missing(file->options, begin, size))
        return take_missing(file, parser, room);
    return status;
}

/* ---- Reasons --------------------------------------------------------------------------------- */

/* Names begin with a letter of any alphabet. */
static bool can_be_name(const char *text, size_t size)
{
    const unsigned char first = size > 0 ? (unsigned char)*text : 'a';

    return (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_' ||
           first == '"' || first == '\'' || first >= 0x80;
}

static void missing_reason(const input_options *options, const char *what, const char *hint,
                           char reason[INPUT_REASON_SIZE])
{
    if (options->called)
        snprintf(reason, INPUT_REASON_SIZE, "%s, and %s cannot be missing", what, options->called);
    else
        snprintf(
            reason, INPUT_REASON_SIZE,
            "%s: --missing skip leaves missing values out, --missing nan takes them as NaN%s%s",
            what, *hint ? "; " : "", hint);
}

/* Text in a file beside the numbers. Labels and keys may be made of it. */
static void text_reason(const char *called, const char *quote, bool can_be_header,
                        char reason[INPUT_REASON_SIZE])
{
    const bool can_be_numbered = strcmp(called, "labels") == 0 || strcmp(called, "keys") == 0;

    snprintf(reason, INPUT_REASON_SIZE, "%s is text where %s should be%s", quote, called,
             can_be_header     ? ": if this is a header line, choose a column as FILE:COLUMN"
             : can_be_numbered ? ": awk '!($1 in n) { n[$1] = k++ } { print n[$1] }' numbers names"
                               : "");
}

void input_field_reason(const input_file *file, const number_parser *parser, number_status status,
                        const char *text, size_t size, const char *header_hint,
                        char reason[INPUT_REASON_SIZE])
{
    const input_quote quote = input_quoted(text, size);
    const char *raw = input_raw_hint(text, size);
    const bool is_told = status == NUMBER_RANGE || *raw;
    char what[sizeof quote + 16] = "the field is empty", hint[INPUT_HINT_SIZE] = "";

    if (!is_told && size > 0)
        input_hint(file, parser, text, size, hint);
    if (!is_told && !*hint && header_hint && can_be_name(text, size))
        snprintf(hint, sizeof hint, "%s", header_hint);
    if (size > 0)
        snprintf(what, sizeof what, "%s is no number", quote.text);
    if (status == NUMBER_MISSING)
        missing_reason(file->options, what, size > 0 ? "" : hint, reason);
    else if (file->options->called && !is_told &&
             (can_be_name(text, size) || input_is_time(text, size)))
        text_reason(file->options->called, quote.text, header_hint, reason);
    else if (status == NUMBER_RANGE)
        snprintf(reason, INPUT_REASON_SIZE, "%s does not fit the type %s", quote.text,
                 clr_type_name(file->type));
    else
        snprintf(reason, INPUT_REASON_SIZE, "%s is not a %snumber of type %s%s%s%s", quote.text,
                 file->type <= CLR_TYPE_U64 ? "whole " : "", clr_type_name(file->type), raw,
                 *hint ? "; " : "", hint);
}
