/* SPDX-License-Identifier: Apache-2.0 */
/*
 * job - shared by all runs over a request's files, of any shape: input, device, record of results,
 * check and times. The runs are in flat.h, shaped.h and histogram.h. Prints nothing but failures,
 * verdicts and the progress bar.
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
    bool is_by_host; /* place.h has chosen the host: the context is its, and there is no plan */
    bool is_shared;  /* a team of the library reduces the input: its devices have plans and times of
                        their own */

    check checks[CLR_REDUCTIONS_MOST];           /* with --check: the states on the host */
    check_verdict verdicts[CLR_REDUCTIONS_MOST]; /* with --check: the verdicts */
    uint64_t pieces;
    uint64_t piece_most; /* elements of the largest piece */

    uint64_t start_ns; /* all times are the host's clock, except a stream's upload and kernels */
    uint64_t upload_ns;
    uint64_t kernel_ns; /* with --repeat: the median */
    uint64_t first_ns;  /* kernel time of the first run, in which some drivers compile */
    uint64_t warm_ns;   /* median kernel time of later runs; 0: there were none */
    uint64_t total_ns;
} job;

/*
 * Opens the files; `whole` is the type of whole numbers in text. The type is known afterwards, and
 * the request must be settled for it before anything runs. Each function returns 0, or the exit
 * code after a sentence on standard error. Call job_close() whatever the outcome.
 */
int job_open(job *j, request *r, input_whole whole);
void job_close(job *j);

/* Makes the request's reductions for the files' type. Returns as job_open() does. */
int job_settle(job *j);

/* Refuses a plan with another number of inputs; and a custom operator whose result is not made of
 * numbers of -r's type. Returns as job_open() does. */
int job_check_record(const job *j, uint64_t inputs);

/* Reports why the library's last call failed, below the progress bar. Returns the exit code. */
int job_fail(job *j);

/* Records the size of a piece; and with --check takes a piece of a single result's elements into
 * the host's states. */
void job_note_piece(job *j, uint64_t count);
void job_check_piece(job *j, const void *const inputs[], uint64_t count);

/* Reports the verdict on a result, named by `which`: "result 3: ", or "" for a single result.
 * Returns the exit code. */
int job_tell(const job *j, check_verdict verdict, const char *which, const char *sentence);

/* Refuses a job one of whose results has no value, with the sentence that a device's call has.
 * Returns the exit code. */
int job_refuse_result(const job *j, size_t which, clr_status status);

/* Whether --check, if given, found every result right. */
bool job_is_sure(const job *j);

#endif
