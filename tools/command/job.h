/* SPDX-License-Identifier: Apache-2.0 */
/*
 * job - the reductions of a request over its files: opening, streaming the data through the device
 * once, or again and again for timing, recomputing on the host, and all that is known afterwards.
 * Prints nothing but failures and the progress bar.
 */
#ifndef CLREDUCE_TOOLS_JOB_H
#define CLREDUCE_TOOLS_JOB_H

#include "check.h"
#include "command_request.h"
#include "feed.h"
#include "options.h"
#include "progress.h"
#include "result_record.h"
#include "soonest.h"

typedef struct job {
    const options *o;
    request *request; /* borrowed */
    feed feed;
    soonest devices;
    clr_context *context;
    clr_stream *stream;
    progress bar;

    record_layout layout;
    bool may_be_empty;                           /* that a result has no value is no failure, */
    bool is_empty;                               /* but told here, with nothing in the record */
    unsigned char *record;                       /* the results, as the library wrote them */
    unsigned char *latest;                       /* those of the last run */
    clr_accumulator *kept;                       /* with --save */
    check checks[CLR_REDUCTIONS_MOST];           /* with --check: what the host has, */
    check_verdict verdicts[CLR_REDUCTIONS_MOST]; /* and what it found */

    uint64_t count; /* elements of an input */
    uint64_t pieces;
    uint64_t folds;      /* of their values into the running one, or more */
    bool is_mapped;      /* files were looked at where they lie, and not read */
    uint64_t piece_most; /* elements of the largest piece */

    uint64_t start_ns; /* all times by the host's clock, but for upload and kernel */
    uint64_t read_ns;
    uint64_t upload_ns;
    uint64_t kernel_ns; /* with --repeat: the median */
    uint64_t first_ns;  /* of kernels in the first run, which some drivers compile in, ... */
    uint64_t warm_ns;   /* ... and in the others, their median; 0 if there was none */
    uint64_t total_ns;
    uint64_t runs;                 /* 1 unless --repeat */
    uint64_t *run_ns;              /* kernel time of each run, in rising order once all are done */
    void *copies[CLR_INPUTS_MOST]; /* the data, where it is to run again, else NULL */
} job;

/*
 * Opens the files, with whole numbers in text read so: afterwards the type is known, of which the
 * request has to be settled before job_run(). Each returns 0, or the exit code after a sentence on
 * standard error. job_close() is to be called in every case.
 */
int job_open(job *j, request *r, input_whole whole);
int job_run(job *j);
int job_check(job *j);
void job_close(job *j);

/* The result of an operator of the user's own has to be made of numbers as -r says. Likewise. */
int job_check_record(const job *j);

/* Whether --check, if it was asked for, has found every result right. */
bool job_is_sure(const job *j);

/* Bytes of the input. */
uint64_t job_size(const job *j);

#endif
