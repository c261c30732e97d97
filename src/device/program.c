/* SPDX-License-Identifier: Apache-2.0 */
#include "device/program.h"
#include "base/prune.h"
#include "base/setting.h"
#include "base/text.h"
#include "device/fact.h"
#include "device/quirk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Programs without a user that stay in memory, and the bytes that they may hold. Drivers do not
 * tell what a program takes: PoCL 3.1 holds 3 MB of a text of 56 KB, its modules and the code of
 * its kernels, NVIDIA's less.
 */
enum { SPARE_MOST = 32, SPARE_BYTES = 32 << 20, BYTES_A_LETTER = 54 };

enum { MARK_SIZE = 60 };

static void destroy_program(clri_lru_entry *entry)
{
    clri_program *program = (clri_program *)entry;

    clReleaseProgram(program->opencl);
    free(program->text);
    free(program);
}

void clri_programs_open(clri_programs *programs, cl_context context, const clr_device *device,
                        const clri_cache *cache, const clri_log *log)
{
    *programs = (clri_programs){
        .context = context,
        .device = device,
        .cache = cache,
        .log = log,
    };
    pthread_mutex_init(&programs->building, NULL);
    clri_lru_open(&programs->built, SPARE_MOST, SPARE_BYTES);
}

void clri_programs_close(clri_programs *programs)
{
    clri_lru_close(&programs->built);
    pthread_mutex_destroy(&programs->building);
}

/* ---- building ---- */

static char *build_log_of(cl_program program, cl_device_id device)
{
    size_t size = 0;
    char *log;

    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) != CL_SUCCESS)
        return NULL;
    log = calloc(1, size + 1);
    if (log && clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL)) {
        free(log);
        log = NULL;
    }
    return log;
}

static bool is_source_fault(cl_int code)
{
    return code == CL_BUILD_PROGRAM_FAILURE || code == CL_INVALID_BUILD_OPTIONS ||
           code == CL_COMPILER_NOT_AVAILABLE;
}

/* A line behind the text that makes it differ from the same text for the platform's other devices;
 * NULL if it need not. No comment: PoCL hashes the preprocessed text
 * (docs/history/2026-11-28-teams.md, "What it found"). */
static const char *mark_of(const clr_device *device, char text[MARK_SIZE])
{
    const uint64_t index = clri_known(device->device_index, 0);

    if (index == 0 || !clri_quirk_number(device, CLRI_HABIT_MIXES_DEVICES))
        return NULL;
    snprintf(text, MARK_SIZE, "enum { clr_device_index = %" PRIu64 " };\n", index);
    return text;
}

/* Whether a build has failed because another process built the same text at that moment: the log
 * says that the build failed, and has no error of the compiler's. A second try succeeds then
 * (LOSES_RACES of quirk.def). */
static bool has_lost_race(const clri_programs *programs, cl_program program, cl_int code)
{
    bool has_lost = false;

    if (code == CL_BUILD_PROGRAM_FAILURE &&
        clri_quirk_number(programs->device, CLRI_HABIT_LOSES_RACES)) {
        char *log = build_log_of(program, programs->device->device);

        has_lost = log && strstr(log, "failed to build the program") && !strstr(log, "error:");
        free(log);
    }
    return has_lost;
}

static clr_status build_source(const clri_programs *programs, const char *source,
                               const char *options, cl_program *program, clri_error *error)
{
    const cl_device_id device = programs->device->device;
    char text[MARK_SIZE];
    const char *parts[] = {source, mark_of(programs->device, text)};
    clr_status status;
    cl_int code;

    *program = clCreateProgramWithSource(programs->context, parts[1] ? 2 : 1, parts, NULL, &code);
    if (!*program)
        return clri_fail_opencl(error, code, "clCreateProgramWithSource", "handing over a kernel");
    code = clBuildProgram(*program, 1, &device, options, NULL, NULL);
    if (has_lost_race(programs, *program, code))
        code = clBuildProgram(*program, 1, &device, options, NULL, NULL);
    if (code == CL_SUCCESS)
        return CLR_OK;
    if (is_source_fault(code)) {
        char *log = build_log_of(*program, device);

        status = clri_fail(error, CLR_ERROR_BUILD,
                           "%s did not compile a kernel (clBuildProgram returned %s): please "
                           "report this with the build log",
                           programs->device->name, clri_opencl_name(code));
        error->opencl_code = code;
        error->call = "clBuildProgram";
        error->build_log = log;
    } else {
        status = clri_fail_opencl(error, code, "clBuildProgram", "compiling a kernel");
    }
    clReleaseProgram(*program);
    *program = NULL;
    return status;
}

/* ---- the disk cache ---- */

