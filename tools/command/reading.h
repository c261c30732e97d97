/* SPDX-License-Identifier: Apache-2.0 */
/* reading - the progress bar of files that are read, by the bytes that lie in them. */
#ifndef CLREDUCE_TOOLS_READING_H
#define CLREDUCE_TOOLS_READING_H

#include <stddef.h>

/* Shows the bar until progress_end(). Who types the input has the terminal alone: there is no line
 * then, nor later. */
void reading_start(const char *const *paths, size_t count);

#endif
