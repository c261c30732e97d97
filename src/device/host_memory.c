/* SPDX-License-Identifier: Apache-2.0 */
#include "device/host_memory.h"

#include <stdint.h>
#include <stdlib.h>

void clri_host_memory_open(clri_host_memory *all)
{
    *all = (clri_host_memory){.stretches = NULL};
    pthread_mutex_init(&all->lock, NULL);
}

void clri_host_memory_give_back(const clri_host_memory *all, clri_stretch *stretch, bool is_forked)
{
    if (stretch->buffer && !is_forked) {
        clEnqueueUnmapMemObject(all->queue, stretch->buffer, stretch->begin, 0, NULL, NULL);
        clFinish(all->queue);
        clReleaseMemObject(stretch->buffer);
    }
    free(stretch->plain);
    free(stretch);
}

void clri_host_memory_close(clri_host_memory *all, bool is_forked)
{
    while (all->stretches) {
        clri_stretch *stretch = all->stretches;

        all->stretches = stretch->next;
        clri_host_memory_give_back(all, stretch, is_forked);
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
    for (const clri_stretch *s = all->stretches; s && !has; s = s->next) {
        const uintptr_t begin = (uintptr_t)s->begin;

        has = at >= begin && at - begin < s->size && s->size - (at - begin) >= size;
    }
    pthread_mutex_unlock(&all->lock);
    return has;
}

void clri_host_memory_add(clri_host_memory *all, clri_stretch *stretch)
{
    pthread_mutex_lock(&all->lock);
    stretch->next = all->stretches;
    all->stretches = stretch;
    pthread_mutex_unlock(&all->lock);
}

clri_stretch *clri_host_memory_remove(clri_host_memory *all, const void *memory)
{
    clri_stretch **at = &all->stretches;
    clri_stretch *found;

    pthread_mutex_lock(&all->lock);
    while (*at && (*at)->begin != memory)
        at = &(*at)->next;
    found = *at;
    if (found)
        *at = found->next;
    pthread_mutex_unlock(&all->lock);
    return found;
}
