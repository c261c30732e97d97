/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bins - the bins of a histogram: their edges, NumPy's, and the bin of an element. Edges are
 * doubles; elements are compared with them as real numbers, also where a double cannot hold the
 * element. Bins are half open, but the last includes both its edges.
 *
 * The device, and the host in its place, compare keys instead of edges: unsigned integers in the
 * order of the numbers that they encode, so that no double arithmetic is needed, nor an operation
 * that rounds. Uses no OpenCL.
 */
#ifndef CLREDUCE_TOOLS_BINS_H
#define CLREDUCE_TOOLS_BINS_H

#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stdint.h>

/* f64 can hardly tell more edges apart */
#define BINS_MOST (UINT64_C(1) << 24)

typedef struct bins {
    clr_type type; /* of the elements */
    uint64_t count;
    double *edges; /* count + 1 */

    /*
     * For each edge the key of the least element that is not below it; at the end the key of the
     * least element beyond the last edge. The list ends before edges without such elements. An
     * element's bin is the number of keys up to its own, less 1. -0 comes before 0, and an edge of
     * 0 has the key of -0.
     */
    uint64_t *keys;
    uint64_t key_count;
} bins;

/*
 * Makes `count` bins from `low` to `high`. Returns 0, or the exit code after a sentence on standard
 * error. Call bins_close() whatever the outcome.
 */
int bins_open(bins *b, clr_type type, uint64_t count, double low, double high);
void bins_close(bins *b);

/* The largest double not above the element; the least double not below it. */
double bins_below(clr_type type, const void *element);
double bins_above(clr_type type, const void *element);

/* The element's bin by its key, as the device finds it; `count` or more if it is in no bin. */
uint64_t bins_find_key(const bins *b, const void *element);

/* The element's bin, estimated from its distance to the first edge, then corrected by the edges;
 * `count` if it is in no bin. Does not use the keys. */
uint64_t bins_find(const bins *b, const void *element);

#endif
