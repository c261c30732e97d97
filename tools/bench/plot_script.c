/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plot_script - the lines of gnuplot's scripts: a head, then bars or curves. See plot_script.h.
 */
#include "plot_script.h"
#include <inttypes.h>
#include <string.h>

#define WIDTH        1280
#define HEAD_HIGH    118 /* pixels of titles */
#define CURVES_HIGH  760
#define BAR_HIGH     32 /* pixels a bar, and above and below all bars */
#define BARS_MARGINS 220
#define POINT_TYPES  7
#define HALF_BAR     0.38
#define MARGIN       1.3 /* times the least and the greatest size */

static const char *const colours[PLOT_COLOUR_COUNT] = {
    [PLOT_GREY] = "#999999",   [PLOT_VERMILION] = "#D55E00", [PLOT_ORANGE] = "#E69F00",
    [PLOT_SKY] = "#56B4E9",    [PLOT_BLUE] = "#0072B2",      [PLOT_GREEN] = "#009E73",
    [PLOT_PURPLE] = "#CC79A7",
};

/* A text in quotes, in which gnuplot finds nothing to interpret. */
static void put_text(FILE *to, const char *text)
{
    fputc('\'', to);
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputc('\'', to);
        fputc((unsigned char)*text < ' ' ? ' ' : *text, to);
    }
    fputc('\'', to);
}

#define NUMBER_SIZE 32

/* Three digits, or as many as there are before the point. */
static void number_text(double number, char text[NUMBER_SIZE])
{
    snprintf(text, NUMBER_SIZE, number >= 100 ? "%.0f" : "%#.3g", number);
}

bool plot_script_ends_in(const char *text, const char *end)
{
    size_t length = strlen(text);

    return length > strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

/* A place `pixels` pixels below the picture's upper edge, as gnuplot's share of its height. */
static double below_edge(double pixels, int height)
{
    return 1 - pixels / (double)height;
}

/* Both draw texts and points of one size; gnuplots without Cairo draw plainer pictures. */
static void put_terminal(FILE *to, const char *output, int height)
{
    if (plot_script_ends_in(output, ".svg"))
        fprintf(to,
                "set terminal svg size %d,%d noenhanced font 'sans-serif,16' background rgb "
                "'white'\nsize = 0.6\n",
                WIDTH, height);
    else
        fprintf(to,
                "if (strstrt(GPVAL_TERMINALS, 'pngcairo')) {\n"
                "    set terminal pngcairo size %d,%d noenhanced font 'sans,13'\n"
                "} else {\n"
                "    set terminal png size %d,%d noenhanced truecolor\n"
                "}\nsize = 1.3\n",
                WIDTH, height, WIDTH, height);
}

static void put_head(FILE *to, const plot_head *head, int height)
{
    fputs("# Drawn with gnuplot 5 or later: gnuplot FILE\n", to);
    put_terminal(to, head->output, height);
    fputs("set output ", to);
    put_text(to, head->output);
    fputs("\nset label 100 ", to);
    put_text(to, head->title);
    fprintf(to, " at screen 0.02, screen %.3f left font ',20'\nset label 101 ",
            below_edge(30, height));
    put_text(to, head->subtitle);
    fprintf(to, " at screen 0.02, screen %.3f left textcolor '#555555'\n", below_edge(62, height));
    fprintf(to, "set tmargin at screen %.3f\n", below_edge(HEAD_HIGH, height));
    fputs("set border lc '#777777'\nset tics nomirror textcolor '#000000'\n", to);
}

/* ---- Bars ------------------------------------------------------------------------------------ */

static double highest_of(const plot_head *head, const plot_bar bars[], size_t count)
{
    double highest = head->peak;

    for (size_t i = 0; i < count; i++)
        highest = bars[i].gb_per_s > highest ? bars[i].gb_per_s : highest;
    return highest;
}

static void put_bar_data(FILE *to, const plot_bar bars[], size_t count)
{
    fputs("# row, GB/s, colour\n$bars << EOD\n", to);
    for (size_t i = 0; i < count; i++)
        fprintf(to, "%zu %.6g %d\n", i, bars[i].gb_per_s, (int)bars[i].colour);
    fputs("EOD\n", to);
}

static void put_bar_axes(FILE *to, const plot_head *head, const plot_bar bars[], size_t count)
{
    char peak[NUMBER_SIZE];

    fprintf(to, "set xrange [0:%.6g]\nset yrange [%zu.5:-0.5]\n",
            1.1 * highest_of(head, bars, count), count - 1);
    fputs("set xlabel 'GB/s'\nset grid x lc '#DDDDDD' lt 1\nset border 3\n"
          "set ytics scale 0\nset ytics (",
          to);
    for (size_t i = 0; i < count; i++) {
        put_text(to, bars[i].name);
        fprintf(to, " %zu%s", i, i + 1 < count ? ", " : ")\n");
    }
    number_text(head->peak, peak);
    fprintf(to,
            "set arrow 1 from %.6g, graph 0 to %.6g, graph 1 nohead front lw 2 dt 2 lc 'black'\n"
            "set label 1 'memory read peak %s GB/s' at %.6g, graph 1 right offset 0, 0.7\n",
            head->peak, head->peak, peak, head->peak);
}

/* Where a bar's number stands: behind its end, or before it if the peak's line would cross it. */
static const char *label_place(const plot_bar *bar, double peak)
{
    if (bar->note)
        return "left offset 0.6, 0 front textcolor '#777777'";
    if (bar->gb_per_s > 0.9 * peak && bar->gb_per_s < 1.02 * peak)
        return "right offset -1, 0 front textcolor 'white'";
    return "left offset 0.6, 0 front";
}

/* The numbers beside the bars, or notes in their place. */
static void put_bar_labels(FILE *to, const plot_head *head, const plot_bar bars[], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char number[NUMBER_SIZE];
        number_text(bars[i].gb_per_s, number);
        fprintf(to, "set label %zu ", 200 + i);
        put_text(to, bars[i].note ? bars[i].note : number);
        fprintf(to, " at %.6g, %zu %s\n", bars[i].gb_per_s, i, label_place(&bars[i], head->peak));
    }
}

