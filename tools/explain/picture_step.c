/* SPDX-License-Identifier: Apache-2.0 */
/*
 * picture_step - one step of a group as a drawing. See picture_step.h.
 */
#include "picture_step.h"
#include "output.h"
#include "trace_table.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A state's value: its letters, a digit's width, and what has to be between two of them. */
#define SMALL_FONT 9.0
#define LARGE_FONT 12.0
#define DIGIT      0.64 /* of the font */
#define VALUE_GAP  1.6

/* From here on there is room for large letters. */
#define LARGE_PITCH 22.0

#define HEAD_LENGTH 4.0
#define HEAD_WIDTH  1.8

/* ---- Small shapes ------------------------------------------------------------------------------
 */

static void draw_box(pen *p, const char *class, double x, double y, double width, double height)
{
    pen_begin(p, "rect");
    pen_attribute(p, "class", "%s", class);
    pen_attribute(p, "x", "%.1f", x);
    pen_attribute(p, "y", "%.1f", y);
    pen_attribute(p, "width", "%.1f", width);
    pen_attribute(p, "height", "%.1f", height);
    pen_end(p);
}

static void draw_dot(pen *p, const char *class, double x, double y, double radius)
{
    pen_begin(p, "circle");
    pen_attribute(p, "class", "%s", class);
    pen_attribute(p, "cx", "%.1f", x);
    pen_attribute(p, "cy", "%.1f", y);
    pen_attribute(p, "r", "%.1f", radius);
    pen_end(p);
}

static void draw_text(pen *p, const char *class, double x, double y, const char *text)
{
    pen_begin(p, "text");
    pen_attribute(p, "class", "%s", class);
    pen_attribute(p, "x", "%.1f", x);
    pen_attribute(p, "y", "%.1f", y);
    pen_text(p, "%s", text);
    pen_end(p);
}

/* A line with its head drawn along, so that it takes the line's colour everywhere. */
static void draw_arrow(pen *p, const char *class, double x1, double y1, double x2, double y2)
{
    double length = hypot(x2 - x1, y2 - y1);
    double ux = (x2 - x1) / length, uy = (y2 - y1) / length;
    double bx = x2 - HEAD_LENGTH * ux, by = y2 - HEAD_LENGTH * uy;

    pen_begin(p, "path");
    pen_attribute(p, "class", "%s", class);
    pen_attribute(p, "d", "M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1fL%.1f %.1f", x1, y1, x2, y2,
                  bx - HEAD_WIDTH * uy, by + HEAD_WIDTH * ux, x2, y2, bx + HEAD_WIDTH * uy,
                  by - HEAD_WIDTH * ux);
    pen_end(p);
}

/* ---- Items -------------------------------------------------------------------------------------
 */

static uint32_t count_active(const picture_step *s, uint32_t first, uint32_t lanes)
{
    uint32_t active = 0;

    for (uint32_t i = first; i < first + lanes; i++)
        active += s->active[i];
    return active;
}

static void draw_wave(pen *p, const picture_step *s, uint32_t first, double y)
{
    const picture_layout *layout = s->layout;
    uint32_t rest = s->group->item_count - first;
    uint32_t lanes = rest < layout->wave ? rest : layout->wave;
    uint32_t active = count_active(s, first, lanes);
    const char *state = active == lanes ? "full" : active == 0 ? "idle" : "divergent";

    pen_begin(p, "g");
    pen_attribute(p, "class", "wave %s", state);
    draw_box(p, "panel", picture_x(layout, first) - layout->pitch / 2 - 2, y,
             layout->pitch * lanes + 4, PICTURE_ITEMS);
    for (uint32_t i = first; i < first + lanes; i++)
        draw_box(p, s->active[i] ? "active" : "resting", picture_x(layout, i) - layout->square / 2,
                 y + (PICTURE_ITEMS - layout->square) / 2, layout->square, layout->square);
    pen_end(p);
}

static void draw_items(pen *p, const picture_step *s, double y)
{
    for (uint32_t first = 0; first < s->group->item_count; first += s->layout->wave)
        draw_wave(p, s, first, y);
}

/* ---- Arrows ------------------------------------------------------------------------------------
 */

/* From the states of the step before to the items that take them. */
static void draw_taking(pen *p, const picture_step *s, double from, double to)
{
    for (size_t i = 0; i < s->step->entry_count; i++) {
        const trace_entry *entry = &s->step->entries[i];
        const clr_trace_event *event = entry->event;
        if (!picture_is_taking(s->group, event))
            continue;
        draw_arrow(p, entry->is_conflict ? "take conflict" : "take",
                   picture_x(s->layout, event->place), from, picture_x(s->layout, event->item), to);
    }
}

/* From items to the cells that they put states into, where those are not their own. */
static void draw_putting(pen *p, const picture_step *s, double from, double to)
{
    for (size_t i = 0; i < s->step->entry_count; i++) {
        const trace_entry *entry = &s->step->entries[i];
        const clr_trace_event *event = entry->event;
        if (event->kind != CLR_TRACE_PUT || event->place == event->item ||
            event->place >= s->group->item_count)
            continue;
        draw_arrow(p, entry->is_conflict ? "put conflict" : "put",
                   picture_x(s->layout, event->item), from, picture_x(s->layout, event->place), to);
    }
}

