/* SPDX-License-Identifier: Apache-2.0 */
/*
 * local_device - the device of a rank: ranks of one host take the devices of the kind that the
 * library would choose in turn.
 */
#ifndef CLREDUCE_TOOLS_LOCAL_DEVICE_H
#define CLREDUCE_TOOLS_LOCAL_DEVICE_H

#include "options.h"

/*
 * Creates the context of the rank with number `local` on its host; with -d on the device of that
 * name, on all ranks. Returns 0, or the exit code after a sentence, with `*context` NULL.
 */
int local_device_open(const options *o, int local, clr_context **context);

#endif
