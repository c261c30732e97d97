/* SPDX-License-Identifier: Apache-2.0 */
#include "device/tuning_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGEST_FILE = 1 << 20 };

/* The file's name, which the caller frees; NULL if the environment names none. */
static char *file_name(const char *asked)
{
    const char *own = getenv("CLREDUCE_TUNING");
    const char *xdg = getenv("XDG_CONFIG_HOME");
    const char *home = getenv("HOME");
    clri_text name = {0};

    if (asked || own)
        clri_text_add(&name, asked ? asked : own);
    else if (xdg && *xdg == '/')
        clri_text_addf(&name, "%s/clreduce/tuning", xdg);
    else if (home && *home == '/')
        clri_text_addf(&name, "%s/.config/clreduce/tuning", home);
    return clri_text_take(&name);
}

/* Why an open file cannot be trusted, or NULL. */
static const char *distrust(int file, size_t *size)
{
    struct stat facts;

    if (fstat(file, &facts) != 0)
        return strerror(errno);
    if (!S_ISREG(facts.st_mode))
        return "it is no file of text";
    if (facts.st_uid != geteuid())
        return "it belongs to another user";
    if (facts.st_mode & (S_IWGRP | S_IWOTH))
        return "others may write to it: chmod go-w";
    if (facts.st_size > LARGEST_FILE)
        return "it is larger than a MiB";
    *size = (size_t)facts.st_size;
    return NULL;
}

/* The text, which the caller frees; NULL with `*reason` set. */
static char *read_text(int file, size_t *size, const char **reason)
{
    size_t done = 0;
    char *text;

    *reason = distrust(file, size);
    if (*reason)
        return NULL;
    text = malloc(*size + 1);
    if (!text)
        *reason = "host memory ran out";
    while (text && done < *size) {
        const ssize_t n = read(file, text + done, *size - done);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            *reason = strerror(errno);
        if (n <= 0)
            break;
        done += (size_t)n;
    }
    *size = done;
    if (!*reason)
        return text;
    free(text);
    return NULL;
}

static void take_text(const char *name, const char *text, size_t size, const clr_device *device,
                      const clri_log *log, clri_tuned *tuned)
{
    clri_text words = {0};
    char *complaint;

    if (clri_tuned_read(text, size, device, tuned, &words))
        return;
    complaint = clri_text_take(&words);
    clri_log_say(log, CLR_LOG_WARNING,
                 "tuning file %s, %s: nothing of the file is used until that line is corrected or "
                 "taken out",
                 name, complaint ? complaint : "host memory ran out");
    free(complaint);
}

static void read_file(const char *name, bool is_asked, const clr_device *device,
                      const clri_log *log, clri_tuned *tuned)
{
    const int file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const char *reason = file < 0 ? strerror(errno) : NULL;
    size_t size = 0;
    char *text;

    if (file < 0 && (errno == ENOENT || errno == ENOTDIR) && !is_asked)
        return;
    text = file < 0 ? NULL : read_text(file, &size, &reason);
    if (text)
        take_text(name, text, size, device, log, tuned);
    else
        clri_log_say(log, CLR_LOG_NOTE, "tuning file %s is not used: %s", name, reason);
    free(text);
    if (file >= 0)
        close(file);
}

void clri_tuning_file_read(const char *asked, const clr_device *device, const clri_log *log,
                           clri_tuned *tuned)
{
    char *name = file_name(asked);

    *tuned = (clri_tuned){0};
    if (name && *name)
        read_file(name, asked || getenv("CLREDUCE_TUNING"), device, log, tuned);
    free(name);
}
