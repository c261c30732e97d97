/* SPDX-License-Identifier: Apache-2.0 */
/*
 * whole_file - a file that is written whole or not at all: as a draft under another name in the
 * same folder, renamed when complete; and which files may be replaced.
 */
#ifndef CLREDUCE_TOOLS_WHOLE_FILE_H
#define CLREDUCE_TOOLS_WHOLE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * A kind of files that an option writes. Existing files of the kind begin or end with a mark; of a
 * kind without marks no file is recognised.
 */
typedef struct whole_file_kind {
    const char *name; /* for messages: "an accumulator" */
    const char *begin;
    const char *end;
} whole_file_kind;

/* the end of this program's text files, in a comment */
#define WHOLE_FILE_MARK "written by clreduce"

typedef struct whole_file {
    const char *name; /* as given by the user */
    char *path;       /* `name` without symbolic links */
    char *draft;      /* NULL if `path` is not a regular file, and written directly */
    FILE *stream;
} whole_file;

/*
 * Whether the file can be written, before work is done for it: a file of another kind is refused
 * without `force`. The trial leaves nothing behind. Each function returns 0, or the exit code after
 * a sentence on standard error.
 */
int whole_file_check(const char *name, const whole_file_kind *kind, bool force);

/* Call whole_file_close() whatever the outcome: without whole_file_keep() before, nothing
 * remains. */
int whole_file_open(whole_file *file, const char *name);
int whole_file_keep(whole_file *file);
void whole_file_close(whole_file *file);

/* The name without symbolic links, of a file that need not exist; NULL with errno set: out of
 * memory, or links form a cycle. */
char *whole_file_path(const char *name);

/* Whether standard output is the file. */
bool whole_file_is_output(const char *name);

#endif
