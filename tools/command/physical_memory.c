/* SPDX-License-Identifier: Apache-2.0 */
/* physical_memory - whether states and files fit the machine's memory. See physical_memory.h. */
#include "physical_memory.h"
#include <unistd.h>

enum { COPIES_OF_STATES = 4, COPIES_OF_FILE = 2 };

static uint64_t all_bytes(void)
{
    return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGE_SIZE);
}

bool physical_memory_holds_states(uint64_t count, uint64_t size)
{
    return size == 0 || count <= all_bytes() / COPIES_OF_STATES / size;
}

bool physical_memory_holds_file(uint64_t size)
{
    return size <= physical_memory_file_most();
}

uint64_t physical_memory_file_most(void)
{
    return all_bytes() / COPIES_OF_FILE;
}
