/* SPDX-License-Identifier: Apache-2.0 */
/*
 * picture_figure - the groups of a recording as one drawing, below each other; what a picture and
 * a page have in common.
 */
#ifndef CLREDUCE_TOOLS_PICTURE_FIGURE_H
#define CLREDUCE_TOOLS_PICTURE_FIGURE_H

#include "pen.h"
#include "picture_layout.h"
#include "recording.h"

#define PICTURE_LEGEND_WIDTH  1240.0
#define PICTURE_LEGEND_HEIGHT 72.0

/* Draws all groups that are not like an earlier one, from `top` down. False without memory. */
bool picture_draw_groups(pen *p, const recording *r, const picture_layout *layout, double top);

/* The meanings of colours, below these of lines, and below these of values and dots. */
void picture_draw_legend(pen *p, double left, double y);

/* Begins an svg element of that size. */
void picture_begin_svg(pen *p, double width, double height);

#endif
