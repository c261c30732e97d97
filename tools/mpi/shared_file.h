/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shared_file - files of which each rank reads a part: neither pipes nor text.
 */
#ifndef CLREDUCE_TOOLS_SHARED_FILE_H
#define CLREDUCE_TOOLS_SHARED_FILE_H

/* Refuses standard input, pipes and devices. Each function returns 0, or the exit code after a
 * sentence. */
int shared_file_check(const char *path);

/* Refuses text; `how` says what else there is, such as ".npy files". */
int shared_file_refuse_text(const char *name, const char *how);

#endif
