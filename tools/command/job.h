/* SPDX-License-Identifier: Apache-2.0 */
/*
 * job - what every run over a request's files has, whatever its shape: the input, the device, the
 * record of results, the check and the times. flat.h, shaped.h and histogram.h run it. Prints
 * nothing but failures, verdicts and the progress bar.
 */
#ifndef CLREDUCE_TOOLS_JOB_H
#define CLREDUCE_TOOLS_JOB_H

#include "check.h"
#include "command_request.h"
#include "intake.h"
#include "options.h"
#include "result_record.h"
#include "soonest.h"

typedef struct job {
    const options *o;
    request *request; /* borrowed */
    intake in;
    soonest devices;
    clr_context *context;
    record_layout layout;

    check checks[CLR_REDUCTIONS_MOST];           /* with --check: the states on the host, */
    check_verdict verdicts[CLR_REDUCTIONS_MOST]; /* and their verdicts */
    uint64_t pieces;
    uint64_t piece_most; /* elements of the largest piece */

    uint64_t start_ns; /* all times by the host's clock, but for a stream's upload and kernels */
    uint64_t upload_ns;
    uint64_t kernel_ns; /* with --repeat: the median */
    uint64_t first_ns;  /* of kernels in the first run, in which some drivers compile */
    uint64_t warm_ns;   /* of kernels in all later runs, their median; 0 if there was none */
    uint64_t total_ns;
} job;

/*
 * Opens the files, with whole numbers in text read so: afterwards the type is known, of which the
 * request has to be settled before anything runs. Each returns 0, or the exit code after a sentence
 * on standard error. job_close() is to be called in every case.
 */
int job_open(job *j, request *r, input_whole whole);
void job_close(job *j);

/* Makes the request's reductions, of elements of the files' type. Likewise. */
int job_settle(job *j);

/* Refuses a plan of another number of inputs than there are; and the result of an operator of the
 * user's own that is not made of numbers as -r says. Likewise. */
int job_check_record(const job *j, uint64_t inputs);

/* Says why the library's last call failed, after the bar. Returns the exit code. */
int job_fail(job *j);

/* Takes note of a piece of so many elements. */
void job_note_piece(job *j, uint64_t count);

/* Tells the verdict on a result, which `which` names: "result 3: ", or "" of the only result.
 * Returns the exit code. */
int job_tell(const job *j, check_verdict verdict, const char *which, const char *sentence);

/* Whether --check, if it was asked for, has found every result right. */
bool job_is_sure(const job *j);

#endif
