/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plot_script - pictures of speeds as gnuplot's scripts, with the data inside. Writes text; runs
 * nothing.
 */
#ifndef CLREDUCE_TOOLS_PLOT_SCRIPT_H
#define CLREDUCE_TOOLS_PLOT_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Colours that people of every colour vision tell apart (Okabe and Ito 2008). */
typedef enum plot_colour {
    PLOT_GREY,
    PLOT_VERMILION,
    PLOT_ORANGE,
    PLOT_SKY,
    PLOT_BLUE,
    PLOT_GREEN,
    PLOT_PURPLE,
    PLOT_COLOUR_COUNT
} plot_colour;

/* The texts of a picture, and its peak. */
typedef struct plot_head {
    const char *output; /* the picture's file; its ending, .png or .svg, says what it is */
    const char *title;
    const char *subtitle;
    double peak;        /* GB/s: drawn as a line */
    const char *across; /* the axis of curves, in powers of 2; NULL: elements, in powers of 10 */
} plot_head;

/* A bar, or a note in its place. */
typedef struct plot_bar {
    const char *name;
    double gb_per_s;
    const char *note; /* NULL for none */
    plot_colour colour;
} plot_bar;

/* `legend` has a text a colour, NULL for colours that are not explained. */
void plot_script_bars(FILE *to, const plot_head *head, const plot_bar bars[], size_t count,
                      const char *const legend[PLOT_COLOUR_COUNT]);

/* Speed over the number of elements: points in ascending order; points of speed 0 are left out. */
typedef struct plot_curve {
    const char *name;
    const uint64_t *counts;
    const double *gb_per_s;
    size_t count;
    plot_colour colour;
} plot_curve;

void plot_script_curves(FILE *to, const plot_head *head, const plot_curve curves[], size_t count);

/* Whether a file's name ends so, and has more in front. */
bool plot_script_ends_in(const char *text, const char *end);

#endif
