/* SPDX-License-Identifier: Apache-2.0 */
/*
 * document - JSON output by jansson. jansson's integers are signed, and its doubles share one
 * precision; so numbers pass through it as strings with a mark as first character, which
 * document_text() keeps out of other strings. Marks and quotes are removed from the output. See
 * document.h.
 */
#include "document.h"
#include "output.h"
#include "value.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARK         "\x01"
#define MARK_PRINTED "\"\\u0001" /* a marked string's begin, as printed by jansson */

static json_t *marked(const char *digits)
{
    char text[OUTPUT_TEXT_SIZE + 1];

    snprintf(text, sizeof text, MARK "%s", digits);
    return json_string(text);
}

/* Bytes of the UTF-8 sequence at `text` if jansson accepts it, else 0. */
static size_t sequence(const char *text)
{
    size_t most = strnlen(text, 4);
    json_t *valid = NULL;

    for (size_t length = 1; length <= most && !valid; length++) {
        valid = json_stringn(text, length);
        if (valid) {
            json_decref(valid);
            return length;
        }
    }
    return 0;
}

json_t *document_text(const char *text)
{
    static const char replacement[] = "\xEF\xBF\xBD";
    json_t *result = strchr(text, MARK[0]) ? NULL : json_string(text);
    char *clean = NULL;
    size_t used = 0;

    if (result)
        return result;
    clean = malloc(strlen(text) * (sizeof replacement - 1) + 1);
    if (!clean)
        return NULL;
    while (*text != '\0') {
        size_t length = text[0] == MARK[0] ? 0 : sequence(text);
        size_t out = length == 0 ? sizeof replacement - 1 : length;
        memcpy(clean + used, length == 0 ? replacement : text, out);
        used += out;
        text += length == 0 ? 1 : length;
    }
    result = json_stringn(clean, used);
    free(clean);
    return result;
}

json_t *document_number(const char *text)
{
    if (strcmp(text, "-0") == 0)
        return marked("-0.0"); /* readers take -0 for an integer, without its sign */
    return strchr("0123456789", text[text[0] == '-']) ? marked(text) : json_string(text);
}

json_t *document_value(clr_type type, const void *value)
{
    char text[OUTPUT_TEXT_SIZE];

    if (value_kind_of(type) == VALUE_REAL)
        return document_real(value_real(type, value));
    output_text(type, value, text);
    return document_number(text);
}

json_t *document_count(uint64_t number)
{
    return document_value(CLR_TYPE_U64, &number);
}

json_t *document_real(double number)
{
    char text[OUTPUT_TEXT_SIZE];

    output_text(CLR_TYPE_F64, &number, text);
    return document_number(text);
}

json_t *document_result(clr_type type, const void *value)
{
    char text[OUTPUT_TEXT_SIZE];
    double number;

    if (value_kind_of(type) != VALUE_REAL)
        return document_value(type, value);
    number = value_real(type, value);
    output_result(CLR_TYPE_F64, &number, text);
    return document_number(text);
}

const char *document_digits(const json_t *number)
{
    const char *text = json_string_value(number);

    return text && text[0] == MARK[0] ? text + 1 : NULL;
}

json_t *document_device(const clr_device *device)
{
    return json_pack("{s:o, s:o, s:o}", "platform", document_text(device->platform_name), "name",
                     document_text(device->name), "driver", document_text(device->driver_version));
}

/* Removes marks and their quotes from the printed document, in place. */
static void unmark(char *text)
{
    char *out = text;

    while (*text != '\0') {
        if (strncmp(text, MARK_PRINTED, sizeof MARK_PRINTED - 1) != 0) {
            *out++ = *text++;
            continue;
        }
        text += sizeof MARK_PRINTED - 1;
        while (*text != '"')
            *out++ = *text++;
        text++;
    }
    *out = '\0';
}

/* Prints the document and frees it. */
static bool print_by(json_t *document, size_t flags)
{
    char *text = !document ? NULL : json_dumps(document, flags);

    json_decref(document);
    if (!text)
        return false;
    unmark(text);
    puts(text);
    free(text);
    return true;
}

bool document_print(json_t *document)
{
    return print_by(document, JSON_INDENT(2)) && output_flush();
}

bool document_print_line(json_t *document)
{
    return print_by(document, JSON_COMPACT);
}
