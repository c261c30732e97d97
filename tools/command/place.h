/* SPDX-License-Identifier: Apache-2.0 */
/*
 * place - where a job is computed: on a device, or by the host itself, as the library's device
 * "host", without OpenCL: few numbers, for which starting a driver takes longer than the answer;
 * all numbers with -d host, or if there is no device. The results have the same bits.
 */
#ifndef CLREDUCE_TOOLS_PLACE_H
#define CLREDUCE_TOOLS_PLACE_H

#include "job.h"

/* Refuses -d host for verbs that are about devices. Returns 0, or the exit code after a sentence on
 * standard error, as the next function does. */
int place_check(const options *o, const char *verb_name, unsigned verb_bit);

/*
 * Decides where a settled job is computed, for which the input may be read ahead: with operators
 * that select by the host, as the library has it in every context. If by the host,
 * makes the job's context and describes the record; more elements may follow than were read. A job
 * without reductions, such as a histogram, may be the host's, too. Returns 0, or the exit code
 * after a sentence on standard error.
 */
int place_find(job *j);

/* The same, of a job whose elements must all be in memory, and counted; and makes the context of
 * the device otherwise. */
int place_open(job *j);

/* The first option given that is about devices and their kernels; NULL: none. */
const char *place_device_option(const options *o);

#endif
