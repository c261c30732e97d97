/* SPDX-License-Identifier: Apache-2.0 */
/*
 * picture_step - boxes of items, arrows of states, and the values that there is room for. See
 * picture_step.h.
 */
#include "picture_step.h"
#include "output.h"
#include "trace_table.h"
#include "value.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A digit's width, and the gap between two values. */
#define DIGIT     0.64 /* of the font */
#define VALUE_GAP 1.6

/* Where the label in front of the values ends. */
#define LABELS 78.0

#define HEAD_LENGTH 4.0
#define HEAD_WIDTH  1.8

/* ---- Small shapes ---------------------------------------------------------------------------- */

/* A line with its head drawn along, so that it takes the line's colour everywhere. */
static void draw_arrow(pen *p, const char *class, double x1, double y1, double x2, double y2)
{
    double length = hypot(x2 - x1, y2 - y1);
    double ux = (x2 - x1) / length, uy = (y2 - y1) / length;
    double bx = x2 - HEAD_LENGTH * ux, by = y2 - HEAD_LENGTH * uy;

    pen_begin_class(p, "path", class);
    pen_attribute(p, "d", "M%.1f %.1fL%.1f %.1fM%.1f %.1fL%.1f %.1fL%.1f %.1f", x1, y1, x2, y2,
                  bx - HEAD_WIDTH * uy, by + HEAD_WIDTH * ux, x2, y2, bx + HEAD_WIDTH * uy,
                  by - HEAD_WIDTH * ux);
    pen_end(p);
}

/* ---- Items ----------------------------------------------------------------------------------- */

static uint32_t count_active(const picture_step *s, uint32_t first, uint32_t lanes)
{
    uint32_t active = 0;

    for (uint32_t i = first; i < first + lanes; i++)
        active += s->states->active[i];
    return active;
}

static void draw_wave(pen *p, const picture_step *s, uint32_t first, double y)
{
    const picture_layout *layout = s->layout;
    uint32_t rest = s->group->item_count - first;
    uint32_t lanes = rest < layout->wave ? rest : layout->wave;
    uint32_t active = count_active(s, first, lanes);
    const char *state = active == 0            ? "idle"
                        : active < lanes       ? "divergent"
                        : lanes < layout->wave ? "partial"
                                               : "full";

    pen_begin(p, "g");
    pen_attribute(p, "class", "wave %s", state);
    pen_box(p, "panel", picture_x(layout, first) - layout->pitch / 2 - 2, y,
            layout->pitch * lanes + 4, PICTURE_ITEMS);
    for (uint32_t i = first; i < first + lanes; i++)
        pen_box(p, s->states->active[i] ? "active" : "resting",
                picture_x(layout, i) - layout->square / 2, y + (PICTURE_ITEMS - layout->square) / 2,
                layout->square, layout->square);
    pen_end(p);
}

static void draw_items(pen *p, const picture_step *s, double y)
{
    for (uint32_t first = 0; first < s->group->item_count; first += s->layout->wave)
        draw_wave(p, s, first, y);
}

/* ---- Arrows ---------------------------------------------------------------------------------- */

/* The value that was taken in place of the state that is drawn where the arrow begins. */
static void draw_early(pen *p, const picture_step *s, const clr_trace_event *event, double y)
{
    const double x = picture_x(s->layout, event->item) + picture_x(s->layout, event->place);
    char text[OUTPUT_TEXT_SIZE];

    output_text(s->type, &event->value, text);
    pen_label(p, "early", x / 2, y, text);
}

/* From the states of the step before to the items that take them. */
static void draw_taking(pen *p, const picture_step *s, double from, double to)
{
    for (size_t i = 0; i < s->step->entry_count; i++) {
        const trace_entry *entry = &s->step->entries[i];
        const clr_trace_event *event = entry->event;
        const char *class = entry->is_early      ? "take early"
                            : entry->is_conflict ? "take conflict"
                                                 : "take";
        if (!picture_is_taking(s->group, event))
            continue;
        draw_arrow(p, class, picture_x(s->layout, event->place), from,
                   picture_x(s->layout, event->item), to);
        if (entry->is_early)
            draw_early(p, s, event, (from + to) / 2 + 3);
    }
}

/* From items to the cells of other items into which they put states. */
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

/* ---- States ---------------------------------------------------------------------------------- */

/* Letters of values: the largest in which all of a step's stand beside each other, else the last.
 */
static const double fonts[] = {12, 10, 8, 7};

#define FONT_COUNT (sizeof fonts / sizeof fonts[0])

/* Significant digits that a value is cut down to where it has no room. */
static const int digits[] = {6, 4, 3, 2, 1};

static double number_of(clr_type type, const void *value)
{
    switch (value_kind_of(type)) {
    case VALUE_SIGNED:
        return (double)(int64_t)value_integer(type, value);
    case VALUE_UNSIGNED:
        return (double)value_integer(type, value);
    default:
        return value_real(type, value);
    }
}

