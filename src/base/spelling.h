/* SPDX-License-Identifier: Apache-2.0 */
/*
 * spelling - the name that a compiler sees where a piece of cl/ writes CLR_OF(state) or
 * clr_m##k##_save. Pieces are used for several members, widths and lengths of runs, and each use
 * has names of its own by such macros; contracts (contract.h) compare the names that come out. A
 * small part of a preprocessor: arguments are replaced, and ## joins.
 */
#ifndef CLREDUCE_BASE_SPELLING_H
#define CLREDUCE_BASE_SPELLING_H

#include "base/macro.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    CLRI_NAME_SIZE = 128,
    CLRI_NAMINGS = CLRI_MACRO_RUN_MEMBER - CLRI_MACRO_OF + 1 /* macros that names stand in */
};

/* The values of the macros that names stand in; "" before they are defined, and where a value is
 * too long. */
typedef struct clri_spelling {
    char values[CLRI_NAMINGS][CLRI_NAME_SIZE / 2];
} clri_spelling;

void clri_spelling_set(clri_spelling *spelling, clri_macro macro, const char *value);

/* Whether the macro is one that names stand in: macro.def has these one behind the other, from OF
 * to RUN_MEMBER. */
bool clri_is_naming(clri_macro macro);

/* The macro that the name stands in, such as CLR_OF in "CLR_OF(state)"; CLRI_MACRO_NONE if the text
 * begins with no such macro. */
clri_macro clri_macro_around(const char *name);

/* The next name of a list that blanks separate, and its length; NULL at the end. A name is taken
 * with its argument list, blanks in it included. */
const char *clri_next_name(const char *list, size_t *length);

/* Whether each member has such a name (k, j, u, v or w stands in it as a word), or each result (r).
 */
bool clri_is_of_members(const char *name, size_t length);
bool clri_is_of_results(const char *name, size_t length);

/*
 * The name as compilers see it; where each member or result has one, that of number `number`. False
 * if it stands in a macro that is not defined, or is too long.
 */
bool clri_spell(const clri_spelling *spelling, const char *name, size_t length, unsigned number,
                char spelt[CLRI_NAME_SIZE]);

#endif
