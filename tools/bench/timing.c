/* SPDX-License-Identifier: Apache-2.0 */
/*
 * timing - times kept in order, their quantiles and their spread. See timing.h.
 */
#include "timing.h"
#include <stdlib.h>
#include <string.h>

#define FEWEST_RUNS    10
#define LARGEST_SPREAD 0.03

bool timing_add(timing *t, double seconds)
{
    size_t at = t->count;

    if (t->count == t->room) {
        size_t room = t->room == 0 ? 64 : 2 * t->room;
        double *times = realloc(t->times, room * sizeof *times);
        if (!times)
            return false;
        t->times = times;
        t->room = room;
    }
    while (at > 0 && t->times[at - 1] > seconds)
        at--;
    memmove(t->times + at + 1, t->times + at, (t->count - at) * sizeof *t->times);
    t->times[at] = seconds;
    t->count++;
    return true;
}

void timing_free(timing *t)
{
    free(t->times);
    *t = (timing){0};
}

double timing_quantile(const timing *t, double part)
{
    if (t->count == 0)
        return 0;

    double place = part * (double)(t->count - 1);
    size_t below = (size_t)place;
    size_t above = below + 1 < t->count ? below + 1 : below;
    return t->times[below] + (place - (double)below) * (t->times[above] - t->times[below]);
}

double timing_spread(const timing *t)
{
    double median = timing_quantile(t, 0.5);

    return median > 0 ? (timing_quantile(t, 0.75) - timing_quantile(t, 0.25)) / median : 0;
}

bool timing_is_steady(const timing *t)
{
    return t->count >= FEWEST_RUNS && timing_spread(t) < LARGEST_SPREAD;
}
