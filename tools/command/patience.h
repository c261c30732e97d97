/* SPDX-License-Identifier: Apache-2.0 */
/*
 * patience - a line on the terminal that names the device for which kernels are compiled, if that
 * takes longer than 0.4 s. It is wiped when the call ends.
 */
#ifndef CLREDUCE_TOOLS_PATIENCE_H
#define CLREDUCE_TOOLS_PATIENCE_H

#include <stdio.h>

/* No line from now on. */
void patience_never(void);

/* Between these calls, from one thread at a time. `to` is the terminal, if it is one; `words` are
 * copied. */
void patience_start(FILE *to, const char *words);
void patience_end(void);

#endif
