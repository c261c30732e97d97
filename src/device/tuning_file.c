/* SPDX-License-Identifier: Apache-2.0 */
#include "device/tuning_file.h"
#include "base/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FILE = 1 << 20 };

/* The file's name, which the caller frees; NULL if the environment names none. */
static char *file_name(const char *asked)
{
    char *own = asked ? strdup(asked) : clri_variable("CLREDUCE_TUNING");
    clri_text name = {0};
    char *folder;

    if (asked || own)
        return own;
    folder = clri_user_settings();
    if (folder)
        clri_text_addf(&name, "%s/tuning", folder);
    free(folder);
    return clri_text_take(&name);
}

/* The text, which the caller frees; NULL with `*reason` set. */
static char *read_text(FILE *file, size_t *size, const char **reason)
{
    uint64_t length;
    char *text;

    *reason = clri_file_distrust(file, false, &length);
    if (!*reason && length > LARGEST_FILE)
        *reason = "it is larger than a MiB";
    if (*reason)
        return NULL;
    text = malloc((size_t)length + 1);
    if (!text)
        *reason = "host memory ran out";
    else
        *size = fread(text, 1, (size_t)length, file);
    if (text && ferror(file))
        *reason = strerror(errno);
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
    FILE *const file = clri_file_open(name, true);
    const char *reason = file ? NULL : strerror(errno);
    size_t size = 0;
    char *text;

    if (!file && (errno == ENOENT || errno == ENOTDIR) && !is_asked)
        return;
    text = file ? read_text(file, &size, &reason) : NULL;
    if (text)
        take_text(name, text, size, device, log, tuned);
    else
        clri_log_say(log, CLR_LOG_NOTE, "tuning file %s is not used: %s", name, reason);
    free(text);
    if (file)
        fclose(file);
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
