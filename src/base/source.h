/* SPDX-License-Identifier: Apache-2.0 */
/*
 * source - puts a text of OpenCL C together: whole pieces of cl/, the macros that bind them, the
 * language, the width of vectors. src/compose writes kernels with it, the self-test and custom
 * operators their own texts. Each piece must find the names that it needs in front of it, and
 * define none again (contract.h), or the text fails, which tests find for every choice. Knows no
 * reduction.
 *
 * A failure is sticky: what is added after it changes nothing, and clri_source_end() tells of it,
 * so that callers check once.
 */
#ifndef CLREDUCE_BASE_SOURCE_H
#define CLREDUCE_BASE_SOURCE_H

#include "base/contract.h"
#include "base/flag.h"
#include "base/spelling.h"
#include "base/status.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* The pieces that texts are put together from, in the order of their paths (strcmp()). */
typedef struct clri_library {
    const clri_piece *pieces;
    size_t count;
} clri_library;

/* A text in the making, of the library that is built in, or of `library`. */
typedef struct clri_source {
    clri_text text;
    clri_library library;
    clri_contract contract;
    clri_spelling spelling;
    bool is_narrow;
    bool is_trusted;  /* names are not looked at, as they were when the text was composed before */
    unsigned members; /* how many there will be */
    unsigned results;
    clr_status status;
    clri_error *error;
} clri_source;

void clri_source_begin(clri_source *source, const clri_library *library, clri_error *error);

/* The text, which the caller frees. In any case the source is empty afterwards. */
clr_status clri_source_end(clri_source *source, char **text);

/* As clri_text_add() and clri_text_addf(). */
void clri_source_add(clri_source *source, const char *string);
void clri_source_addf(clri_source *source, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * A piece by its path in cl/, without ".cl"; and by the folder that is an axis of its own. It fails
 * if there is none, or one that needs what is not there, or provides what is.
 */
void clri_source_piece(clri_source *source, const char *path);
void clri_source_piece_of(clri_source *source, const char *folder, const char *name);

/* ---- macros ---- */

void clri_source_define(clri_source *source, clri_macro macro, const char *value);
void clri_source_define_number(clri_source *source, clri_macro macro, int64_t value);

/* With numbers or names in the value. */
void clri_source_define_by(clri_source *source, clri_macro macro, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The beginning of a definition; its value, and a line's end, are added behind it. */
void clri_source_define_start(clri_source *source, clri_macro macro);

/* The macro of member `number`, which ends its name. */
void clri_source_define_of(clri_source *source, clri_macro macro, size_t number, const char *value);

/* Defines a macro that is no row of macro.def, such as a number of flag.def. */
void clri_source_define_name(clri_source *source, const char *name, int64_t value);

/* Defines anew what another member, result or width may have defined before. */
void clri_source_redefine(clri_source *source, clri_macro macro, const char *value);
void clri_source_redefine_by(clri_source *source, clri_macro macro, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * Defines a macro as members of a struct, whose names begin with `name`, for a gap of `bytes`
 * bytes. NVIDIA's compiler keeps a struct that has gaps in memory, and one without in registers.
 */
void clri_source_gap(clri_source *source, clri_macro macro, const char *name, size_t size);

void clri_source_gap_of(clri_source *source, clri_macro macro, size_t number, const char *name,
                        size_t size);

/* ---- names that C code defines otherwise ---- */

/* Names as pieces spell them, with spaces between them: from here on they are there. */
void clri_source_provide(clri_source *source, const char *names);
bool clri_source_has(const clri_source *source, clri_macro macro);

/* Whether that piece provides the name, as its text spells it. */
bool clri_source_provides(const clri_source *source, const char *path, const char *name);

/* The text fails unless the name is there; `who` needs it. */
void clri_source_need(clri_source *source, const char *who, const char *name);

/* Remembers the names that are there; and forgets those that came since, where the text has an
 * #else. */
size_t clri_source_mark(const clri_source *source);
void clri_source_return(clri_source *source, size_t mark);

/* ---- what all texts have ---- */

/*
 * Names that mean the same in every text: how functions are declared, numbers of the public
 * header's. Before them the device's own pragmas, lines of their own; NULL: it has none.
 */
void clri_source_language(clri_source *source, const char *pragmas, bool uses_double);

/* Numbers of a set of flag.def. */
void clri_source_flags(clri_source *source, clri_flag_set set);

/* The number of elements that functions of the next pieces take at once, `width` or, of single
 * states, 1. */
void clri_source_width(clri_source *source, unsigned width, bool narrow);

#endif
