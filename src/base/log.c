/* SPDX-License-Identifier: Apache-2.0 */
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>

void clri_log_say(const clri_log *log, clr_log_level level, const char *format, ...)
{
    char line[1024]; /* a longer line is cut */
    va_list arguments;

    if (!log->write)
        return;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    log->write(log->user, level, line);
}
