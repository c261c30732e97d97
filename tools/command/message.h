/* SPDX-License-Identifier: Apache-2.0 */
/*
 * message - what the command says on standard error, and the exit codes. Every failure is one
 * sentence that begins with the command's name.
 */
#ifndef CLREDUCE_TOOLS_MESSAGE_H
#define CLREDUCE_TOOLS_MESSAGE_H

#include <clreduce/clreduce.h>
#include <stdbool.h>

/* The exit codes, documented in the man page. */
enum {
    CODE_FINE = 0,
    CODE_USAGE = 1, /* the command line cannot be done as it stands */
    CODE_INPUT = 2, /* the input cannot be read, or the output not be written */
    CODE_NO_DEVICE = 3,
    CODE_DEVICE = 4, /* the device or its driver failed, or memory ran out */
    CODE_CHECK = 5,  /* --check: host and device disagree */
    CODE_UNSURE = 6  /* --check: the host cannot tell; the result is printed */
};

/*
 * Prints the sentence; returns `code`, so that callers can return it in turn. A bare %s is a user's
 * word, and cut (sentence.h): longer texts of the project's own have a precision.
 */
int message_fail(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints a sentence that is no failure. */
void message_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * Says that the operator's text in the file does not compile, and why, in the compiler's words.
 * Returns the exit code.
 */
int message_source(const clr_error *error);

/*
 * Prints the library's error with the next step, and the compiler's words if they are
 * wanted. Returns the exit code that goes with its status.
 */
int message_library(const clr_error *error, bool wants_log);

#endif
