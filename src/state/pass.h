/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pass - several reductions as one pass over the data: which states are folded, which results are
 * made of them, and how those lie in the record. How the states lie: state/layout.h. Pure.
 */
#ifndef CLREDUCE_STATE_PASS_H
#define CLREDUCE_STATE_PASS_H

#include "problem/record.h"
#include "problem/request.h"
#include "state/form.h"
#include "state/reader.h"

/* A state, the map whose values it folds, and the condition by which elements are. */
typedef struct clri_member {
    clri_state_form form;
    const clri_expression *map;   /* of the request; NULL: none */
    const clri_expression *where; /* likewise */
    bool is_numbered;             /* their i and n are read with the elements */
    bool by_bits;                 /* they look at floats' bits */
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

/* A result is made of two states at most. */
enum { CLRI_MEMBERS_MOST = 2 * CLR_REDUCTIONS_MOST };

typedef struct clri_pass {
    clri_reader reader;
    unsigned inputs;
    clr_mask_kind mask;
    bool is_numbered;  /* of the request */
    const char *truth; /* a signed integer as wide as the reader's value */
    bool uses_double;
    const clri_custom *custom; /* of the request; NULL: none */
    clri_member members[CLRI_MEMBERS_MOST];
    size_t member_count;
    clri_outcome outcomes[CLR_REDUCTIONS_MOST];
    size_t outcome_count;
    size_t columns; /* of bins that every item has to itself, and elements for one of them */
    uint64_t column_elements;
    bool has_copies;   /* of bins, in a group of more than one item */
    size_t work_words; /* that making the results takes besides */
    bool is_exact;     /* some member is */
    bool rounds_wide;  /* some result is, from 256 bits */
    bool needs_order;  /* some result's level rests on the published order */
    size_t record_size;
} clri_pass;

/* On what terms a pass is made. */
typedef struct clri_terms {
    bool has_fp64;      /* the device has */
    bool wants_number;  /* a state is to be one number of the device's own, where possible */
    bool lacks_columns; /* items have no room for bins of their own */
    bool is_of_labels;  /* results are by label */
    bool is_told_count; /* that there are too few elements for a result is found out by the kernels
                         */
    bool lanes_apart;   /* each lane of a vector is a result's of its own */
    bool by_words;      /* bytes are compared by the words that hold them: on a GPU */
    bool sifts;         /* elements by a list of indices, some of which may name none */
} clri_terms;

/*
 * Makes a request, which must outlive it, a pass. Returns CLR_OK, or CLR_ERROR_UNSUPPORTED with the
 * reason.
 */
clr_status clri_pass_find(const clri_request *request, const clri_terms *terms, clri_pass *pass,
                          clri_error *error);

/* The fewest elements of which the result has a value. */
uint64_t clri_outcome_least(const clri_outcome *outcome);

/* The pass's one state if it is a number of the device's own, else NULL. */
const clri_state_form *clri_pass_number(const clri_pass *pass);

/* Whether some sum may be more than its state holds, which then tells so. */
bool clri_pass_is_unsure(const clri_pass *pass);

/* Whether one double adds up most short results, of all that there is to reduce. */
bool clri_pass_is_brief(const clri_pass *pass);

/* Leaves out the bins' copies, for which a device may lack local memory. */
void clri_pass_forgo_copies(clri_pass *pass);

/* Whether elements must be taken in their order. */
bool clri_pass_is_noncommutative(const clri_pass *pass);

/* Whether it matters which number an element has: to an index that is told, or to a map. */
bool clri_pass_minds_numbers(const clri_pass *pass);

/* Whether a map asks how many elements a result has, which is known when they are folded. */
bool clri_pass_asks_for_counts(const clri_pass *pass);

/* Whether the results have the same bits whichever items fold which elements. */
bool clri_pass_in_any_order(const clri_pass *pass);

/* Whether an element is added to several numbers side by side, of one state or of all of them. */
bool clri_pass_is_several(const clri_pass *pass);

/* Whether an element takes much work, if only for one of the states. */
bool clri_pass_is_heavy(const clri_pass *pass);

#endif
