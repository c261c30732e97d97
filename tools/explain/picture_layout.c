/* SPDX-License-Identifier: Apache-2.0 */
/*
 * picture_layout - the sizes of items, arrows and steps, and what they add up to. See
 * picture_layout.h.
 */
#include "picture_layout.h"
#include "trace_table.h"
#include <math.h>

#define LEFT           120.0
#define WAVE_GAP       8.0
#define LARGEST_PITCH  38.0
#define SMALLEST_PITCH 3.0
#define LARGEST_SQUARE 14.0
#define RIGHT          16.0

/* Heights of the room for arrows. */
#define SHORTEST_ARROW 26.0
#define LONGEST_ARROW  96.0
#define ARROW_SLOPE    0.08 /* of the way that the farthest state comes */
#define DENSE_PITCH    12.0 /* below it arrows have to be steeper to stay apart */

static uint32_t largest_group(const trace *t)
{
    uint32_t most = 1;

    for (size_t i = 0; i < t->group_count; i++)
        most = t->groups[i].item_count > most ? t->groups[i].item_count : most;
    return most;
}

picture_layout picture_lay_out(const trace *t, double strip, bool has_columns)
{
    uint32_t items = largest_group(t);
    double gaps = WAVE_GAP * ((items - 1) / t->machine.wave);
    double pitch = (strip - gaps) / items;

    pitch = pitch > LARGEST_PITCH ? LARGEST_PITCH : pitch;
    pitch = pitch < SMALLEST_PITCH ? SMALLEST_PITCH : pitch;

    picture_layout layout = {.wave = t->machine.wave,
                             .left = LEFT,
                             .pitch = pitch,
                             .gap = WAVE_GAP,
                             .square = pitch * 0.8 > LARGEST_SQUARE ? LARGEST_SQUARE : pitch * 0.8,
                             .strip = pitch * items + gaps,
                             .has_columns = has_columns};
    layout.width = LEFT + layout.strip + RIGHT;
    for (size_t i = 0; has_columns && trace_column_at(i); i++)
        layout.width += PICTURE_COLUMN;
    return layout;
}

double picture_x(const picture_layout *layout, uint64_t place)
{
    return layout->left + layout->pitch * ((double)place + 0.5) +
           layout->gap * (double)(place / layout->wave);
}

bool picture_is_taking(const trace_group *group, const clr_trace_event *event)
{
    if (event->place >= group->item_count)
        return false;
    /* An item without use for another's state takes its own, as all have to take part. */
    return event->kind == CLR_TRACE_GET ||
           (event->kind == CLR_TRACE_SHUFFLE && event->place != event->item);
}

/* From the states above a step to its items: the more, the further states are taken. */
static double arrows_height(const picture_layout *layout, const trace_group *group,
                            const trace_step *step)
{
    double slope = layout->pitch < DENSE_PITCH ? 2 * ARROW_SLOPE : ARROW_SLOPE;
    double height = 0;

    for (size_t i = 0; i < step->entry_count; i++) {
        const clr_trace_event *event = step->entries[i].event;
        if (!picture_is_taking(group, event))
            continue;
        double far = fabs(picture_x(layout, event->place) - picture_x(layout, event->item));
        height = fmax(height, fmin(SHORTEST_ARROW + slope * far, LONGEST_ARROW));
    }
    return height;
}

double picture_below_height(const trace_step *step)
{
    double height = 0;

    for (size_t i = 0; i < step->entry_count; i++)
        height += trace_kind_of(step->entries[i].event->kind)->is_unguarded ? PICTURE_EVENT : 0;
    height = height == 0 ? PICTURE_STATES : height + PICTURE_BETWEEN;
    return height + (trace_step_has(step, CLR_TRACE_DRAW) ? PICTURE_DRAWN : 0);
}

double picture_step_height(const picture_layout *layout, const trace_group *group,
                           const trace_step *step)
{
    return arrows_height(layout, group, step) + PICTURE_ITEMS + picture_below_height(step) +
           PICTURE_BETWEEN;
}

double picture_groups_height(const picture_layout *layout, const trace *t)
{
    double height = 0;

    for (size_t i = 0; i < t->group_count; i++) {
        if (t->groups[i].like != i)
            continue;
        height += PICTURE_HEADING;
        for (size_t s = 0; s < t->groups[i].step_count; s++)
            height += picture_step_height(layout, &t->groups[i], &t->groups[i].steps[s]);
    }
    return height;
}
