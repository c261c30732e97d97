/* SPDX-License-Identifier: Apache-2.0 */
/*
 * request - the reductions that a caller asks for, checked and settled: a copy with result types
 * filled in, maps and conditions parsed, and the custom operator's text. Read once when a plan is
 * made; every later stage works on this copy, and knows that its numbers are valid. Knows no
 * device.
 */
#ifndef CLREDUCE_PROBLEM_REQUEST_H
#define CLREDUCE_PROBLEM_REQUEST_H

#include "base/status.h"
#include "problem/domain.h"
#include "problem/expression/expression.h"
#include "problem/number.h"
#include "problem/operator.h"
#include "problem/record.h"
#include "problem/selection.h"

/* A custom operator. */
typedef struct clri_custom {
    char *source;        /* owned; NULL: no custom operator */
    char *name;          /* owned */
    size_t element_size; /* of elements that are structs, else 0 */
    bool is_commutative;
    size_t state_size; /* 0 until the operator has been compiled, like the member below */
    size_t result_size;
} clri_custom;

typedef struct clri_request {
    clr_reduction reductions[CLR_REDUCTIONS_MOST]; /* map, where and custom are NULL here, and
                                                      quantiles are owned */
    clri_expression maps[CLR_REDUCTIONS_MOST];     /* text NULL: no map */
    clri_expression wheres[CLR_REDUCTIONS_MOST];   /* text NULL: no condition; elements for which it
                                                      is 0 do not count */
    bool in_f32[CLR_REDUCTIONS_MOST]; /* sums folded in f32: clri_operator_adds_in_f32() */
    clri_custom custom;
    size_t count;
    clr_type type; /* of the elements; CLR_TYPE_DEFAULT for structs */
    size_t element_size;
    unsigned inputs;
    unsigned scalars;   /* that maps and conditions take of a run */
    clri_domain domain; /* flat, until set from clr_plan_options */
    /* The tuning file's sizes for the device; borrowed; NULL: none. */
    const struct clri_tuned *tuned;
    bool is_numbered; /* each element is read with its own i and n, for expressions */
    bool uses_total;  /* some map or condition uses n */
    bool by_bits; /* the device's float comparisons do not conform to IEEE 754: expressions compare
                     bits */
} clri_request;

/*
 * Reads reduction number `index` of a caller's array, whose structs have the size that the first
 * one states, and its custom operator, if any, into `custom`. Pointers remain the caller's.
 */
clr_status clri_reduction_read(const clr_reduction *reductions, size_t index,
                               clr_reduction *reduction, clr_custom *custom, clri_error *error);

/* Reads reductions that fold: one that selects is refused, as only one-call reductions and plans
 * have it. Returns CLR_OK, CLR_ERROR_ARGUMENT, CLR_ERROR_UNSUPPORTED or CLR_ERROR_MEMORY. Free the
 * request whatever the status. */
clr_status clri_request_read(const clr_reduction *reductions, size_t count, clri_request *request,
                             clri_error *error);

/* The same of reductions that fold or select (selection.h). */
clr_status clri_request_read_any(const clr_reduction *reductions, size_t count,
                                 clri_request *request, clri_error *error);
void clri_request_free(clri_request *request);

/* Copies a request without an operator of the caller's own, for a life of its own. Free the copy
 * whatever the status. CLR_ERROR_MEMORY. */
clr_status clri_request_copy(const clri_request *request, clri_request *copy, clri_error *error);

/* The type of the values that reduction number `index` folds: the element's, or the map's. */
clr_type clri_request_value(const clri_request *request, size_t index);

/* How many inputs reduction number `index` itself reads: its operator's, or as many as its map and
 * its condition name. Beside others, which may read more, it looks at the first of them alone. */
unsigned clri_request_inputs(const clri_request *request, size_t index);

/* CLR_ERROR_EMPTY with a sentence if some reduction has no value of `total` elements. */
clr_status clri_request_check_total(const clri_request *request, uint64_t total, clri_error *error);

/* CLR_ERROR_ARGUMENT if maps and conditions name `named` scalars and a run gives none, or if a run
 * gives scalars that none names. `member`: where runs give them, such as "clr_run.scalars". */
clr_status clri_request_check_scalars(unsigned named, const double *given, const char *member,
                                      clri_error *error);

/* The fields of a reduction's result in a record, without their places. */
clri_field clri_request_field(const clri_request *request, size_t index);

/* The fields of all results in a record of the request's domain; the size of the record. A custom
 * operator has been compiled, as that tells its result's size. */
size_t clri_request_fields(const clri_request *request, clri_field *fields);

/* CLR_ERROR_ARGUMENT for a selection that has several values a result, or places beside its values:
 * a record has none for them. */
clr_status clri_request_check_single(const clri_request *request, clri_error *error);

/* CLR_OK if all statuses of such a record are; CLR_ERROR_EMPTY or CLR_ERROR_OVERFLOW, with a
 * sentence about the first result that has no value. */
clr_status clri_request_check_record(const clri_request *request, const clri_field *fields,
                                     const unsigned char *record, clri_error *error);

/* The type's name in messages; CLR_TYPE_DEFAULT: the caller's structs. */
const char *clri_request_name_of(clr_type value);

#endif
