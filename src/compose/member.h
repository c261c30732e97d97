/* SPDX-License-Identifier: Apache-2.0 */
/*
 * member - the texts of a pass's members: a state's pieces, folding runs, and the result; also a
 * custom operator's text.
 */
#ifndef CLREDUCE_COMPOSE_MEMBER_H
#define CLREDUCE_COMPOSE_MEMBER_H

#include "base/source.h"
#include "choose/capability.h"
#include "state/pass.h"

/* The names of a member, or of a part of it, such as "where_". */
void clri_source_name_part(clri_source *source, unsigned number, const char *part, bool narrow);
void clri_source_name_member(clri_source *source, unsigned number, bool narrow);

/* The macros of a member's elements and fold. */
void clri_source_member_macros(clri_source *source, const clri_member *member);

/* A member's elements, numbers, states and their fold, under CLR_AT(). */
void clri_source_state(clri_source *source, const clri_member *member);

/* Of a member with sifted elements: the elements before the condition, and the condition, if there
 * is one. Before the state; CLR_AT(NAME) is then whole_NAME or where_NAME. */
void clri_source_whole(clri_source *source, const clri_member *member);
void clri_source_where(clri_source *source, const clri_member *member);

/* The length of the runs that follow: CLR_RUN_AT(name) tells runs of one input, "one", from those
 * of a "few" and of a "tile". */
void clri_source_length(clri_source *source, const char *name, const char *length);

/* Folds a run into the member's state. */
void clri_source_run(clri_source *source, const clri_member *member);

/* Rounds integers by their leading bits. */
void clri_source_rounding(clri_source *source);

/* 256-bit integers, if some result of the pass is rounded from them. */
void clri_source_wide(clri_source *source, const clri_pass *pass);

/* The names of a result, and of the member that it is made of. */
void clri_source_name_outcome(clri_source *source, const clri_pass *pass, unsigned number);

/* The macros of a result. */
void clri_source_outcome_macros(clri_source *source, const clri_member *member,
                                const clri_outcome *outcome);

/* How a member's last state becomes a result, under CLR_OUT(). */
void clri_source_outcome(clri_source *source, const clri_member *member,
                         const clri_outcome *outcome);

/* Sub-group shuffles of words. */
void clri_source_shuffle(clri_source *source, const clri_capability *capability);

/* Names that a custom operator's text defines, and `element`. */
enum { CLRI_CUSTOM_NAMES = 7 };
extern const char *const clri_custom_names[CLRI_CUSTOM_NAMES];

/* A custom operator's text under names that begin with clr_custom_, its lines counted from 1.
 * `value` is the type of `element`, NULL if the text defines it. */
void clri_source_custom(clri_source *source, const clri_custom *custom, const char *value);

/* The type of `element` in a custom operator's text; NULL if the text defines it. */
const char *clri_source_custom_value(const clri_pass *pass);

#endif
