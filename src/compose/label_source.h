/* SPDX-License-Identifier: Apache-2.0 */
/* label_source - what groups have of labels' cells in local memory, and what settles those. */
#ifndef CLREDUCE_COMPOSE_LABEL_SOURCE_H
#define CLREDUCE_COMPOSE_LABEL_SOURCE_H

#include "base/source.h"
#include "choose/choice.h"

/* Behind the cells that all groups have, places for numbers that come often; and cells of few
 * labels.
 */
void clri_source_places(clri_source *source, const clri_choice *choice);
void clri_source_near(clri_source *source, const clri_choice *choice);

/* Behind the elements' launch. */
void clri_source_settle(clri_source *source);

#endif
