/* SPDX-License-Identifier: Apache-2.0 */
/*
 * carrier - how a shape's results are carried on the device: one result, rows along axes, spans
 * between offsets, or cells. Each is a row of functions and values, in a room of src/shape
 * (NAME/carrier_NAME.c). Choosing, composing and running plans use the row's members, and know no
 * carrier by name, so that a carrier is added without a change to them. Pure.
 */
#ifndef CLREDUCE_PROBLEM_SHAPE_CARRIER_H
#define CLREDUCE_PROBLEM_SHAPE_CARRIER_H

#include "base/status.h"

struct clri_choice;
struct clri_launch;
struct clri_limits;
struct clri_arguments;
struct clri_request;
struct clri_shape_job;
struct clri_source;
struct clri_ways;

/*
 * How kernels find a result's elements: names of pieces, and what macros are defined as. NULL
 * stands for the piece or text of elements that lie one behind the other, as do their mask's.
 */
typedef struct clri_carrier_text {
    const char *axes;   /* the piece that declares clr_shape; NULL: there is none */
    const char *fields; /* members of clr_span; NULL: none. Of a stepped carrier cl/load wants
                           `shape` and `is_contiguous` */
    const char *moves;  /* moves an input's pointer to element `first`; NULL: by `first` elements */
    const char *mask;   /* the piece that finds a mask's bit; NULL: mask/along, ... */
    const char *mask_at; /* ... where the bit lies; NULL: at the element's place in the mask, ... */
    const char *mask_by; /* ... and how far from the bit before it; NULL: "1" */
    const char *numbered; /* the piece that follows label/numbered; NULL: none */
    const char *rows;     /* the piece that finds result number `row`; NULL: there is one result */
    const char *ends;     /* of items with a result each: whether the next result is behind it */
    const char *staged;   /* of results that a group brings to local memory */
} clri_carrier_text;

typedef struct clri_carrier {
    const char *name;
    const struct clri_carrier *ranked; /* the same results where a request selects: another row,
                                          with the text that this one has (shape/ranks/ranked.h);
                                          NULL: nothing is selected so */
    bool is_many;                      /* many results in a launch, delivered as arrays */
    bool is_stepped; /* elements, results and masks are addressed by strided axes */
    bool has_axes;   /* axes are written to device memory */
    bool is_uneven; /* results differ in length: groups claim them, one at a time, so that no ticket
                       finishes them, and items leave long ones to groups; stepped or not */
    bool has_giants; /* the longest are giants, which several groups share: the piece `text.rows`
                        has clr_bounds_of() and clr_offset(), by which finish/giants reads their
                        length */
    bool is_atomic;  /* cells are changed by atomics, in any order */
    clri_carrier_text text;

    /* Choosing. `choose`: the plan's first program, which makes any result; NULL: by a strategy.
     * `choose_items`: the second program, whose items or teams have results to themselves; `groups`
     * is the first one's choice; NULL: there is none. `choose_cells`: request and options of
     * another plan, of carrier cells, for runs of few results; NULL, or false: there is none.
     * `launches`: how many kernels a run launches; NULL: as the strategy says. */
    clr_status (*choose)(const clr_device *device, const struct clri_request *request,
                         const clr_plan_options *options, const struct clri_limits *limits,
                         struct clri_choice *choice, clri_error *error);
    clr_status (*choose_items)(const clr_device *device, const struct clri_request *request,
                               const clr_plan_options *options, const struct clri_choice *groups,
                               struct clri_choice *items, bool *is_there, clri_error *error);
    bool (*choose_cells)(const clr_device *device, const struct clri_request *request,
                         const clr_plan_options *options, struct clri_request *cells,
                         clr_plan_options *sized);
    uint64_t (*launches)(const struct clri_choice *choice, uint64_t count);

    /* The kernels' text, behind maps and the pieces of `text`; NULL: a strategy's. */
    void (*compose)(struct clri_source *source, const struct clri_choice *choice);

    /* The first program's kernels, its memory, and each kernel once, over nothing. */
    clr_status (*make)(clr_plan *plan, clri_error *error);
    clr_status (*allocate)(clr_plan *plan, clri_error *error);
    clr_status (*try)(struct clri_launch *launch);

    /* The same of the second program. */
    clr_status (*make_items)(clr_plan *plan, clri_error *error);
    clr_status (*try_items)(struct clri_launch *launch);

    /* A run. `add_arguments`: the kernels' arguments behind the inputs, by which they find the
     * elements of results of `most` elements at most. `launch`: enqueues the reductions. */
    void (*add_arguments)(struct clri_arguments *arguments, const struct clri_launch *launch,
                          uint64_t most);
    clr_status (*launch)(struct clri_launch *launch);

    /* The ways of a run; NULL: it may take all. */
    void (*ways)(const clr_plan *plan, const struct clri_shape_job *shape, struct clri_ways *ways);
} clri_carrier;

/* The carriers of the shapes' rows; and that of labels along axes, once these are sorted. */
#define CLRI_SHAPE(id, name, where, carrier, ...) extern const clri_carrier clri_carrier_##carrier;
#include "problem/shape/shape.def"
extern const clri_carrier clri_carrier_kept;

#endif
