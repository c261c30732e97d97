/* SPDX-License-Identifier: Apache-2.0 */
/*
 * shaped - reductions with many results over a request's files: reads them, in pieces where
 * possible, reduces each piece on the device or by the host, checks it, and collects all results.
 * Everything else is in job.h. Prints nothing but failures and the progress bar.
 */
#ifndef CLREDUCE_TOOLS_SHAPED_H
#define CLREDUCE_TOOLS_SHAPED_H

#include "device_memory.h"
#include "job.h"
#include "operator_list.h"
#include "plan_set.h"
#include "rows.h"
#include <jansson.h>

/* All results of a reduction; an array has an entry for each row, or is NULL. Value number v of row
 * k, and its index, is entry v * rows.count + k. */
typedef struct shaped_results {
    uint64_t values; /* of each row: 1, but for quantiles and the k largest or smallest */
    unsigned char *value, *second;
    uint64_t *index;
    uint64_t *number; /* of the k largest or smallest, how many each row has; of modes, how often */
    cl_int *status;   /* CLR_OK; CLR_ERROR_EMPTY, CLR_ERROR_OVERFLOW: no value */
} shaped_results;

typedef struct shaped {
    job job;
    rows rows;
    rows_piece first; /* the first piece, which is typical: how kernels are chosen; or of 0 rows */
    plan_set plans;
    device_memory memory;
    const void *views[CLR_INPUTS_MOST]; /* the whole input, while it is cut across */
    void *gathered[CLR_INPUTS_MOST];    /* a piece that is cut across, assembled */
    void *scratch;                      /* for the check: elements of a result */
    shaped_results results[CLR_REDUCTIONS_MOST];
    uint64_t differing[CLR_REDUCTIONS_MOST]; /* rows that --check found wrong */
    uint64_t outside;                        /* elements whose label is no result's */
    clr_accumulator *kept;                   /* with --save */
    struct quartiles *quartiles;             /* of stats; NULL: they are not asked for */
} shaped;

/*
 * Opens the files, and reads as far as needed to know the type and settle the request. Each
 * function returns 0, or the exit code after a sentence on standard error. Call shaped_close()
 * whatever the outcome.
 */
int shaped_open(shaped *s, request *r);
int shaped_run(shaped *s);
void shaped_close(shaped *s);

/* Makes the arrays of results, for the layout's reductions and the rows' count. False if memory ran
 * out. */
bool shaped_make_results(shaped *s);

/* Number `index` of row `row` of a reduction: the value, or the second value or index; of several
 * values all numbers of one in front of those of the next. */
typedef struct shaped_number {
    const char *name; /* as record_number's */
    clr_type type;
    const void *at;
} shaped_number;

size_t shaped_number_count(const shaped *s, size_t reduction);

/* Whether rows have several values, which a list holds even if there is but one: those of topk. And
 * how many numbers each of them is, and how many of them the row has. */
bool shaped_has_values(const shaped *s, size_t reduction);
size_t shaped_part_count(const shaped *s, size_t reduction);
uint64_t shaped_values_of(const shaped *s, size_t reduction, uint64_t row);
shaped_number shaped_number_at(const shaped *s, size_t reduction, uint64_t row, size_t index);

/* ---- shaped_device.c ------------------------------------------------------------------------- */

int shaped_device_open(shaped *s);
void shaped_device_close(shaped *s);

/* The plan of a reduction; NULL by the host. */
const clr_plan *shaped_plan_of(const shaped *s, size_t reduction);

/* Bytes of the largest buffer, and of all buffers. */
uint64_t shaped_device_room(const shaped *s);

/* Reduces a piece, whose elements are in `rooms`, into the results. */
int shaped_device_run(shaped *s, const rows_piece *piece, void *const rooms[]);

/* Inputs of the plans: without a separate mask, which is the last input. */
size_t shaped_inputs(const shaped *s);

/* Extents and strides in the library's form; of a cut axis the piece's extent. */
typedef struct shaped_axes {
    clr_axes axes;
    uint64_t extents[CLR_RANK_MOST];
    int64_t strides[CLR_INPUTS_MOST][CLR_RANK_MOST];
} shaped_axes;

void shaped_fill_axes(const shaped *s, const rows_piece *piece, shaped_axes *made);

/* An array of results on the device, and where its part begins among all results. */
typedef struct result_array {
    cl_mem *buffer;
    size_t size; /* bytes of an element */
    unsigned char *to;
} result_array;

/* The arguments of a run on the device, and its arrays of results: value, second, index, status. */
typedef struct device_piece {
    clr_run run;
    clr_mask mask; /* a byte for each element, if the mask is not an input */
    shaped_axes axes;
    clr_segments segments;
    clr_labels labels;
    clr_arrays arrays[CLR_REDUCTIONS_MOST];
    result_array results[4 * CLR_REDUCTIONS_MOST];
    size_t result_count;
} device_piece;

