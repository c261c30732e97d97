/* SPDX-License-Identifier: Apache-2.0 */
/*
 * soonest - chooses the device with the earliest result for numbers on the host, if the user names
 * none: an estimate for each device, and the choice in words.
 */
#ifndef CLREDUCE_TOOLS_SOONEST_H
#define CLREDUCE_TOOLS_SOONEST_H

#include "options.h"
#include <jansson.h>

/* All zero: no comparison was made; the device is the options', or the library's default. */
typedef struct soonest {
    clr_device_list *list;
    clr_estimate estimates[CLR_RANKED_MOST]; /* the first is the choice */
    size_t count;                            /* 0: no choice, or a single device */
    char device[48];                         /* the choice as "P:D" */
} soonest;

/*
 * Compares devices for `count` elements of each input, unless -d names a device or there is a
 * single one. Failures are ignored here: creating the context reports them. Call soonest_close()
 * whatever the outcome.
 */
void soonest_find(soonest *s, const options *o, const clr_reduction *reductions,
                  size_t reduction_count, uint64_t count);
void soonest_close(soonest *s);

/* The device name for session_open_on(). */
const char *soonest_device(const soonest *s, const options *o);

/* The choice as a sentence without full stop, "" if there was none; and as JSON. */
#define SOONEST_TEXT_SIZE 1024
void soonest_text(const soonest *s, char text[SOONEST_TEXT_SIZE]);
json_t *soonest_part(const soonest *s);

#endif
