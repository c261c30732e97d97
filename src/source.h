/* SPDX-License-Identifier: Apache-2.0 */
/*
 * source - what every text of OpenCL C is put together from: whole pieces of cl/, the macros that
 * bind them, the pieces of a state, the caller's own operator. Which texts there are is compose's
 * and block's to say.
 */
#ifndef CLREDUCE_SRC_SOURCE_H
#define CLREDUCE_SRC_SOURCE_H

#include "means.h"
#include "pass.h"
#include "text.h"

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

/* The macros of a form; a NULL name ends them. */
void clri_source_redefine_all(clri_text *source, const clri_define *defines);

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

/* How many elements pieces speak of at once, `width` or, of single states, 1. */
void clri_source_width(clri_text *source, unsigned width, bool narrow);

/* What a member's elements, numbers and states are, and how they are folded, under CLR_AT(). */
void clri_source_state(clri_text *source, const clri_member *member);

/* How long the runs are that are spoken of next: CLR_RUN_AT(name) and its like are names that tell
 * runs of one input, "1", from those of a tile. */
void clri_source_length(clri_text *source, const char *length);

/* How such a run is folded into the member's state. */
void clri_source_run(clri_text *source, const clri_member *member);

/* What becomes of a member's last state, under CLR_OUT(). */
void clri_source_outcome(clri_text *source, const clri_member *member, const clri_outcome *outcome);

/* How words get from item to item of a sub-group. */
void clri_source_shuffle(clri_text *source, const clri_means *means);

/* What the text of the caller's own operator defines, and `element`. */
enum { CLRI_OWN_NAMES = 7 };
extern const char *const clri_own_names[CLRI_OWN_NAMES];

/*
 * The caller's own operator under names that begin with clr_own_, its lines counted from 1. `value`
 * is what `element` stands for, NULL if the text defines it.
 */
void clri_source_own(clri_text *source, const clri_own *own, const char *value);

/* What `element` stands for in the text of the caller's own operator; NULL if that defines it. */
const char *clri_source_own_value(const clri_pass *pass);

#endif
