/* SPDX-License-Identifier: Apache-2.0 */
/*
 * race - rounds in which each contestant that needs more runs has a turn of some runs, so that
 * little of what its predecessor left in caches is measured. See race.h.
 */
#include "race.h"
#include "clock.h"
#include "message.h"

#define TURN_NS     UINT64_C(40000000)
#define FEWEST_RUNS 3
#define LONGEST     5 /* times the shortest time that a contestant gets */

static bool has_enough(const race *r, const timed *t)
{
    if (!t->runs)
        return true;
    if (r->repeat != 0)
        return t->times.count >= r->repeat;
    return (t->spent_ns >= r->shortest_ns && timing_is_steady(&t->times)) ||
           (t->spent_ns >= LONGEST * r->shortest_ns && t->times.count >= FEWEST_RUNS);
}

static size_t count_done(const race *r)
{
    size_t done = 0;

    for (size_t i = 0; i < r->count; i++)
        done += has_enough(r, r->at[i]);
    return done;
}

static int run_once(const race *r, size_t index)
{
    double seconds = 0;
    const int code = r->run(r->user, index, &seconds);

    if (code == CODE_FINE && !timing_add(&r->at[index]->times, seconds))
        return message_fail(CODE_DEVICE, "out of memory for the times of the runs.");
    return code;
}

static int take_turn(const race *r, size_t index)
{
    timed *t = r->at[index];
    int code = CODE_FINE;

    if (r->start)
        r->start(r->user, index, count_done(r));

    const uint64_t start = clock_ns();
    do {
        code = run_once(r, index);
    } while (code == CODE_FINE && clock_ns() - start < TURN_NS && !has_enough(r, t));
    t->spent_ns += clock_ns() - start;
    if (r->stop)
        r->stop(r->user, index);
    return code;
}

int race_run(const race *r)
{
    while (count_done(r) < r->count) {
        if (r->round)
            OR_RETURN(r->round(r->user));
        for (size_t i = 0; i < r->count; i++)
            if (!has_enough(r, r->at[i]))
                OR_RETURN(take_turn(r, i));
    }
    return CODE_FINE;
}

double timed_median(const timed *t)
{
    return timing_quantile(&t->times, 0.5);
}

double timed_gb_per_s(const timed *t, uint64_t bytes)
{
    const double median = timed_median(t);

    return median > 0 ? (double)bytes / median * 1e-9 : 0;
}