/* A program from the disk cache; NULL if it has to be built. */
static cl_program load_binary(const clri_programs *programs, const char *key, const char *options)
{
    const cl_device_id device = programs->device->device;
    const unsigned char *bytes;
    cl_program program;
    cl_int binary_code = CL_SUCCESS;
    cl_int code;
    size_t size = 0;
    void *blob = clri_cache_get(programs->cache, key, &size);

    if (!blob)
        return NULL;
    bytes = blob;
    program = clCreateProgramWithBinary(programs->context, 1, &device, &size, &bytes, &binary_code,
                                        &code);
    free(blob);
    if (program && code == CL_SUCCESS && binary_code == CL_SUCCESS)
        code = clBuildProgram(program, 1, &device, options, NULL, NULL);
    if (program && code == CL_SUCCESS && binary_code == CL_SUCCESS)
        return program;
    if (program)
        clReleaseProgram(program);
    clri_log_say(programs->log, CLR_LOG_NOTE,
                 "the driver refused a cached kernel (%s): building from source",
                 clri_opencl_name(code != CL_SUCCESS ? code : binary_code));
    clri_cache_drop(programs->cache, key);
    return NULL;
}

/* Not for a driver that caches programs itself, which may compile again to hand one out
 * (KEEPS_PROGRAMS of quirk.def). */
static void save_binary(const clri_programs *programs, const char *key, cl_program program)
{
    size_t size = 0;
    unsigned char *bytes = NULL;
    cl_uint count = 0;

    /* A context of several devices has a binary of each: not worth sorting out. */
    if (!programs->cache->folder ||
        clri_quirk_number(programs->device, CLRI_HABIT_KEEPS_PROGRAMS) ||
        clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof count, &count, NULL) ||
        count != 1 ||
        clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL) || size == 0)
        return;
    bytes = malloc(size);
    if (bytes && !clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL))
        clri_cache_put(programs->cache, key, bytes, size);
    free(bytes);
}

char *clri_program_environment(const clr_device *device)
{
    clri_text text = {0};

    clri_text_addf(&text, "clreduce %s\n%s\n%s\n%s\n%s\n%s\n", clr_version(), device->platform_name,
                   device->platform_version, device->name, device->version, device->driver_version);
    clri_settings_add(&text);
    return clri_text_take(&text);
}

static char *key_of(const clr_device *device, const char *source, const char *options)
{
    char *environment = clri_program_environment(device);
    clri_text key = {0};

    clri_text_add(&key, environment ? environment : "");
    clri_text_add(&key, options);
    clri_text_add(&key, "\n");
    clri_text_add(&key, source); /* formatted it would take longer than to look it up */
    key.failed |= !environment;
    free(environment);
    return clri_text_take(&key);
}

/* ---- memory ---- */

static clr_status load_or_build(const clri_programs *programs, const char *key, const char *source,
                                const char *options, cl_program *program, clri_error *error)
{
    *program = load_binary(programs, key, options);
    if (*program)
        return CLR_OK;
    CLRI_OR_RETURN(build_source(programs, source, options, program, error));
    save_binary(programs, key, *program);
    return CLR_OK;
}

/* Adds a program to those in memory. Takes over `key` if it succeeds. */
static clr_status add_program(clri_programs *programs, char *key, const char *source,
                              const char *options, clri_program **program, clri_error *error)
{
    clri_program *made = calloc(1, sizeof *made);
    clr_status status = CLR_OK;

    if (!made)
        return clri_fail_memory(error);
    made->text = clri_prune(source, NULL);
    if (!made->text)
        CLRI_TRY(clri_fail_memory(error));
    CLRI_TRY(load_or_build(programs, key, made->text, options, &made->opencl, error));
    made->entry.users = 1;
    made->entry.destroy = destroy_program;
    made->entry.bytes = strlen(source) * BYTES_A_LETTER;
    clri_lru_add(&programs->built, &made->entry, key);
    *program = made;
    return CLR_OK;
cleanup:
    free(made->text);
    free(made);
    return status;
}

/* Takes over `key`. */
static clr_status find_or_add(clri_programs *programs, char *key, const char *source,
                              const char *options, clri_program **program, clri_error *error)
{
    clr_status status;

    *program = (clri_program *)clri_lru_find(&programs->built, key);
    if (*program) {
        free(key);
        return CLR_OK;
    }
    status = add_program(programs, key, source, options, program, error);
    if (status != CLR_OK)
        free(key);
    return status;
}

clr_status clri_program_get(clri_programs *programs, const char *source, const char *options,
                            clri_program **program, clri_error *error)
{
    char *key = key_of(programs->device, source, options);
    clr_status status;

    *program = NULL;
    if (!key)
        return clri_fail_memory(error);
    pthread_mutex_lock(&programs->building);
    status = find_or_add(programs, key, source, options, program, error);
    pthread_mutex_unlock(&programs->building);
    return status;
}

clri_program *clri_program_find(clri_programs *programs, const char *source, const char *options)
{
    char *key = key_of(programs->device, source, options);
    clri_lru_entry *found = key ? clri_lru_find(&programs->built, key) : NULL;

    free(key);
    return (clri_program *)found;
}

void clri_program_release(clri_programs *programs, clri_program *program)
{
    if (program)
        clri_lru_release(&programs->built, &program->entry);
}
