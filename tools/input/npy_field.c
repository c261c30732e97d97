/* SPDX-License-Identifier: Apache-2.0 */
/* npy_field - fields of structures by a header's list. See npy_field.h. */
#include "npy_field.h"

#include "input_format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool multiply(uint64_t *size, uint64_t count)
{
    if (count != 0 && *size > NPY_STRUCT_MOST / count)
        return false;
    *size *= count;
    return true;
}

/* Of a dtype such as '<f8', 'S10', 'U5' (of 4 bytes each) or 'M8[ns]'. */
static bool size_of_dtype(const literal_node *dtype, uint64_t *size)
{
    const char *letter = dtype->text + (dtype->size > 0 && memchr("<>=|", dtype->text[0], 4));
    char *end;

    if (letter[0] == '\0' || !input_is_digit(letter[1]))
        return false;
    *size = strtoull(letter + 1, &end, 10);
    return (*end == '\0' || *end == '[') && letter[0] != 'O' && *size <= NPY_STRUCT_MOST &&
           multiply(size, letter[0] == 'U' ? 4 : 1);
}

static bool size_of_fields(const literal_node *fields, uint64_t *size);

/* Of a type, and the shape behind it if it is an array. */
static bool size_of(const literal_node *descr, const literal_node *shape, uint64_t *size)
{
    bool good = false;

    if (literal_is(descr, LITERAL_STRING))
        good = size_of_dtype(descr, size);
    else if (literal_is(descr, LITERAL_LIST))
        good = size_of_fields(descr, size);
    else if (literal_is(descr, LITERAL_TUPLE) && descr->first)
        good = size_of(descr->first, descr->first->next, size);
    if (good && literal_is(shape, LITERAL_INTEGER))
        good = multiply(size, shape->magnitude);
    else if (good && shape)
        for (const literal_node *at = shape->first; good && at; at = at->next)
            good = literal_is(at, LITERAL_INTEGER) && multiply(size, at->magnitude);
    return good;
}

/* A field's name; of a title and a name the second. NULL: the field is malformed. */
static const char *name_of(const literal_node *field)
{
    const literal_node *name = literal_is(field, LITERAL_TUPLE) ? field->first : NULL;

    if (!name || !name->next)
        return NULL;
    if (literal_is(name, LITERAL_TUPLE))
        name = name->first ? name->first->next : NULL;
    return literal_is(name, LITERAL_STRING) ? name->text : NULL;
}

static bool add_size(const literal_node *field, uint64_t *sum)
{
    const literal_node *descr = name_of(field) ? field->first->next : NULL;
    uint64_t size = 0;

    if (!descr || !size_of(descr, descr->next, &size) || size > NPY_STRUCT_MOST - *sum)
        return false;
    *sum += size;
    return true;
}

static bool size_of_fields(const literal_node *fields, uint64_t *size)
{
    bool good = true;

    *size = 0;
    for (const literal_node *at = fields->first; good && at; at = at->next)
        good = add_size(at, size);
    return good;
}

bool npy_field_find(const literal_node *fields, const char *name, npy_field *field)
{
    uint64_t offset = 0;

    *field = (npy_field){.descr = NULL};
    for (const literal_node *at = fields->first; at; at = at->next) {
        const char *own = name_of(at);
        const size_t size = own ? strlen(own) : 0;
        const literal_node *descr = own ? at->first->next : NULL;
        npy_field inner;

        if (size > 0 && strcmp(own, name) == 0)
            *field = (npy_field){at->first->next, offset, 0};
        else if (size > 0 && strncmp(own, name, size) == 0 && name[size] == '.' &&
                 literal_is(descr, LITERAL_LIST) && !descr->next &&
                 npy_field_find(descr, name + size + 1, &inner) && inner.descr)
            *field = (npy_field){inner.descr, offset + inner.offset, 0};
        if (!add_size(at, &offset))
            return false;
    }
    field->struct_size = offset;
    return true;
}

void npy_field_names(const literal_node *fields, char names[NPY_NAMES_SIZE])
{
    size_t used = 0;

    names[0] = '\0';
    for (const literal_node *at = fields->first; at; at = at->next) {
        const char *own = name_of(at);
        const bool fits = used + sizeof(input_quote) + 8 < NPY_NAMES_SIZE;

        if (!own || own[0] == '\0')
            continue;
        used += (size_t)snprintf(names + used, NPY_NAMES_SIZE - used, "%s%s", used > 0 ? ", " : "",
                                 fits ? input_quoted(own, strlen(own)).text : "...");
        if (!fits)
            return;
    }
}
