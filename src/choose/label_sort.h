/* SPDX-License-Identifier: Apache-2.0 */
/*
 * label_sort - how elements are sorted by their labels: by a program of its own
 * (cl/sort_labels.cl), whatever is reduced. It leaves spans of a list of elements to reduce
 * (choose/front.h). Pure.
 */
#ifndef CLREDUCE_CHOOSE_LABEL_SORT_H
#define CLREDUCE_CHOOSE_LABEL_SORT_H

#include "base/status.h"
#include "problem/domain.h"

#include <stdbool.h>

typedef struct clri_label_sort {
    bool is_there;      /* else nothing is sorted in front of the reductions */
    bool keeps_axes;    /* labels lie along axes: the list has where their indices lie */
    bool is_alone;      /* an item goes over a stretch by itself, as on a CPU */
    uint64_t most;      /* results of a run that there is memory for ... */
    uint64_t elements;  /* ... and elements */
    clr_mask_kind mask; /* by which elements count; NONE: all do */
    clr_type index;     /* of a list whose entries have the labels; CLR_TYPE_DEFAULT: none */
    bool is_told_count; /* how many elements there are may be in memory */
    uint32_t stretches;
    uint32_t group_size;
    const char *build_options; /* a literal */
    const char *pragmas;       /* a literal, or NULL */
} clri_label_sort;

/* Chooses for the options' labels and label_elements, 0: as many as is usual.
 * CLR_ERROR_UNSUPPORTED where the device has no buffers that large. */
clr_status clri_label_sort_choose(const clr_device *device, const clri_domain *domain,
                                  const clr_plan_options *options, clri_label_sort *sort,
                                  clri_error *error);

/* Lowers what groups have to the limit that the device has; false if that changes nothing. */
bool clri_label_sort_lower(clri_label_sort *sort, uint64_t limit);

/* How elements are shared out. */
typedef struct clri_label_stretches {
    uint32_t count;  /* 1 at least */
    uint32_t length; /* of each but the last */
} clri_label_stretches;

clri_label_stretches clri_label_sort_share(const clri_label_sort *sort, uint64_t count);

/* By which bits of the keys a pass sorts. */
typedef struct clri_label_digit {
    uint32_t shift;
    uint32_t bits;
} clri_label_digit;

/* Whether not all elements count: then there are keys for those that do not
 * (cl/sort/some.cl), beside those of labels, which are 0 up to the number of results. */
bool clri_label_sort_takes_some(const clri_label_sort *sort);

/* The largest key there is, of so many results. */
uint64_t clri_label_sort_last_key(const clri_label_sort *sort, uint64_t results);

/* So many passes sort by keys up to that one. */
unsigned clri_label_sort_passes(uint64_t last_key);
clri_label_digit clri_label_sort_digit(uint64_t last_key, unsigned pass);

#endif
