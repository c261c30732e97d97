/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tune - the verb that finds sizes by which this device is faster than by the library's own, and
 * writes them to the tuning file that the library reads.
 */
#include "bench_report.h"
#include "clock.h"
#include "message.h"
#include "output.h"
#include "progress.h"
#include "session.h"
#include "tune_task.h"
#include "verbs.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define DEFAULT_SECONDS 60
#define NS_A_SECOND     UINT64_C(1000000000)

typedef struct tuner {
    const options *o;
    options silent; /* for the context, whose complaints about the file tune makes itself */
    clr_context *context;
    const clr_device *device;
    tune_file file;
    bool has_file; /* it is read, and written unless --dry-run says otherwise */
    tune_tasks tasks;
    uint64_t start_ns, until_ns;
    tune_finding findings[TUNE_TASKS_MOST]; /* one a task */
    bool changes;                           /* the file will be another */
} tuner;

/* ---- Searching ------------------------------------------------------------------------------- */

/* An equal part of the time that is left. */
static tune_time share_of(tuner *t, size_t task)
{
    const uint64_t now = clock_ns();
    const uint64_t left = now < t->until_ns ? t->until_ns - now : 0;

    return (tune_time){.until_ns = now + left / (t->tasks.count - task), .start_ns = t->start_ns};
}

static int search(tuner *t, size_t i)
{
    const tune_task *task = &t->tasks.at[i];
    tune_finding *found = &t->findings[i];
    tune_sizes start = {0};

    if (t->has_file)
        start = tune_file_sizes(&t->file, t->device, &task->scope);
    int code = tune_task_search(task, t->o, t->context, &start, share_of(t, i), found);
    t->changes |= found->is_searched && !tune_sizes_same(&found->sizes, &start);
    return code;
}

static void add_finding(table *t, const tune_finding *f)
{
    char text[128];

    if (!f->is_searched) {
        table_rest(t, "no time was left for it: --time gives more");
        return;
    }
    if (!tune_sizes_are_any(&f->sizes)) {
        snprintf(text, sizeof text, "nothing was faster (%u tried)", f->tried);
        table_rest(t, text);
        return;
    }
    tune_sizes_text(&f->sizes, text, sizeof text);
    table_cell(t, "%s", text);
    bench_report_time_cell(t, f->before);
    bench_report_time_cell(t, f->after);
    table_cell(t, "%.2f", f->before / f->after);
}

/* A row a task; false if standard output did not take it. */
static bool print_findings(const tune_finding *findings, const tune_tasks *tasks)
{
    static const char *const headings[] = {"reduction", "work",  "sizes", "faster by",
                                           "before",    "after", "gain"};
    table t;

    table_open(&t, "llllrrr");
    table_row(&t, headings);
    for (size_t i = 0; i < tasks->count; i++) {
        table_cell(&t, "%s", tasks->at[i].name);
        table_cell(&t, "%s %" PRIu64, findings[i].scope.work, findings[i].scope.width);
        table_cell(&t, "%s", findings[i].before_text);
        add_finding(&t, &findings[i]);
    }
    bool printed = table_print(&t, TABLE_PLAIN, true, stdout);
    table_close(&t);
    puts("\nsizes: groups x work-items, loads x elements.");
    return printed && output_flush();
}

static void tell(const tuner *t)
{
    if (!t->changes)
        message_note("nothing new: the tuning file is as it was.");
    else if (t->o->tune.dry_run)
        message_note("--dry-run: nothing was written.");
    else
        message_note("written to %s.", t->file.name);
}

static int search_all(tuner *t)
{
    const uint64_t seconds = t->o->tune.seconds == 0 ? DEFAULT_SECONDS : t->o->tune.seconds;

    t->start_ns = clock_ns();
    t->until_ns = t->start_ns + seconds * NS_A_SECOND;
    progress_start(seconds * NS_A_SECOND);
    int code = t->o->tune.dry_run ? CODE_FINE : tune_file_prepare(&t->file);
    if (code == CODE_FINE)
        code = tune_tasks_prepare(&t->tasks, t->o, t->context);
    for (size_t i = 0; code == CODE_FINE && i < t->tasks.count; i++)
        code = search(t, i);
    progress_end();
    if (code == CODE_FINE && t->changes && !t->o->tune.dry_run)
        code = tune_file_write(&t->file, t->device, t->findings, t->tasks.count);
    if (code == CODE_FINE && !print_findings(t->findings, &t->tasks))
        code = message_fail(CODE_INPUT, "standard output did not take the result.");
    if (code == CODE_FINE && !t->o->quiet)
        tell(t);
    return code;
}

/* ---- Forgetting and showing ------------------------------------------------------------------ */

static int forget(tuner *t)
{
    size_t count = 0;
    int code = tune_file_forget(&t->file, t->device, &count);

    if (code == CODE_FINE && !t->file.is_there)
        message_note("there is no tuning file %s.", t->file.name);
    else if (code == CODE_FINE)
        message_note("%zu rows of %s were taken out of %s.", count, t->device->name, t->file.name);
    return code;
}

static int show(const tuner *t)
{
    if (!t->file.is_there)
        message_note("there is no tuning file %s yet.", t->file.name);
    fputs(t->file.text, stdout);
    if (fflush(stdout) != 0 || ferror(stdout))
        return message_fail(CODE_INPUT, "standard output did not take the file.");
    return CODE_FINE;
}

static int open_file(tuner *t)
{
    const char *own = getenv("CLREDUCE_TUNING");

    /* Without a file one can still try. */
    t->has_file = !t->o->tune.dry_run || !own || *own != '\0';
    return t->has_file ? tune_file_open(&t->file) : CODE_FINE;
}

static int open_device(tuner *t)
{
    t->silent = *t->o;
    t->silent.quiet = true;
    t->silent.verbose = false;
    OR_RETURN(session_open(&t->silent, &t->context));
    t->device = clr_context_device(t->context);
    return t->has_file && !t->o->tune.forget ? tune_file_check(&t->file, t->context) : CODE_FINE;
}

int verb_tune(const options *o)
{
    tuner t = {.o = o};
    int code = CODE_FINE;

    if (o->tune.show + o->tune.forget + o->tune.dry_run > 1)
        return message_fail(CODE_USAGE,
                            "--show, --forget and --dry-run are different things to do: "
                            "choose one.");
    code = tune_tasks_read(&t.tasks, o);
    if (code == CODE_FINE)
        code = open_file(&t);
    if (code == CODE_FINE && o->tune.show) {
        code = show(&t);
    } else if (code == CODE_FINE) {
        code = open_device(&t);
        if (code == CODE_FINE)
            code = o->tune.forget ? forget(&t) : search_all(&t);
    }
    tune_file_close(&t.file);
    clr_context_destroy(t.context);
    return code;
}