static double width_of(const char *text, double font)
{
    return DIGIT * font * (double)strlen(text);
}

/* The room for a new state's value: from its middle to the middles of the next new states. */
static double room_of(const picture_step *s, uint32_t place)
{
    double room = 2 * (picture_x(s->layout, place) - LABELS);

    for (uint32_t i = place; i-- > 0;)
        if (s->states->shown[i].is_new) {
            room = fmin(room, picture_x(s->layout, place) - picture_x(s->layout, i));
            break;
        }
    for (uint32_t i = place + 1; i < s->states->count; i++)
        if (s->states->shown[i].is_new)
            return fmin(room, picture_x(s->layout, i) - picture_x(s->layout, place)) - VALUE_GAP;
    return room - VALUE_GAP;
}

/* The value with as many digits as there is room for. False if there is none. */
static bool fit_value(const picture_step *s, uint32_t place, double font,
                      char text[OUTPUT_TEXT_SIZE])
{
    const uint64_t *value = &s->states->shown[place].value;
    const double room = room_of(s, place);

    output_text(s->type, value, text);
    for (size_t i = 0; width_of(text, font) > room && i < sizeof digits / sizeof digits[0]; i++)
        snprintf(text, OUTPUT_TEXT_SIZE, "%.*g", digits[i], number_of(s->type, value));
    return width_of(text, font) <= room;
}

static double choose_font(const picture_step *s)
{
    size_t font = 0;

    for (uint32_t i = 0; i < s->states->count; i++) {
        char text[OUTPUT_TEXT_SIZE];
        if (!s->states->shown[i].is_new)
            continue;
        output_text(s->type, &s->states->shown[i].value, text);
        while (font + 1 < FONT_COUNT && width_of(text, fonts[font]) > room_of(s, i))
            font++;
    }
    return fonts[font];
}

/* A value cut short has the whole as its title, which is shown when it is pointed at. */
static void draw_value(pen *p, const picture_step *s, uint32_t place, double y, const char *text)
{
    char whole[OUTPUT_TEXT_SIZE];

    output_text(s->type, &s->states->shown[place].value, whole);
    pen_begin_class(p, "text", "value");
    pen_attribute(p, "x", "%.1f", picture_x(s->layout, place));
    pen_attribute(p, "y", "%.1f", y);
    if (strcmp(whole, text) != 0)
        pen_element(p, "title", whole);
    pen_text(p, "%s", text);
    pen_end(p);
}

/* The values of new states, as far as there is room for them, and dots for all other states. */
static void draw_states(pen *p, const picture_step *s, double y)
{
    const double radius = s->layout->pitch < 6 ? 1 : 1.6, font = choose_font(s);

    pen_begin(p, "g");
    pen_attribute(p, "font-size", "%.0f", font);
    for (uint32_t i = 0; i < s->states->count; i++) {
        const trace_state *state = &s->states->shown[i];
        char text[OUTPUT_TEXT_SIZE];
        if (!state->is_known)
            continue;
        if (state->is_new && fit_value(s, i, font, text))
            draw_value(p, s, i, y + PICTURE_STATES / 2 + 4, text);
        else
            pen_dot(p, state->is_new ? "new" : "old", picture_x(s->layout, i),
                    y + PICTURE_STATES / 2, radius);
    }
    pen_end(p);
}

/* ---- Unguarded reads and writes -------------------------------------------------------------- */

/* How many of the step's happened before the entry. */
static size_t rank_of(const trace_step *step, const trace_entry *entry)
{
    size_t rank = 0;

    for (size_t i = 0; i < step->entry_count; i++) {
        const trace_entry *other = &step->entries[i];
        rank += trace_kind_of(other->event->kind)->is_unguarded && other->order < entry->order;
    }
    return rank;
}

/* Each value in its item's column, a later value below an earlier one. */
static void draw_unguarded(pen *p, const picture_step *s, double y)
{
    for (size_t i = 0; i < s->step->entry_count; i++) {
        const trace_entry *entry = &s->step->entries[i];
        const clr_trace_event *event = entry->event;
        const char *class = event->kind == CLR_TRACE_READ ? "read"
                            : entry->is_lost              ? "written lost"
                                                          : "written";
        char text[OUTPUT_TEXT_SIZE];
        if (!trace_kind_of(event->kind)->is_unguarded)
            continue;
        output_text(s->type, &event->value, text);
        pen_label(p, class, picture_x(s->layout, event->item),
                  y + PICTURE_EVENT * (double)(rank_of(s->step, entry) + 1), text);
    }
}

/* ---- Barriers and tickets -------------------------------------------------------------------- */

