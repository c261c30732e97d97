/* SPDX-License-Identifier: Apache-2.0 */
/*
 * physical_memory - whether states and files fit the machine's memory. malloc() may succeed for
 * more bytes than the machine has, and the system then ends the process that writes to them.
 */
#ifndef CLREDUCE_TOOLS_PHYSICAL_MEMORY_H
#define CLREDUCE_TOOLS_PHYSICAL_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* Whether memory holds `count` states of `size` bytes four times: the states of a piece, of the
 * pieces so far, of the whole, and the device's. */
bool physical_memory_holds_states(uint64_t count, uint64_t size);

/* Whether memory holds as many bytes twice: a file's and those of what is read from it. */
bool physical_memory_holds_file(uint64_t size);

/* The most bytes of such a file. */
uint64_t physical_memory_file_most(void);

#endif
