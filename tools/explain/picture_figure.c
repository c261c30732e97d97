/* SPDX-License-Identifier: Apache-2.0 */
/*
 * picture_figure - headings of groups, their steps, and the legend. See picture_figure.h.
 */
#include "picture_figure.h"
#include "picture_step.h"
#include "trace_table.h"
#include <inttypes.h>
#include <string.h>

/* ---- Headings -------------------------------------------------------------------------------- */

/* A column's label on two lines, the first word above the others. */
static void draw_column_headings(pen *p, const picture_layout *layout, double y)
{
    double x = layout->left + layout->strip;

    for (size_t i = 0; trace_column_at(i); i++) {
        const char *label = trace_column_at(i)->label;
        size_t first = strcspn(label, " ");
        char word[32];
        x += PICTURE_COLUMN;
        snprintf(word, sizeof word, "%.*s", (int)first, label);
        pen_label(p, "column", x, label[first] == '\0' ? y : y - 12, word);
        if (label[first] != '\0')
            pen_label(p, "column", x, y, label + first + 1);
    }
}

static void draw_group_heading(pen *p, const recording *r, const picture_layout *layout,
                               size_t index, double top)
{
    const trace_group *group = &r->steps->groups[index];
    uint64_t alike = trace_count_alike(r->steps, index);
    char text[128], more[64] = "";

    if (alike != 0)
        snprintf(more, sizeof more, "; %" PRIu64 " more %s likewise", alike,
                 alike == 1 ? "group" : "groups");
    snprintf(text, sizeof text,
             "launch %" PRIu32 ", group %" PRIu32 ": %" PRIu32 " %s in waves of %" PRIu32 "%s",
             group->launch, group->group, group->item_count,
             group->item_count == 1 ? "work-item" : "work-items", layout->wave, more);
    pen_label(p, "heading", 4, top + PICTURE_HEADING - 12, text);
    if (layout->has_columns)
        draw_column_headings(p, layout, top + PICTURE_HEADING - 12);
}

/* ---- Groups ---------------------------------------------------------------------------------- */

static double draw_steps(pen *p, const recording *r, const picture_layout *layout,
                         const trace_group *group, trace_states *states, double top)
{
    for (size_t i = 0; i < group->step_count; i++) {
        const trace_step *step = &group->steps[i];
        const picture_step drawn = {layout, group, step, i, states, r->layout.results[0].type};
        trace_states_step(states, step);
        picture_draw_step(p, &drawn, top);
        top += picture_step_height(layout, group, step);
    }
    return top;
}

bool picture_draw_groups(pen *p, const recording *r, const picture_layout *layout, double top)
{
    bool fine = true;

    for (size_t i = 0; fine && i < r->steps->group_count; i++) {
        const trace_group *group = &r->steps->groups[i];
        trace_states states;
        if (group->like != i)
            continue;
        fine = trace_states_open(&states, group);
        draw_group_heading(p, r, layout, i, top);
        top += PICTURE_HEADING;
        if (fine)
            top = draw_steps(p, r, layout, group, &states, top);
        trace_states_close(&states);
    }
    return fine;
}

/* ---- Legend ---------------------------------------------------------------------------------- */

/* A sample of an item in a wave of that state, and its meaning. */
static const struct {
    const char *wave;
    const char *item;
    const char *meaning;
    double width;
} samples[] = {
    {"full", "active", "at work", 84},
    {"partial", "active", "at work in a wave of fewer items than lanes", 280},
    {"divergent", "active", "at work in a wave that diverges", 214},
    {"divergent", "resting", "held up by its wave's others", 196},
    {"idle", "resting", "in a wave with nothing to do", 200},
};

static const struct {
    const char *line;
    const char *meaning;
    double width;
} lines[] = {
    {"take", "takes a state", 116},
    {"take conflict", "takes it in a bank conflict", 180},
    {"take early", "takes it too early", 146},
    {"put", "puts one elsewhere", 140},
    {"barrier of_group", "barrier of the group", 146},
    {"barrier of_wave", "barrier of a wave alone", 166},
};

/* Values, and dots that stand for states whose values are not written. */
static const struct {
    const char *class;
    const char *text; /* NULL: a dot */
    const char *meaning;
    double width;
} values[] = {
    {"value", "7", "a state that the step made", 182},
    {"new", NULL, "such a state without room for its value", 250},
    {"old", NULL, "a state that the step left as it was", 224},
    {"read", "7", "read", 46},
    {"written", "7", "written", 62},
    {"written lost", "7", "written, and lost", 112},
    {"early", "7", "taken in place of a state that came later", 250},
};

static void draw_sample(pen *p, const char *wave, const char *item, double x, double y)
{
    char class[32];

    snprintf(class, sizeof class, "wave %s", wave);
    pen_begin_class(p, "g", class);
    pen_box(p, "panel", x, y - 13, 18, 18);
    pen_box(p, item, x + 4, y - 9, 10, 10);
    pen_end(p);
}

static void draw_samples(pen *p, double x, double y)
{
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        draw_sample(p, samples[i].wave, samples[i].item, x, y);
        pen_label(p, "meaning", x + 24, y, samples[i].meaning);
        x += samples[i].width + 14;
    }
}

static void draw_lines(pen *p, double x, double y)
{
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        pen_begin_class(p, "path", lines[i].line);
        pen_attribute(p, "d", "M%.1f %.1fh20", x, y - 4);
        pen_end(p);
        pen_label(p, "meaning", x + 26, y, lines[i].meaning);
        x += lines[i].width + 14;
    }
}

static void draw_values(pen *p, double x, double y)
{
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        if (values[i].text)
            pen_label(p, values[i].class, x + 4, y, values[i].text);
        else
            pen_dot(p, values[i].class, x + 4, y - 4, 1.6);
        pen_label(p, "meaning", x + 14, y, values[i].meaning);
        x += values[i].width + 14;
    }
}

void picture_draw_legend(pen *p, double left, double y)
{
    pen_begin_class(p, "g", "legend");
    draw_samples(p, left, y);
    draw_lines(p, left, y + PICTURE_LEGEND_HEIGHT / 3);
    draw_values(p, left, y + PICTURE_LEGEND_HEIGHT / 3 * 2);
    pen_end(p);
}

void picture_begin_svg(pen *p, double width, double height)
{
    pen_begin(p, "svg");
    pen_attribute(p, "xmlns", "http://www.w3.org/2000/svg");
    pen_attribute(p, "class", "picture");
    pen_attribute(p, "viewBox", "0 0 %.0f %.0f", width, height);
    pen_attribute(p, "width", "%.0f", width);
    pen_attribute(p, "height", "%.0f", height);
}