/* A line below the items that wait for each other: the group's, or one sub-group's. */
static void draw_barrier(pen *p, const picture_step *s, double y)
{
    const bool is_group = trace_step_has_group_barrier(s->step);
    uint32_t first = s->group->item_count, last = 0;

    for (size_t i = 0; i < s->step->entry_count; i++) {
        const clr_trace_event *event = s->step->entries[i].event;
        if (event->kind != CLR_TRACE_BARRIER || (is_group && event->place != 0))
            continue;
        first = event->item < first ? event->item : first;
        last = event->item > last ? event->item : last;
    }
    if (first > last)
        return;
    pen_begin(p, "path");
    pen_attribute(p, "class", "barrier %s", is_group ? "of_group" : "of_wave");
    pen_attribute(p, "d", "M%.1f %.1fH%.1f", picture_x(s->layout, first) - s->layout->pitch / 2, y,
                  picture_x(s->layout, last) + s->layout->pitch / 2);
    pen_end(p);
}

static void draw_ticket(pen *p, const picture_step *s, double y)
{
    char text[TRACE_DRAWN_SIZE];

    if (trace_step_drawn(s->step, text))
        pen_label(p, "drawn", s->layout->left, y, text);
}

/* ---- The step -------------------------------------------------------------------------------- */

static void draw_counts(pen *p, const picture_step *s, double y)
{
    double x = s->layout->left + s->layout->strip;

    for (size_t i = 0; trace_column_at(i); i++) {
        const trace_column *column = trace_column_at(i);
        uint64_t count = trace_column_value(column, &s->step->counts);
        char text[OUTPUT_TEXT_SIZE], class[64];
        snprintf(text, sizeof text, "%" PRIu64, count);
        snprintf(class, sizeof class, "count %s", count == 0 ? "zero" : column->key);
        x += PICTURE_COLUMN;
        pen_label(p, class, x, y, text);
    }
}

/* The kinds of all that is done in the step, by which lines of the kernel are lit up. */
static void write_kinds(pen *p, const trace_step *step)
{
    char kinds[160] = "";
    size_t used = 0;

    for (unsigned kind = 1; trace_kind_of(kind); kind++)
        if (trace_step_has(step, kind))
            used += (size_t)snprintf(kinds + used, sizeof kinds - used, "%s%s",
                                     used == 0 ? "" : " ", trace_kind_of(kind)->name);
    pen_attribute(p, "data-kinds", "%s", kinds);
}

/* The attributes of a step that the page's script reads. */
static void write_data(pen *p, const picture_step *s)
{
    pen_attribute(p, "data-launch", "%" PRIu32, s->group->launch);
    pen_attribute(p, "data-group", "%" PRIu32, s->group->group);
    pen_attribute(p, "data-step", "%zu", s->number);
    pen_attribute(p, "data-what", "%s", trace_step_word(s->step));
    write_kinds(p, s->step);
    for (size_t i = 0; trace_column_at(i); i++) {
        char name[64];
        snprintf(name, sizeof name, "data-%s", trace_column_at(i)->key);
        pen_attribute(p, name, "%" PRIu64,
                      trace_column_value(trace_column_at(i), &s->step->counts));
    }
}

void picture_draw_step(pen *p, const picture_step *s, double top)
{
    double height = picture_step_height(s->layout, s->group, s->step) - PICTURE_BETWEEN;
    double states = top + height - picture_below_height(s->step);
    double items = states - PICTURE_ITEMS;
    bool is_unguarded = trace_step_is_unguarded(s->step);
    double baseline = items + PICTURE_ITEMS / 2 + 4;
    char number[32];

    snprintf(number, sizeof number, "%zu", s->number);
    pen_begin_class(p, "g", "step");
    write_data(p, s);
    pen_box(p, "band", 0, top, s->layout->width, height);
    pen_label(p, "number", 22, baseline, number);
    pen_label(p, "word", 30, baseline, trace_step_word(s->step));
    pen_label(p, "place", 30, states + PICTURE_STATES / 2 + 3,
              is_unguarded             ? "in this order"
              : s->states->shows_cells ? "cells"
                                       : "items");
    draw_items(p, s, items);
    pen_begin(p, "g");
    pen_attribute(p, "stroke-width", "%.2f", fmax(0.5, fmin(s->layout->pitch * 0.08, 1.2)));
    draw_taking(p, s, top - PICTURE_BETWEEN - 3, items);
    draw_putting(p, s, items + (PICTURE_ITEMS + s->layout->square) / 2, states + 8);
    pen_end(p);
    if (is_unguarded)
        draw_unguarded(p, s, states);
    else
        draw_states(p, s, states);
    draw_ticket(p, s, top + height - 3);
    draw_barrier(p, s, top + height + PICTURE_BETWEEN / 2);
    if (s->layout->has_columns)
        draw_counts(p, s, baseline);
    pen_end(p);
}
