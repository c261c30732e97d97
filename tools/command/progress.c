/* SPDX-License-Identifier: Apache-2.0 */
/* progress - a line on standard error, and the thread that draws it. See progress.h. */
#include "progress.h"
#include "clock.h"
#include "descriptor.h"
#include "quantity.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NS_A_SECOND UINT64_C(1000000000)
#define BAR_NS      NS_A_SECOND         /* shorter work needs no bar, */
#define WAIT_NS     UINT64_C(400000000) /* and a shorter wait no words */
#define PERIOD_NS   UINT64_C(100000000)
#define BAR_WIDTH   30
#define WORDS_SIZE  80
#define LINE_SIZE   120

struct bar {
    uint64_t total; /* bytes or steps, or PROGRESS_TOTAL_UNKNOWN */
    uint64_t done;
    char words[WORDS_SIZE]; /* of work that is not counted in bytes */
    uint64_t start_ns;
    bool is_of_reads;
    uint64_t read_before; /* bytes */
};

/* The line. Without users it has no thread. */
static struct {
    pthread_mutex_t lock; /* of all below, and of the bar's numbers */
    pthread_cond_t ended;
    pthread_t thread;
    unsigned users; /* a bar and a wait */
    unsigned waits; /* within each other */
    int terminal;   /* a descriptor of its own, as hush.c redirects standard error */
    bool has_bar;
    struct bar bar;
    char words[WORDS_SIZE]; /* of the wait; "": none */
    uint64_t wait_ns;
    bool is_shown;
} line = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool is_off;

