/* SPDX-License-Identifier: Apache-2.0 */
/*
 * source - what every text of OpenCL C is put together from: whole pieces of cl/, the macros that
 * bind them, the language, the width of vectors. Knows no reduction.
 */
#ifndef CLREDUCE_BASE_SOURCE_H
#define CLREDUCE_BASE_SOURCE_H

#include "base/flag.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* A piece by its path in cl/, without ".cl"; and by the folder that is an axis of its own. */
void clri_source_piece(clri_text *source, const char *path);
void clri_source_piece_of(clri_text *source, const char *folder, const char *name);

/* Macros; `name` may have parameters. */
void clri_source_define(clri_text *source, const char *name, const char *value);
void clri_source_define_number(clri_text *source, const char *name, int64_t value);

/* Defines anew what another member, result or width may have defined before. */
void clri_source_redefine(clri_text *source, const char *name, const char *value);

/* As clri_source_redefine(), with a number or a name in the value. */
void clri_source_redefine_by(clri_text *source, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * Defines a macro as members of a struct, whose names begin with `name`, for a gap of so many
 * bytes. NVIDIA's compiler keeps a struct that has gaps in memory, and one without in registers.
 */
void clri_source_gap(clri_text *source, const char *macro, const char *name, size_t size);

/*
 * Names that mean the same in every text: how functions are declared, numbers of the public
 * header's.
 */
void clri_source_language(clri_text *source, bool uses_double);

/* Numbers of a set of flag.def. */
void clri_source_flags(clri_text *source, clri_flag_set set);

/* How many elements pieces speak of at once, `width` or, of single states, 1. */
void clri_source_width(clri_text *source, unsigned width, bool narrow);

#endif
