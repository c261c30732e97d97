/* SPDX-License-Identifier: Apache-2.0 */
/*
 * system - what differs between systems, in a file for each of them: CMake takes system_posix.c or
 * system_windows.c. Threads, their locks and clocks are POSIX's on both, as winpthreads has them.
 * Paths and variables are the system's bytes under POSIX, and UTF-8 on Windows. Where a call on a
 * file fails, errno says why.
 */
#ifndef CLREDUCE_BASE_SYSTEM_H
#define CLREDUCE_BASE_SYSTEM_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- processes and threads ---- */

/* The id of the calling process, by which calls that must not work in a forked child find out that
 * they are in one. */
int64_t clri_process(void);

/* Starts a thread in which no handler of the caller's runs, but for faults. False if the system
 * starts none; else the caller joins it. */
bool clri_thread_start(pthread_t *thread, void *(*work)(void *), void *data);

/* Cores that the calling thread may run on, as its affinity says; 1 if nobody knows. */
unsigned clri_thread_cores(void);

/* Bytes of the stack of a thread that is made without saying how many, by which PoCL's groups are
 * bounded (choose/stack.h); 0: not known. */
uint64_t clri_thread_stack(void);

/* ---- memory and numbers ---- */

/* `size` is a multiple of `alignment`. NULL if memory ran out. */
void *clri_aligned_alloc(size_t alignment, size_t size);
void clri_aligned_free(void *memory);

/* The decimal number at the start of a text, rounded to f64 and to f32, with a point as its
 * separator in every locale. False if memory ran out. */
bool clri_decimal_read(const char *text, double *real, float *single);

/* ---- variables and folders ---- */

/* A variable of the environment, which the caller frees; NULL if it is not set. */
char *clri_variable(const char *name);

/* The library's folders among the user's, which the caller frees; NULL if there is none to be had.
 */
char *clri_user_cache(void);
char *clri_user_settings(void);

/* The folder of kernels for all users; "" where systems have no place for one. */
extern const char clri_shared_cache[];

bool clri_path_exists(const char *path);

/* Makes a folder, and the folders that it is in, for this user alone; true if it is there. */
bool clri_directory_make(const char *path);

/* ---- files ---- */

/* For reading; with `follows_links` false a link is no file. What has no bytes yet, such as a pipe
 * without a writer, does not block. NULL if it fails. */
FILE *clri_file_open(const char *path, bool follows_links);

/* Makes a file for this user alone, to be written, under a name that nothing has: the XXXXXX at the
 * end of `path` become other characters. NULL if it fails. */
FILE *clri_file_create(char *path);

/* Takes the place of a file that has the name `to`, at once. */
bool clri_file_rename(const char *from, const char *to);
bool clri_file_remove(const char *path);

/* Why a folder, or a file with its size, cannot be trusted; NULL: it can. It belongs to this user,
 * or, where `is_shared`, to root, and nobody else may write to it. */
const char *clri_directory_distrust(const char *path, bool is_shared);
const char *clri_file_distrust(FILE *file, bool is_shared, uint64_t *size);

/* ---- libraries ---- */

/* The name of the usual OpenCL loader, and how one comes by it: part of a sentence. */
extern const char clri_usual_loader[];
extern const char clri_loader_advice[];

/* NULL if it fails; clri_library_error() says why until the thread's next call. */
void *clri_library_open(const char *path);
void *clri_library_find(void *library, const char *name);
void clri_library_close(void *library);
const char *clri_library_error(void);

#endif
