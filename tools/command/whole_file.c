/* SPDX-License-Identifier: Apache-2.0 */
/* whole_file - a file that is written whole or not at all. See whole_file.h. */
#include "whole_file.h"
#include "message.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* bytes at a file's begin and end that are searched for a mark */
#define END_SIZE 256

/* symbolic links that are followed, as many as on Linux */
#define LINKS_MOST 40

static int fail(const char *name)
{
    return message_fail(CODE_INPUT, "%s: cannot be written: %s.", name,
                        errno == 0 ? "output error" : strerror(errno));
}

/* ---- The path -------------------------------------------------------------------------------- */

/* The target of the link at `path`, relative to the working directory. NULL: not a link. */
static char *follow(const char *path)
{
    const char *slash = strrchr(path, '/');
    char target[4096], *followed = NULL;
    ssize_t size = readlink(path, target, sizeof target - 1);

    if (size < 0)
        return NULL;
    target[size] = '\0';
    if (target[0] == '/' || !slash)
        return strdup(target);
    if (asprintf(&followed, "%.*s/%s", (int)(slash - path), path, target) < 0)
        return NULL;
    return followed;
}

/* The path with its folder's links resolved; the file itself need not exist. */
static char *in_real_folder(char *path)
{
    char *slash = strrchr(path, '/'), *real = NULL;
    const char *name = !slash ? path : slash + 1;
    char *folder = !slash          ? strdup(".")
                   : slash == path ? strdup("/")
                                   : strndup(path, (size_t)(slash - path));
    char *real_folder = !folder ? NULL : realpath(folder, NULL);

    free(folder);
    if (!real_folder)
        return path; /* opening it will report the error */
    if (asprintf(&real, "%s/%s", real_folder, name) < 0)
        real = NULL;
    free(real_folder);
    free(path);
    return real;
}

char *whole_file_path(const char *name)
{
    char *path = realpath(name, NULL);
    struct stat found;

    if (path || errno == ELOOP)
        return path;
    /* links to a process's open files may have targets without a name */
    if (errno != ENOENT || stat(name, &found) == 0)
        return strdup(name);
    path = strdup(name);
    for (int i = 0; path && i < LINKS_MOST; i++) {
        char *next = follow(path);
        if (!next)
            break;
        free(path);
        path = next;
    }
    return !path ? NULL : in_real_folder(path);
}

bool whole_file_is_output(const char *name)
{
    struct stat there, output;

    return stat(name, &there) == 0 && fstat(STDOUT_FILENO, &output) == 0 &&
           there.st_dev == output.st_dev && there.st_ino == output.st_ino;
}

/* ---- Files that may be replaced -------------------------------------------------------------- */

static bool has_mark(const whole_file_kind *kind, FILE *from)
{
    char bytes[END_SIZE];
    size_t size = fread(bytes, 1, sizeof bytes, from);

    if (kind->begin && size >= strlen(kind->begin) &&
        memcmp(bytes, kind->begin, strlen(kind->begin)) == 0)
        return true;
    if (size == sizeof bytes) {
        if (fseek(from, -(long)sizeof bytes, SEEK_END) != 0)
            return false;
        size = fread(bytes, 1, sizeof bytes, from);
    }
    return kind->end && memmem(bytes, size, kind->end, strlen(kind->end));
}

static bool is_of_kind(const char *path, const whole_file_kind *kind)
{
    FILE *from = fopen(path, "rb");
    bool is = from && has_mark(kind, from);

    if (from)
        fclose(from);
    return is;
}

/* Whether an existing file may be replaced: an empty one, or one of the kind. */
static int check_kind(const char *name, const struct stat *found, const whole_file_kind *kind)
{
    if (found->st_size == 0 || is_of_kind(name, kind))
        return CODE_FINE;
    return message_fail(CODE_USAGE,
                        "%s: is there already, and nothing in it says that it is %s written by "
                        "this command: name another file, or say --force to replace this one.",
                        name, kind->name);
}

