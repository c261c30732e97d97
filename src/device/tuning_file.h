/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tuning_file - which file has the tuned sizes, whether it can be trusted, and its rows of a
 * device. Nothing that is wrong with it is a failure: the library then goes by its own sizes.
 */
#ifndef CLREDUCE_DEVICE_TUNING_FILE_H
#define CLREDUCE_DEVICE_TUNING_FILE_H

#include "base/log.h"
#include "device/tuned.h"

/*
 * Reads the file `asked`, or if that is NULL $CLREDUCE_TUNING, else "clreduce/tuning" in the XDG
 * folder of settings; "" is none. It must belong to this user and be writable by nobody else; one
 * that is not is a note in the log, and a line that is wrong a warning: nothing is kept then.
 */
void clri_tuning_file_read(const char *asked, const clr_device *device, const clri_log *log,
                           clri_tuned *tuned);

#endif
