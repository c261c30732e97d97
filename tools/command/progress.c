/* SPDX-License-Identifier: Apache-2.0 */
/*
 * progress - a bar on standard error. See progress.h.
 */
#include "progress.h"
#include "clock.h"
#include "quantity.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FIRST_NS  UINT64_C(1000000000) /* shorter work needs no bar */
#define PERIOD_NS UINT64_C(100000000)
#define BAR_WIDTH 30
#define LINE_SIZE 120

bool progress_is_seen(int descriptor)
{
    const char *kind = getenv("TERM");

    return isatty(descriptor) && kind && strcmp(kind, "dumb") != 0;
}

void progress_start(progress *p, bool wanted, uint64_t total)
{
    p->wanted = wanted && progress_is_seen(STDERR_FILENO);
    p->shown = false;
    p->total = total;
    p->start_ns = clock_ns();
    p->next_ns = p->start_ns + FIRST_NS;
}

/* The bar, or nothing if the total is unknown. */
static void fill_bar(const progress *p, uint64_t done, char bar[BAR_WIDTH + 8])
{
    bar[0] = '\0';
    if (p->total == PROGRESS_TOTAL_UNKNOWN || p->total == 0 || done > p->total)
        return;
    int full = (int)((double)done / (double)p->total * BAR_WIDTH);
    snprintf(bar, BAR_WIDTH + 8, "[%.*s%*s] ", full,
             "==============================", BAR_WIDTH - full, "");
}

static void draw(progress *p, uint64_t done, const char *words, uint64_t now)
{
    char bar[BAR_WIDTH + 8];
    char line[LINE_SIZE];

    fill_bar(p, done, bar);
    snprintf(line, sizeof line, "%s%s", bar, words);
    /* blanks wipe a longer line; the next message overwrites the bar */
    fprintf(stderr, "\r%-79.79s\r", line);
    fflush(stderr);
    p->shown = true;
    p->next_ns = now + PERIOD_NS;
}

void progress_step(progress *p, uint64_t done)
{
    uint64_t now = p->wanted ? clock_ns() : 0;
    char so_far[QUANTITY_TEXT_SIZE];
    char all[QUANTITY_TEXT_SIZE + 4] = "";
    char words[LINE_SIZE];

    if (!p->wanted || now < p->next_ns)
        return;
    quantity_bytes(done, so_far);
    if (p->total != PROGRESS_TOTAL_UNKNOWN && p->total != 0 && done <= p->total) {
        char total[QUANTITY_TEXT_SIZE];
        quantity_bytes(p->total, total);
        snprintf(all, sizeof all, " of %s", total);
    }
    snprintf(words, sizeof words, "%s%s, %.2f GB/s", so_far, all,
             (double)done / (double)(now - p->start_ns));
    draw(p, done, words, now);
}

void progress_tell(progress *p, uint64_t done, const char *what)
{
    uint64_t now = p->wanted ? clock_ns() : 0;

    if (p->wanted && now >= p->next_ns)
        draw(p, done, what, now);
}

void progress_end(progress *p)
{
    if (p->shown)
        fprintf(stderr, "\r%79s\r", "");
    p->shown = false;
}
