/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for `more` bytes and the final NUL. */
static bool reserve(clri_text *text, size_t more)
{
    const size_t need = text->length + more + 1;
    char *bytes;

    if (text->failed)
        return false;
    if (need <= text->room)
        return true;
    text->room = need * 2;
    bytes = realloc(text->bytes, text->room);
    if (!bytes) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    return true;
}

void clri_text_add(clri_text *text, const char *string)
{
    clri_text_add_part(text, string, strlen(string));
}

void clri_text_add_part(clri_text *text, const char *string, size_t length)
{
    if (!reserve(text, length))
        return;
    memcpy(text->bytes + text->length, string, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void clri_text_addv(clri_text *text, const char *format, va_list arguments)
{
    const size_t left = text->room - text->length;
    va_list again;
    int length;

    if (text->failed)
        return;
    va_copy(again, arguments);
    length = vsnprintf(left ? text->bytes + text->length : NULL, left, format, arguments);
    if (length < 0 || !reserve(text, (size_t)length))
        text->failed = true;
    else if ((size_t)length >= left) /* it did not fit */
        vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
    va_end(again);
    if (!text->failed)
        text->length += (size_t)length;
}

void clri_text_addf(clri_text *text, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    clri_text_addv(text, format, arguments);
    va_end(arguments);
}

char *clri_text_take(clri_text *text)
{
    char *bytes;

    reserve(text, 0);
    if (text->failed) {
        free(text->bytes);
        bytes = NULL;
    } else {
        char *fitting = realloc(text->bytes, text->length + 1);

        bytes = fitting ? fitting : text->bytes;
        bytes[text->length] = '\0';
    }
    *text = (clri_text){0};
    return bytes;
}

void clri_text_copy(char *to, size_t size, const char *from)
{
    if (size)
        snprintf(to, size, "%s", from);
}

bool clri_text_has_word(const char *list, const char *word)
{
    const size_t length = strlen(word);

    for (const char *at = strstr(list, word); at; at = strstr(at + 1, word))
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

bool clri_text_contains(const char *text, const char *part)
{
    const size_t length = strlen(part);

    for (; strlen(text) >= length; text++) {
        size_t i = 0;

        while (i < length && tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
            i++;
        if (i == length)
            return true;
    }
    return false;
}

uint64_t clri_hash(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}
