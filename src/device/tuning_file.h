/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tuning_file - finds the tuning file, decides whether to trust it, and reads a device's rows. No
 * fault of the file is a failure: the library then uses its own sizes.
 */
#ifndef CLREDUCE_DEVICE_TUNING_FILE_H
#define CLREDUCE_DEVICE_TUNING_FILE_H

#include "base/log.h"
#include "device/tuned.h"

/*
 * Reads the file `asked`; NULL means $CLREDUCE_TUNING, else "tuning" in clri_user_settings(); "" is
 * none. A file that others own or can write to becomes a note in the log, a wrong
 * line a warning; nothing is kept then.
 */
void clri_tuning_file_read(const char *asked, const clr_device *device, const clri_log *log,
                           clri_tuned *tuned);

#endif
