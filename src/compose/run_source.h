/* SPDX-License-Identifier: Apache-2.0 */
/* run_source - the text of the kernels that fold runs of equal keys while finding them, and join
 * runs that span chunks (cl/reduce_runs.cl, join_runs.cl): part of the second program's text. */
#ifndef CLREDUCE_COMPOSE_RUN_SOURCE_H
#define CLREDUCE_COMPOSE_RUN_SOURCE_H

#include "base/source.h"
#include "choose/choice.h"

/* Behind the text of items and of teams of items. */
void clri_source_runs(clri_source *source, const clri_choice *choice);

#endif
