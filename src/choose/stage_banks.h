/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stage_banks - bank conflicts of items that read a stage in local memory, and whether padding
 * avoids them: a chunk is left out after every few chunks (cl/stage/stage.cl). Pure.
 */
#ifndef CLREDUCE_CHOOSE_STAGE_BANKS_H
#define CLREDUCE_CHOOSE_STAGE_BANKS_H

#include "choose/choice.h"

enum {
    CLRI_STAGE_CHUNKS = 32, /* a chunk is left out after so many: CLR_STAGE_LINE there */
    CLRI_STAGE_STEPS = 16,  /* most steps of a team that are examined */
};

/* Turns that the banks take for the examined steps of the first line of items, where teams of
 * `team` items have rows of `length` elements; equal to `steps` without conflicts. */
uint32_t clri_stage_turns(const clri_choice *items, uint32_t length, uint32_t team, bool is_close,
                          uint32_t *steps);

/* Whether a stage without padding, whose addresses are cheaper, has no more conflicts. */
bool clri_stage_is_close(const clri_choice *items, uint32_t length, uint32_t team);

#endif
