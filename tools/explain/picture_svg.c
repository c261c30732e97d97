/* SPDX-License-Identifier: Apache-2.0 */
/*
 * picture_svg - recordings as one picture, below each other. See picture.h.
 */
#include "picture.h"
#include "picture_figure.h"
#include <string.h>

#define STRIP  1000.0
#define MARGIN 20.0

/* Above and below a recording's groups, without the sentences that may take several lines. */
#define TITLE_HEIGHT 74.0
#define FOOT_HEIGHT  30.0

/* A line of a sentence, and of a note. */
#define SENTENCE_HEIGHT 18.0
#define LINE_LETTERS    150

/* Of the sentences. */
#define NARROWEST 1320.0

/* How much of the text is its first line: as many words as fit. */
static size_t first_line(const char *text)
{
    size_t end = strlen(text);

    if (end <= LINE_LETTERS)
        return end;
    for (end = LINE_LETTERS; end > 1 && text[end] != ' ';)
        end--;
    return end;
}

static size_t count_lines(const char *text)
{
    size_t lines = 0;

    for (; *text != '\0'; lines++) {
        text += first_line(text);
        text += *text == ' ';
    }
    return lines;
}

/* The height of the lines of a recording's sentence and notes. */
static double said_height(const recording *r)
{
    size_t lines = count_lines(r->sentence);

    for (size_t i = 0; i < RECORDING_NOTES; i++)
        lines += count_lines(r->notes[i]);
    return SENTENCE_HEIGHT * (double)lines;
}

static double height_of(const recording *r)
{
    const picture_layout layout = picture_lay_out(r->steps, STRIP, true);

    return TITLE_HEIGHT + said_height(r) + picture_groups_height(&layout, r->steps) + FOOT_HEIGHT;
}

static void draw_line(pen *p, const char *class, double y, const char *text, size_t length)
{
    pen_begin_class(p, "text", class);
    pen_attribute(p, "x", "4");
    pen_attribute(p, "y", "%.1f", y);
    pen_text(p, "%.*s", (int)length, text);
    pen_end(p);
}

/* Line by line; returns where the next one goes. */
static double draw_lines(pen *p, const char *class, double y, const char *text)
{
    while (*text != '\0') {
        const size_t length = first_line(text);
        draw_line(p, class, y, text, length);
        y += SENTENCE_HEIGHT;
        text += length;
        text += *text == ' ';
    }
    return y;
}

static bool draw_recording(pen *p, const recording *r, double top)
{
    const picture_layout layout = picture_lay_out(r->steps, STRIP, true);
    char result[RECORDING_RESULT_SIZE], lesson[RECORDING_LESSON_SIZE];

    recording_result(r, result);
    recording_lesson(r, lesson);
    pen_begin_class(p, "g", "figure");
    pen_attribute(p, "transform", "translate(%.0f %.0f)", MARGIN, top);
    draw_line(p, "title", 24, r->layout.info.strategy, strlen(r->layout.info.strategy));
    draw_line(p, "lesson", 46, lesson, strlen(lesson));
    draw_line(p, "result", 66, result, strlen(result));
    double y = draw_lines(p, "sentence", 90, r->sentence);
    for (size_t i = 0; i < RECORDING_NOTES; i++)
        y = draw_lines(p, "note", y, r->notes[i]);
    bool fine = picture_draw_groups(p, r, &layout, TITLE_HEIGHT + said_height(r));
    pen_end(p);
    return fine;
}

bool picture_svg(FILE *to, const recording *recordings, size_t count)
{
    double width = NARROWEST, height = MARGIN + PICTURE_LEGEND_HEIGHT, top = height;
    bool fine = true;
    pen p;

    for (size_t i = 0; i < count; i++) {
        double figure = picture_lay_out(recordings[i].steps, STRIP, true).width + 2 * MARGIN;
        width = figure > width ? figure : width;
        height += height_of(&recordings[i]);
    }
    pen_open(&p);
    picture_begin_svg(&p, width, height);
    pen_embed(&p, "style", "picture.css");
    pen_begin_class(&p, "rect", "paper");
    pen_attribute(&p, "width", "100%%");
    pen_attribute(&p, "height", "100%%");
    pen_end(&p);
    picture_draw_legend(&p, MARGIN + 4, MARGIN + 14);
    for (size_t i = 0; fine && i < count; i++) {
        fine = draw_recording(&p, &recordings[i], top);
        top += height_of(&recordings[i]);
    }
    return pen_close(&p, to) && fine;
}
