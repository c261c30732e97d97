/* SPDX-License-Identifier: Apache-2.0 */
/* descriptor - one read(2) of a file or pipe; and how much all reads of the process have brought.
 */
#ifndef CLREDUCE_TOOLS_DESCRIPTOR_H
#define CLREDUCE_TOOLS_DESCRIPTOR_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <unistd.h>

/* At least a byte; 0 at the end; -1 with errno set. A signal does not end it. */
ssize_t descriptor_read(int fd, void *room, size_t size);

/* Bytes, as they lie in the files. Any thread may ask. */
uint64_t descriptor_bytes(void);

#endif
