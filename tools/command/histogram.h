/* SPDX-License-Identifier: Apache-2.0 */
/*
 * histogram - the numbers of some files counted by bins: reading them, once for the range if nobody
 * says it and once to count, in pieces; counting on the device, and on the host for --check. What
 * is not about bins is a job's. Prints nothing but failures and the progress bar.
 */
#ifndef CLREDUCE_TOOLS_HISTOGRAM_H
#define CLREDUCE_TOOLS_HISTOGRAM_H

#include "bins.h"
#include "device_memory.h"
#include "job.h"

/* Plan, kernel and buffers that count a piece. */
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
    uint64_t outside;  /* numbers in no bin, NaNs among them */
    uint64_t piece;    /* elements of a piece, at most */
    histogram_device device;
} histogram;

/*
 * Opens the files and counts. Each returns 0, or the exit code after a sentence on standard error.
 * histogram_close() is to be called in every case.
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

/* Refuses an --output that may not be written. Likewise. */
int histogram_check_output(const options *o);

/* Prints or writes. */
int histogram_report(const histogram *h);

#endif
