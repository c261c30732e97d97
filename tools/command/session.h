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

/*
 * Says why the context's last call failed, with what to do about it. Returns the exit code.
 * `type` is that of the elements, if they are known already.
 */
int session_fail(const options *o, const clr_context *context, clr_type type);

#endif