int whole_file_check(const char *name, const whole_file_kind *kind, bool force)
{
    struct stat found;
    whole_file file;
    bool is_there = stat(name, &found) == 0;

    if (is_there && S_ISDIR(found.st_mode)) {
        errno = EISDIR;
        return fail(name);
    }
    /* a pipe's reader would take the trial for the end */
    if (is_there && !S_ISREG(found.st_mode))
        return access(name, W_OK) == 0 ? CODE_FINE : fail(name);
    if (is_there && whole_file_is_output(name))
        return CODE_FINE;
    int code = is_there && !force ? check_kind(name, &found, kind) : CODE_FINE;
    if (code != CODE_FINE)
        return code;
    code = whole_file_open(&file, name);
    whole_file_close(&file);
    return code;
}

/* ---- Writing --------------------------------------------------------------------------------- */

/*
 * A draft can be accessed by its owner alone until it is kept; then it gets the permissions of the
 * file that it replaces, or of a new file.
 */
static void give_rights(const whole_file *file)
{
    const int descriptor = fileno(file->stream);
    struct stat before;
    mode_t mask = umask(0);

    umask(mask);
    if (stat(file->path, &before) != 0) {
        (void)fchmod(descriptor, 0666 & ~mask);
        return;
    }
    /* only root can change the owner; others can set a group of their own */
    if (fchown(descriptor, before.st_uid, before.st_gid) != 0 &&
        fchown(descriptor, (uid_t)-1, before.st_gid) != 0)
        before.st_mode &= ~(mode_t)(S_ISUID | S_ISGID);
    (void)fchmod(descriptor, before.st_mode & 07777);
}

/* The extension of the name, with its point, which other programs go by. */
static const char *ending_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *point = strrchr(!slash ? path : slash, '.');

    return !point ? "" : point;
}

static bool open_draft(whole_file *file)
{
    const char *ending = ending_of(file->path);

    if (asprintf(&file->draft, "%s.XXXXXX%s", file->path, ending) < 0) {
        file->draft = NULL;
        return false;
    }
    int descriptor = mkstemps(file->draft, (int)strlen(ending));
    if (descriptor < 0) {
        free(file->draft);
        file->draft = NULL;
        return false;
    }
    file->stream = fdopen(descriptor, "w");
    if (!file->stream)
        close(descriptor);
    return file->stream != NULL;
}

/* Devices, pipes and standard output cannot be replaced, only written to. */
static bool is_special(const char *path)
{
    struct stat found;

    return stat(path, &found) == 0 && !S_ISREG(found.st_mode);
}

static bool open_output(whole_file *file)
{
    int descriptor = dup(STDOUT_FILENO);

    file->stream = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    return file->stream != NULL;
}

int whole_file_open(whole_file *file, const char *name)
{
    *file = (whole_file){.name = name, .path = whole_file_path(name)};
    if (!file->path)
        return fail(name);
    if (whole_file_is_output(file->path))
        return open_output(file) ? CODE_FINE : fail(name);
    if (is_special(file->path)) {
        file->stream = fopen(file->path, "w");
        return file->stream ? CODE_FINE : fail(name);
    }
    /* a file that is not writable must not be replaced either */
    if (access(file->path, F_OK) == 0 && access(file->path, W_OK) != 0)
        return fail(name);
    return open_draft(file) ? CODE_FINE : fail(name);
}

/* The draft is flushed to disk before it is renamed over another file. */
int whole_file_keep(whole_file *file)
{
    bool failed = false;

    errno = 0;
    failed = ferror(file->stream) != 0 || fflush(file->stream) != 0;
    if (!failed && file->draft) {
        give_rights(file);
        failed = fsync(fileno(file->stream)) != 0;
    }
    failed |= fclose(file->stream) != 0;
    file->stream = NULL;
    if (!failed && file->draft)
        failed = rename(file->draft, file->path) != 0;
    if (failed)
        return fail(file->name);
    free(file->draft);
    file->draft = NULL;
    return CODE_FINE;
}

void whole_file_close(whole_file *file)
{
    if (file->stream)
        fclose(file->stream);
    if (file->draft)
        unlink(file->draft);
    free(file->draft);
    free(file->path);
    *file = (whole_file){0};
}
