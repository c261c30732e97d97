/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/expression/expression_name.h"

#include <clreduce/clreduce.h>

#include <math.h>
#include <string.h>

static const clri_name names[] = {
#define CLRI_ROW(name, ...)        {name, CLRI_ROLE_##__VA_ARGS__},
#define CLRI_VARIABLE(name, role)  CLRI_ROW(name, role, 0, NULL, NULL, NULL, 0)
#define CLRI_CONSTANT(name, value) CLRI_ROW(name, CONSTANT, 0, NULL, NULL, NULL, value)
#define CLRI_FUNCTION(name, arguments, role, integer, real)                                        \
    CLRI_ROW(name, role, arguments, integer, real, NULL, 0)
#define CLRI_BITWISE(name, arguments, role, integer, real, bits)                                   \
    CLRI_ROW(name, role, arguments, integer, real, bits, 0)
#include "problem/expression/expression_name.def"
};

_Static_assert(sizeof CLRI_SCALARS - 1 == CLR_SCALARS_MOST, "a letter for each scalar");

enum {
    NAME_COUNT = sizeof names / sizeof *names,
    NAME_LENGTH_MOST = 16 /* longer words resemble no name */
};

const clri_name *clri_name_at(size_t index)
{
    return index < NAME_COUNT ? &names[index] : NULL;
}

const clri_name *clri_name_find(const char *name, size_t length)
{
    for (size_t i = 0; i < NAME_COUNT; i++)
        if (strlen(names[i].name) == length && memcmp(names[i].name, name, length) == 0)
            return &names[i];
    return NULL;
}

static char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Levenshtein's distance of two words, ignoring case. */
static size_t distance(const char *word, size_t length, const char *name)
{
    const size_t columns = strlen(name);
    size_t row[NAME_LENGTH_MOST + 1];

    for (size_t j = 0; j <= columns; j++)
        row[j] = j;
    for (size_t i = 1; i <= length; i++) {
        size_t diagonal = row[0];

        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            const size_t changed = diagonal + (lowered(word[i - 1]) != name[j - 1]);

            diagonal = row[j];
            row[j] = least(changed, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[columns];
}

const clri_name *clri_name_nearest(const char *name, size_t length)
{
    const clri_name *nearest = NULL;
    size_t nearest_distance = length / 3 + 1; /* a third of the letters may be wrong */

    if (length > NAME_LENGTH_MOST)
        return NULL;
    for (size_t i = 0; i < NAME_COUNT; i++) {
        const size_t found = distance(name, length, names[i].name);

        if (found < nearest_distance) {
            nearest = &names[i];
            nearest_distance = found;
        }
    }
    return nearest;
}
