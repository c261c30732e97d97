/* SPDX-License-Identifier: Apache-2.0 */
/*
 * job - one reduction of one input by one or more operators: opening, streaming the data through
 * the device (once, or again and again for timing), recomputing on the host, and all that is known
 * afterwards. Prints nothing but failures and the progress bar.
 */
#ifndef CLREDUCE_TOOLS_JOB_H
#define CLREDUCE_TOOLS_JOB_H

#include "check.h"
#include "options.h"
#include "progress.h"
#include "words.h"

/* One operator's part. */
typedef struct job_result {
    clr_plan_info info;
    uint64_t value; /* the first info.result_size bytes, as the library wrote them */
    check host;     /* with --check */
    check_verdict verdict;
    char sentence[CHECK_SENTENCE_SIZE]; /* what the check found */
} job_result;

typedef struct job {
    const options *o;
    operator_list operators;
    input *in;
    clr_type type;
    clr_context *context;
    clr_stream *stream;
    progress bar;
    job_result results[WORDS_OPERATORS_MOST];

    uint64_t count; /* elements */
    uint64_t pieces;
    uint64_t piece_most; /* elements of the largest piece */

    uint64_t start_ns; /* all times by the host's clock, but for upload and kernel */
    uint64_t read_ns;
    uint64_t upload_ns;
    uint64_t kernel_ns; /* with --repeat: the median */
    uint64_t total_ns;
    uint64_t runs;    /* 1 unless --repeat */
    uint64_t *run_ns; /* kernel time of each run, in rising order once all are done */
    void *copy;       /* the data, where it is to run again */
} job;

/*
 * Each returns 0, or the exit code after a sentence on standard error. job_close() is to be called
 * in every case.
 */
int job_open(job *j, const options *o);
int job_run(job *j);
int job_check(job *j);
void job_close(job *j);

#endif
