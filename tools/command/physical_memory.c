/* SPDX-License-Identifier: Apache-2.0 */
/* physical_memory - how much memory the machine has. See physical_memory.h. */
#include "physical_memory.h"
#include <unistd.h>

/* Copies of all states. */
enum { COPIES = 4 };

static uint64_t all_bytes(void)
{
    return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGE_SIZE);
}

bool physical_memory_holds_states(uint64_t count, uint64_t size)
{
    return size == 0 || count <= all_bytes() / COPIES / size;
}

bool physical_memory_holds_file(uint64_t size)
{
    return size <= all_bytes() / 2;
}
