/* SPDX-License-Identifier: Apache-2.0 */
/*
 * physical_memory - how much memory the machine has. Some systems hand out more than that, and end
 * the process that uses it: what may be so large is compared first.
 */
#ifndef CLREDUCE_TOOLS_PHYSICAL_MEMORY_H
#define CLREDUCE_TOOLS_PHYSICAL_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* Whether memory holds `count` states of `size` bytes, with the copies that are made of them: of a
 * piece, of the whole, and those that a device works with. */
bool physical_memory_holds_states(uint64_t count, uint64_t size);

/* Whether memory holds as many bytes twice: a file's and those of what is read from it. */
bool physical_memory_holds_file(uint64_t size);

#endif
