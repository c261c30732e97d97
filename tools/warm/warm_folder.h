/* SPDX-License-Identifier: Apache-2.0 */
/*
 * warm_folder - the system-wide folder of compiled kernels, which warm --system fills: it is the
 * library's cache folder while this process compiles, and everyone may read it afterwards.
 */
#ifndef CLREDUCE_TOOLS_WARM_FOLDER_H
#define CLREDUCE_TOOLS_WARM_FOLDER_H

#include <stddef.h>

/* Makes the folder if it is not there, and names it to the library as the cache folder of this
 * process (CLREDUCE_CACHE_DIR): call it before the first context is created, or kernels go to the
 * user's own cache. Returns 0, or the exit code after a sentence on standard error. */
int warm_folder_open(void);

/* The number of files in the folder. */
size_t warm_folder_count(void);

/* Lets everyone read the folder and its files. Returns as warm_folder_open() does. */
int warm_folder_share(void);

/* The folder's name: $CLREDUCE_SYSTEM_CACHE, or the library's default. */
const char *warm_folder_name(void);

#endif
