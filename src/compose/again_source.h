/* SPDX-License-Identifier: Apache-2.0 */
/* again_source - the text of a plan's kernel that makes listed results again (cl/again). */
#ifndef CLREDUCE_COMPOSE_AGAIN_SOURCE_H
#define CLREDUCE_COMPOSE_AGAIN_SOURCE_H

#include "base/source.h"
#include "choose/choice.h"

/* Behind the text of items and of teams of items. */
void clri_source_again(clri_source *source, const clri_choice *choice);

#endif
