/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mapping - part of an open file as memory. See mapping.h. Handles SIGBUS while files are mapped;
 * faults elsewhere go to the previous handler.
 */
#include "mapping.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

/* most mappings at a time: a request has few inputs */
#define PLACES 8

/*
 * The mappings, for a handler that runs in any thread at any time: atomic numbers, no locks. A
 * place is free while its end is 0.
 */
static struct {
    _Atomic uintptr_t begin, end;
    _Atomic bool is_torn;
} places[PLACES];

static _Atomic uintptr_t page_size;
static struct sigaction before;

/* ---- The signal ------------------------------------------------------------------------------ */

/*
 * Maps zeros over the missing pages, from this page to the mapping's end, and records it. mmap() is
 * a plain system call, allowed in a handler.
 */
static bool patch(uintptr_t at)
{
    for (size_t i = 0; i < PLACES; i++) {
        const uintptr_t end = places[i].end;
        const uintptr_t page = at - at % page_size;

        if (at < places[i].begin || at >= end)
            continue;
        places[i].is_torn = true;
        return mmap((void *)page, end - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
                    -1, 0) != MAP_FAILED;
    }
    return false;
}

/* A fault outside of our mappings goes to the previous handler: by repeating the access, or at once
 * if the signal was sent. */
static void on_fault(int number, siginfo_t *fault, void *context)
{
    (void)context;
    if (fault->si_code > 0 && patch((uintptr_t)fault->si_addr))
        return;
    sigaction(number, &before, NULL);
    if (fault->si_code <= 0)
        raise(number);
}

/* OpenCL compilers install handlers on first use: each mapping installs ours again. */
static bool watch(void)
{
    struct sigaction ours = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART}, found;

    ours.sa_sigaction = on_fault;
    sigemptyset(&ours.sa_mask);
    if (sigaction(SIGBUS, NULL, &found) != 0)
        return false;
    if ((found.sa_flags & SA_SIGINFO) && found.sa_sigaction == on_fault)
        return true;
    before = found;
    return sigaction(SIGBUS, &ours, NULL) == 0;
}

/* ---- Mapping --------------------------------------------------------------------------------- */

/* A free place; PLACES if there is none. One thread makes mappings. */
static size_t find_place(void)
{
    size_t i = 0;

    while (i < PLACES && places[i].end != 0)
        i++;
    return i;
}

bool mapping_open(mapping *m, int fd, uint64_t offset, size_t size)
{
    const size_t place = find_place();
    uint64_t before_it;
    void *pages;

    *m = (mapping){0};
    page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    before_it = offset % page_size;
    if (place == PLACES || size > SIZE_MAX - page_size || offset > INT64_MAX || !watch())
        return false;
    pages = mmap(NULL, size + before_it, PROT_READ, MAP_SHARED, fd, (off_t)(offset - before_it));
    if (pages == MAP_FAILED)
        return false;
    *m = (mapping){(char *)pages + before_it, pages, size + before_it, place};
    places[place].is_torn = false;
    places[place].begin = (uintptr_t)pages;
    places[place].end = (uintptr_t)pages + m->pages_size;
    return true;
}

bool mapping_is_whole(const mapping *m)
{
    return !places[m->place].is_torn;
}

void mapping_close(mapping *m)
{
    if (!m->data)
        return;
    places[m->place].end = 0;
    munmap(m->pages, m->pages_size);
    *m = (mapping){0};
}
