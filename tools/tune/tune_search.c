/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tune_search - the walk from measure to measure, and the comparison at its end. See
 * tune_search.h.
 */
#include "tune_search.h"
#include "clock.h"
#include "message.h"
#include "progress.h"
#include "quantity.h"
#include <stdio.h>

#define ROUNDS         31
#define ROUNDS_AT_LAST 61
#define AT_LAST        4 /* of the time, a part is left for the last comparison */
#define SEEN_MOST      256

/* A search on its way. */
typedef struct walk {
    tune_search *s;
    tune_trial *best; /* the own, or `found` */
    tune_trial found;
    tune_sizes seen[SEEN_MOST];
    size_t seen_count;
    uint64_t until_ns; /* when the search leaves the rest to the last comparison */
    tune_finding *finding;
} walk;

static void tell(const walk *w, const tune_sizes *sizes)
{
    char text[128], words[200];

    tune_sizes_text(sizes, text, sizeof text);
    snprintf(words, sizeof words, "%s: %s", w->s->name, text);
    progress_tell(clock_ns() - w->s->time.start_ns, words);
}

/* With -v: the times of one comparison, and their noise. */
static void tell_times(const walk *w, const tune_trial *trial, bool wins)
{
    char sizes[128], best[QUANTITY_TEXT_SIZE], tried[QUANTITY_TEXT_SIZE];

    if (!w->s->subject.o->verbose)
        return;
    tune_sizes_text(&trial->sizes, sizes, sizeof sizes);
    quantity_time(tune_trial_seconds(w->best), best);
    quantity_time(tune_trial_seconds(trial), tried);
    message_note("%s: %s takes %s, the best so far %s, quartiles %.0f and %.0f %% apart%s",
                 w->s->name, sizes, tried, best, 100 * timing_spread(&trial->times),
                 100 * timing_spread(&w->best->times), wins ? ": better" : "");
}

static bool is_seen(walk *w, const tune_sizes *sizes)
{
    for (size_t i = 0; i < w->seen_count; i++) {
        if (tune_sizes_same(&w->seen[i], sizes))
            return true;
    }
    if (w->seen_count < SEEN_MOST)
        w->seen[w->seen_count++] = *sizes;
    return false;
}

/* Takes the place of the best. */
static void take(walk *w, tune_trial *trial)
{
    tune_trial_close(&w->found);
    w->found = *trial;
    w->found.kernel.input = &w->found.input;
    w->best = &w->found;
    *trial = (tune_trial){0};
}

/* Tries such sizes, unless they have been, or come to the same as the best or the own. */
static int try_sizes(walk *w, const tune_sizes *sizes)
{
    tune_trial trial = {0};
    bool wins = false;

    if (is_seen(w, sizes))
        return CODE_FINE;
    tell(w, sizes);
    int code = tune_trial_open(&trial, &w->s->subject, sizes);
    const bool is_other = code == CODE_FINE && !trial.is_refused &&
                          !tune_trial_same(w->best, &trial) && !tune_trial_same(&w->s->own, &trial);
    if (is_other) {
        code = tune_trial_compare(w->best, &trial, (tune_turns){ROUNDS, w->until_ns}, &wins);
        w->finding->tried++;
        if (code == CODE_FINE)
            tell_times(w, &trial, wins);
    }
    if (wins)
        take(w, &trial);
    tune_trial_close(&trial);
    return code;
}

static int try_measure(walk *w, size_t measure)
{
    const clr_device *device = clr_context_device(w->s->subject.input->context);
    uint32_t value;
    int code = CODE_FINE;

    for (size_t i = 0; code == CODE_FINE && (value = tune_value_at(measure, i, device)) != 0; i++) {
        tune_sizes sizes = w->best->sizes;
        sizes.at[measure] = value;
        if (clock_ns() >= w->until_ns)
            break;
        code = try_sizes(w, &sizes);
    }
    return code;
}

/* From measure to measure, until a whole round of them has changed nothing. */
static int walk_on(walk *w)
{
    tune_sizes before;
    int code = CODE_FINE;

    do {
        before = w->best->sizes;
        for (size_t i = 0; code == CODE_FINE && i < TUNE_MEASURES; i++)
            code = try_measure(w, i);
    } while (code == CODE_FINE && clock_ns() < w->until_ns &&
             !tune_sizes_same(&before, &w->best->sizes));
    return code;
}

/* Many small steps may have been luck: the best has to win against the library's own, anew. */
static int settle(walk *w, tune_finding *f)
{
    bool wins = false;
    int code = tune_trial_compare(&w->s->own, &w->found,
                                  (tune_turns){ROUNDS_AT_LAST, w->s->time.until_ns}, &wins);

    f->before = tune_trial_seconds(&w->s->own);
    if (!wins)
        return code;
    f->sizes = w->found.sizes;
    f->after = tune_trial_seconds(&w->found);
    return code;
}

int tune_search_run(tune_search *s, tune_finding *f)
{
    const uint64_t now = clock_ns();
    walk w = {.s = s, .best = &s->own, .finding = f};
    int code = CODE_FINE;

    *f = (tune_finding){.scope = s->subject.scope, .is_searched = now < s->time.until_ns};
    tune_trial_text(&s->own, f->before_text);
    if (!f->is_searched)
        return CODE_FINE;
    w.until_ns = s->time.until_ns - (s->time.until_ns - now) / AT_LAST;
    is_seen(&w, &s->own.sizes);
    if (tune_sizes_are_any(&s->start))
        code = try_sizes(&w, &s->start);
    if (code == CODE_FINE)
        code = walk_on(&w);
    f->before = tune_trial_seconds(&s->own);
    if (code == CODE_FINE && w.best != &s->own)
        code = settle(&w, f);
    tune_trial_close(&w.found);
    return code;
}
