/* SPDX-License-Identifier: Apache-2.0 */
/*
 * key_file - the file with a key for each element, equal neighbours being a run: reads it, finds
 * where runs begin, and reports its errors. Uses no OpenCL.
 */
#ifndef CLREDUCE_TOOLS_KEY_FILE_H
#define CLREDUCE_TOOLS_KEY_FILE_H

#include "options.h"
#include <clreduce/clreduce.h>
#include <stdint.h>

typedef struct keys {
    const char *name; /* of the file, for messages */
    clr_type type;    /* the file's, any integer */
    uint64_t count;   /* keys in the file */
    uint64_t runs;
    unsigned char *at; /* each run's key */
    uint64_t *offsets; /* the begin of each run, then the last run's end */
    uint64_t room;     /* runs that memory is allocated for */
} keys;

/*
 * Reads the keys of --keys, in index order if the file has several axes, and keeps the key of each
 * run. Call keys_close() whatever the outcome. Returns 0, or the exit code after a sentence on
 * standard error.
 */
int keys_read(keys *k, const options *o);
void keys_close(keys *k);

/* The key of a run. */
const void *keys_of_run(const keys *k, uint64_t run);

#endif
