/* SPDX-License-Identifier: Apache-2.0 */
/*
 * picture_layout - where things are in the picture of a recording: all sizes, in pixels of SVG.
 */
#ifndef CLREDUCE_TOOLS_PICTURE_LAYOUT_H
#define CLREDUCE_TOOLS_PICTURE_LAYOUT_H

#include "trace_steps.h"

/* Heights. */
#define PICTURE_HEADING 46.0 /* of a group, with the columns' headings */
#define PICTURE_ITEMS   18.0
#define PICTURE_STATES  22.0
#define PICTURE_BETWEEN 8.0  /* steps, with the line of a barrier */
#define PICTURE_EVENT   11.0 /* of an unguarded read or write, one below the other */
#define PICTURE_DRAWN   14.0 /* of a ticket that is drawn */

/* Width of a column of counts. */
#define PICTURE_COLUMN 74.0

typedef struct picture_layout {
    uint32_t wave;
    double left;   /* of the first item */
    double pitch;  /* from item to item */
    double gap;    /* between waves, besides */
    double square; /* an item's side */
    double strip;  /* width of all items */
    double width;  /* of the figure */
    bool has_columns;
} picture_layout;

/* A layout for groups of up to that many items, of about `strip` for all of them. */
picture_layout picture_lay_out(const trace *t, double strip, bool has_columns);

/* The middle of an item, and of a cell of local memory, which has the item's column. */
double picture_x(const picture_layout *layout, uint64_t place);

/* Whether the arrow of an event is drawn: of states that an item takes from another place. */
bool picture_is_taking(const trace_group *group, const clr_trace_event *event);

/* Below the items: the states, or unguarded reads and writes, one below the other. */
double picture_below_height(const trace_step *step);
double picture_step_height(const picture_layout *layout, const trace_group *group,
                           const trace_step *step);

/* Of all groups that are drawn: a group that is like an earlier one is not. */
double picture_groups_height(const picture_layout *layout, const trace *t);

#endif
