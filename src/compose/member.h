/* SPDX-License-Identifier: Apache-2.0 */
/*
 * member - the text of one member of a pass, by its form (state/form.h): its elements and states,
 * how it folds runs, and how outcomes are made of its last state; also a custom operator's text.
 * Pieces say CLR_AT(name), CLR_OF(name) and CLR_OUT(name); the name functions here decide for which
 * member or outcome. For compose.c, and for blocks, which have one member.
 */
#ifndef CLREDUCE_COMPOSE_MEMBER_H
#define CLREDUCE_COMPOSE_MEMBER_H

#include "base/source.h"
#include "choose/capability.h"
#include "state/pass.h"

/* CLR_OF() and CLR_AT() speak of member `number` from here on, or of a part of it, such as
 * "where_": CLR_AT() of single values if `narrow`, else of vectors. */
void clri_source_name_part(clri_source *source, unsigned number, const char *part, bool narrow);
void clri_source_name_member(clri_source *source, unsigned number, bool narrow);

/* The macros by which pieces make the member's elements and fold them. */
void clri_source_member_macros(clri_source *source, const clri_member *member);

/* The pieces of a member's form, under CLR_AT(): its elements, states and their fold, how states
 * are saved. */
void clri_source_state(clri_source *source, const clri_member *member);

/* Of a member some of whose elements do not count: the elements before that is asked, and its
 * condition, if it has one. Before the state; CLR_AT(NAME) is then whole_NAME or where_NAME. */
void clri_source_whole(clri_source *source, const clri_member *member);
void clri_source_where(clri_source *source, const clri_member *member);

/* The length of the runs that follow: CLR_RUN_AT(name) tells runs of one input, "one", from those
 * of a "few" and of a "tile". */
void clri_source_length(clri_source *source, const char *name, const char *length);

/* The pieces that fold a run of that length into the member's state. */
void clri_source_run(clri_source *source, const clri_member *member);

/* Functions that round integers by their leading bits, for results made of integers. */
void clri_source_rounding(clri_source *source);

/* Integers of 256 bits, for passes in which some result is rounded from them. */
void clri_source_wide(clri_source *source, const clri_pass *pass);

/* CLR_OUT() speaks of outcome `number` from here on, CLR_OF() of the member that it is made of. */
void clri_source_name_outcome(clri_source *source, const clri_pass *pass, unsigned number);

/* The macros of an outcome, and of the member that it is made of. */
void clri_source_outcome_macros(clri_source *source, const clri_member *member,
                                const clri_outcome *outcome);

/* How a member's last state becomes a result, under CLR_OUT(). */
void clri_source_outcome(clri_source *source, const clri_member *member,
                         const clri_outcome *outcome);

/* Shuffles of words among the items of a sub-group. */
void clri_source_shuffle(clri_source *source, const clri_capability *capability);

/* Names that a custom operator's text defines, and `element`, which the library may define. */
enum { CLRI_CUSTOM_NAMES = 7 };
extern const char *const clri_custom_names[CLRI_CUSTOM_NAMES];

/* A custom operator's text under names that begin with clr_custom_, its lines counted from 1.
 * `value` is the type of `element`, NULL if the text defines it. */
void clri_source_custom(clri_source *source, const clri_custom *custom, const char *value);

/* The type of `element` in a custom operator's text; NULL if the text defines it. */
const char *clri_source_custom_value(const clri_pass *pass);

#endif
