/* SPDX-License-Identifier: Apache-2.0 */
/*
 * carried - what a run says of its shape, read into the form that carries its results: rows, spans
 * or cells, and the buffers that the shape brings along. The readers are files of this folder, one
 * a shape; they check numbers, and leave buffers to src/plan/buffer_check.c. Pure.
 */
#ifndef CLREDUCE_PROBLEM_SHAPE_CARRIED_H
#define CLREDUCE_PROBLEM_SHAPE_CARRIED_H

#include "problem/strided_rows.h"

/* By what a shape's results are carried on the device. */
typedef enum clri_carrier {
    CLRI_CARRIER_ONE,   /* one result of all elements */
    CLRI_CARRIER_ROWS,  /* strided axes */
    CLRI_CARRIER_SPANS, /* offsets in memory */
    CLRI_CARRIER_CELLS, /* an accumulator in memory for each label */
} clri_carrier;

/* What a carrier is like, where that decides beside its kernels. */
typedef struct clri_carrier_row {
    bool is_many;     /* results come many in a launch, and go to arrays */
    bool is_stepped;  /* elements, results and a mask are found along strided axes */
    bool takes_items; /* items and teams of items may have results to themselves */
    bool is_atomic;   /* items change accumulators by atomics, in any order */
} clri_carrier_row;

const clri_carrier_row *clri_carrier_of(clri_carrier carrier);

/* Values first .. first + count - 1 of a buffer that a shape brings along. */
typedef struct clri_shape_buffer {
    const char *name; /* as messages call it */
    cl_mem memory;    /* NULL is refused where there are values to read */
    size_t size;      /* bytes of a value */
    uint64_t first;
    uint64_t count;
    bool is_written;
} clri_shape_buffer;

enum { CLRI_SHAPE_BUFFERS_MOST = 4 };

/* Elements that lie one behind the other, outer x rows x inner of them, with a label for each row.
 */
typedef struct clri_labelled_rows {
    uint64_t outer;
    uint64_t rows;
    uint64_t inner;
} clri_labelled_rows;

typedef struct clri_shape_job {
    uint64_t count;              /* results */
    uint64_t longest;            /* elements that one of them may have */
    clri_rows rows;              /* of carrier rows */
    uint64_t kept;               /* of labels along axes: results of a label, ... */
    uint64_t below;              /* ... and how far indices lie below the first, in elements; ... */
    clri_labelled_rows labelled; /* ... or, where cells carry results, how elements lie; else 0 */
    clr_segments segments; /* of carrier spans: the caller's, or as stages in front leave them */
    clr_labels labels;     /* of shape labels */
    clr_runs runs;         /* of shape runs */
    unsigned buffer_count;
    clri_shape_buffer buffers[CLRI_SHAPE_BUFFERS_MOST];
} clri_shape_job;

/* What a reader goes by. */
typedef struct clri_shape_asked {
    const clr_run *run;
    uint64_t count;       /* elements of each input, or entries of the list of indices */
    uint64_t most;        /* results that the plan has memory for */
    unsigned inputs;      /* arrays of elements */
    bool has_list;        /* elements are found by a list of indices, which all inputs share */
    size_t walked_size;   /* bytes from an element to the next: of an index, if there is a list */
    const clr_mask *mask; /* NULL: there is none */
} clri_shape_asked;

/*
 * A shape's reader. CLR_ERROR_ARGUMENT with a sentence where the numbers cannot be;
 * CLR_ERROR_UNSUPPORTED for more results than the plan has memory for. Members of the job that are
 * for other carriers it leaves alone, or clears.
 */
typedef clr_status clri_shape_reader(const clri_shape_asked *asked, clri_shape_job *job,
                                     clri_error *error);

#define CLRI_SHAPE(id, name, ...) clri_shape_reader clri_read_##name;
#include "problem/shape/shape.def"

/* Adds a buffer of values of `size` bytes that the shape reads, or writes: of these, one that is
 * NULL is wanted by nobody. */
void clri_shape_reads(clri_shape_job *job, const char *name, cl_mem memory, size_t size,
                      uint64_t first, uint64_t count);
void clri_shape_writes(clri_shape_job *job, const char *name, cl_mem memory, size_t size,
                       uint64_t first, uint64_t count);

/* Integers of 32 or 64 bits say where elements belong: `what`, of the type in `member`. */
clr_status clri_shape_check_index(clr_type type, const char *member, const char *what,
                                  clri_error *error);

/*
 * Reads a caller's axes for so many inputs of elements of that size, and the strides of a mask, if
 * it is not NULL. CLR_ERROR_ARGUMENT with a sentence for axes that cannot be, sizes that overflow,
 * and results that would be written twice.
 */
clr_status clri_axes_read(const clr_axes *asked, unsigned inputs, size_t element_size,
                          const clr_mask *mask, clri_rows *rows, clri_error *error);

#endif
