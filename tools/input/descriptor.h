/* SPDX-License-Identifier: Apache-2.0 */
/* descriptor - one read(2) of a file or pipe. */
#ifndef CLREDUCE_TOOLS_DESCRIPTOR_H
#define CLREDUCE_TOOLS_DESCRIPTOR_H

#include <errno.h>
#include <stddef.h>
#include <sys/types.h>
#include <unistd.h>

/* Some systems refuse reads of 2 GiB and more instead of shortening them. */
#define DESCRIPTOR_READ_MOST ((size_t)1 << 30)

/* At least a byte; 0 at the end; -1 with errno set. A signal does not end it. */
static inline ssize_t descriptor_read(int fd, void *room, size_t size)
{
    ssize_t got;

    do
        got = read(fd, room, size < DESCRIPTOR_READ_MOST ? size : DESCRIPTOR_READ_MOST);
    while (got < 0 && errno == EINTR);
    return got;
}

#endif
