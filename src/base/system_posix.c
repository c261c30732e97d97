/* SPDX-License-Identifier: Apache-2.0 */
#include "base/system.h"
#include "base/text.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __APPLE__
#include <xlocale.h> /* strtod_l */
#endif

/* ---- processes and threads ---- */

/* A page that every forked child finds zeroed, whatever forked it: holds the process's id once it
 * was asked for, as getpid() can take longer than the rest of a run on the host. NULL where the
 * system has no such pages. */
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

int64_t clri_process(void)
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

/* Signals go to the caller's threads, but for faults: the memory may map a file, and the caller may
 * handle its truncation. */
static void block_signals(sigset_t *before)
{
    static const int faults[] = {SIGBUS, SIGSEGV, SIGFPE, SIGILL, SIGTRAP};
    sigset_t all;

    sigfillset(&all);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&all, faults[i]);
    pthread_sigmask(SIG_BLOCK, &all, before);
}

bool clri_thread_start(pthread_t *thread, void *(*work)(void *), void *data)
{
    sigset_t before;
    bool is_started;

    block_signals(&before);
    is_started = pthread_create(thread, NULL, work, data) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_started;
}

unsigned clri_thread_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __linux__
    cpu_set_t mine;

    if (sched_getaffinity(0, sizeof mine, &mine) == 0)
        cores = CPU_COUNT(&mine);
#endif
    return cores < 1 ? 1 : (unsigned)cores;
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

/* ---- memory and numbers ---- */

void *clri_aligned_alloc(size_t alignment, size_t size)
{
    return aligned_alloc(alignment, size);
}

void clri_aligned_free(void *memory)
{
    free(memory);
}

bool clri_decimal_read(const char *text, double *real, float *single)
{
    const locale_t locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);

    if (locale == (locale_t)0)
        return false;
    *real = strtod_l(text, NULL, locale);
    *single = strtof_l(text, NULL, locale);
    freelocale(locale);
    return true;
}

/* ---- variables and folders ---- */

char *clri_variable(const char *name)
{
    const char *value = getenv(name);

    return value ? strdup(value) : NULL;
}

/* As XDG's specification of base directories has it. */
static char *user_folder(const char *variable, const char *usual)
{
    const char *xdg = getenv(variable);
    const char *home = getenv("HOME");
    clri_text name = {0};

    if (xdg && *xdg == '/')
        clri_text_addf(&name, "%s/clreduce", xdg);
    else if (home && *home == '/')
        clri_text_addf(&name, "%s/%s/clreduce", home, usual);
    return clri_text_take(&name);
}

char *clri_user_cache(void)
{
    return user_folder("XDG_CACHE_HOME", ".cache");
}

char *clri_user_settings(void)
{
    return user_folder("XDG_CONFIG_HOME", ".config");
}

const char clri_shared_cache[] = "/var/cache/clreduce";

bool clri_path_exists(const char *path)
{
    return access(path, F_OK) == 0 || errno != ENOENT;
}

static bool make_folder(const char *path)
{
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool clri_directory_make(const char *path)
{
    char *part = strdup(path);
    bool is_there = part != NULL;

    for (char *at = part; is_there && *at; at++) {
        if (*at != '/' || at == part)
            continue;
        *at = '\0';
        is_there = make_folder(part);
        *at = '/';
    }
    free(part);
    return is_there && make_folder(path);
}

/* ---- files ---- */

/* The file of a descriptor, which is closed if there is none. */
static FILE *file_of(int descriptor, const char *mode)
{
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, mode);

    if (!file && descriptor >= 0)
        close(descriptor);
    return file;
}

FILE *clri_file_open(const char *path, bool follows_links)
{
    const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (follows_links ? 0 : O_NOFOLLOW);

    return file_of(open(path, flags), "r");
}

FILE *clri_file_create(char *path)
{
    return file_of(mkostemp(path, O_CLOEXEC), "w");
}

bool clri_file_rename(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

bool clri_file_remove(const char *path)
{
    return unlink(path) == 0;
}

static const char *distrust(const struct stat *facts, bool is_shared)
{
    if (facts->st_uid != geteuid() && !(is_shared && facts->st_uid == 0))
        return "it belongs to another user";
    if (facts->st_mode & (S_IWGRP | S_IWOTH))
        return "others may write to it: chmod go-w";
    return NULL;
}

const char *clri_directory_distrust(const char *path, bool is_shared)
{
    struct stat facts;

    if (stat(path, &facts) != 0)
        return strerror(errno);
    if (!S_ISDIR(facts.st_mode))
        return "it is not a folder";
    return distrust(&facts, is_shared);
}

const char *clri_file_distrust(FILE *file, bool is_shared, uint64_t *size)
{
    struct stat facts;

    if (fstat(fileno(file), &facts) != 0)
        return strerror(errno);
    if (!S_ISREG(facts.st_mode))
        return "it is no regular file";
    *size = (uint64_t)facts.st_size;
    return distrust(&facts, is_shared);
}

/* ---- libraries ---- */

const char clri_usual_loader[] = "libOpenCL.so.1";
const char clri_loader_advice[] =
    "install a driver and the loader, such as pocl-opencl-icd and ocl-icd-libopencl1";

void *clri_library_open(const char *path)
{
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

void *clri_library_find(void *library, const char *name)
{
    return dlsym(library, name);
}

void clri_library_close(void *library)
{
    dlclose(library);
}

const char *clri_library_error(void)
{
    return dlerror();
}
