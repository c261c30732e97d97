/* SPDX-License-Identifier: Apache-2.0 */
/*
 * read_peak - how fast the device's memory can be read at all: the yardstick that strategies are
 * held against. Its kernels are its own, have nothing in common with the library's, and do nothing
 * but read. Several geometries compete, and the fastest one's best run is the peak.
 */
#ifndef CLREDUCE_TOOLS_READ_PEAK_H
#define CLREDUCE_TOOLS_READ_PEAK_H

#include <clreduce/clreduce.h>

#define READ_PEAK_TEXT_SIZE 96

typedef struct read_peak {
    clr_context *context;
    cl_command_queue queue;
    cl_program program;
    cl_mem data;
    cl_mem never;    /* the kernels' output, which they never write */
    cl_ulong count;  /* vectors of 16 bytes */
    size_t geometry; /* the fastest: a row of read_peak.c */
    cl_kernel kernel;
    double seconds; /* of the best run so far */
} read_peak;

/*
 * Lets the geometries compete. read_peak_close() is to be called in every case, with `*peak`
 * zero-initialised before this call. Returns 0, or the exit code after a sentence on standard
 * error.
 */
int read_peak_open(read_peak *peak, clr_context *context);
void read_peak_close(read_peak *peak);

/* One more run of the fastest geometry, which may be better. Returns 0 or the exit code.
 */
int read_peak_run(read_peak *peak);

/* The peak so far, and how it was come by. */
double read_peak_gb_per_s(const read_peak *peak);
void read_peak_method(const read_peak *peak, char text[READ_PEAK_TEXT_SIZE]);

#endif
