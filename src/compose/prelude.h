/* SPDX-License-Identifier: Apache-2.0 */
/* prelude - begins the kernels' source: the language, and the macros that hold for all pieces of
 * the text (base/macro.def): sizes, lists of inputs, members and outcomes, what functions are
 * handed. Numbers of a run are no macros, but kernels' arguments, so that plans share texts. */
#ifndef CLREDUCE_COMPOSE_PRELUDE_H
#define CLREDUCE_COMPOSE_PRELUDE_H

#include "base/source.h"
#include "choose/choice.h"

/* Goes before all pieces. */
void clri_source_prelude(clri_source *source, const clri_choice *choice);

/* Whether a group's items share the best key that they have found so far of member `member`, so
 * that they skip elements (cl/fold/lead.cl). */
bool clri_is_led(const clri_choice *choice, size_t member);

#endif
