/* SPDX-License-Identifier: Apache-2.0 */
/* descriptor - one read(2), and how much all have brought. See descriptor.h. */
#include "descriptor.h"

#include <stdatomic.h>

/* Some systems refuse reads of 2 GiB and more instead of shortening them. */
#define READ_MOST ((size_t)1 << 30)

static _Atomic uint64_t bytes;

ssize_t descriptor_read(int fd, void *room, size_t size)
{
    ssize_t got;

    do
        got = read(fd, room, size < READ_MOST ? size : READ_MOST);
    while (got < 0 && errno == EINTR);
    if (got > 0)
        atomic_fetch_add_explicit(&bytes, (uint64_t)got, memory_order_relaxed);
    return got;
}

uint64_t descriptor_bytes(void)
{
    return atomic_load_explicit(&bytes, memory_order_relaxed);
}
