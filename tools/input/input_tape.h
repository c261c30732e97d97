/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_tape - bytes of a pipe that are read twice: kept in memory, and in a file without a name
 * where they get many. Only input_file.c includes it.
 */
#ifndef CLREDUCE_TOOLS_INPUT_TAPE_H
#define CLREDUCE_TOOLS_INPUT_TAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct input_tape {
    char *memory;
    size_t used;      /* bytes in memory, that follow those in the file */
    int file;         /* -1 if memory does */
    uint64_t in_file; /* bytes there */
    uint64_t taken;   /* bytes that have been given back */
} input_tape;

void input_tape_open(input_tape *tape);
void input_tape_close(input_tape *tape);

/* Adds bytes at the end. False if there is no room for them, which errno tells of. */
bool input_tape_add(input_tape *tape, const void *bytes, size_t size);

/* Gives back the next bytes, in the order of coming: how many, 0 at the end, -1 on an error. */
long input_tape_take(input_tape *tape, void *room, size_t size);

/* Where the file is made: $TMPDIR, else /tmp. */
const char *input_tape_folder(void);

#endif
