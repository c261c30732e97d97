/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_bytes - the bytes that a text may have, and how a message quotes a piece of it. Knows
 * nothing of fields and numbers.
 */
#include "input_format.h"
#include "sentence.h"

#include <inttypes.h>
#include <string.h>

const char *input_find_line_end(const char *bytes, size_t size)
{
    const char *feed = memchr(bytes, '\n', size);
    const char *ret = memchr(bytes, '\r', feed ? (size_t)(feed - bytes) : size);

    return ret ? ret : feed;
}

bool input_is_delimiter(char character)
{
    return character != '\0' && strchr("\t !$%&()*,/:;<=>?@[\\]^`{|}~", character);
}

static bool is_control(char character)
{
    unsigned char byte = (unsigned char)character;

    return byte < ' ' || byte == 0x7f;
}

input_quote input_quoted(const char *text, size_t size)
{
    size_t shown = size < 40 ? size : 40;
    input_quote quote;
    char *out = quote.text;

    /* do not cut a UTF-8 character in two */
    while (shown < size && shown > 0 && ((unsigned char)text[shown] & 0xc0) == 0x80)
        shown--;
    *out++ = '"';
    for (size_t i = 0; i < shown; i++)
        *out++ = is_control(text[i]) ? '?' : text[i];
    *out++ = '"';
    strcpy(out, shown < size ? "..." : "");
    return quote;
}

bool input_is_binary(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (is_control(bytes[i]) && !(bytes[i] >= '\t' && bytes[i] <= '\r'))
            return true;
    return false;
}

bool input_fail_binary(input_file *file)
{
    return input_fail(file,
                      "is not text: it has bytes that no text has, near byte %" PRIu64
                      "; if it is raw binary, say so and its type: --raw -t TYPE%s",
                      file->position, file->options->text ? ", without --text" : "");
}

const char *input_raw_hint(const char *bytes, size_t size)
{
    bool is_strange = input_is_binary(bytes, size);

    for (size_t at = 0, step; at < size && !is_strange; at += step) {
        step = sentence_character(bytes + at, size - at);
        is_strange = step == 0;
    }
    return is_strange ? "; if this is raw binary, say so and its type: --raw -t TYPE" : "";
}
