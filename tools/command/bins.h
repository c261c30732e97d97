/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bins - the bins of a histogram: their edges, which are NumPy's, and which bin an element is in.
 * Edges are doubles; elements are compared with them as real numbers, also where a double cannot
 * hold the element. Bins are half open but for the last, which has both its edges.
 *
 * The device is told keys in place of edges: whole numbers without a sign, in the order of the
 * numbers that they stand for, so that it needs neither double arithmetic nor an operation that
 * rounds. Uses no OpenCL.
 */
#ifndef CLREDUCE_TOOLS_BINS_H
#define CLREDUCE_TOOLS_BINS_H

#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stdint.h>

/* More would be places rather than bins, and edges that f64 hardly tells apart. */
#define BINS_MOST (UINT64_C(1) << 24)

typedef struct bins {
    clr_type type; /* of the elements */
    uint64_t count;
    double *edges; /* count + 1 */

    /*
     * The key of the least element that is not below an edge, edge by edge, and last that of the
     * least one beyond the last edge. Where there are no such elements the list ends: an element is
     * in the bin that is one less than the keys that its own is not below. -0 comes before 0, and
     * an edge of 0 has the key of -0.
     */
    uint64_t *keys;
    uint64_t key_count;
} bins;

/*
 * Makes `count` bins from `low` to `high`. Returns 0, or the exit code after a sentence on standard
 * error. bins_close() is to be called in every case.
 */
int bins_open(bins *b, clr_type type, uint64_t count, double low, double high);
void bins_close(bins *b);

/* The largest double that is not above the element, and the least one that is not below it. */
double bins_below(clr_type type, const void *element);
double bins_above(clr_type type, const void *element);

/* The bin that the element is in by its distance from the first edge, and as the edges say; `count`
 * if it is in none. Makes no use of keys. */
uint64_t bins_find(const bins *b, const void *element);

#endif
