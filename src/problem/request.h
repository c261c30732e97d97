/* SPDX-License-Identifier: Apache-2.0 */
/*
 * request - what a caller asks to be computed, checked and settled: a copy of its reductions with
 * result types filled in, its maps read, its own operator's text kept. Knows no device.
 */
#ifndef CLREDUCE_PROBLEM_REQUEST_H
#define CLREDUCE_PROBLEM_REQUEST_H

#include "base/status.h"
#include "problem/domain.h"
#include "problem/expression/expression.h"
#include "problem/number.h"
#include "problem/operator.h"

/* An operator of the caller's own. */
typedef struct clri_custom {
    char *source;        /* owned; NULL: there is none */
    char *name;          /* owned */
    size_t element_size; /* of elements that are structs, else 0 */
    bool is_commutative;
    size_t state_size; /* these two are known once it has been compiled; 0 before */
    size_t result_size;
} clri_custom;

typedef struct clri_request {
    clr_reduction reductions[CLR_REDUCTIONS_MOST]; /* whose map, where and custom are NULL */
    clri_expression maps[CLR_REDUCTIONS_MOST];     /* text NULL: there is none */
    clri_expression wheres[CLR_REDUCTIONS_MOST];   /* likewise: elements it is 0 of are left out */
    bool in_f32[CLR_REDUCTIONS_MOST]; /* sums to be folded in f32: clri_operator_adds_in_f32() */
    clri_custom custom;
    size_t count;
    clr_type type; /* of the elements; CLR_TYPE_DEFAULT if they are structs */
    size_t element_size;
    unsigned inputs;
    clri_domain domain; /* flat until clr_plan_options say otherwise */
    /* Sizes that a tuning file has for the device; borrowed, NULL: it has none. */
    const struct clri_tuned *tuned;
    bool is_numbered; /* i and n of expressions come along with what is read, of each element */
    bool uses_total;  /* some map or condition names n */
    bool
        by_bits; /* the device does not compare floats as IEEE 754 says: expressions look at bits */
} clri_request;

/*
 * Reads reduction number `index` of a caller's array, whose elements are as large as the first one
 * says, and its operator's own struct into `custom` if it has one. What they point to is the
 * caller's.
 */
clr_status clri_reduction_read(const clr_reduction *reductions, size_t index,
                               clr_reduction *reduction, clr_custom *custom, clri_error *error);

/* Returns CLR_OK, CLR_ERROR_ARGUMENT, CLR_ERROR_UNSUPPORTED or CLR_ERROR_MEMORY. The request is to
 * be freed in any case. */
clr_status clri_request_read(const clr_reduction *reductions, size_t count, clri_request *request,
                             clri_error *error);
void clri_request_free(clri_request *request);

/* The type of the values that reduction number `index` folds: the element's, or its map's. */
clr_type clri_request_value(const clri_request *request, size_t index);

/* What messages call such elements: CLR_TYPE_DEFAULT are the caller's own structs. */
const char *clri_request_name_of(clr_type value);

#endif
