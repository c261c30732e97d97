/* SPDX-License-Identifier: Apache-2.0 */
/*
 * macro - the names of the macros that C code defines for the pieces of cl/, one row of macro.def
 * each: so a misspelt one does not compile.
 */
#ifndef CLREDUCE_BASE_MACRO_H
#define CLREDUCE_BASE_MACRO_H

typedef enum clri_macro {
    CLRI_MACRO_NONE, /* 0, for a text that begins with no macro (spelling.h) */
#define CLRI_MACRO(name, parameters, holds, meaning) CLRI_MACRO_##name,
#include "base/macro.def"
#undef CLRI_MACRO
    CLRI_MACROS
} clri_macro;

/* How long a definition holds. CLR_OF() gives names to the member that the pieces behind it are
 * about: once it is defined for another member, definitions for the member before mean nothing. */
typedef enum clri_holds {
    CLRI_HOLDS_TEXT,  /* to the end of the text */
    CLRI_HOLDS_MEMBER /* until CLR_OF() is defined for another member */
} clri_holds;

typedef struct clri_macro_row {
    const char *name;       /* "CLR_WIDE" */
    const char *parameters; /* "(name)", or "" */
    clri_holds holds;
    const char *meaning;
} clri_macro_row;

const clri_macro_row *clri_macro_of(clri_macro macro);

#endif
