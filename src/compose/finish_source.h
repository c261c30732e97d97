/* SPDX-License-Identifier: Apache-2.0 */
/* finish_source - the text of the strategy's finish for one result: how groups' partials lie, pass
 * from group to group and become the result, which is delivered. Of many results compose.c has
 * add_rows(). */
#ifndef CLREDUCE_COMPOSE_FINISH_SOURCE_H
#define CLREDUCE_COMPOSE_FINISH_SOURCE_H

#include "base/source.h"
#include "choose/choice.h"

/* Behind the load and group pieces, and the device's fence and cell. */
void clri_source_finish(clri_source *source, const clri_choice *choice);

#endif
