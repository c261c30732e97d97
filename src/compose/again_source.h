/* SPDX-License-Identifier: Apache-2.0 */
/* again_source - the text of the kernel that makes listed results again, in integers: exact sums
 * that the doubles of an item or team could not hold (cl/reduce_again.cl, cl/again). Part of the
 * second program's text. */
#ifndef CLREDUCE_COMPOSE_AGAIN_SOURCE_H
#define CLREDUCE_COMPOSE_AGAIN_SOURCE_H

#include "base/source.h"
#include "choose/choice.h"

/* Behind the text of items and of teams of items, whose lists and bands it uses. */
void clri_source_again(clri_source *source, const clri_choice *choice);

#endif
