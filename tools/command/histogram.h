/* SPDX-License-Identifier: Apache-2.0 */
/*
 * histogram - counts the numbers of files by bins: reads them in pieces, a first time for the range
 * unless it is given, then to count on the device or by the host, and for --check once more.
 * Everything else is in job.h. Prints nothing but failures and the progress bar.
 */
#ifndef CLREDUCE_TOOLS_HISTOGRAM_H
#define CLREDUCE_TOOLS_HISTOGRAM_H

#include "bins.h"
#include "device_memory.h"
#include "job.h"

/* The plan, kernel and buffers that count a piece. */
typedef struct histogram_device {
    clr_plan *plan; /* counts by label */
    device_memory memory;
    cl_program program;
    cl_kernel kernel;        /* labels elements with their bins */
    cl_mem elements, labels; /* of a piece */
    cl_mem keys, counts;     /* of all bins */
} histogram_device;

typedef struct histogram {
    job job;
    bins bins;
    uint64_t *counts;  /* of each bin */
    uint64_t *checked; /* with --check: the counts on the host */
    uint64_t *latest;  /* of a piece */
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

/* Refuses an --output that may not be written. Returns likewise. */
int histogram_check_output(const options *o);

/* Prints the histogram or writes it to --output. */
int histogram_report(const histogram *h);

#endif
