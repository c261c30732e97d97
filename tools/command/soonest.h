/* SPDX-License-Identifier: Apache-2.0 */
/*
 * soonest - the device that answers first about numbers on the host, where nobody says which one is
 * to be taken: the estimate for each device, and the choice in words.
 */
#ifndef CLREDUCE_TOOLS_SOONEST_H
#define CLREDUCE_TOOLS_SOONEST_H

#include "options.h"
#include <jansson.h>

/* All zero: nothing was compared, and the device is the one of the options, or the library's. */
typedef struct soonest {
    clr_device_list *list;
    clr_estimate estimates[CLR_RANKED_MOST]; /* the first is the choice */
    size_t count;                            /* 0: there is no choice, or it is made already */
    char device[48];                         /* the choice as "P:D" */
} soonest;

/*
 * Compares devices by `count` elements of each input, unless the user says with -d which to take,
 * or there is but one. A failure is none here: creating the context tells what it is.
 * soonest_close() is to be called in every case.
 */
void soonest_find(soonest *s, const options *o, const clr_reduction *reductions,
                  size_t reduction_count, uint64_t count);
void soonest_close(soonest *s);

/* What session_open_on() is to be asked for. */
const char *soonest_device(const soonest *s, const options *o);

/* The choice as one sentence without its point, "" if there was none; and as JSON. */
#define SOONEST_TEXT_SIZE 1024
void soonest_text(const soonest *s, char text[SOONEST_TEXT_SIZE]);
json_t *soonest_part(const soonest *s);

#endif
