/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pass - several reductions as one pass over the data. A request's reductions are made of members,
 * the states that each element is folded into; reductions whose states, maps and conditions are
 * equal share one (a mean and a sum, a variance and its sum of squares). Outcomes are the results
 * made of them, with their fields in the record. Plans, kernels' texts and accumulators all come
 * from a pass. Where states lie: state/layout.h. Pure.
 */
#ifndef CLREDUCE_STATE_PASS_H
#define CLREDUCE_STATE_PASS_H

#include "problem/record.h"
#include "problem/request.h"
#include "state/form.h"
#include "state/reader.h"

/* A state, with the map and the condition of its elements. */
typedef struct clri_member {
    clri_state_form form;
    const clri_expression *map;   /* the request's; NULL: none */
    const clri_expression *where; /* the request's; NULL: none */
    bool is_numbered;             /* map and condition take i and n as read with the elements */
    bool by_bits;                 /* map and condition look at floats' bits */
} clri_member;

/* A reduction's result. A selection has the member that min of its elements has, for the elements
 * alone: their map, condition, mask and NaNs. */
typedef struct clri_outcome {
    clr_operator op;
    clr_type value;  /* of the elements, as they are folded or selected */
    bool is_between; /* of selections: the result may lie between elements */
    clr_type result;
    clr_accuracy accuracy;
    uint64_t ddof;
    unsigned members[CLRI_PARTS_MOST]; /* indices of the states that it is made of, ... */
    unsigned member_count;             /* ... so many */
    clri_lower_form form;
    clri_field field;
} clri_outcome;

/* Room for a covariance in place of each reduction. */
enum { CLRI_MEMBERS_MOST = 3 * CLR_REDUCTIONS_MOST };

typedef struct clri_pass {
    clri_reader reader;
    unsigned inputs;
    unsigned scalars;   /* numbers that a run gives, and perhaps a 0 behind them, ... */
    const char *scalar; /* ... and their type: float, double, or without fp64 the bits of one */
    clr_mask_kind mask;
    bool is_numbered;  /* the elements carry their numbers */
    const char *truth; /* signed integer as wide as the reader's value */
    bool uses_double;
    const clri_custom *custom; /* the request's; NULL: none */
    clri_member members[CLRI_MEMBERS_MOST];
    size_t member_count;
    clri_outcome outcomes[CLR_REDUCTIONS_MOST];
    size_t outcome_count;
    size_t columns; /* bins of each item's own, and the elements that they have room for */
    uint64_t column_elements;
    bool has_copies;   /* a group of more than one item has copies of its bins */
    size_t work_words; /* more words of local memory for making results */
    bool is_exact;     /* some member is exact */
    bool rounds_wide;  /* some result is rounded from 256 bits */
    bool needs_order;  /* some result's level needs the published order */
    size_t record_size;
} clri_pass;

/* The terms on which the device and the choice can have a pass. */
typedef struct clri_terms {
    bool has_fp64;
    bool wants_number;  /* prefer states that are one number of the device's own */
    bool lacks_columns; /* no memory for an item's own bins */
    bool is_of_labels;  /* results are by label */
    bool is_told_count; /* kernels find out whether a result has too few elements */
    bool lanes_apart;   /* each lane of a vector folds another result */
    bool by_words;      /* bytes are compared by the words that hold them: on a GPU */
    bool sifts;         /* elements are named by a list whose indices may be out of range */
    bool leaves_states; /* states that accumulators are made of, in place of results */
} clri_terms;

/* The pass of a request, which must outlive it. Returns CLR_OK, or CLR_ERROR_UNSUPPORTED with the
 * reason. */
clr_status clri_pass_find(const clri_request *request, const clri_terms *terms, clri_pass *pass,
                          clri_error *error);

/* The pass's state if it has one that is a number of the device's own, else NULL. */
const clri_state_form *clri_pass_number(const clri_pass *pass);

/* Whether some exact sum may not fit its state, which then says so. */
bool clri_pass_is_unsure(const clri_pass *pass);

/* Whether one double adds up most short results, and there is one state. */
bool clri_pass_is_brief(const clri_pass *pass);

/* Leaves out the copies of bins, for devices with little local memory. */
void clri_pass_forgo_copies(clri_pass *pass);

/* Whether operands must keep their sides. */
bool clri_pass_is_noncommutative(const clri_pass *pass);

/* Whether results depend on elements' indices: of an arg operator, or a map. */
bool clri_pass_minds_numbers(const clri_pass *pass);

/* Whether a map or condition takes n, the number of a result's elements. */
bool clri_pass_asks_for_counts(const clri_pass *pass);

/* Whether the results' bits do not depend on the order of folding. */
bool clri_pass_in_any_order(const clri_pass *pass);

/* Whether an element is added to several numbers, of one state or of several. */
bool clri_pass_is_several(const clri_pass *pass);

/* Whether some state takes many instructions an element. */
bool clri_pass_is_heavy(const clri_pass *pass);

#endif
