/* SPDX-License-Identifier: Apache-2.0 */
/*
 * warm_folder - the system-wide folder of kernels as warm --system fills it: the library's cache
 * folder for this process, and readable by everyone afterwards.
 */
#ifndef CLREDUCE_TOOLS_WARM_FOLDER_H
#define CLREDUCE_TOOLS_WARM_FOLDER_H

#include <stddef.h>

/* Makes the folder if it is not there, and the library's cache. Returns 0, or the exit code after a
 * sentence on standard error. */
int warm_folder_open(void);

/* The number of files in it. */
size_t warm_folder_count(void);

/* Lets everyone read the folder and its files. Returns likewise. */
int warm_folder_share(void);

/* Its name. */
const char *warm_folder_name(void);

#endif
