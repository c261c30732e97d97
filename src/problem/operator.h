/* SPDX-License-Identifier: Apache-2.0 */
/*
 * operator - the rows of operators (operator.def) and of their folds (fold.def), and the accuracy
 * levels that an operator has on values of a type. An operator is a lift, a fold and a lower: what
 * is folded of an element, how two states are combined, and how the last state becomes the result.
 * Higher floors ask these rows, and name operators in few places. Pure.
 */
#ifndef CLREDUCE_PROBLEM_OPERATOR_H
#define CLREDUCE_PROBLEM_OPERATOR_H

#include <clreduce/clreduce.h>
#include <stdbool.h>

/* Makes of an element the value that is folded. */
typedef enum clri_lift {
#define CLRI_LIFT(id, ...) CLRI_LIFT_##id,
#include "problem/operator.def"
} clri_lift;

/* The sum that an exact reduction of lifted elements must keep. */
typedef enum clri_keeps { CLRI_KEEPS_NOTHING, CLRI_KEEPS_VALUES, CLRI_KEEPS_PRODUCTS } clri_keeps;

typedef struct clri_lift_row {
    const char *piece;
    clri_keeps keeps;
    unsigned bytes; /* of integers, as a multiple of the element's bytes; 0: one byte */
    bool has_sign;
} clri_lift_row;

typedef enum clri_fold {
#define CLRI_FOLD(id, ...) CLRI_FOLD_##id,
#include "problem/fold.def"
} clri_fold;

/* Makes the result of the last state. */
typedef enum clri_lower {
    CLRI_LOWER_VALUE,
    CLRI_LOWER_EXTREME,
    CLRI_LOWER_EXTREMES,
    CLRI_LOWER_ARG,
    CLRI_LOWER_MEAN,
    CLRI_LOWER_ROOT,
    CLRI_LOWER_VAR,
    CLRI_LOWER_STD,
    CLRI_LOWER_LOGSUMEXP,
    CLRI_LOWER_WMEAN,
    CLRI_LOWER_COV,
    CLRI_LOWER_CORR,
    CLRI_LOWER_WVAR,
    CLRI_LOWER_WSTD,
    CLRI_LOWER_RWVAR,
    CLRI_LOWER_RWSTD,
    CLRI_LOWER_CUSTOM
} clri_lower;

typedef enum clri_takes_type { CLRI_TAKES_ANY, CLRI_TAKES_INTEGERS } clri_takes_type;

/* The rule for the result's type. */
typedef enum clri_result_rule {
    CLRI_RESULT_WIDE,
    CLRI_RESULT_REAL,
    CLRI_RESULT_ELEMENT,
    CLRI_RESULT_MAGNITUDE,
    CLRI_RESULT_TRUTH,
    CLRI_RESULT_COUNT
} clri_result_rule;

typedef struct clri_operator {
    const char *name;
    clri_lift lift;
    clri_fold fold;
    clri_lower lower;
    clri_takes_type takes;
    clri_result_rule result;
    unsigned inputs;
    const char *empty; /* the value of no elements, in words; NULL: none */
    const char *meaning;
} clri_operator;

typedef struct clri_fold_row {
    const char *name;
    bool compares;
    unsigned weight;        /* cost on a CPU relative to an addition; 0: not measured */
    const char *collective; /* OpenCL's own functions; NULL: none */
    const char *atomic_32;
    const char *atomic_64;
} clri_fold_row;

/* The operator's row; NULL: no such operator. CLR_OPERATOR_CUSTOM has a row. */
const clri_operator *clri_operator_of(clr_operator op);

/* The most sums that a state consists of. */
enum { CLRI_PARTS_MOST = 5 };

/* Sum `i` of a state that consists of several, as an operator by itself: sums of values come first,
 * then those of products. NULL: the state has fewer, or the fold's state is no such thing. */
const clri_operator *clri_operator_part(const clri_operator *row, unsigned i);

/* Whether the operator is made of several sums of two inputs, which every level has exactly. */
bool clri_operator_has_pairs(const clri_operator *row);

const clri_lift_row *clri_lift_of(clri_lift lift);
const clri_fold_row *clri_fold_of(clri_fold fold);

/* Whether the operator is made of sums of numbers; sums of truths are counts. */
bool clri_operator_adds_up(const clri_operator *row);

/* Whether the operator is a covariance, a variance or its root, whose divisor is a count, or a sum
 * of weights, less a ddof: none that selects is. */
bool clri_operator_takes_ddof(clr_operator op);

/* Whether it is a count, so that there have to be more elements than ddof. */
bool clri_operator_needs_more_than_ddof(clr_operator op);

/* The fewest elements that give the operator a value; `ddof` counts where there is one. */
uint64_t clri_operator_least(clr_operator op, uint64_t ddof);

/* Whether it is an exact sum of floats. */
bool clri_operator_sums_exactly(clr_operator op, clr_type type, clr_accuracy asked);

/* Whether it is an exact sum of integers with a float result, rounded once. */
bool clri_operator_rounds_once(clr_operator op, clr_type type, clr_type result, clr_accuracy asked);

/* Whether it is a sum of floats of up to 32 bits at level relaxed: folded in f32. */
bool clri_operator_adds_in_f32(clr_operator op, clr_type type, clr_type result, clr_accuracy asked);

/*
 * The level in effect when `asked` is asked for on values of `type`: at least as strong, or
 * CLR_ACCURACY_DEFAULT if this version has none.
 */
clr_accuracy clri_operator_accuracy(clr_operator op, clr_type type, clr_accuracy asked);

/* Whether the level, on values of `type`, needs the published order: some operation rounds. */
bool clri_operator_needs_order(clr_operator op, clr_type type, clr_accuracy accuracy);

#endif
