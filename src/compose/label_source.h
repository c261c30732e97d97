/* SPDX-License-Identifier: Apache-2.0 */
/* label_source - cells of labels that groups have of their own in local memory. */
#ifndef CLREDUCE_COMPOSE_LABEL_SOURCE_H
#define CLREDUCE_COMPOSE_LABEL_SOURCE_H

#include "base/source.h"
#include "choose/choice.h"

/* Behind the cells that all groups have. `takes_some`: not all elements may count. */
void clri_source_near(clri_source *source, const clri_choice *choice, bool takes_some);

#endif
