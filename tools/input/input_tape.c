/* SPDX-License-Identifier: Apache-2.0 */
/* input_tape - bytes of a pipe, kept for a second reading. See input_tape.h. */
#include "input_tape.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* more bytes than this are kept in a file */
#define MEMORY_SIZE ((size_t)8 << 20)

void input_tape_close(input_tape *tape)
{
    if (tape->file >= 0)
        close(tape->file);
    free(tape->memory);
    *tape = (input_tape){.file = -1};
}

const char *input_tape_folder(void)
{
    const char *folder = getenv("TMPDIR");

    return folder && *folder ? folder : "/tmp";
}

/* Makes a file that is deleted when closed, however the process ends. */
static bool make_file(input_tape *tape)
{
    char *path = NULL;

    if (asprintf(&path, "%s/clreduce-XXXXXX", input_tape_folder()) < 0)
        return false;
    tape->file = mkostemp(path, O_CLOEXEC);
    if (tape->file >= 0)
        unlink(path);
    free(path);
    return tape->file >= 0;
}

static bool empty_memory(input_tape *tape)
{
    size_t done = 0;

    if (tape->file < 0 && !make_file(tape))
        return false;
    while (done < tape->used) {
        ssize_t put = write(tape->file, tape->memory + done, tape->used - done);

        if (put < 0 && errno != EINTR)
            return false;
        done += put > 0 ? (size_t)put : 0;
    }
    tape->in_file += tape->used;
    tape->used = 0;
    return true;
}

bool input_tape_add(input_tape *tape, const void *bytes, size_t size)
{
    if (!tape->memory && !(tape->memory = malloc(MEMORY_SIZE)))
        return false;
    while (size > 0) {
        size_t fits = MEMORY_SIZE - tape->used < size ? MEMORY_SIZE - tape->used : size;

        memcpy(tape->memory + tape->used, bytes, fits);
        tape->used += fits;
        bytes = (const char *)bytes + fits;
        size -= fits;
        if (tape->used == MEMORY_SIZE && !empty_memory(tape))
            return false;
    }
    return true;
}

static long take_from_file(input_tape *tape, void *room, size_t size)
{
    uint64_t left = tape->in_file - tape->taken;
    ssize_t got;

    do
        got = pread(tape->file, room, size < left ? size : (size_t)left, (off_t)tape->taken);
    while (got < 0 && errno == EINTR);
    if (got == 0)
        errno = EIO; /* the file has been truncated */
    return got > 0 ? (long)got : -1;
}

long input_tape_take(input_tape *tape, void *room, size_t size)
{
    long got;

    if (tape->taken < tape->in_file) {
        got = take_from_file(tape, room, size);
    } else {
        size_t at = (size_t)(tape->taken - tape->in_file);

        got = (long)(tape->used - at < size ? tape->used - at : size);
        if (got > 0)
            memcpy(room, tape->memory + at, (size_t)got);
    }
    tape->taken += got > 0 ? (uint64_t)got : 0;
    return got;
}
