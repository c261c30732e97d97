/* SPDX-License-Identifier: Apache-2.0 */
/*
 * member - the texts of a pass's members: the pieces of a state, the runs that are folded into it,
 * what becomes of the last one; and the caller's own operator.
 */
#ifndef CLREDUCE_COMPOSE_MEMBER_H
#define CLREDUCE_COMPOSE_MEMBER_H

#include "base/source.h"
#include "choose/capability.h"
#include "state/pass.h"

/* What a member's elements, numbers and states are, and how they are folded, under CLR_AT(). */
void clri_source_state(clri_source *source, const clri_member *member);

/*
 * Of a member whose elements are sifted: what they are before that, and which of them its condition
 * takes, if it has one. They come before the state, CLR_AT(NAME) being that of whole_NAME and
 * where_NAME.
 */
void clri_source_whole(clri_source *source, const clri_member *member);
void clri_source_where(clri_source *source, const clri_member *member);

/* How long the runs are that are spoken of next: CLR_RUN_AT(name) and its like are names that tell
 * runs of one input, "one", from those of a "few", and of a "tile". */
void clri_source_length(clri_source *source, const char *name, const char *length);

/* How such a run is folded into the member's state. */
void clri_source_run(clri_source *source, const clri_member *member);

/* How integers are rounded: by their leading bits. */
void clri_source_rounding(clri_source *source);

/* Integers of 256 bits, of which results of the pass are rounded. */
void clri_source_wide(clri_source *source, const clri_pass *pass);

/* What becomes of a member's last state, under CLR_OUT(). */
void clri_source_outcome(clri_source *source, const clri_member *member,
                         const clri_outcome *outcome);

/* How words get from item to item of a sub-group. */
void clri_source_shuffle(clri_source *source, const clri_capability *capability);

/* What the text of the caller's own operator defines, and `element`. */
enum { CLRI_CUSTOM_NAMES = 7 };
extern const char *const clri_custom_names[CLRI_CUSTOM_NAMES];

/*
 * The caller's own operator under names that begin with clr_custom_, its lines counted from 1.
 * `value` is what `element` stands for, NULL if the text defines it.
 */
void clri_source_custom(clri_source *source, const clri_custom *custom, const char *value);

/* What `element` stands for in the text of the caller's own operator; NULL if that defines it. */
const char *clri_source_custom_value(const clri_pass *pass);

#endif
