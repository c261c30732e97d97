/* SPDX-License-Identifier: Apache-2.0 */
/* process - the id of the calling process, by which calls that must not work in a forked child find
 * out that they are in one; and the stack of its threads, by which PoCL's groups are bounded
 * (choose/stack.h). */
#ifndef CLREDUCE_BASE_PROCESS_H
#define CLREDUCE_BASE_PROCESS_H

#include <stdint.h>
#include <sys/types.h>

/* As getpid(), but one system call a process where memory can be wiped on fork: getpid() can take
 * longer than the rest of a run on the host. */
pid_t clri_process(void);

/* Bytes of the stack of a thread that is made without saying how many; 0: not known. */
uint64_t clri_thread_stack(void);

#endif
