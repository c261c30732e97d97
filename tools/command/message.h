/* SPDX-License-Identifier: Apache-2.0 */
/*
 * message - the command's messages on standard error, and its exit codes. Every failure is one
 * sentence that begins with the command's name.
 */
#ifndef CLREDUCE_TOOLS_MESSAGE_H
#define CLREDUCE_TOOLS_MESSAGE_H

#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stdio.h>

/* The exit codes, documented in the man page. */
enum {
    CODE_FINE = 0,
    CODE_USAGE = 1, /* the command line is invalid */
    CODE_INPUT = 2, /* the input cannot be read, or the output cannot be written */
    CODE_NO_DEVICE = 3,
    CODE_DEVICE = 4, /* the device or its driver failed, or memory ran out */
    CODE_CHECK = 5,  /* --check: host and device disagree */
    CODE_UNSURE = 6  /* --check: the host cannot decide; the result is printed */
};

/*
 * From here on sentences begin with `program`, in place of "clreduce", and go to the stream `to`,
 * in place of standard error. Both are borrowed; NULL: as without this call.
 */
void message_as(const char *program, FILE *to);

/*
 * Prints the sentence; returns `code` for the caller to return. A bare %s is a user's word, and is
 * shortened (sentence.h); longer texts of the project have a precision.
 */
int message_fail(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints a sentence that is not a failure. */
void message_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * Reports that the text of the user's operator does not compile, with the compiler's log. Returns
 * the exit code.
 */
int message_source(const clr_error *error);

/*
 * Prints the library's error with advice, and the compiler's log if wanted. Returns the exit code
 * of its status.
 */
int message_library(const clr_error *error, bool wants_log);

/* Likewise for a call of the library that gives its reason as text. */
int message_refusal(clr_status status, const char *reason);

/* Returns from a function that has nothing to release, if the call fails. */
#define OR_RETURN(call)                                                                            \
    do {                                                                                           \
        const int code_of_call = (call);                                                           \
        if (code_of_call != CODE_FINE)                                                             \
            return code_of_call;                                                                   \
    } while (0)

#endif
