/* SPDX-License-Identifier: Apache-2.0 */
/* run_source - the kernels that fold runs of keys while finding them; part of the items' text. */
#ifndef CLREDUCE_COMPOSE_RUN_SOURCE_H
#define CLREDUCE_COMPOSE_RUN_SOURCE_H

#include "base/source.h"
#include "choose/choice.h"

/* Follows the pieces of items and teams. */
void clri_source_runs(clri_source *source, const clri_choice *choice);

#endif
