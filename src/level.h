/* SPDX-License-Identifier: Apache-2.0 */
/*
 * level - which accuracy a reduction is held to that leaves it open. Knows which strategies carry
 * which levels; chooses none of them.
 */
#ifndef CLREDUCE_SRC_LEVEL_H
#define CLREDUCE_SRC_LEVEL_H

#include "request.h"

/*
 * Settles what is CLR_ACCURACY_DEFAULT: exact where the operator has that and the options allow it.
 * What is left open then is fast, or relaxed by strategies that are.
 */
void clri_levels_settle(const clr_plan_options *options, clri_request *request);

#endif
