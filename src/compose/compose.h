/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compose - the kernels' source as one text: a prelude of names and numbers, then whole pieces of
 * cl/. Pure.
 */
#ifndef CLREDUCE_SOURCE_COMPOSE_H
#define CLREDUCE_SOURCE_COMPOSE_H

#include "base/source.h"
#include "choose/choice.h"

/*
 * The text, which the caller frees; NULL with a failure: host memory ran out, or a piece lacks a
 * name that it needs, or provides one that is there.
 */
clr_status clri_compose(const clri_choice *choice, char **text, clri_error *error);

/* The same text, in a fraction of the time, with no look at the names in it: of a choice whose text
 * has been composed before, or will be if it proves to be new. */
clr_status clri_compose_trusted(const clri_choice *choice, char **text, clri_error *error);

/* With the pieces of `library`; NULL: the built-in pieces. */
clr_status clri_compose_from(const clri_library *library, const clri_choice *choice, char **text,
                             clri_error *error);

/*
 * A program of the caller's operator alone, with a kernel, clr_custom_sizes, that writes the sizes
 * of an element, a state and a result. `value` is the type of `element`, NULL if the operator's
 * text defines it; `pragmas` the device's, or NULL. Returns as clri_compose().
 */
clr_status clri_compose_custom(const clri_custom *custom, const char *value, const char *pragmas,
                               bool uses_double, char **text, clri_error *error);

/* ---- parts, for carriers ---- */

/* Values of one width, and how they are read; a member's elements, numbers and states; folding runs
 * of `length` inputs, under names with `name`. */
void clri_source_values(clri_source *source, const clri_choice *choice, bool narrow);
void clri_source_member(clri_source *source, const clri_member *member, unsigned number,
                        bool narrow);
void clri_source_folds(clri_source *source, const clri_pass *pass, bool narrow, const char *name,
                       const char *length);

/* Integers of any length, for rounding exact sums; the record, and arrays of results. */
void clri_source_limbs(clri_source *source, const char *space);
void clri_source_record(clri_source *source, const clri_choice *choice);

/* The kernels that the plan will create must be there. */
void clri_source_need_kernels(clri_source *source, const clri_choice *choice);

#endif
