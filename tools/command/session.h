/* SPDX-License-Identifier: Apache-2.0 */
/*
 * session - from the command line to a context on a device, with which every verb that computes
 * begins; and how the library's notes and failures come to the user.
 */
#ifndef CLREDUCE_TOOLS_SESSION_H
#define CLREDUCE_TOOLS_SESSION_H

#include "options.h"

/*
 * Creates the context on the device asked for, which keeps `o` for session_log(). Returns 0, or the
 * exit code after a sentence on standard error, with `*context` NULL.
 */
int session_open(const options *o, clr_context **context);

/* The same on the named device. */
int session_open_on(const options *o, const char *device, clr_context **context);

/* Makes the list of devices, and finds the device asked for in it. Without any devices, which is no
 * failure, as opposed to a named device that does not exist, `*device` stays as the caller has set
 * it: NULL. Returns as session_open() does; destroy the list whatever the outcome. */
int session_pick(const options *o, clr_device_list **list, const clr_device **device);

/* Writes the library's notes for the user; `user` is the options. */
void session_log(void *user, clr_log_level level, const char *text);

/*
 * Reports why the context's last call failed, with advice. Returns the exit code. `type`: the
 * elements', if known.
 */
int session_fail(const options *o, const clr_context *context, clr_type type);

#endif
