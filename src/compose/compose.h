/* SPDX-License-Identifier: Apache-2.0 */
/*
 * compose - the source of a program's kernels as one text: a prelude of names and numbers, then
 * whole pieces of cl/, in an order that is written down here, as each must stand behind what it
 * needs (base/contract.h). A choice whose items.are_there is set gives a plan's second program
 * (item_source.h), any other one its first. What no kernel reaches is cut off later (base/prune.h).
 * Pure.
 */
#ifndef CLREDUCE_COMPOSE_COMPOSE_H
#define CLREDUCE_COMPOSE_COMPOSE_H

#include "base/source.h"
#include "choose/choice.h"

/*
 * The text, which the caller frees; NULL with a failure: host memory ran out, or a piece lacks a
 * name that it needs, or provides one that is there.
 */
clr_status clri_compose(const clri_choice *choice, char **text, clri_error *error);

/* The same text, in a fraction of the time, as names in it are not checked: for finding a program
 * by its text. Callers compose a text that they do not find again, by clri_compose(). */
clr_status clri_compose_trusted(const clri_choice *choice, char **text, clri_error *error);

/* With the pieces of `library`; NULL: the built-in pieces. */
clr_status clri_compose_from(const clri_library *library, const clri_choice *choice, char **text,
                             clri_error *error);

/*
 * A program of the caller's operator alone, with a kernel, clr_custom_sizes, that writes the sizes
 * of an element, a state and a result. `value` is the type of `element`, NULL if the operator's
 * text defines it; `pragmas` the device's, or NULL; `uses_double` enables cl_khr_fp64. Returns as
 * clri_compose().
 */
clr_status clri_compose_custom(const clri_custom *custom, const char *value, const char *pragmas,
                               bool uses_double, char **text, clri_error *error);

/* ---- parts, for carriers ---- */

/* Values of one width, single ones if `narrow`, and how they are read; member `number`'s elements,
 * states and their fold; how all members fold runs of `length` inputs, under names that end with
 * `name`. */
void clri_source_values(clri_source *source, const clri_choice *choice, bool narrow);
void clri_source_member(clri_source *source, const clri_member *member, unsigned number,
                        bool narrow);
void clri_source_folds(clri_source *source, const clri_pass *pass, bool narrow, const char *name,
                       const char *length);

/* Integers of any length, for rounding exact sums, in memory of the address space `space`; the
 * record, and arrays of results. */
void clri_source_limbs(clri_source *source, const char *space);
void clri_source_record(clri_source *source, const clri_choice *choice);

/* Fails the text unless it has the kernels that the plan will create. */
void clri_source_need_kernels(clri_source *source, const clri_choice *choice);

#endif
