/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stage_banks - how often items that read a stage at the same time meet in a bank of local memory,
 * and by that whether one chunk is left out after some (cl/stage/stage.cl). Pure.
 */
#ifndef CLREDUCE_CHOOSE_STAGE_BANKS_H
#define CLREDUCE_CHOOSE_STAGE_BANKS_H

#include "choose/choice.h"

enum {
    CLRI_STAGE_CHUNKS = 32, /* after so many one is left out, as CLR_STAGE_LINE has it there */
    CLRI_STAGE_STEPS = 16,  /* of a team that are looked at, at most */
};

/* So many turns do the banks take for those steps of the first line of items, where teams of `team`
 * items have rows of `length` elements; and `steps` if no two of them ever meet. */
uint32_t clri_stage_turns(const clri_choice *items, uint32_t length, uint32_t team, bool is_close,
                          uint32_t *steps);

/* Whether they meet no more often where nothing is left out, and places are found sooner. */
bool clri_stage_is_close(const clri_choice *items, uint32_t length, uint32_t team);

#endif
