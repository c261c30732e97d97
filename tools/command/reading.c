/* SPDX-License-Identifier: Apache-2.0 */
/* reading - the progress bar of files that are read. See reading.h. */
#include "reading.h"
#include "input.h"
#include "progress.h"
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_typed(const char *const *paths, size_t count)
{
    bool is_read = false;

    for (size_t i = 0; i < count; i++)
        is_read = is_read || strcmp(paths[i], "-") == 0;
    return is_read && isatty(STDIN_FILENO);
}

/* Bytes of the files, if all are files. */
static uint64_t size_of(const char *const *paths, size_t count)
{
    uint64_t size = 0;
    struct stat found;

    for (size_t i = 0; i < count; i++) {
        if (strcmp(paths[i], "-") == 0 || !input_path_stat(paths[i], &found) ||
            !S_ISREG(found.st_mode))
            return PROGRESS_TOTAL_UNKNOWN;
        size += (uint64_t)found.st_size;
    }
    return size;
}

void reading_start(const char *const *paths, size_t count)
{
    if (is_typed(paths, count))
        progress_never();
    progress_start_reading(size_of(paths, count));
}