static bool has_colour(const plot_bar bars[], size_t count, size_t colour)
{
    for (size_t i = 0; i < count; i++)
        if ((size_t)bars[i].colour == colour && bars[i].gb_per_s > 0)
            return true;
    return false;
}

void plot_script_bars(FILE *to, const plot_head *head, const plot_bar bars[], size_t count,
                      const char *const legend[PLOT_COLOUR_COUNT])
{
    const char *before = "plot ";

    put_head(to, head, BARS_MARGINS + BAR_HIGH * (int)count);
    put_bar_data(to, bars, count);
    put_bar_axes(to, head, bars, count);
    put_bar_labels(to, head, bars, count);
    fputs("set key below left Left reverse width 2 samplen 2 spacing 1.2\nset style fill solid "
          "noborder\n",
          to);
    for (size_t i = 0; i < PLOT_COLOUR_COUNT; i++) {
        if (!has_colour(bars, count, i))
            continue;
        fprintf(to,
                "%s$bars using (0):1:(0):($3==%zu ? $2 : 0):($1-%g):($1+%g) with boxxyerror "
                "lc rgb '%s' ",
                before, i, HALF_BAR, HALF_BAR, colours[i]);
        if (!legend[i])
            fputs("notitle", to);
        else
            fputs("title ", to), put_text(to, legend[i]);
        before = ", \\\n     ";
    }
    /* A picture without any bar is still one. */
    fputs(strcmp(before, "plot ") == 0 ? "plot NaN notitle\n" : "\n", to);
}

/* ---- Curves ---------------------------------------------------------------------------------- */

static void put_curve_data(FILE *to, const plot_curve curves[], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fprintf(to, "# elements, GB/s: %s\n$curve%zu << EOD\n", curves[i].name, i);
        for (size_t j = 0; j < curves[i].count; j++)
            if (curves[i].gb_per_s[j] > 0)
                fprintf(to, "%" PRIu64 " %.6g\n", curves[i].counts[j], curves[i].gb_per_s[j]);
        fputs("EOD\n", to);
    }
}

static bool has_points(const plot_curve *curve)
{
    for (size_t i = 0; i < curve->count; i++)
        if (curve->gb_per_s[i] > 0)
            return true;
    return false;
}

/* The axis reaches a little beyond the sizes. */
static void put_curve_axes(FILE *to, const char *across, const plot_curve curves[], size_t count)
{
    uint64_t low = UINT64_MAX, high = 1;

    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < curves[i].count; j++) {
            uint64_t x = curves[i].counts[j];
            if (across && curves[i].gb_per_s[j] <= 0)
                continue; /* a size that is refused */
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
    low = low > high ? high : low;
    fprintf(to,
            "set logscale x %d\n%s\nset xlabel '%s'\n"
            "set ylabel 'GB/s'\nset yrange [0:*]\nset grid y lc '#DDDDDD' lt 1\nset border 3\n"
            "set xrange [%.6g:%.6g]\nset offsets 0, 0, graph 0.05, 0\n",
            across ? 2 : 10, across ? "set xtics 2\nset format x '%.0f'" : "set format x '%.0s%c'",
            across ? across : "elements", (double)low / MARGIN, (double)high * MARGIN);
}

void plot_script_curves(FILE *to, const plot_head *head, const plot_curve curves[], size_t count)
{
    char peak[NUMBER_SIZE];

    put_head(to, head, CURVES_HIGH);
    put_curve_data(to, curves, count);
    put_curve_axes(to, head->across, curves, count);
    fprintf(to,
            "set rmargin at screen 0.74\n"
            "set key at screen 0.755, screen %.3f left top Left reverse maxcols 1 samplen 2\n",
            below_edge(HEAD_HIGH, CURVES_HIGH));
    number_text(head->peak, peak);
    fprintf(to, "plot %.6g with lines lw 2 dt 2 lc 'black' title 'read peak, %s GB/s'", head->peak,
            peak);
    for (size_t i = 0; i < count; i++) {
        if (!has_points(&curves[i]))
            continue;
        fprintf(to,
                ", \\\n     $curve%zu with linespoints lw 2.5 pt %zu ps size lc rgb '%s' title ", i,
                4 + i % POINT_TYPES, colours[curves[i].colour]);
        put_text(to, curves[i].name);
    }
    fputc('\n', to);
}
