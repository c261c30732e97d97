/* SPDX-License-Identifier: Apache-2.0 */
/*
 * flat - a job with a single result of all numbers: streams the data through the device, once, or
 * several times for timing, or has the host reduce it; and checks the result.
 */
#ifndef CLREDUCE_TOOLS_FLAT_H
#define CLREDUCE_TOOLS_FLAT_H

#include "job.h"
#include "team_devices.h"

typedef struct flat {
    job job;
    clr_stream *stream;    /* with a team only for its plan, which describes the record; by the host
                              there is none */
    team_devices devices;  /* the job's context is the first one's */
    unsigned char *record; /* the results, as written by the library */
    unsigned char *latest; /* the results of the last run */
    bool may_be_empty;     /* a result without a value is not a failure */
    bool is_empty;         /* the result has no value; the record is not set */
    clr_accumulator *kept; /* with --save */
    uint64_t folds;        /* folds of pieces' values into the running value, or an upper bound */
    uint64_t runs;         /* 1 unless --repeat */
    uint64_t *run_ns;      /* kernel time of each run; sorted when all are done */
    void *copies[CLR_INPUTS_MOST]; /* the data, for further runs, else NULL */
} flat;

/* As job_open(); call flat_close() whatever the outcome. */
int flat_open(flat *f, request *r, input_whole whole);
int flat_run(flat *f);
int flat_check(flat *f);
void flat_close(flat *f);

/* The plan whose kernels have run; NULL: a team's, or none, by the host. */
const clr_plan *flat_plan(const flat *f);

/* ---- flat_host.c ----------------------------------------------------------------------------- */

/* Reduces the whole input by the host, whose context the job has. */
int flat_host_run(flat *f);

#endif
