/* SPDX-License-Identifier: Apache-2.0 */
/*
 * picture_html - recordings side by side on a page that plays their steps: XHTML that browsers take
 * as HTML too. The page's script finds all it shows in the drawing. See picture.h.
 */
#include "picture.h"
#include "picture_figure.h"
#include "plain_kernel.h"
#include "trace_table.h"
#include <inttypes.h>
#include <string.h>

/* Widths of the items of one recording alone, and of each of two. */
#define STRIP_ALONE  1000.0
#define STRIP_OF_TWO 620.0

/* ---- Controls -------------------------------------------------------------------------------- */

static void write_button(pen *p, const char *id, const char *text, const char *title)
{
    pen_begin(p, "button");
    pen_attribute(p, "type", "button");
    pen_attribute(p, "id", "%s", id);
    pen_attribute(p, "title", "%s", title);
    pen_text(p, "%s", text);
    pen_end_full(p);
}

static void write_controls(pen *p, size_t steps)
{
    pen_begin(p, "nav");
    write_button(p, "back", "\xE2\x97\x80", "one step back (left arrow key)");
    write_button(p, "play", "Play", "play the steps (space bar)");
    write_button(p, "forth", "\xE2\x96\xB6", "one step on (right arrow key)");
    pen_begin(p, "input");
    pen_attribute(p, "type", "range");
    pen_attribute(p, "id", "slider");
    pen_attribute(p, "min", "0");
    pen_attribute(p, "max", "%zu", steps - 1);
    pen_attribute(p, "value", "%zu", steps - 1);
    pen_attribute(p, "aria-label", "step");
    pen_end(p);
    pen_begin(p, "output");
    pen_attribute(p, "id", "position");
    pen_text(p, "%zu of %zu", steps, steps);
    pen_end_full(p);
    pen_end_full(p);
}

static void write_legend(pen *p)
{
    pen_begin_class(p, "div", "figure");
    picture_begin_svg(p, PICTURE_LEGEND_WIDTH, PICTURE_LEGEND_HEIGHT);
    picture_draw_legend(p, 4, 18);
    pen_end(p);
    pen_end_full(p);
}

/* ---- A recording ----------------------------------------------------------------------------- */

/* The counts of the step that is shown, which the script fills in, beside those of the whole. */
static void write_counts(pen *p, const recording *r)
{
    pen_begin(p, "table");
    pen_begin(p, "tr");
    pen_element(p, "th", "");
    for (size_t i = 0; trace_column_at(i); i++)
        pen_element(p, "th", trace_column_at(i)->label);
    pen_end_full(p);
    pen_begin(p, "tr");
    pen_classed(p, "th", "now", "this step");
    for (size_t i = 0; trace_column_at(i); i++) {
        pen_begin(p, "td");
        pen_attribute(p, "data-count", "%s", trace_column_at(i)->key);
        pen_end_full(p);
    }
    pen_end_full(p);
    pen_begin(p, "tr");
    pen_element(p, "th", "in all");
    for (size_t i = 0; trace_column_at(i); i++) {
        const trace_column *column = trace_column_at(i);
        pen_begin(p, "td");
        if (column->adds_up)
            pen_text(p, "%" PRIu64, trace_column_value(column, &r->steps->counts));
        pen_end_full(p);
    }
    pen_end_full(p);
    pen_end_full(p);
}

/*
 * The plain kernel's lines: each with the kinds of events that its comment names, so that the
 * script lights it up in steps that have them.
 */
static void write_line(pen *p, const char *line, size_t length)
{
    const char *comment = memmem(line, length, "//", 2);
    char kinds[96] = "";

    for (size_t i = 0; comment && comment + 2 + i < line + length && i + 1 < sizeof kinds; i++)
        kinds[i] = comment[2 + i] == ',' ? ' ' : comment[2 + i];
    pen_begin(p, "code");
    pen_attribute(p, "data-kinds", "%s", kinds);
    pen_text(p, "%.*s\n", (int)length, line);
    pen_end_full(p);
}

