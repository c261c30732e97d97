/* SPDX-License-Identifier: Apache-2.0 */
/*
 * session - from the command line to a context on a device: what every verb that computes begins
 * with.
 */
#ifndef CLREDUCE_TOOLS_SESSION_H
#define CLREDUCE_TOOLS_SESSION_H

#include "options.h"

/*
 * Creates the context on the device that was asked for. Returns 0, or the exit code after a
 * sentence on standard error, `*context` then being NULL.
 */
int session_open(const options *o, clr_context **context);

/* Likewise, on the device of that name in place of the one that was asked for. */
int session_open_on(const options *o, const char *device, clr_context **context);

/* The list of devices, and the device that is asked for: NULL if there is no device at all, which
 * is no failure; that the named device is not there is one. Likewise; the list is to be destroyed
 * in every case.
 */
int session_pick(const options *o, clr_device_list **list, const clr_device **device);

/* Where the library's notes go that are for the user; `user` is the options. */
void session_log(void *user, clr_log_level level, const char *text);

/*
 * Says why the context's last call failed, with what to do about it. Returns the exit code.
 * `type` is that of the elements, if they are known already.
 */
int session_fail(const options *o, const clr_context *context, clr_type type);

#endif
