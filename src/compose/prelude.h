/* SPDX-License-Identifier: Apache-2.0 */
/* prelude - begins the kernels' source: the language, names and numbers that hold for all of it. */
#ifndef CLREDUCE_COMPOSE_PRELUDE_H
#define CLREDUCE_COMPOSE_PRELUDE_H

#include "base/source.h"
#include "choose/choice.h"

void clri_source_prelude(clri_source *source, const clri_choice *choice);

/* Whether items skip work by the best state of their group so far. */
bool clri_is_led(const clri_choice *choice, size_t member);

#endif
