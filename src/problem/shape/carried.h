/* SPDX-License-Identifier: Apache-2.0 */
/* carried - a run's shape, read into the form that its carrier takes: rows, spans or cells, and the
 * shape's buffers. Each shape has a reader in this folder, which checks the caller's numbers once;
 * behind it they are trusted. Buffers are checked by src/plan/buffer_check.c. Pure. */
#ifndef CLREDUCE_PROBLEM_SHAPE_CARRIED_H
#define CLREDUCE_PROBLEM_SHAPE_CARRIED_H

#include "problem/shape/carrier.h"
#include "problem/strided_rows.h"
#include "problem/view.h"

#include <stddef.h>

/* Values first .. first + count - 1 of a buffer of the shape. */
typedef struct clri_shape_buffer {
    const char *name; /* the member's name, for messages */
    cl_mem memory;    /* NULL is refused if values are read */
    size_t size;      /* bytes of a value */
    uint64_t first;
    uint64_t count;
    bool is_written;
    size_t view; /* where a view points to value `first`: CLRI_IN_VIEW() */
} clri_shape_buffer;

enum { CLRI_SHAPE_BUFFERS_MOST = 4 };

/* Contiguous elements, outer x rows x inner of them, with a label for each row. */
typedef struct clri_labelled_rows {
    uint64_t outer;
    uint64_t rows;
    uint64_t inner; /* 0: the run does not go by cells */
} clri_labelled_rows;

typedef struct clri_shape_job {
    uint64_t count;        /* results */
    uint64_t longest;      /* most elements of a result */
    clri_rows rows;        /* for carrier rows */
    uint64_t kept;         /* labels along axes: results of a label */
    uint64_t below;        /* labels along axes: elements from the first index down to the lowest */
    clr_segments segments; /* for carrier spans: the caller's, or left by stages in front */
    clr_labels labels;     /* for shape labels */
    clr_runs runs;         /* for shape runs */
    /* Labels along axes: how elements lie, if the run goes by cells. */
    clri_labelled_rows labelled;
    unsigned buffer_count;
    clri_shape_buffer buffers[CLRI_SHAPE_BUFFERS_MOST];
} clri_shape_job;

/* A reader's input. */
typedef struct clri_shape_asked {
    const clr_run *run;
    uint64_t count;       /* elements of each input, or entries of the index list */
    uint64_t most;        /* most results, by the plan's memory */
    unsigned inputs;      /* arrays of elements */
    bool has_list;        /* an index list, shared by all inputs */
    size_t walked_size;   /* bytes of an element, or of an index of the list */
    const clr_mask *mask; /* NULL: no mask */
    bool is_typical;      /* the run need not have buffers, which nobody then looks at: it describes
                             what later runs are like, or has arrays in host memory in their place */
} clri_shape_asked;

/*
 * A shape's reader. CLR_ERROR_ARGUMENT with a sentence for invalid numbers; CLR_ERROR_UNSUPPORTED
 * for more results than the plan has memory for. Members of the job for other carriers stay unset.
 */
typedef clr_status clri_shape_reader(const clri_shape_asked *asked, clri_shape_job *job,
                                     clri_error *error);

#define CLRI_SHAPE(id, name, ...) clri_shape_reader clri_read_##name;
#include "problem/shape/shape.def"

/* Adds a buffer of the shape, of values of `size` bytes, which the run reads, or writes. A written
 * buffer may be NULL: its values are not wanted. */
void clri_shape_reads(clri_shape_job *job, const char *name, size_t view, cl_mem memory,
                      size_t size, uint64_t first, uint64_t count);
void clri_shape_writes(clri_shape_job *job, const char *name, size_t view, cl_mem memory,
                       size_t size, uint64_t first, uint64_t count);

/* Checks that the type in `member` can be of `what` (offsets, labels, keys): integers of 32 or 64
 * bits. */
clr_status clri_shape_check_index(clr_type type, const char *member, const char *what,
                                  clri_error *error);

/*
 * Reads the caller's axes for `inputs` inputs of elements of `element_size` bytes, and the strides
 * of a mask, unless it is NULL. CLR_ERROR_ARGUMENT with a sentence for invalid axes, sizes that
 * overflow, and results that would be written twice.
 */
clr_status clri_axes_read(const clr_axes *asked, unsigned inputs, size_t element_size,
                          const clr_mask *mask, clri_rows *rows, clri_error *error);

#endif
