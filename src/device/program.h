/* SPDX-License-Identifier: Apache-2.0 */
/*
 * program - source to cl_program: from memory, from the disk cache, or by the driver's compiler.
 * Thread-safe; each text is compiled once.
 */
#ifndef CLREDUCE_DEVICE_PROGRAM_H
#define CLREDUCE_DEVICE_PROGRAM_H

#include "base/status.h"
#include "device/cache.h"

#include <pthread.h>
#include <stdbool.h>

typedef struct clri_program_entry clri_program_entry;

typedef struct clri_programs {
    cl_context context;
    const clr_device *device;
    const clri_cache *cache;
    const clri_log *log;
    pthread_mutex_t lock;
    clri_program_entry *entries;
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
                            cl_program *program, clri_error *error);

/* Whether a program of this text is in memory. */
bool clri_programs_have(clri_programs *programs, const char *source, const char *options);

/* The program's text, which lives as long as the programs; NULL: there is no such program. */
const char *clri_program_text(clri_programs *programs, cl_program program);

/* Whether a caller has reported that the program's kernels were launched and not refused. */
bool clri_program_is_tried(clri_programs *programs, cl_program program);
void clri_program_set_tried(clri_programs *programs, cl_program program);

/* What a file on disk depends on: library, platform, device, driver, and the environment's
 * settings, one a line. The caller frees it; NULL if memory ran out. */
char *clri_program_environment(const clr_device *device);

#endif
