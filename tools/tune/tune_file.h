/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tune_file - the tuning file as tune finds it and leaves it: whole, with all rows of other devices
 * and of what was not searched. What rows mean is the library's.
 */
#ifndef CLREDUCE_TOOLS_TUNE_FILE_H
#define CLREDUCE_TOOLS_TUNE_FILE_H

#include "tune_search.h"

typedef struct tune_file {
    char *name;
    char *text; /* "" if there is no file */
    bool is_there;
} tune_file;

/*
 * Reads the file that the library reads: $CLREDUCE_TUNING, else the one in the XDG folder of
 * settings. tune_file_close() is to be called in every case. Each function returns 0, or the exit
 * code after a sentence on standard error.
 */
int tune_file_open(tune_file *f);
void tune_file_close(tune_file *f);

/* Refuses a file that the library sets aside: rows written to it would hold nowhere. */
int tune_file_check(const tune_file *f, clr_context *context);

/* Whether it could be written, before time is spent; its folder is made. */
int tune_file_prepare(const tune_file *f);

/* The sizes that the file has for the scope and the device. */
tune_sizes tune_file_sizes(const tune_file *f, const clr_device *device, const tune_scope *scope);

/*
 * Writes the file anew: rows of what was found first, then all lines that were there, but for rows
 * of that device of what has been searched.
 */
int tune_file_write(const tune_file *f, const clr_device *device, const tune_finding *findings,
                    size_t count);

/* Takes the device's rows out; tells how many. */
int tune_file_forget(const tune_file *f, const clr_device *device, size_t *count);

#endif
