/* SPDX-License-Identifier: Apache-2.0 */
/* finish_source - the strategy's finish: how groups' partials become one result. */
#ifndef CLREDUCE_COMPOSE_FINISH_SOURCE_H
#define CLREDUCE_COMPOSE_FINISH_SOURCE_H

#include "base/source.h"
#include "choose/choice.h"

void clri_source_finish(clri_source *source, const clri_choice *choice);

#endif
