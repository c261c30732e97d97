/* SPDX-License-Identifier: Apache-2.0 */
/*
 * options_input - options about where the numbers come from. See options_rows.h.
 */
#include "options_rows.h"
#include "words.h"
#include <string.h>

static bool store_type(options *o, const char *text)
{
    return words_type(text, &o->input.type);
}

static bool store_text(options *o, const char *text)
{
    (void)text;
    o->input.text = true;
    return true;
}

static bool store_raw(options *o, const char *text)
{
    (void)text;
    o->input.raw = true;
    return true;
}

static bool store_column(options *o, const char *text)
{
    if (o->input.column != NULL) {
        message_note("--column is given twice, '%s' and '%s': one column is read at a time.",
                     o->input.column, text);
        return false;
    }
    o->input.column = text;
    return true;
}

static bool store_header(options *o, const char *text)
{
    (void)text;
    o->input.header = true;
    return true;
}

/* One byte, which no number, quote or comment has, or a word. */
static bool store_delimiter(options *o, const char *text)
{
    static const struct {
        const char *word;
        char delimiter;
    } words[] = {{"tab", '\t'},      {"space", ' '}, {"comma", ','},
                 {"semicolon", ';'}, {"\\t", '\t'},  {"any", INPUT_DELIMITER_ANY}};
    static const char others[] = "\t !$%&()*,/:;<=>?@[\\]^`{|}~";

    o->input.delimiter = 0;
    if (strlen(text) == 1 && strchr(others, *text) != NULL)
        o->input.delimiter = *text;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i].word, text) == 0)
            o->input.delimiter = words[i].delimiter;
    }
    if (o->input.delimiter != 0)
        return true;
    message_note("--delimiter is one character that no number has, such as ';' or '|', or tab, "
                 "space, comma, semicolon or any, and not '%.40s'.",
                 text);
    return false;
}

static bool store_decimal(options *o, const char *text)
{
    static const char *const words[] = {".", ","};

    return options_store_either("decimal", text, words, &o->input.decimal_comma);
}

static bool store_missing(options *o, const char *text)
{
    static const char *const words[] = {"error", "skip", "nan"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i], text) == 0) {
            o->input.missing = (input_missing)i;
            return true;
        }
    }
    message_note("--missing is error, skip or nan, not '%.40s'.", text);
    return false;
}

static bool store_missing_text(options *o, const char *text)
{
    o->input.missing_text = text;
    return true;
}

static bool store_offset(options *o, const char *text)
{
    o->input.has_offset = true;
    return options_store_number("offset", text, &o->input.offset);
}

static bool store_count(options *o, const char *text)
{
    o->input.has_count = true;
    return options_store_number("count", text, &o->input.count);
}

static bool store_endian(options *o, const char *text)
{
    static const char *const words[] = {"little", "big"};

    return options_store_either("endian", text, words, &o->input.big_endian);
}

static bool store_element_size(options *o, const char *text)
{
    return options_store_positive("element-size", text, &o->input.element_size);
}

// clang-format off
const option_row options_input_rows[] = {
    {"type", 't', "TYPE", ASKS | VERB_HIST, store_type, "type of the numbers, in text or, with --raw, raw binary"},
    {"raw", 0, NULL, DATA, store_raw, "the input is raw binary, elements of the type -t"},
    {"text", 0, NULL, DATA, store_text, "the input is numbers as text, whatever it looks like"},
    {"column", 0, "NAME|N", DATA, store_column, "read one column of CSV text, by name or number"},
    {"header", 0, NULL, DATA, store_header, "CSV begins with a line of names, for --column N"},
    {"delimiter", 0, "C", DATA, store_delimiter,
     "what separates numbers in text: a character, tab, space or any"},
    {"decimal", 0, ".|,", DATA, store_decimal, "what numbers in text have as a decimal point"},
    {"missing", 0, "error|skip|nan", DATA, store_missing,
     "fields of text that are empty or NA (default: error)"},
    {"missing-text", 0, "LIST", DATA, store_missing_text, "more words that are missing values"},
    {"offset", 0, "BYTES", DATA, store_offset, "skip bytes at the start of each raw file"},
    {"count", 0, "N", DATA | VERB_BENCH | VERB_TUNE, store_count, "read N numbers"},
    {"endian", 0, "little|big", DATA, store_endian, "byte order of raw binary (default: little)"},
    {"element-size", 0, "BYTES", OWN | VERB_EXPLAIN, store_element_size,
     "elements are structs of so many bytes, for --operator"},
    {0},
};
// clang-format on
