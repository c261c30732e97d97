/* SPDX-License-Identifier: Apache-2.0 */
#include "device/host_memory.h"
#include "base/system.h"

#include <stdint.h>
#include <stdlib.h>

void clri_host_memory_open(clri_host_memory *all)
{
    *all = (clri_host_memory){.ranges = NULL};
    pthread_mutex_init(&all->lock, NULL);
}

void clri_host_memory_give_back(const clri_host_memory *all, clri_host_range *range, bool is_forked)
{
    if (range->buffer && !is_forked) {
        clEnqueueUnmapMemObject(all->queue, range->buffer, range->begin, 0, NULL, NULL);
        clFinish(all->queue);
        clReleaseMemObject(range->buffer);
    }
    clri_aligned_free(range->plain);
    free(range);
}

void clri_host_memory_close(clri_host_memory *all, bool is_forked)
{
    while (all->ranges) {
        clri_host_range *range = all->ranges;

        all->ranges = range->next;
        clri_host_memory_give_back(all, range, is_forked);
    }
    if (all->queue && !is_forked)
        clReleaseCommandQueue(all->queue);
    all->queue = NULL;
    pthread_mutex_destroy(&all->lock);
}

bool clri_host_memory_has(clri_host_memory *all, const void *memory, size_t size)
{
    const uintptr_t at = (uintptr_t)memory;
    bool has = false;

    pthread_mutex_lock(&all->lock);
    for (const clri_host_range *s = all->ranges; s && !has; s = s->next) {
        const uintptr_t begin = (uintptr_t)s->begin;

        has = at >= begin && at - begin < s->size && s->size - (at - begin) >= size;
    }
    pthread_mutex_unlock(&all->lock);
    return has;
}

void clri_host_memory_add(clri_host_memory *all, clri_host_range *range)
{
    pthread_mutex_lock(&all->lock);
    range->next = all->ranges;
    all->ranges = range;
    pthread_mutex_unlock(&all->lock);
}

clri_host_range *clri_host_memory_remove(clri_host_memory *all, const void *memory)
{
    clri_host_range **at = &all->ranges;
    clri_host_range *found;

    pthread_mutex_lock(&all->lock);
    while (*at && (*at)->begin != memory)
        at = &(*at)->next;
    found = *at;
    if (found)
        *at = found->next;
    pthread_mutex_unlock(&all->lock);
    return found;
}
