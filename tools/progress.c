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

#define FIRST_NS  UINT64_C(1000000000) /* what is done sooner needs no bar */
#define PERIOD_NS UINT64_C(100000000)
#define BAR_WIDTH 30
#define LINE_SIZE 120

static bool terminal_takes_it(void)
{
    const char *kind = getenv("TERM");

    return isatty(STDERR_FILENO) && kind != NULL && strcmp(kind, "dumb") != 0;
}

void progress_start(progress *p, bool wanted, uint64_t total)
{
    p->wanted = wanted && terminal_takes_it();
    p->shown = false;
    p->total = total;
    p->start_ns = clock_ns();
    p->next_ns = p->start_ns + FIRST_NS;
}

static void draw(const progress *p, uint64_t done, uint64_t now)
{
    char bar[BAR_WIDTH + 8] = "";
    char all[QUANTITY_TEXT_SIZE + 4] = "";
    char so_far[QUANTITY_TEXT_SIZE];
    char total[QUANTITY_TEXT_SIZE];
    char line[LINE_SIZE];
    double speed = (double)done / (double)(now - p->start_ns);

    quantity_bytes(done, so_far);
    if (p->total != PROGRESS_TOTAL_UNKNOWN && p->total != 0 && done <= p->total) {
        int full = (int)((double)done / (double)p->total * BAR_WIDTH);
        snprintf(bar, sizeof bar, "[%.*s%*s] ", full,
                 "==============================", BAR_WIDTH - full, "");
        quantity_bytes(p->total, total);
        snprintf(all, sizeof all, " of %s", total);
    }
    snprintf(line, sizeof line, "%s%s%s, %.2f GB/s", bar, so_far, all, speed);
    /* Blanks to the line's end wipe what a longer line has left. */
    fprintf(stderr, "\r%-79s", line);
    fflush(stderr);
}

void progress_step(progress *p, uint64_t done)
{
    uint64_t now = p->wanted ? clock_ns() : 0;

    if (!p->wanted || now < p->next_ns)
        return;
    draw(p, done, now);
    p->shown = true;
    p->next_ns = now + PERIOD_NS;
}

void progress_end(progress *p)
{
    if (p->shown)
        fprintf(stderr, "\r%79s\r", "");
    p->shown = false;
}
