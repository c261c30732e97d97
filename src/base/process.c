/* SPDX-License-Identifier: Apache-2.0 */
#include "base/process.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

/* A page that every forked child finds zeroed, whatever forked it: holds the process's id once it
 * was asked for. NULL where the system has no such pages. */
static _Atomic pid_t *kept;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_page(void)
{
#ifdef MADV_WIPEONFORK
    const size_t size = (size_t)sysconf(_SC_PAGESIZE);
    void *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (page == MAP_FAILED)
        return;
    if (madvise(page, size, MADV_WIPEONFORK) == 0)
        kept = page;
    else
        munmap(page, size);
#endif
}

pid_t clri_process(void)
{
    pid_t process;

    pthread_once(&once, make_page);
    process = kept ? atomic_load_explicit(kept, memory_order_relaxed) : 0;
    if (process)
        return process;
    process = getpid();
    if (kept)
        atomic_store_explicit(kept, process, memory_order_relaxed);
    return process;
}

uint64_t clri_thread_stack(void)
{
    size_t size = 0;
#ifdef __GLIBC__
    pthread_attr_t attributes;

    if (pthread_getattr_default_np(&attributes) != 0)
        return 0;
    if (pthread_attr_getstacksize(&attributes, &size) != 0)
        size = 0;
    pthread_attr_destroy(&attributes);
#endif
    return size;
}
