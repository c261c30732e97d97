/* SPDX-License-Identifier: Apache-2.0 */
/*
 * prelude - what the kernels' source begins with: the language, and the names and numbers of the
 * plan that hold for all of the text.
 */
#ifndef CLREDUCE_COMPOSE_PRELUDE_H
#define CLREDUCE_COMPOSE_PRELUDE_H

#include "base/source.h"
#include "choose/choice.h"

void clri_source_prelude(clri_source *source, const clri_choice *choice);

/* Whether items of a group follow what others of it have met. */
bool clri_is_led(const clri_choice *choice, size_t member);

#endif
