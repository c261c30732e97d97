/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bench_ways - a request measured three ways: kernels alone; the way from an array in host memory
 * to the result there, by clr_reduce_all(), or by a clr_stream that is made beforehand; and plain C
 * loops over the same data, a loop an operator. Every result is checked.
 */
#ifndef CLREDUCE_TOOLS_BENCH_WAYS_H
#define CLREDUCE_TOOLS_BENCH_WAYS_H

#include "bench_kernel.h"
#include "check.h"
#include "plain_loop.h"
#include "race.h"

enum { BENCH_WAY_KERNEL, BENCH_WAY_HOST, BENCH_WAY_LOOP, BENCH_WAY_COUNT };

typedef struct bench_ways {
    bench_task task;
    bench_input input;
    bench_kernel kernel;
    clr_stream *stream; /* NULL: by clr_reduce_all() */
    uint64_t pieces;    /* of the stream's last run */
    const plain_loop *loops[CLR_REDUCTIONS_MOST];
    check answers[CLR_REDUCTIONS_MOST]; /* the host's, by which results are judged */
    bool sound;                         /* else they are wrong by design, and nobody judges */
    size_t way_count;                   /* one less if there is no loop for an operator */
    timed ways[BENCH_WAY_COUNT];
    check_verdict verdict;
} bench_ways;

/*
 * Measures. bench_ways_close() is to be called in every case. Returns 0, or the exit code after a
 * sentence on standard error.
 */
int bench_ways_run(bench_ways *w, const bench_task *task);
void bench_ways_close(bench_ways *w);

const char *bench_ways_name(size_t way);
double bench_ways_gb_per_s(const bench_ways *w, size_t way);

/* The time as a multiple of the plain loops'; 0 if there are none. */
double bench_ways_per_loop(const bench_ways *w, size_t way);

#endif
