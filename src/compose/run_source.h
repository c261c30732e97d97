/* SPDX-License-Identifier: Apache-2.0 */
/* run_source - the kernels that fold runs of keys as they are found, in the text of items. */
#ifndef CLREDUCE_COMPOSE_RUN_SOURCE_H
#define CLREDUCE_COMPOSE_RUN_SOURCE_H

#include "base/source.h"
#include "choose/choice.h"

/* Behind what items and teams have. */
void clri_source_runs(clri_source *source, const clri_choice *choice);

#endif
