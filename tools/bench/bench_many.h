/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_many - many results measured: a plan of a shape in a race with the flat plan of the same
 * reductions, which reads the same elements: their ratio is what is asked for. A sample of the
 * results is checked on the host. Prints nothing but failures.
 */
#ifndef CLREDUCE_TOOLS_BENCH_MANY_H
#define CLREDUCE_TOOLS_BENCH_MANY_H

#include "bench_kernel.h"
#include "race.h"

enum { MANY_FLAT, MANY_SHAPED, MANY_PLANS };

typedef struct bench_many {
    bench_task task;
    bench_input input;
    bench_kernel kernels[MANY_PLANS]; /* the same at every length */

    /* Of one length, from bench_many_run() to the next one. */
    made_shape made;
    bench_shape on_device;
    timed plans[MANY_PLANS];
    check_verdict verdict; /* of the worst result */
    uint64_t checked;      /* results */
} bench_many;

/*
 * Makes the plans, for the task's data, which is there. bench_many_close() is to be called in every
 * case. Returns 0, or the exit code after a sentence on standard error, as the next one does.
 */
int bench_many_open(bench_many *m, const bench_task *task);
void bench_many_close(bench_many *m);

/* Takes other elements of the same count. */
int bench_many_write(bench_many *m, const bench_data *data);

/* Measures the shape that the options ask for, with results of `length` elements. */
int bench_many_run(bench_many *m, uint64_t length);

/* Bytes read and written a second, and the ratio of the shape's to the flat plan's. */
double bench_many_gb_per_s(const bench_many *m, size_t plan);
double bench_many_over_flat(const bench_many *m);

#endif
