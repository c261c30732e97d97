/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_plot - a ladder as bars, sizes as curves, with their titles. See bench_plot.h.
 */
#include "bench_plot.h"
#include "message.h"
#include "plot.h"
#include "quantity.h"
#include <stdio.h>
#include <string.h>

#define TEXT_SIZE 640

/* By family, see rung.h. */
static const plot_colour colours[] = {PLOT_GREY, PLOT_VERMILION, PLOT_ORANGE, PLOT_SKY,
                                      PLOT_BLUE, PLOT_PURPLE,    PLOT_GREEN};

plot_colour bench_plot_colour(const clr_strategy_info *strategy)
{
    return colours[rung_family(strategy)];
}

/* The texts above bars or curves. */
typedef struct heading {
    char title[TEXT_SIZE], subtitle[TEXT_SIZE];
} heading;

/* Begins the picture, whose title is filled in before it is drawn. */
static int open_picture(plot *p, plot_head *head, heading *h, const bench_task *task,
                        const read_peak *peak)
{
    const clr_device *device = clr_context_device(task->context);
    const int code = plot_open(p, task->o->plot, task->o->verbose);

    snprintf(h->subtitle, TEXT_SIZE, "%s, %s, driver %s", device->name, device->platform_name,
             device->driver_version);
    *head = (plot_head){p->output, h->title, h->subtitle, read_peak_gb_per_s(peak), NULL};
    return code;
}

/* The title of a picture of one size: "sum of 1,024 f32, " and a subject. */
static void name_one_size(heading *h, const bench_task *task, const char *about)
{
    char count[QUANTITY_TEXT_SIZE];

    quantity_count(task->data.count, count);
    snprintf(h->title, TEXT_SIZE, "%s of %s %s, %s", task->names, count,
             clr_type_name(task->data.type), about);
}

/* ---- Bars ------------------------------------------------------------------------------------ */

static plot_bar bar_of(const rung *r, char name[RUNG_TITLE_SIZE])
{
    static const char *const notes[] = {[RUNG_MEASURED] = NULL,
                                        [RUNG_UNSUPPORTED] = "not on this device",
                                        [RUNG_TOO_SLOW] = NULL,
                                        [RUNG_FAILED] = "failed"};
    bool measured = r->state == RUNG_MEASURED;

    rung_title(r, name);
    return (plot_bar){.name = name,
                      .gb_per_s = measured ? r->gb_per_s : 0,
                      .note = r->state == RUNG_TOO_SLOW ? r->reason : notes[r->state],
                      .colour = bench_plot_colour(&r->strategy)};
}

int bench_plot_ladder(const ladder *l)
{
    const char *legend[PLOT_COLOUR_COUNT] = {NULL};
    char names[LADDER_RUNGS_MOST][RUNG_TITLE_SIZE];
    plot_bar bars[LADDER_RUNGS_MOST];
    plot_head head;
    heading h;
    plot p;

    OR_RETURN(open_picture(&p, &head, &h, &l->task, l->peak));
    name_one_size(&h, &l->task, "strategy by strategy");
    for (size_t i = 0; rung_family_name(i); i++)
        legend[colours[i]] = rung_family_name(i);
    for (size_t i = 0; i < l->count; i++)
        bars[i] = bar_of(&l->rungs[i], names[i]);
    plot_script_bars(p.script, &head, bars, l->count, legend);
    return plot_close(&p);
}

/* ---- Curves ---------------------------------------------------------------------------------- */

/* Sizes and their speeds in ascending order. */
static void sort_points(uint64_t counts[], double speeds[], size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && counts[j - 1] > counts[j]; j--) {
            uint64_t size = counts[j];
            double speed = speeds[j];
            counts[j] = counts[j - 1];
            speeds[j] = speeds[j - 1];
            counts[j - 1] = size;
            speeds[j - 1] = speed;
        }
}

typedef struct points {
    uint64_t counts[OPTIONS_SIZES_MOST];
    double gb_per_s[OPTIONS_SIZES_MOST];
} points;

static plot_curve curve_of(const options *o, const bench_column *column, points *at)
{
    memcpy(at->counts, o->sizes, sizeof at->counts);
    for (size_t i = 0; i < o->size_count; i++)
        at->gb_per_s[i] = column->cells[i].gb_per_s;
    sort_points(at->counts, at->gb_per_s, o->size_count);
    return (plot_curve){column->name, at->counts, at->gb_per_s, o->size_count, column->colour};
}

int bench_plot_sizes(const bench_task *task, const read_peak *peak, const bench_speeds *speeds)
{
    plot_curve curves[WORDS_STRATEGIES_MOST];
    points at[WORDS_STRATEGIES_MOST];
    plot_head head;
    heading h;
    plot p;

    OR_RETURN(open_picture(&p, &head, &h, task, peak));
    snprintf(h.title, TEXT_SIZE, "%s of %s, from small arrays to large ones", task->names,
             clr_type_name(task->data.type));
    for (size_t i = 0; i < speeds->column_count; i++)
        curves[i] = curve_of(task->o, &speeds->columns[i], &at[i]);
    plot_script_curves(p.script, &head, curves, speeds->column_count);
    return plot_close(&p);
}

/* A strategy at one combination of the sizes that are not across: rungs from `first` on. */
static plot_curve curve_of_sweep(const ladder *l, size_t first, size_t across, points *at,
                                 char name[RUNG_TITLE_SIZE])
{
    const rung *r = &l->rungs[first];
    const size_t count = l->task.o->sweeps[across].count;
    char sizes[RUNG_SIZES_SIZE];

    rung_sizes(r, across, sizes);
    snprintf(name, RUNG_TITLE_SIZE, "%s%s%s", r->map_groups != 0 ? "map, then " : "", r->name,
             sizes);
    for (size_t i = 0; i < count; i++) {
        at->counts[i] = r[i].sizes[across];
        at->gb_per_s[i] = r[i].state == RUNG_MEASURED ? r[i].gb_per_s : 0;
    }
    sort_points(at->counts, at->gb_per_s, count);
    return (plot_curve){name, at->counts, at->gb_per_s, count, bench_plot_colour(&r->strategy)};
}

int bench_plot_sweep(const ladder *l)
{
    static const char *const axes[SWEEP_COUNT] = {"work-items a group", "elements a load",
                                                  "loads in flight a work-item"};
    const size_t across = ladder_sweep(l->task.o);
    const size_t each = l->task.o->sweeps[across].count;
    char names[LADDER_RUNGS_MOST / 2][RUNG_TITLE_SIZE], about[TEXT_SIZE / 2];
    plot_curve curves[LADDER_RUNGS_MOST / 2];
    points at[LADDER_RUNGS_MOST / 2];
    size_t drawn = 0;
    plot_head head;
    heading h;
    plot p;

    OR_RETURN(open_picture(&p, &head, &h, &l->task, l->peak));
    snprintf(about, sizeof about, "by %s", axes[across]);
    name_one_size(&h, &l->task, about);
    for (size_t first = 0; first < l->count; first += each, drawn++)
        curves[drawn] = curve_of_sweep(l, first, across, &at[drawn], names[drawn]);
    head.across = axes[across];
    plot_script_curves(p.script, &head, curves, drawn);
    return plot_close(&p);
}
