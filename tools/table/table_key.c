/* SPDX-License-Identifier: Apache-2.0 */
/* table_key - a word of --by. See table_key.h. */
#include "table_key.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const names[] = {
    [ISO_YEAR] = "year", [ISO_MONTH] = "month",   [ISO_DAY] = "day",
    [ISO_HOUR] = "hour", [ISO_MINUTE] = "minute", [ISO_WEEK] = "week"};

bool table_key_is_call(const char *word, size_t size)
{
    size_t name = 0;

    while (name < size && isalpha((unsigned char)word[name]))
        name++;
    return name > 0 && name + 2 <= size && word[name] == '(' && word[size - 1] == ')';
}

iso_part table_key_part(const char **word, size_t *size, bool *is_name_only)
{
    const size_t name = strcspn(*word, "(");
    iso_part part = ISO_WEEK;

    if (*is_name_only || !table_key_is_call(*word, *size))
        return ISO_NONE;
    while (part != ISO_NONE &&
           (!names[part] || strlen(names[part]) != name || memcmp(*word, names[part], name) != 0))
        part--;
    if (part == ISO_NONE)
        return ISO_NONE;
    *word += name + 1;
    *size -= name + 2;
    *is_name_only = *size > 3 && memcmp(*word, "${", 2) == 0 && (*word)[*size - 1] == '}';
    *word += *is_name_only ? 2 : 0;
    *size -= *is_name_only ? 3 : 0;
    return part;
}

char *table_key_name(iso_part part, const char *column)
{
    char *name = NULL;

    if (part == ISO_NONE)
        return strdup(column);
    return asprintf(&name, "%s(%s)", names[part], column) < 0 ? NULL : name;
}
