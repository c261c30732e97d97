/* SPDX-License-Identifier: Apache-2.0 */
/*
 * picture_svg - recordings as one picture, below each other. See picture.h.
 */
#include "picture.h"
#include "picture_figure.h"

#define STRIP  1000.0
#define MARGIN 20.0

/* Above and below a recording's groups. */
#define TITLE_HEIGHT 92.0
#define FOOT_HEIGHT  30.0

/* Of the legend in one line. */
#define NARROWEST 1320.0

static double height_of(const recording *r)
{
    const picture_layout layout = picture_lay_out(r->steps, STRIP, true);

    return TITLE_HEIGHT + picture_groups_height(&layout, r->steps) + FOOT_HEIGHT;
}

static void draw_line(pen *p, const char *class, double y, const char *text)
{
    pen_begin(p, "text");
    pen_attribute(p, "class", "%s", class);
    pen_attribute(p, "x", "4");
    pen_attribute(p, "y", "%.1f", y);
    pen_text(p, "%s", text);
    pen_end(p);
}

static bool draw_recording(pen *p, const recording *r, double top)
{
    const picture_layout layout = picture_lay_out(r->steps, STRIP, true);
    char result[RECORDING_RESULT_SIZE];

    recording_result(r, result);
    pen_begin(p, "g");
    pen_attribute(p, "class", "figure");
    pen_attribute(p, "transform", "translate(%.0f %.0f)", MARGIN, top);
    draw_line(p, "title", 24, r->layout.info.strategy);
    draw_line(p, "lesson", 46, r->strategy.lesson);
    draw_line(p, "result", 66, result);
    draw_line(p, "sentence", 90, r->sentence);
    bool fine = picture_draw_groups(p, r, &layout, TITLE_HEIGHT);
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
    pen_begin(&p, "rect");
    pen_attribute(&p, "class", "paper");
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