/* ---- States ------------------------------------------------------------------------------------
 */

static double value_font(const picture_step *s)
{
    return s->layout->pitch < LARGE_PITCH ? SMALL_FONT : LARGE_FONT;
}

/* Whether the values of all new states can stand beside each other. */
static bool values_fit(const picture_step *s)
{
    double free_from = -1e9;

    for (uint32_t i = 0; i < s->states->count; i++) {
        const trace_state *state = &s->states->shown[i];
        char text[OUTPUT_TEXT_SIZE];
        if (!state->is_new)
            continue;
        output_text(s->type, &state->value, text);
        double half = DIGIT * value_font(s) * (double)strlen(text) / 2, x = picture_x(s->layout, i);
        if (x - half < free_from)
            return false;
        free_from = x + half + VALUE_GAP;
    }
    return true;
}

/* The values of new states, if there is room for them, and dots for all others. */
static void draw_states(pen *p, const picture_step *s, double y)
{
    bool fits = values_fit(s);
    double radius = s->layout->pitch < 6 ? 1 : 1.6;

    for (uint32_t i = 0; i < s->states->count; i++) {
        const trace_state *state = &s->states->shown[i];
        if (state->is_known && !(state->is_new && fits))
            draw_dot(p, state->is_new ? "new" : "old", picture_x(s->layout, i),
                     y + PICTURE_STATES / 2, radius);
    }
    pen_begin(p, "g");
    pen_attribute(p, "font-size", "%.0f", value_font(s));
    for (uint32_t i = 0; fits && i < s->states->count; i++) {
        const trace_state *state = &s->states->shown[i];
        char text[OUTPUT_TEXT_SIZE];
        if (!state->is_new)
            continue;
        output_text(s->type, &state->value, text);
        draw_text(p, "value", picture_x(s->layout, i), y + PICTURE_STATES / 2 + 4, text);
    }
    pen_end(p);
}

/* ---- The step ----------------------------------------------------------------------------------
 */

static void draw_counts(pen *p, const picture_step *s, double y)
{
    double x = s->layout->left + s->layout->strip;

    for (size_t i = 0; trace_column_at(i) != NULL; i++) {
        const trace_column *column = trace_column_at(i);
        uint64_t count = trace_column_value(column, &s->step->counts);
        char text[OUTPUT_TEXT_SIZE], class[64];
        snprintf(text, sizeof text, "%" PRIu64, count);
        snprintf(class, sizeof class, "count %s", count == 0 ? "zero" : column->key);
        x += PICTURE_COLUMN;
        draw_text(p, class, x, y, text);
    }
}

/* What a script can ask the step for. */
static void write_data(pen *p, const picture_step *s)
{
    pen_attribute(p, "data-launch", "%" PRIu32, s->group->launch);
    pen_attribute(p, "data-group", "%" PRIu32, s->group->group);
    pen_attribute(p, "data-step", "%zu", s->number);
    pen_attribute(p, "data-what", "%s", trace_step_word(s->step));
    for (size_t i = 0; trace_column_at(i) != NULL; i++) {
        char name[64];
        snprintf(name, sizeof name, "data-%s", trace_column_at(i)->key);
        pen_attribute(p, name, "%" PRIu64,
                      trace_column_value(trace_column_at(i), &s->step->counts));
    }
}

void picture_draw_step(pen *p, const picture_step *s, double top)
{
    double height = picture_step_height(s->layout, s->group, s->step) - PICTURE_BETWEEN;
    double items = top + height - PICTURE_STATES - PICTURE_ITEMS;
    double states = top + height - PICTURE_STATES;
    double baseline = items + PICTURE_ITEMS / 2 + 4;
    char number[32];

    snprintf(number, sizeof number, "%zu", s->number);
    pen_begin(p, "g");
    pen_attribute(p, "class", "step");
    write_data(p, s);
    draw_box(p, "band", 0, top, s->layout->width, height);
    draw_text(p, "number", 22, baseline, number);
    draw_text(p, "word", 30, baseline, trace_step_word(s->step));
    draw_text(p, "place", 30, states + PICTURE_STATES / 2 + 3,
              s->states->shows_cells ? "cells" : "items");
    draw_items(p, s, items);
    pen_begin(p, "g");
    pen_attribute(p, "stroke-width", "%.2f", fmax(0.5, fmin(s->layout->pitch * 0.08, 1.2)));
    draw_taking(p, s, top - PICTURE_BETWEEN - 3, items);
    draw_putting(p, s, items + (PICTURE_ITEMS + s->layout->square) / 2, states + 8);
    pen_end(p);
    draw_states(p, s, states);
    if (s->layout->has_columns)
        draw_counts(p, s, baseline);
    pen_end(p);
}
