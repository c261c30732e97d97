/* SPDX-License-Identifier: Apache-2.0 */
/* label_source - labels' cells in a group's local memory, and the kernel that finishes them. */
#ifndef CLREDUCE_COMPOSE_LABEL_SOURCE_H
#define CLREDUCE_COMPOSE_LABEL_SOURCE_H

#include "base/source.h"
#include "choose/choice.h"

/* Local cells for numbers that occur often, beside the group's own; and local cells of few
 * labels. */
void clri_source_places(clri_source *source, const clri_choice *choice);
void clri_source_near(clri_source *source, const clri_choice *choice);

/* The kernel that follows the elements' launch. */
void clri_source_settle(clri_source *source);

#endif
