/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_view - one open file as memory: what of it can be looked at where it lies, instead of being
 * read, and whether it was all there. Its bytes are in the page cache already, or come there as
 * they are looked at, and nobody copies them.
 */
#include "input_format.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes: less is sooner read. */
#define VIEW_LEAST ((uint64_t)1 << 18)

/* The most that C's types are aligned to. */
#define ALIGNMENT_MOST 16

/* Bytes from where reading began to where the file ends by now. */
static bool find_size(const input_file *file, uint64_t *size)
{
    struct stat facts;

    if (fstat(file->fd, &facts) != 0)
        return false;
    *size = facts.st_size > file->start ? (uint64_t)(facts.st_size - file->start) : 0;
    return true;
}

/* Whether elements at this byte of a page are aligned as their type is, or as structs may be. */
static bool is_aligned(const input_file *file, uint64_t offset)
{
    const uint64_t size = input_element_bytes(file);
    const uint64_t power = size & -size;

    return offset % (power < ALIGNMENT_MOST ? power : ALIGNMENT_MOST) == 0;
}

bool input_file_is_through(const input_file *file)
{
    uint64_t size;

    return file->regular && file->size > 0 && file->position == file->size &&
           file->format->is_plain && find_size(file, &size) && size == file->size;
}

const void *input_file_view(input_file *file, uint64_t size, uint64_t *viewed)
{
    const uint64_t element_size = input_element_bytes(file);
    const uint64_t offset = (uint64_t)file->start + file->position;
    uint64_t left, now;

    *viewed = 0;
    if (!file->regular || file->count == INPUT_COUNT_UNKNOWN || !file->format->is_plain ||
        !file->format->is_plain(file) || !is_aligned(file, offset))
        return NULL;
    /* Files that grow, and files of /proc, are read beyond the size that they had. */
    left = file->done < file->count ? file->count - file->done : 0;
    left = left < size / element_size ? left : size / element_size;
    left *= element_size;
    if (left < VIEW_LEAST || left > SIZE_MAX || !find_size(file, &now))
        return NULL;
    /* That a file is shorter than when it was opened is told before anybody looks at it. */
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
    /* Behind its end the last page reads as zeros, of which no signal tells. */
    if (!find_size(file, &now) || now < file->position + size)
        return input_fail(file, "has been cut short while it was read: try again");
    if (!is_whole)
        return input_fail(file, "cannot be read: what it lies on has failed, or it has been cut "
                                "short for a time while it was read");
    file->begin = 0;
    file->end = 0;
    file->ended = false;
    file->position += size;
    if (lseek(file->fd, (off_t)((uint64_t)file->start + file->position), SEEK_SET) < 0)
        return input_fail(file, "cannot be read: %s", strerror(errno));
    return true;
}
