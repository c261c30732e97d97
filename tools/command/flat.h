/* SPDX-License-Identifier: Apache-2.0 */
/*
 * flat - a job whose reductions have one result of all numbers: streaming the data through the
 * device once, or again and again for timing, and recomputing it on the host.
 */
#ifndef CLREDUCE_TOOLS_FLAT_H
#define CLREDUCE_TOOLS_FLAT_H

#include "job.h"

typedef struct flat {
    job job;
    clr_stream *stream;
    unsigned char *record;         /* the results, as the library wrote them */
    unsigned char *latest;         /* the results of the last run */
    bool may_be_empty;             /* that a result has no value is no failure, */
    bool is_empty;                 /* but told here, with nothing in the record */
    clr_accumulator *kept;         /* with --save */
    uint64_t folds;                /* of pieces' values into the running one, or more */
    uint64_t runs;                 /* 1 unless --repeat */
    uint64_t *run_ns;              /* kernel time of each run, in rising order once all are done */
    void *copies[CLR_INPUTS_MOST]; /* the data, where it is to run again, else NULL */
} flat;

/* As job_open(); flat_close() is to be called in every case. */
int flat_open(flat *f, request *r, input_whole whole);
int flat_run(flat *f);
int flat_check(flat *f);
void flat_close(flat *f);

#endif
