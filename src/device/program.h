/* SPDX-License-Identifier: Apache-2.0 */
/*
 * program - makes built programs of texts: from memory, from the disk cache, or by the driver's
 * compiler, which takes seconds on a CPU (docs/history/2026-11-23-compiling.md). Each text is
 * compiled once while its program is in memory, whichever threads want it; programs without a user
 * stay until there are too many. Thread-safe.
 */
#ifndef CLREDUCE_DEVICE_PROGRAM_H
#define CLREDUCE_DEVICE_PROGRAM_H

#include "base/lru.h"
#include "base/status.h"
#include "device/cache.h"

#include <pthread.h>
#include <stdatomic.h>

/* A built program, for any number of users. */
typedef struct clri_program {
    clri_lru_entry entry;
    char *text; /* what was compiled: the source, pruned */
    cl_program opencl;
    atomic_bool is_tried; /* its kernels have been launched, and not refused */
} clri_program;

typedef struct clri_programs {
    cl_context context;
    const clr_device *device;
    const clri_cache *cache;
    const clri_log *log;
    pthread_mutex_t building; /* held from the search for a program until it is there */
    clri_lru built;
} clri_programs;

/* The arguments must outlive the programs. */
void clri_programs_open(clri_programs *programs, cl_context context, const clr_device *device,
                        const clri_cache *cache, const clri_log *log);
void clri_programs_close(clri_programs *programs);

/*
 * A built program, which the caller releases. Returns CLR_OK, CLR_ERROR_BUILD (with the log),
 * CLR_ERROR_MEMORY, CLR_ERROR_DEVICE_MEMORY or CLR_ERROR_OPENCL.
 */
clr_status clri_program_get(clri_programs *programs, const char *source, const char *options,
                            clri_program **program, clri_error *error);

/* The program of this text, which the caller releases, if it is in memory; else NULL. */
clri_program *clri_program_find(clri_programs *programs, const char *source, const char *options);

/* `program` may be NULL. */
void clri_program_release(clri_programs *programs, clri_program *program);

/* The circumstances under which a file on disk holds: library, platform, device, driver, and the
 * environment's settings, one a line. The caller frees the text; NULL if memory ran out. */
char *clri_program_environment(const clr_device *device);

#endif
