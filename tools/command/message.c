/* SPDX-License-Identifier: Apache-2.0 */
/*
 * message - sentences on standard error, and the exit code that goes with each status of the
 * library. See message.h.
 */
#include "message.h"
#include "hush.h"
#include "progress.h"
#include "sentence.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A status for a user of the command: an exit code, and advice. */
static const struct {
    clr_status status;
    int code;
    const char *advice;
} status_rows[] = {
    {CLR_ERROR_ARGUMENT, CODE_USAGE, ""},
    {CLR_ERROR_MEMORY, CODE_DEVICE, " A smaller --chunk needs less memory."},
    {CLR_ERROR_NO_DEVICE, CODE_NO_DEVICE, " 'clreduce doctor' says what is missing."},
    {CLR_ERROR_UNSUPPORTED, CODE_USAGE, ""},
    {CLR_ERROR_OPENCL, CODE_DEVICE, " 'clreduce doctor' tests every device."},
    {CLR_ERROR_BUILD, CODE_DEVICE, " -v shows the compiler's words."},
    {CLR_ERROR_DEVICE_MEMORY, CODE_DEVICE, " A smaller --chunk needs less memory."},
    {CLR_ERROR_EMPTY, CODE_INPUT, ""},
    {CLR_ERROR_OVERFLOW, CODE_INPUT,
     " --overflow wrap takes it modulo 2^64, --map 1.0*x computes in f64."},
    {CLR_ERROR_SELF_TEST, CODE_DEVICE,
     " -d chooses another device, --no-self-test uses this one nevertheless."},
};

static const char *begin = "clreduce";
static FILE *stream; /* NULL: standard error */

void message_as(const char *program, FILE *to)
{
    begin = program ? program : "clreduce";
    stream = to;
}

static void say(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));

static void say(const char *format, va_list arguments)
{
    char *text = sentence_make(format, arguments);

    progress_wipe();
    if (text)
        fprintf(stream ? stream : hush_stream(), "%s: %s\n", begin, text);
    free(text);
}

int message_fail(int code, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    return code;
}

void message_note(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
}

/* Prints the compiler's log, which may quote any bytes of a file. */
static void print_log(const char *log)
{
    FILE *to = stream ? stream : stderr;

    for (; *log != '\0'; log++) {
        const bool is_odd = ((unsigned char)*log < ' ' && !strchr("\n\t", *log)) || *log == 0x7f;
        fputc(is_odd ? '?' : *log, to);
    }
    fputc('\n', to);
}

int message_source(const clr_error *error)
{
    message_note("%.1000s.", error->message);
    print_log(error->build_log);
    return CODE_INPUT;
}

int message_library(const clr_error *error, bool wants_log)
{
    int code = CODE_DEVICE;
    const char *advice = "";

    for (size_t i = 0; i < sizeof status_rows / sizeof status_rows[0]; i++) {
        if (status_rows[i].status == error->status) {
            code = status_rows[i].code;
            advice = status_rows[i].advice;
        }
    }
    const char *words = error->message[0] != '\0' ? error->message : clr_status_name(error->status);
    bool ended = words[0] != '\0' && words[strlen(words) - 1] == '.';

    message_note("%.1000s%s%s", words, ended ? "" : ".", advice);
    if (wants_log && error->build_log[0] != '\0')
        print_log(error->build_log);
    return code;
}

int message_refusal(clr_status status, const char *reason)
{
    const clr_error error = {
        .size = sizeof error, .status = status, .call = "", .message = reason, .build_log = ""};

    return message_library(&error, false);
}
