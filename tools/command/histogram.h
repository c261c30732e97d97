/* SPDX-License-Identifier: Apache-2.0 */
/*
 * histogram - counts the numbers of files by bins. It reads them in pieces: once for the bins'
 * range, unless that is given; once to count, on the device or by the host; with --check once more.
 * Input, device and times are a job's, as a reduction's are (job.h). But for histogram_report() it
 * prints nothing but failures and the progress bar.
 */
#ifndef CLREDUCE_TOOLS_HISTOGRAM_H
#define CLREDUCE_TOOLS_HISTOGRAM_H

#include "bins.h"
#include "device_memory.h"
#include "job.h"

/* The plan, kernel and buffers that count a piece. */
typedef struct histogram_device {
    clr_plan *plan; /* a count for each label */
    device_memory memory;
    cl_program program;
    cl_kernel kernel;        /* labels elements with their bins */
    cl_mem elements, labels; /* of a piece */
    cl_mem keys, counts;     /* the bins' edges as integers in order; a count for each bin */
} histogram_device;

typedef struct histogram {
    job job;
    bins bins;
    uint64_t *counts;  /* of each bin */
    uint64_t *checked; /* with --check: each bin's count once more, by the host */
    uint64_t *latest;  /* each bin's count of the last piece */
    uint64_t outside;  /* numbers in no bin, including NaN */
    uint64_t piece;    /* most elements of a piece */
    histogram_device device;
} histogram;

/*
 * Opens the files and counts. Each function returns 0, or the exit code after a sentence on
 * standard error. Call histogram_close() whatever the outcome.
 */
int histogram_open(histogram *h, request *r);
int histogram_run(histogram *h);
void histogram_close(histogram *h);

/* ---- histogram_device.c ---------------------------------------------------------------------- */

/* Makes plan, kernel and buffers for pieces of h->piece elements. */
int histogram_device_open(histogram *h);
void histogram_device_close(histogram *h);

/* Sets h->latest to the counts of these elements. */
int histogram_device_count(histogram *h, const void *elements, uint64_t count);

/* ---- histogram_report.c ---------------------------------------------------------------------- */

/* Refuses an --output that may not be written. Returns 0, or the exit code after a sentence. */
int histogram_check_output(const options *o);

/* Prints the histogram or writes it to --output. */
int histogram_report(const histogram *h);

#endif