void progress_never(void)
{
    is_off = true;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

/* The bar, or nothing if the total is unknown. */
static void fill_bar(const struct bar *p, char bar[BAR_WIDTH + 8])
{
    bar[0] = '\0';
    if (p->total == PROGRESS_TOTAL_UNKNOWN || p->total == 0 || p->done > p->total)
        return;
    int full = (int)((double)p->done / (double)p->total * BAR_WIDTH);
    snprintf(bar, BAR_WIDTH + 8, "[%.*s%*s] ", full,
             "==============================", BAR_WIDTH - full, "");
}

/* Bytes so far, of how many, and their rate. */
static void fill_bytes(const struct bar *p, uint64_t now, char words[LINE_SIZE])
{
    char so_far[QUANTITY_TEXT_SIZE], total[QUANTITY_TEXT_SIZE];
    char all[QUANTITY_TEXT_SIZE + 4] = "";

    quantity_bytes(p->done, so_far);
    if (p->total != PROGRESS_TOTAL_UNKNOWN && p->total != 0 && p->done <= p->total) {
        quantity_bytes(p->total, total);
        snprintf(all, sizeof all, " of %s", total);
    }
    snprintf(words, LINE_SIZE, "%s%s, %.2f GB/s", so_far, all,
             (double)p->done / (double)(now - p->start_ns));
}

/* What is to be drawn; "": nothing. */
static void fill_line(uint64_t now, char text[LINE_SIZE])
{
    char bar[BAR_WIDTH + 8], bytes[LINE_SIZE];
    struct bar *p = &line.bar;
    const uint64_t waited = now - line.wait_ns;

    text[0] = '\0';
    if (line.words[0] != '\0' && waited >= 2 * NS_A_SECOND)
        snprintf(text, LINE_SIZE, "%s, %u s", line.words, (unsigned)(waited / NS_A_SECOND));
    else if (line.words[0] != '\0' && waited >= WAIT_NS)
        snprintf(text, LINE_SIZE, "%s", line.words);
    if (line.words[0] != '\0' || !line.has_bar || now - p->start_ns < BAR_NS)
        return;
    if (p->is_of_reads)
        p->done = descriptor_bytes() - p->read_before;
    fill_bar(p, bar);
    if (p->words[0] == '\0')
        fill_bytes(p, now, bytes);
    if (p->words[0] == '\0' && p->done == 0)
        return;
    snprintf(text, LINE_SIZE, "%s%.79s", bar, p->words[0] != '\0' ? p->words : bytes);
}

/* Blanks wipe a longer line, and the next message overwrites this one. */
static void draw(const char *text)
{
    dprintf(line.terminal, "\r%-79.79s\r", text);
    line.is_shown = true;
}

static void wipe(void)
{
    if (line.is_shown)
        dprintf(line.terminal, "\r%79s\r", "");
    line.is_shown = false;
}

/* ---- The thread ------------------------------------------------------------------------------ */

static struct timespec next_time(void)
{
    struct timespec at;

    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_nsec += (long)PERIOD_NS;
    at.tv_sec += at.tv_nsec / (long)NS_A_SECOND;
    at.tv_nsec %= (long)NS_A_SECOND;
    return at;
}

static void *draw_all(void *unused)
{
    char text[LINE_SIZE];

    (void)unused;
    pthread_mutex_lock(&line.lock);
    while (line.users > 0) {
        const struct timespec until = next_time();

        if (pthread_cond_timedwait(&line.ended, &line.lock, &until) == 0 || line.users == 0)
            continue;
        fill_line(clock_ns(), text);
        if (text[0] != '\0')
            draw(text);
    }
    pthread_mutex_unlock(&line.lock);
    return NULL;
}

/* Whether the descriptor is a terminal that a line can be wiped from. */
static bool is_seen(int descriptor)
{
    const char *kind = getenv("TERM");

    return isatty(descriptor) && kind && strcmp(kind, "dumb") != 0;
}

static bool make_condition(void)
{
    pthread_condattr_t attributes;
    bool made;

    if (pthread_condattr_init(&attributes) != 0)
        return false;
    made = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
           pthread_cond_init(&line.ended, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return made;
}

/* Starts the thread. False: there is no terminal, or no thread. */
static bool start_thread(void)
{
    line.terminal = is_seen(STDERR_FILENO) ? fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3) : -1;
    if (line.terminal < 0)
        return false;
    line.users = 1;
    if (make_condition()) {
        if (pthread_create(&line.thread, NULL, draw_all, NULL) == 0)
            return true;
        pthread_cond_destroy(&line.ended);
    }
    line.users = 0;
    close(line.terminal);
    return false;
}

/* Counts one user more of the terminal's line. */
static bool begin_use(void)
{
    if (line.users == 0)
        return start_thread();
    pthread_mutex_lock(&line.lock);
    line.users++;
    pthread_mutex_unlock(&line.lock);
    return true;
}

/* Counts one user less; called with the lock, which it gives back. */
static void end_use(void)
{
    const bool is_last = --line.users == 0;

    wipe();
    if (is_last)
        pthread_cond_signal(&line.ended);
    pthread_mutex_unlock(&line.lock);
    if (!is_last)
        return;
    pthread_join(line.thread, NULL);
    pthread_cond_destroy(&line.ended);
    close(line.terminal);
}

/* ---- Bars ------------------------------------------------------------------------------------ */

static void start_bar(struct bar bar)
{
    progress_end();
    if (is_off || !begin_use())
        return;
    pthread_mutex_lock(&line.lock);
    line.has_bar = true;
    line.bar = bar;
    pthread_mutex_unlock(&line.lock);
}

void progress_start(uint64_t total)
{
    start_bar((struct bar){.total = total, .start_ns = clock_ns()});
}

void progress_start_reading(uint64_t total)
{
    start_bar((struct bar){.total = total,
                           .start_ns = clock_ns(),
                           .is_of_reads = true,
                           .read_before = descriptor_bytes()});
}

void progress_tell(uint64_t done, const char *what)
{
    if (!line.has_bar)
        return;
    pthread_mutex_lock(&line.lock);
    line.bar.done = done;
    snprintf(line.bar.words, sizeof line.bar.words, "%s", what);
    pthread_mutex_unlock(&line.lock);
}

void progress_step(uint64_t done)
{
    progress_tell(done, "");
}

void progress_end(void)
{
    if (!line.has_bar)
        return;
    pthread_mutex_lock(&line.lock);
    line.has_bar = false;
    end_use();
}

void progress_wipe(void)
{
    if (line.users == 0)
        return;
    pthread_mutex_lock(&line.lock);
    wipe();
    pthread_mutex_unlock(&line.lock);
}

/* ---- Waits ----------------------------------------------------------------------------------- */

void progress_wait(const char *format, ...)
{
    va_list arguments;

    if (is_off || line.waits++ > 0 || !begin_use())
        return;
    pthread_mutex_lock(&line.lock);
    va_start(arguments, format);
    vsnprintf(line.words, sizeof line.words, format, arguments);
    va_end(arguments);
    line.wait_ns = clock_ns();
    pthread_mutex_unlock(&line.lock);
}

void progress_waited(void)
{
    if (is_off || --line.waits > 0)
        return;
    pthread_mutex_lock(&line.lock);
    if (line.words[0] == '\0') {
        pthread_mutex_unlock(&line.lock);
        return;
    }
    line.words[0] = '\0';
    end_use();
}
