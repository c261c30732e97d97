/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_file - an open file, pipe or device as a stream of bytes: opening, peeking, reading,
 * skipping, and the message of a failure. The stream of a compressed file is what is in it, and of
 * JSON lines CSV (input_decode.c). Knows nothing of formats.
 */
#include "input_format.h"

#include "descriptor.h"
#include "sentence.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

bool input_fail(input_file *file, const char *format, ...)
{
    input_failure *failure = file->failure;
    char *reason = NULL;
    va_list arguments;

    if (failure->failed)
        return false;
    failure->failed = true;
    va_start(arguments, format);
    if (vasprintf(&reason, format, arguments) < 0)
        reason = NULL;
    va_end(arguments);
    if (reason)
        failure->sentence = sentence_of("%s: %.2000s", file->name, reason);
    free(reason);
    return false;
}

static bool is_standard_input(const input_file *file)
{
    return strcmp(file->path, "-") == 0;
}

const char *input_path_name(const char *path)
{
    const char *colon = strrchr(path, ':');

    return !colon || colon == path || colon[1] == '\0' || access(path, F_OK) == 0 ? NULL
                                                                                  : colon + 1;
}

/* The file of FILE:NAME; NULL if memory ran out. */
static char *file_of(const char *path)
{
    const char *name = input_path_name(path);

    return strndup(path, name ? (size_t)(name - path) - 1 : strlen(path));
}

bool input_path_stat(const char *path, struct stat *facts)
{
    char *file = file_of(path);
    const bool is_there = file && stat(file, facts) == 0;
    const int code = errno;

    free(file);
    errno = code;
    return is_there;
}

static int open_file(const char *path)
{
    char *file = file_of(path);
    const int fd = file ? open(file, O_RDONLY | O_CLOEXEC) : -1;
    const int code = errno;

    free(file);
    errno = code;
    return fd;
}

static bool open_descriptor(input_file *file)
{
    if (is_standard_input(file)) {
        file->fd = STDIN_FILENO;
        return true;
    }
    file->array = input_path_name(file->path);
    do
        file->fd = open_file(file->path);
    while (file->fd < 0 && errno == EINTR);
    return file->fd >= 0 || input_fail(file, "cannot be opened: %s", strerror(errno));
}

static void close_descriptor(input_file *file)
{
    if (file->fd >= 0 && !is_standard_input(file))
        close(file->fd);
    file->fd = -1;
}

static bool check_kind(input_file *file, const struct stat *facts)
{
    if (S_ISDIR(facts->st_mode))
        return input_fail(file, "is a directory: name the files in it");
    file->regular = S_ISREG(facts->st_mode);
    file->device = facts->st_dev;
    file->inode = facts->st_ino;
    if (file->regular) {
        /* the caller may have read the beginning of standard input */
        off_t start = lseek(file->fd, 0, SEEK_CUR);

        if (start < 0)
            return input_fail(file, "cannot be read: %s", strerror(errno));
        file->start = start;
        file->size = start < facts->st_size ? (uint64_t)(facts->st_size - start) : 0;
        file->rereads = true;
        file->reopens = start == 0 && !is_standard_input(file);
    }
    return true;
}

bool input_file_open(input_file *file)
{
    struct stat facts;

    file->name = is_standard_input(file) ? "standard input"
                 : file->path[0] == '\0' ? "''"
                                         : file->path;
    if (!open_descriptor(file))
        return false;
    if (fstat(file->fd, &facts))
        return input_fail(file, "cannot be read: %s", strerror(errno));
    return check_kind(file, &facts) && input_decode_find(file);
}

/* Keeps the last bytes that have been consumed, before the buffer loses them. */
static void keep_front(input_file *file)
{
    const size_t size = file->begin < INPUT_FRONT_SIZE ? file->begin : INPUT_FRONT_SIZE;

    if (size == 0)
        return;
    memmove(file->front, file->front + size, INPUT_FRONT_SIZE - size);
    memcpy(file->front + INPUT_FRONT_SIZE - size, file->buffer + file->begin - size, size);
}

static void free_buffers(input_file *file)
{
    if (file->buffer)
        keep_front(file);
    mapping_close(&file->view);
    free(file->buffer);
    input_tape_close(&file->tape);
    input_decode_close(file);
    file->buffer = NULL;
    file->begin = 0;
    file->end = 0;
}

void input_file_close(input_file *file)
{
    free_buffers(file);
    close_descriptor(file);
}

/* A new descriptor is the lowest that is free: one beyond the half says that the half is used. */
static bool has_spare_descriptors(const input_file *file)
{
    struct rlimit limit;

    return getrlimit(RLIMIT_NOFILE, &limit) == 0 && (rlim_t)file->fd < limit.rlim_cur / 2;
}

void input_file_suspend(input_file *file)
{
    if (!file->reopens)
        return;
    file->was_ended = file->ended && input_file_buffered(file) == 0;
    free_buffers(file);
    if (!has_spare_descriptors(file))
        close_descriptor(file);
    file->is_suspended = true;
    file->ended = false;
}

