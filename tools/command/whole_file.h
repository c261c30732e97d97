/* SPDX-License-Identifier: Apache-2.0 */
/*
 * whole_file - a file that is written whole or not at all: under another name in its folder, which
 * becomes its own once all is written; and what may be replaced by one.
 */
#ifndef CLREDUCE_TOOLS_WHOLE_FILE_H
#define CLREDUCE_TOOLS_WHOLE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Files that an option writes, and which of those that are there are such: they begin or end with a
 * mark. Of a kind without marks none is known.
 */
typedef struct whole_file_kind {
    const char *name; /* in sentences: "an accumulator" */
    const char *begin;
    const char *end;
} whole_file_kind;

/* The end of text files of this program, in a comment. */
#define WHOLE_FILE_MARK "written by clreduce"

typedef struct whole_file {
    const char *name; /* as the user gave it */
    char *path;       /* the same without symbolic links */
    char *draft;      /* NULL if the file at `path` is no regular file and is written at once */
    FILE *stream;
} whole_file;

/*
 * Whether the file could be written, before work is done for it: a file of another kind is refused
 * unless `force` says otherwise. Nothing is left of the trial. Each returns 0, or the exit code
 * after a sentence on standard error.
 */
int whole_file_check(const char *name, const whole_file_kind *kind, bool force);

/* whole_file_close() is to be called in every case: without whole_file_keep() before it nothing is
 * left. */
int whole_file_open(whole_file *file, const char *name);
int whole_file_keep(whole_file *file);
void whole_file_close(whole_file *file);

/* The name without symbolic links, also of a file that is still to be made; NULL without memory,
 * and for links that go round in a circle: errno says which. */
char *whole_file_path(const char *name);

/* Whether standard output goes to the file of that name. */
bool whole_file_is_output(const char *name);

#endif
