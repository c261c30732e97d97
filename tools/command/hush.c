/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hush - silences drivers while they compile. See hush.h. The descriptor of standard error is
 * redirected to a file during a call; the command calls from one thread at a time.
 */
#include "hush.h"
#include "progress.h"
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

static bool is_off;
static FILE *own;       /* the original standard error, while it is redirected */
static int caught = -1; /* the file of the drivers' output */

/* must not replace a closed standard stream */
enum { FIRST_DESCRIPTOR = 3 };

enum { WORDS_SIZE = 80 };

void hush_never(void)
{
    is_off = true;
}

FILE *hush_stream(void)
{
    return own ? own : stderr;
}

/* ---- The file of driver output --------------------------------------------------------------- */

/* Async-signal-safe. */
static void show(void)
{
    char bytes[4096];
    off_t at = 0;
    ssize_t size;

    while ((size = pread(caught, bytes, sizeof bytes, at)) > 0) {
        if (write(STDERR_FILENO, bytes, (size_t)size) != size)
            return;
        at += size;
    }
}

/* When the process dies in a compiler, shows what the compiler wrote. */
static void show_last_words(void)
{
    if (!own)
        return;
    dup2(fileno(own), STDERR_FILENO);
    show();
}

static void die(int signal)
{
    show_last_words();
    raise(signal); /* the default action is restored */
}

/* ---- Before a call and after it -------------------------------------------------------------- */

static int open_caught(void)
{
    FILE *file = tmpfile();
    const int descriptor = !file ? -1 : fcntl(fileno(file), F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);

    if (file)
        fclose(file);
    if (descriptor >= 0)
        atexit(show_last_words);
    return descriptor;
}

static FILE *open_own(void)
{
    const int descriptor = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");

    if (file)
        setvbuf(file, NULL, _IONBF, 0);
    else if (descriptor >= 0)
        close(descriptor);
    return file;
}

/* Without a file or a descriptor, drivers are not silenced. `words` tell who waits for what. */
static void begin(const char *words)
{
    const struct sigaction dying = {.sa_handler = die, .sa_flags = (int)SA_RESETHAND};

    if (!is_off && caught < 0)
        caught = open_caught();
    if (is_off || caught < 0)
        return;
    fflush(stderr);
    own = open_own();
    if (!own)
        return;
    progress_wait("%s", words);
    sigaction(SIGABRT, &dying, NULL);
    dup2(caught, STDERR_FILENO);
}

static clr_status end(clr_status status)
{
    if (!own)
        return status;
    progress_waited();
    fflush(stderr);
    dup2(fileno(own), STDERR_FILENO);
    signal(SIGABRT, SIG_DFL);
    fclose(own);
    own = NULL;
    if (status == CLR_ERROR_BUILD)
        show();
    if (lseek(caught, 0, SEEK_SET) != 0 || ftruncate(caught, 0) != 0)
        is_off = true;
    return status;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

/* Begins a call that compiles for the context's device. */
static void begin_compiling(const clr_context *context)
{
    const clr_device *device = context ? clr_context_device(context) : NULL;
    char words[WORDS_SIZE];

    snprintf(words, sizeof words, "compiling for %.50s, once",
             device ? device->name : "the device");
    begin(words);
}

clr_status hush_context_create(const clr_context_options *options, clr_context **context)
{
    begin("compiling the self-test, once for the device");
    return end(clr_context_create(options, context));
}

clr_status hush_plan_create(clr_context *context, const clr_reduction *reductions, size_t count,
                            const clr_plan_options *options, clr_plan **plan)
{
    begin_compiling(context);
    return end(clr_plan_create(context, reductions, count, options, plan));
}

clr_status hush_stream_create(clr_context *context, const clr_reduction *reductions, size_t count,
                              const clr_stream_options *options, clr_stream **stream)
{
    begin_compiling(context);
    return end(clr_stream_create(context, reductions, count, options, stream));
}

clr_status hush_team_take(clr_team *team, const void *const *inputs, uint64_t count)
{
    begin("compiling for several devices, once");
    return end(clr_team_take(team, inputs, count));
}

clr_status hush_reduce_all(clr_context *context, const clr_reduction *reductions, size_t count,
                           const void *const *inputs, size_t input_count, uint64_t element_count,
                           void *record, size_t record_size)
{
    begin_compiling(context);
    return end(clr_reduce_all(context, reductions, count, inputs, input_count, element_count,
                              record, record_size));
}
