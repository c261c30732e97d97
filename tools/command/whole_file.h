/* SPDX-License-Identifier: Apache-2.0 */
/*
 * whole_file - a file that is written whole or not at all: under another name in its folder, which
 * becomes its own once all is written.
 */
#ifndef CLREDUCE_TOOLS_WHOLE_FILE_H
#define CLREDUCE_TOOLS_WHOLE_FILE_H

#include <stdbool.h>
#include <stdio.h>

typedef struct whole_file {
    const char *name; /* as the user gave it */
    char *path;       /* the same without symbolic links */
    char *draft;      /* NULL if what is at `path` is no ordinary file and is written at once */
    FILE *stream;
} whole_file;

/*
 * Each returns 0, or the exit code after a sentence on standard error. whole_file_close() is to be
 * called in every case: without whole_file_keep() before it nothing is left.
 */
int whole_file_open(whole_file *file, const char *name);
int whole_file_keep(whole_file *file);
void whole_file_close(whole_file *file);

#endif
