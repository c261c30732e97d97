/* SPDX-License-Identifier: Apache-2.0 */
/*
 * key_file - the file that has a key for each element, neighbours of equal keys being a run:
 * reading it, where runs begin, and its errors. Uses no OpenCL.
 */
#ifndef CLREDUCE_TOOLS_KEY_FILE_H
#define CLREDUCE_TOOLS_KEY_FILE_H

#include "options.h"
#include <clreduce/clreduce.h>
#include <stdint.h>

typedef struct keys {
    const char *name; /* of the file, in sentences */
    clr_type type;    /* the file's own, of any integer */
    uint64_t count;   /* keys in the file */
    uint64_t runs;
    unsigned char *at; /* each run's key */
    uint64_t *offsets; /* where each run begins, and then where the last one ends */
    uint64_t room;     /* runs that there is memory for */
} keys;

/*
 * Reads the keys of --keys, in the order of their indices if the file has several axes. Only the
 * key of each run is kept. keys_close() is to be called in every case. Returns 0, or the exit code
 * after a sentence on standard error, as the next does.
 */
int keys_read(keys *k, const options *o);
void keys_close(keys *k);

/* The key of a run. */
const void *keys_of_run(const keys *k, uint64_t run);

#endif