/* A separate mask, which was read as `count` numbers of the elements' type, as bytes. The caller
 * frees them; NULL: memory ran out. */
unsigned char *shaped_mask(const shaped *s, uint64_t count, const void *truths);

/* ---- shaped_host.c --------------------------------------------------------------------------- */

/* A piece as the library's calls on host arrays take it, and its memory. */
typedef struct host_piece {
    clr_host_run run;
    shaped_axes axes;
    uint64_t *offsets;
    unsigned char *mask;
    cl_ulong outside;
} host_piece;

/* Fills in the piece, whose elements are in `rooms`. False if memory ran out. Free it whatever the
 * outcome. */
bool shaped_host_fill(const shaped *s, const rows_piece *piece, void *const rooms[], host_piece *h);
void shaped_host_free(host_piece *h);

/* Sums by label wrap unless the user asks otherwise, as a plan's do (plan_set.h): an answer does
 * not depend on the place.
 */
void shaped_host_open(shaped *s);

/* Has the host make these reductions of a piece, into the arrays. */
int shaped_host_reduce(shaped *s, const rows_piece *piece, void *const rooms[],
                       const clr_reduction *reductions, size_t count,
                       const clr_host_arrays *arrays);

/* The same of the request's, into the results. */
int shaped_host_run(shaped *s, const rows_piece *piece, void *const rooms[]);

/* ---- rows_axes.c ----------------------------------------------------------------------------- */

/* Axes of an array, as a row of shape_row.h lends and gives them. */
int shaped_lend_axes(shaped *s, const rows_piece *piece, device_piece *d);
bool shaped_give_axes(const shaped *s, const rows_piece *piece, host_piece *h);

/* ---- shaped_states.c ------------------------------------------------------------------------- */

/* Refuses --save of more results than memory has states for. */
int shaped_states_check(const shaped *s);

/* Reduces the whole input, whose elements are in `rooms`, into the accumulator and the results. */
int shaped_states_run(shaped *s, const rows_piece *piece, void *const rooms[]);

/* Makes the accumulator of an input without results. */
int shaped_states_end(shaped *s);

/* Makes the results of accumulators, one for each of the layout's reductions, each of as many
 * results as there are rows. */
int shaped_round(shaped *s, clr_accumulator *const all[]);

/* ---- shaped_long.c --------------------------------------------------------------------------- */

/* Whether a piece too large for any buffer can be reduced result by result; and doing so. */
bool shaped_long_can(const shaped *s, const rows_piece *piece);
int shaped_long_run(shaped *s, const rows_piece *piece, void *const rooms[]);

/* ---- shaped_check.c -------------------------------------------------------------------------- */

/* Checks the piece's results on the host; the job's verdicts are the worst of all rows. */
int shaped_check_piece(shaped *s, const rows_piece *piece, void *const rooms[]);

/* Refuses results found wrong. Returns 0 or the exit code. */
int shaped_check_end(const shaped *s);

/* ---- shaped_labels.c ------------------------------------------------------------------------- */

/* Reports that sums may have been taken modulo 2^64, which nobody asked for, if they may exceed it.
 */
void shaped_labels_tell_wrapped(const shaped *s, void *const rooms[]);

/* Reports elements that belong to no result, and labels left out, if any. */
void shaped_labels_tell(const shaped *s);

/* ---- shaped_report.c ------------------------------------------------------------------------- */

/* The column of the results' names; false if they have none. A name as its cell. */
bool shaped_report_name_column(listing *l, const shaped *s);
void shaped_report_name_cell(listing *l, const shaped *s, uint64_t row);

/* The columns of all results, several columns of a result with several values; and the cells of a
 * row. */
void shaped_report_columns(listing *l, const shaped *s);
void shaped_report_cells(listing *l, const shaped *s, uint64_t row);

/* Refuses an --output for these operators that cannot be written. Returns 0, or the exit code after
 * a sentence on standard error, as the next function does. */
int shaped_check_output(const options *o, const operator_list *operators);

/* Adds the results' axes to a document, and further data of the shape. */
void shaped_report_shape(const shaped *s, json_t *document);

/* The object of a reduction: operator, type and an array of each number. */
json_t *shaped_report_part(const shaped *s, size_t reduction);

/* The numbers of one name, an index or all values, of a row: an array if rows have several values.
 */
json_t *shaped_report_numbers(const shaped *s, size_t reduction, uint64_t row, size_t index);

/* Reports results without a value. Returns 0, or the exit code. */
int shaped_report_missing(const shaped *s);

/* Prints or writes the results. If some result has no value, writes nothing and returns an exit
 * code. */
int shaped_report_results(const shaped *s);

/* The same after notes about the job. */
int shaped_report(const shaped *s);

#endif
