/* SPDX-License-Identifier: Apache-2.0 */
/*
 * label_sort - sorting elements by label, in front of any reduction: the choice and the text of a
 * program of its own (cl/sort_labels.cl). It leaves a list of the elements' numbers and the begin
 * of each label's entries in it, so that what follows are spans of a list.
 *
 * A radix sort from the lowest digit up, CLRI_DIGIT_BITS at a time: each pass is stable, so a
 * label's elements keep their order, which the published order and operators that mind it need.
 * Pure.
 */
#ifndef CLREDUCE_SHAPE_LABEL_SORT_H
#define CLREDUCE_SHAPE_LABEL_SORT_H

#include "base/status.h"
#include "problem/domain.h"

#include <stdbool.h>

typedef struct clri_label_sort {
    bool keeps_axes;    /* labels lie along axes: the list has the offsets of their indices */
    bool is_alone;      /* a single item walks over a chunk, as on a CPU */
    uint64_t most;      /* most results of a run, by the plan's memory */
    uint64_t elements;  /* most elements of a run, likewise */
    clr_mask_kind mask; /* the mask of elements that count; NONE: all count */
    clr_type index; /* the entries' type, if labels are of an index list; else CLR_TYPE_DEFAULT */
    bool is_told_count; /* the count may be read from a device buffer */
    uint32_t stretches;
    uint32_t group_size;
    const char *build_options; /* a literal */
    const char *pragmas;       /* a literal, or NULL */
} clri_label_sort;

/* Chooses for the options' labels and label_elements, 0: the default numbers. CLR_ERROR_UNSUPPORTED
 * where the device has no buffers of the size. */
clr_status clri_label_sort_choose(const clr_device *device, const clri_domain *domain,
                                  const clr_plan_options *options, clri_label_sort *sort,
                                  clri_error *error);

/* Lowers group sizes to a limit of the device; false: no group is larger. */
bool clri_label_sort_lower(clri_label_sort *sort, uint64_t limit);

/* How elements are shared out to chunks. */
typedef struct clri_label_stretches {
    uint32_t count;  /* at least 1 */
    uint32_t length; /* elements of each chunk but the last */
} clri_label_stretches;

clri_label_stretches clri_label_sort_share(const clri_label_sort *sort, uint64_t count);

/* The bits of the keys that a pass sorts by. */
typedef struct clri_label_digit {
    uint32_t shift;
    uint32_t bits;
} clri_label_digit;

/* Whether some elements may not count: these have keys of their own (cl/sort/some.cl), beside the
 * labels' keys 0 up to the number of results. */
bool clri_label_sort_takes_some(const clri_label_sort *sort);

/* The largest key for `results` results. */
uint64_t clri_label_sort_last_key(const clri_label_sort *sort, uint64_t results);

/* Passes that sort keys up to `last_key`. */
unsigned clri_label_sort_passes(uint64_t last_key);
clri_label_digit clri_label_sort_digit(uint64_t last_key, unsigned pass);

/* The text of the program that sorts elements by their labels, as clri_compose(). */
clr_status clri_sort_source(const clri_label_sort *sort, char **text, clri_error *error);

#endif