static void write_lines(pen *p, const char *text)
{
    if (!text)
        return;
    pen_begin(p, "pre");
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        write_line(p, text, length);
        text += length;
        text += *text == '\n';
    }
    pen_end_full(p);
}

static bool write_recording(pen *p, const recording *r, double strip)
{
    const picture_layout layout = picture_lay_out(r->steps, strip, false);
    char result[RECORDING_RESULT_SIZE], lesson[RECORDING_LESSON_SIZE];

    recording_result(r, result);
    recording_lesson(r, lesson);
    pen_begin(p, "section");
    pen_element(p, "h2", r->layout.info.strategy);
    pen_classed(p, "p", "lesson", lesson);
    pen_classed(p, "p", "result", result);
    write_counts(p, r);
    pen_classed(p, "p", "sentence", r->sentence);
    for (size_t i = 0; i < RECORDING_NOTES; i++)
        if (r->notes[i][0] != '\0')
            pen_classed(p, "p", "note", r->notes[i]);
    pen_begin_class(p, "div", "beside");
    write_lines(p, plain_kernel_text(r->layout.info.strategy));
    pen_begin_class(p, "div", "figure");
    picture_begin_svg(p, layout.width, picture_groups_height(&layout, r->steps));
    bool fine = picture_draw_groups(p, r, &layout, 0);
    pen_end(p);
    pen_end_full(p);
    pen_end_full(p);
    pen_end_full(p);
    return fine;
}

/* ---- The page -------------------------------------------------------------------------------- */

/* Steps that are drawn of a recording. */
static size_t count_steps(const recording *r)
{
    size_t steps = 0;

    for (size_t i = 0; i < r->steps->group_count; i++)
        steps += r->steps->groups[i].like == i ? r->steps->groups[i].step_count : 0;
    return steps;
}

static void write_head(pen *p, const char *title)
{
    pen_begin(p, "head");
    pen_begin(p, "meta");
    pen_attribute(p, "charset", "utf-8");
    pen_end(p);
    pen_begin(p, "meta");
    pen_attribute(p, "name", "viewport");
    pen_attribute(p, "content", "width=device-width, initial-scale=1");
    pen_end(p);
    pen_element(p, "title", title);
    pen_embed(p, "style", "picture.css");
    pen_embed(p, "style", "page.css");
    pen_end_full(p);
}

static void make_title(const recording *recordings, size_t count, char *title, size_t size)
{
    snprintf(title, size, "%s%s%s, step by step", recordings[0].layout.info.strategy,
             count > 1 ? " and " : "", count > 1 ? recordings[1].layout.info.strategy : "");
}

bool picture_html(FILE *to, const recording *recordings, size_t count)
{
    char title[160];
    size_t steps = 1;
    bool fine = true;
    pen p;

    for (size_t i = 0; i < count; i++)
        steps = count_steps(&recordings[i]) > steps ? count_steps(&recordings[i]) : steps;
    make_title(recordings, count, title, sizeof title);
    pen_open(&p);
    fputs("<!DOCTYPE html>\n", to);
    pen_begin(&p, "html");
    pen_attribute(&p, "xmlns", "http://www.w3.org/1999/xhtml");
    pen_attribute(&p, "lang", "en");
    write_head(&p, title);
    pen_begin(&p, "body");
    pen_element(&p, "h1", title);
    write_controls(&p, steps);
    write_legend(&p);
    pen_begin(&p, "main");
    for (size_t i = 0; fine && i < count; i++)
        fine = write_recording(&p, &recordings[i], count == 1 ? STRIP_ALONE : STRIP_OF_TWO);
    pen_end_full(&p);
    pen_embed(&p, "script", "page.js");
    pen_end_full(&p);
    return pen_close(&p, to) && fine;
}
