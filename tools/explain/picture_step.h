/* SPDX-License-Identifier: Apache-2.0 */
/*
 * picture_step - one step of a group as a drawing: its items by waves, arrows from the states that
 * they take, the states that they leave, and its counts.
 */
#ifndef CLREDUCE_TOOLS_PICTURE_STEP_H
#define CLREDUCE_TOOLS_PICTURE_STEP_H

#include "pen.h"
#include "picture_layout.h"
#include "trace_states.h"

typedef struct picture_step {
    const picture_layout *layout;
    const trace_group *group;
    const trace_step *step;
    size_t number;
    const trace_states *states; /* after the step */
    clr_type type;              /* of the states' values */
} picture_step;

/* Draws the step from `top` down. */
void picture_draw_step(pen *p, const picture_step *s, double top);

#endif