bool input_file_resume(input_file *file)
{
    struct stat facts;

    if (!file->is_suspended)
        return true;
    file->is_suspended = false;
    if (file->fd < 0 && !open_descriptor(file))
        return false;
    if (fstat(file->fd, &facts))
        return input_fail(file, "cannot be read: %s", strerror(errno));
    if (facts.st_dev != file->device || facts.st_ino != file->inode ||
        (uint64_t)facts.st_size != file->size)
        return input_fail(file, "has been changed since it was opened: try again");
    const bool is_decoded = input_is_decoded(file);
    const off_t place = !is_decoded ? (off_t)file->position : file->was_ended ? facts.st_size : 0;
    if (lseek(file->fd, place, SEEK_SET) < 0)
        return input_fail(file, "cannot be read: %s", strerror(errno));
    return !is_decoded || file->was_ended || input_decode_up_to(file, file->position);
}

/* ---- Reading twice --------------------------------------------------------------------------- */

static bool fail_tape(input_file *file)
{
    return input_fail(file,
                      "is looked through for the type of its numbers, and what it brings cannot be "
                      "kept in %s meanwhile: %s; say -t i64 or -t f64, and it is read once",
                      input_tape_folder(), strerror(errno));
}

bool input_file_mark(input_file *file)
{
    file->taping = !file->rereads;
    return !file->taping || input_file_buffered(file) == 0 ||
           input_tape_add(&file->tape, file->buffer + file->begin, input_file_buffered(file)) ||
           fail_tape(file);
}

bool input_file_rewind(input_file *file)
{
    file->position = 0;
    file->was_ended = false;
    file->begin = 0;
    file->end = 0;
    memset(file->front, 0, sizeof file->front);
    if (file->rereads && file->fd >= 0 && lseek(file->fd, file->start, SEEK_SET) < 0)
        return input_fail(file, "cannot be read a second time: %s", strerror(errno));
    if (file->rereads && file->fd >= 0 && input_is_decoded(file) && !input_decode_up_to(file, 0))
        return false;
    file->source_ended = file->ended;
    file->replaying = file->taping;
    file->taping = false;
    file->ended = false;
    return true;
}

void input_file_unmark(input_file *file)
{
    if (!file->taping)
        return;
    file->taping = false;
    input_tape_close(&file->tape);
}

/* Reads kept bytes; 0 behind the last one, where the file itself continues. */
static size_t read_again(input_file *file, void *room, size_t size)
{
    long got = input_tape_take(&file->tape, room, size);

    if (got > 0)
        return (size_t)got;
    file->replaying = false;
    file->ended = file->source_ended || got < 0;
    if (got < 0)
        input_fail(file, "cannot be read a second time: %s", strerror(errno));
    input_tape_close(&file->tape);
    return 0;
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* One read(2), or step of a decoder, of at least a byte; 0 at the end or after a failure. */
static size_t read_some(input_file *file, void *room, size_t size)
{
    ssize_t got;

    if (file->replaying) {
        size_t again = read_again(file, room, size);

        if (again > 0 || file->ended)
            return again;
    }
    got = input_is_decoded(file) ? input_decode(file, room, size)
                                 : descriptor_read(file->fd, room, size);
    if (got < 0)
        input_fail(file, "cannot be read: %s", strerror(errno));
    file->ended = got <= 0;
    if (got > 0 && file->taping && !input_tape_add(&file->tape, room, (size_t)got)) {
        fail_tape(file);
        file->ended = true;
        return 0;
    }
    return got > 0 ? (size_t)got : 0;
}

bool input_file_fill(input_file *file, size_t want, size_t most)
{
    if (input_file_buffered(file) >= want || file->ended)
        return true;
    if (!file->buffer && !(file->buffer = malloc(INPUT_BUFFER_SIZE + 1)))
        return input_fail(file, "cannot be read: memory ran out");
    keep_front(file);
    memmove(file->buffer, file->buffer + file->begin, input_file_buffered(file));
    file->end -= file->begin;
    file->begin = 0;
    while (!file->ended && file->end < want)
        file->end += read_some(file, file->buffer + file->end, most - file->end);
    file->buffer[file->end] = '\0';
    return !input_failed(file);
}

uint64_t input_file_take(input_file *file, void *room, uint64_t size)
{
    size_t buffered = input_file_buffered(file);
    uint64_t done = size < buffered ? size : buffered;

    if (done > 0)
        memcpy(room, file->buffer + file->begin, (size_t)done);
    file->begin += (size_t)done;
    while (done < size && !file->ended)
        done += read_some(file, (char *)room + done, (size_t)(size - done));
    file->position += done;
    return done;
}

/* Skips by seeking, up to the end of a regular file. */
static uint64_t skip_by_seeking(input_file *file, uint64_t size)
{
    uint64_t left = file->size > file->position ? file->size - file->position : 0;

    if (size > left)
        size = left;
    if (lseek(file->fd, (off_t)size, SEEK_CUR) < 0) {
        input_fail(file, "cannot be read: %s", strerror(errno));
        return 0;
    }
    file->position += size;
    return size;
}

uint64_t input_file_skip(input_file *file, uint64_t size)
{
    size_t buffered = input_file_buffered(file);
    uint64_t done = size < buffered ? size : buffered;

    input_file_consume(file, (size_t)done);
    if (file->regular && done < size)
        return done + skip_by_seeking(file, size - done);
    while (done < size) {
        uint64_t left = size - done;
        size_t want = left < INPUT_BUFFER_SIZE ? (size_t)left : INPUT_BUFFER_SIZE;

        if (!input_file_fill(file, 1, want) || input_file_buffered(file) == 0)
            break;
        done += input_file_buffered(file);
        input_file_consume(file, input_file_buffered(file));
    }
    return done;
}
