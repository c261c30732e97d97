/* SPDX-License-Identifier: Apache-2.0 */
/*
 * whole_file - a file that is written whole or not at all. See whole_file.h.
 */
#include "whole_file.h"
#include "message.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail(const whole_file *file)
{
    return message_fail(CODE_INPUT, "%s: cannot be written: %s.", file->name,
                        errno == 0 ? "output error" : strerror(errno));
}

/* Devices and pipes cannot be replaced, only written to. */
static bool is_special(const char *path)
{
    struct stat found;

    return stat(path, &found) == 0 && !S_ISREG(found.st_mode);
}

/* A draft is for its owner alone until it gets the rights that a new file would have. */
static void give_rights(int descriptor)
{
    mode_t mask = umask(0);

    umask(mask);
    (void)fchmod(descriptor, 0666 & ~mask);
}

static bool open_draft(whole_file *file)
{
    if (asprintf(&file->draft, "%s.XXXXXX", file->path) < 0) {
        file->draft = NULL;
        return false;
    }
    int descriptor = mkstemp(file->draft);
    if (descriptor < 0) {
        free(file->draft);
        file->draft = NULL;
        return false;
    }
    give_rights(descriptor);
    file->stream = fdopen(descriptor, "w");
    return file->stream != NULL;
}

int whole_file_open(whole_file *file, const char *name)
{
    *file = (whole_file){.name = name, .path = realpath(name, NULL)};
    if (file->path == NULL)
        file->path = strdup(name); /* there is none yet */
    if (file->path == NULL)
        return fail(file);
    if (is_special(file->path)) {
        file->stream = fopen(file->path, "w");
        return file->stream != NULL ? CODE_FINE : fail(file);
    }
    /* What may not be written may not be replaced either. */
    if (access(file->path, F_OK) == 0 && access(file->path, W_OK) != 0)
        return fail(file);
    return open_draft(file) ? CODE_FINE : fail(file);
}

int whole_file_keep(whole_file *file)
{
    bool failed = false;

    errno = 0;
    failed = ferror(file->stream) != 0;
    failed |= fclose(file->stream) != 0;
    file->stream = NULL;
    if (!failed && file->draft != NULL)
        failed = rename(file->draft, file->path) != 0;
    if (failed)
        return fail(file);
    free(file->draft);
    file->draft = NULL;
    return CODE_FINE;
}

void whole_file_close(whole_file *file)
{
    if (file->stream != NULL)
        fclose(file->stream);
    if (file->draft != NULL)
        unlink(file->draft);
    free(file->draft);
    free(file->path);
    *file = (whole_file){0};
}
