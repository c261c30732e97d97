/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pass - several reductions as one pass over the data: which states are folded, which results are
 * made of them, and how those lie in the record. Pure.
 */
#ifndef CLREDUCE_STATE_PASS_H
#define CLREDUCE_STATE_PASS_H

#include "problem/record.h"
#include "problem/request.h"
#include "state/form.h"
#include "state/reader.h"

/* A state, and the map whose values it folds. */
typedef struct clri_member {
    clri_state_form form;
    const clri_expression *map; /* of the request; NULL: none */
} clri_member;

/* A reduction's result. */
typedef struct clri_outcome {
    clr_operator op;
    clr_type result;
    clr_accuracy accuracy;
    uint64_t ddof;
    unsigned member; /* whose state it is made of */
    unsigned second; /* and whose; the same one if that is all */
    clri_lower_form form;
    clri_field field;
} clri_outcome;

/* Words of cl/exact/bins.cl's struct beside its digits, each of which has two. */
enum { CLRI_BINS_BESIDE = 8 };

/* Bytes of a column of cl/exact/columns.cl, an item's in a group, and one's that is alone. */
enum { CLRI_COLUMN_SIZE = 16 * 8, CLRI_LONE_COLUMN_SIZE = 4 * 512 * 8 };

typedef struct clri_pass {
    clri_reader reader;
    unsigned inputs;
    bool uses_double;
    const clri_custom *custom; /* of the request; NULL: none */
    clri_member members[CLR_REDUCTIONS_MOST];
    size_t member_count;
    clri_outcome outcomes[CLR_REDUCTIONS_MOST];
    size_t outcome_count;
    size_t state_size;  /* of all members together */
    size_t saved_size;  /* of all members as they wait in global memory */
    size_t bins_size;   /* of the bins that a group's items share, without columns or copies */
    size_t copies_size; /* of their copies, in a group of more than one item */
    size_t columns;     /* of bins that every item has to itself, and elements for one of them */
    uint64_t column_elements;
    size_t work_words; /* that making the results takes besides */
    bool is_exact;     /* some member is */
    bool needs_order;  /* some result's level rests on the published order */
    size_t record_size;
} clri_pass;

/* On what terms a pass is made. */
typedef struct clri_terms {
    bool has_fp64;      /* the device has */
    bool wants_number;  /* a state is to be one number of the device's own, where possible */
    bool lacks_columns; /* items have no room for bins of their own */
} clri_terms;

/*
 * Makes a request, which must outlive it, a pass. Returns CLR_OK, or CLR_ERROR_UNSUPPORTED with the
 * reason.
 */
clr_status clri_pass_find(const clri_request *request, const clri_terms *terms, clri_pass *pass,
                          clri_error *error);

/* The pass's one state if it is a number of the device's own, else NULL. */
const clri_state_form *clri_pass_number(const clri_pass *pass);

/* Leaves out the bins' copies, for which a device may lack local memory. */
void clri_pass_forgo_copies(clri_pass *pass);

/* Bytes of the bins, their copies and the columns of a group of that size. */
size_t clri_pass_bins_size(const clri_pass *pass, uint64_t group_size);

/* Bytes that C leaves in a struct of all members' states of so many lanes, in front of that of a
 * member, or at the end if the number is that of the members. */
size_t clri_pass_gap(const clri_pass *pass, unsigned lanes, size_t number);

/* Bytes of the state that every lane of a vector has to itself. */
size_t clri_pass_lane_size(const clri_pass *pass);

/* Whether elements must be taken in their order. */
bool clri_pass_is_ordered(const clri_pass *pass);

/* Whether the results have the same bits whichever items fold which elements. */
bool clri_pass_in_any_order(const clri_pass *pass);

/* Whether an element takes much work, if only for one of the states. */
bool clri_pass_is_heavy(const clri_pass *pass);

#endif
