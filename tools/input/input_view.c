/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_view - an open file as memory: maps elements that need no decoding, instead of reading
 * them, and checks afterwards that the file had them. Saves the copy out of the page cache.
 */
#include "input_format.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* bytes; fewer are faster read */
#define VIEW_LEAST ((uint64_t)1 << 18)

/* The most that C's types are aligned to. */
#define ALIGNMENT_MOST 16

/* Bytes from `start` to the file's end at this moment. */
static bool find_size(const input_file *file, uint64_t *size)
{
    struct stat facts;

    if (fstat(file->fd, &facts) != 0)
        return false;
    *size = facts.st_size > file->start ? (uint64_t)(facts.st_size - file->start) : 0;
    return true;
}

/* Whether the file's bytes from here on are its elements in their final form. */
static bool is_plain(const input_file *file)
{
    return file->format->is_plain && file->format->is_plain(file);
}

/* Whether elements at this byte of a page are aligned for their type, or for structs. */
static bool is_aligned(const input_file *file, uint64_t offset)
{
    const uint64_t size = input_element_bytes(file);
    const uint64_t power = size & -size;

    return offset % (power < ALIGNMENT_MOST ? power : ALIGNMENT_MOST) == 0;
}

bool input_file_is_through(const input_file *file)
{
    uint64_t size;

    return file->regular && file->size > 0 && file->position == file->size && is_plain(file) &&
           find_size(file, &size) && size == file->size;
}

const void *input_file_view(input_file *file, uint64_t size, uint64_t *viewed)
{
    const uint64_t element_size = input_element_bytes(file);
    const uint64_t offset = (uint64_t)file->start + file->position;
    uint64_t left, now;

    *viewed = 0;
    if (!file->regular || file->count == INPUT_COUNT_UNKNOWN || !is_plain(file) ||
        !is_aligned(file, offset))
        return NULL;
    /* a growing file, or a file of /proc, is read beyond its first size */
    left = file->done < file->count ? file->count - file->done : 0;
    left = left < size / element_size ? left : size / element_size;
    left *= element_size;
    if (left < VIEW_LEAST || left > SIZE_MAX || !find_size(file, &now))
        return NULL;
    /* report a truncated file before it is viewed */
    if (now < file->position + left) {
        input_fail(file, "has been cut short while it was read: try again");
        return NULL;
    }
    if (!mapping_open(&file->view, file->fd, offset, (size_t)left))
        return NULL;
    *viewed = left;
    return file->view.data;
}

bool input_file_pass(input_file *file, uint64_t size)
{
    const bool is_whole = mapping_is_whole(&file->view);
    uint64_t now = 0;

    mapping_close(&file->view);
    if (size == 0)
        return true;
    /* behind the file's end the last page reads as zeros, without a signal */
    if (!find_size(file, &now) || now < file->position + size)
        return input_fail(file, "has been cut short while it was read: try again");
    if (!is_whole)
        return input_fail(file, "cannot be read: what it lies on has failed, or it has been cut "
                                "short for a time while it was read");
    return input_file_move(file, size);
}

bool input_file_move(input_file *file, uint64_t size)
{
    file->begin = 0;
    file->end = 0;
    file->ended = false;
    file->position += size;
    if (lseek(file->fd, (off_t)((uint64_t)file->start + file->position), SEEK_SET) < 0)
        return input_fail(file, "cannot be read: %s", strerror(errno));
    return true;
}
