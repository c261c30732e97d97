/* SPDX-License-Identifier: Apache-2.0 */
/* process - which process this is, for calls that must not work in a forked child. */
#ifndef CLREDUCE_BASE_PROCESS_H
#define CLREDUCE_BASE_PROCESS_H

#include <sys/types.h>

/* What getpid() answers. The system is asked once a process, where it has memory that forks wipe:
 * a call of it can take longer than all else that a run does. */
pid_t clri_process(void);

#endif
