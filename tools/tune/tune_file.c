/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tune_file - where the tuning file is, its lines, and how it is written whole. See tune_file.h.
 */
#include "tune_file.h"
#include "hush.h"
#include "message.h"
#include "whole_file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char heading[] =
    "# Sizes that suit devices: MEASURE WORK FROM TO VALUE \"device\" \"driver\" \"figure\" "
    "\"gain\" DATE\n"
    "# 'clreduce tune' writes them, the library reads them; docs/tuning.md says what they mean.\n";

/* ---- Finding and reading --------------------------------------------------------------------- */

/* As the library has it. NULL: there is none, or no memory, which errno says. */
static char *find_name(void)
{
    const char *own = getenv("CLREDUCE_TUNING");
    const char *xdg = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");
    char *name = NULL;

    errno = 0;
    if (own)
        return *own == '\0' ? NULL : strdup(own);
    if (xdg && *xdg == '/')
        return asprintf(&name, "%s/clreduce/tuning", xdg) < 0 ? NULL : name;
    if (home && *home == '/')
        return asprintf(&name, "%s/.config/clreduce/tuning", home) < 0 ? NULL : name;
    return NULL;
}

static int fail(const tune_file *f)
{
    return message_fail(CODE_INPUT, "tuning file %s: %s.", f->name,
                        errno == EINVAL ? "it is no regular file" : strerror(errno));
}

static bool read_text(FILE *from, FILE *to)
{
    char part[4096];
    size_t size;

    while ((size = fread(part, 1, sizeof part, from)) != 0)
        fwrite(part, 1, size, to);
    return ferror(from) == 0;
}

/* A pipe that nobody writes to would keep us waiting. */
static FILE *open_regular(const char *name)
{
    const int file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat facts = {0};

    if (file < 0)
        return NULL;
    if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode))
        return fdopen(file, "r");
    close(file);
    errno = S_ISDIR(facts.st_mode) ? EISDIR : EINVAL;
    return NULL;
}

int tune_file_open(tune_file *f)
{
    size_t size = 0;
    bool is_read = true;

    *f = (tune_file){.name = find_name()};
    if (!f->name)
        return message_fail(
            CODE_USAGE, "there is no tuning file: CLREDUCE_TUNING is empty, or neither "
                        "XDG_CONFIG_HOME nor HOME is a folder; CLREDUCE_TUNING=FILE names one.");
    FILE *from = open_regular(f->name);
    if (!from && errno != ENOENT)
        return fail(f);
    FILE *to = open_memstream(&f->text, &size);
    f->is_there = from;
    if (to && from)
        is_read = read_text(from, to);
    int code = !to || !is_read ? fail(f) : CODE_FINE;
    if (from)
        fclose(from);
    if (to)
        fclose(to);
    return code;
}

void tune_file_close(tune_file *f)
{
    free(f->name);
    free(f->text);
    *f = (tune_file){0};
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* The line after this one; NULL if it is the last. */
static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');

    return !end || end[1] == '\0' ? NULL : end + 1;
}

/* The first one behind the heading; NULL if there is none. */
static const char *first_line(const tune_file *f)
{
    const size_t size = strncmp(f->text, heading, strlen(heading)) == 0 ? strlen(heading) : 0;

    return f->text[size] == '\0' ? NULL : f->text + size;
}

static void copy_line(const char *line, FILE *to)
{
    fprintf(to, "%.*s\n", (int)strcspn(line, "\n"), line);
}

tune_sizes tune_file_sizes(const tune_file *f, const clr_device *device, const tune_scope *scope)
{
    tune_sizes sizes = {0};
    tune_row row;

    for (const char *line = first_line(f); line; line = next_line(line)) {
        if (!tune_row_read(line, &row) || !tune_row_is_of(&row, device))
            continue;
        size_t measure = tune_row_measure(&row, scope);
        if (measure < TUNE_MEASURES && sizes.at[measure] == 0)
            sizes.at[measure] = (uint32_t)row.value;
    }
    return sizes;
}

/* ---- The library's complaints ---------------------------------------------------------------- */

/* The first thing that is said while a context is made. */
static void keep_first(void *user, clr_log_level level, const char *text)
{
    char *kept = user;

    (void)level;
    if (kept[0] == '\0' && strncmp(text, "tuning file ", strlen("tuning file ")) == 0)
        snprintf(kept, 512, "%s", text);
}

int tune_file_check(const tune_file *f, clr_context *context)
{
    char said[512] = "";
    clr_context_options create = {.size = sizeof create,
                                  .opencl_context = clr_context_opencl(context),
                                  .opencl_device = clr_context_device(context)->device,
                                  .log = keep_first,
                                  .log_user = said,
                                  .ignore_self_test = 1,
                                  .tuning_file = f->name};
    clr_context *trial = NULL;

    if (!f->is_there)
        return CODE_FINE;
    hush_context_create(&create, &trial);
    clr_context_destroy(trial);
    return said[0] == '\0' ? CODE_FINE : message_fail(CODE_INPUT, "%.511s.", said);
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* mkdir -p of the folder that the file is in. */
static int make_folder(const tune_file *f)
{
    char *path = strdup(f->name);
    bool failed = !path;

    for (char *at = failed ? NULL : strchr(path + 1, '/'); at && !failed;
         at = strchr(at + 1, '/')) {
        *at = '\0';
        failed = mkdir(path, 0700) != 0 && errno != EEXIST;
        *at = '/';
    }
    int code = failed ? fail(f) : CODE_FINE;
    free(path);
    return code;
}

int tune_file_prepare(const tune_file *f)
{
    OR_RETURN(make_folder(f));
    return whole_file_check(f->name, NULL, true);
}

static bool is_searched(const tune_row *row, const tune_finding *findings, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (findings[i].is_searched && tune_row_measure(row, &findings[i].scope) < TUNE_MEASURES)
            return true;
    return false;
}

static void write_lines(const tune_file *f, const clr_device *device, const tune_finding *findings,
                        size_t count, FILE *to)
{
    tune_row row;

    for (const char *line = first_line(f); line; line = next_line(line))
        if (!tune_row_read(line, &row) || !tune_row_is_of(&row, device) ||
            !is_searched(&row, findings, count))
            copy_line(line, to);
}

/* The library does not read files that other users may write to. */
static int keep(whole_file *file)
{
    mode_t mask = umask(0);

    umask(mask | S_IWGRP | S_IWOTH);
    int code = whole_file_keep(file);
    umask(mask);
    return code;
}

int tune_file_write(const tune_file *f, const clr_device *device, const tune_finding *findings,
                    size_t count)
{
    whole_file file = {0};
    int code = whole_file_open(&file, f->name);

    if (code == CODE_FINE) {
        fputs(heading, file.stream);
        for (size_t i = 0; i < count; i++)
            tune_sizes_write(&findings[i].sizes, &findings[i].scope, device, &findings[i].evidence,
                             file.stream);
        write_lines(f, device, findings, count, file.stream);
        code = keep(&file);
    }
    whole_file_close(&file);
    return code;
}

int tune_file_forget(const tune_file *f, const clr_device *device, size_t *count)
{
    whole_file file = {0};
    tune_row row;
    int code = f->is_there ? whole_file_open(&file, f->name) : CODE_FINE;

    *count = 0;
    if (code != CODE_FINE || !f->is_there)
        return code;
    fputs(heading, file.stream);
    for (const char *line = first_line(f); line; line = next_line(line))
        if (tune_row_read(line, &row) && tune_row_is_of(&row, device))
            ++*count;
        else
            copy_line(line, file.stream);
    code = keep(&file);
    whole_file_close(&file);
    return code;
}
