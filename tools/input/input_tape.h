/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_tape - bytes of a pipe, kept for a second reading: in memory, and in an unnamed file if
 * there are many. input_file.c alone fills and reads tapes.
 */
#ifndef CLREDUCE_TOOLS_INPUT_TAPE_H
#define CLREDUCE_TOOLS_INPUT_TAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct input_tape {
    char *memory;
    size_t used;      /* bytes in memory, behind the bytes in the file */
    int file;         /* -1: all bytes are in memory */
    uint64_t in_file; /* bytes in the file */
    uint64_t taken;   /* bytes handed out again */
} input_tape;

/* Frees the bytes. The tape is empty then, {.file = -1}, as it begins. */
void input_tape_close(input_tape *tape);

/* Appends bytes. False with errno set if there is no room. */
bool input_tape_add(input_tape *tape, const void *bytes, size_t size);

/* Hands out the next bytes in order; returns their number, 0 at the end, -1 on an error. */
long input_tape_take(input_tape *tape, void *room, size_t size);

/* The folder of the file: $TMPDIR, else /tmp. */
const char *input_tape_folder(void);

#endif
