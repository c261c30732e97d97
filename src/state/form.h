/* SPDX-License-Identifier: Apache-2.0 */
/*
 * form - in which formats a reduction works on its elements: which pieces of cl/ fold them, what
 * those are told by macros, and what their state and their result are like. All of it comes out of
 * the operator's row and the value's type, as text of OpenCL C.
 */
#ifndef CLREDUCE_STATE_FORM_H
#define CLREDUCE_STATE_FORM_H

#include "base/macro.h"
#include "problem/number.h"
#include "problem/operator.h"

/* A macro of the prelude, and what it is defined as, a literal. */
typedef struct clri_define {
    clri_macro macro;
    const char *text;
} clri_define;

enum { CLRI_FORM_PIECES = 24, CLRI_FORM_RUNS = 9, CLRI_FORM_DEFINES = 30, CLRI_LOWER_DEFINES = 12 };

/* What is asked for, with all defaults settled. */
typedef struct clri_question {
    clr_operator op;
    clr_type type; /* of the values that are folded: the element's, or the map's */
    clr_type result;
    bool is_mapped;
    bool ignores_nan;
    bool has_where;    /* a condition says which elements are taken */
    bool reads_taken;  /* what is read says so, too */
    bool is_sifted;    /* either */
    bool detects;      /* overflow of 64 bits */
    bool wants_number; /* the state should be one number of the device's own */
    bool has_fp64;
    bool is_exact;        /* of floats: nothing may be lost on the way to the result */
    bool rounds_once;     /* of integers: likewise, and the result is a float */
    bool in_f32;          /* of sums: in f32, whatever that loses */
    bool is_reproducible; /* it must have the same bits on every device */
    bool lacks_columns;   /* items have no room for bins of their own */
    bool is_of_labels;    /* many items fold elements into one state at once */
    bool by_words;        /* bytes are compared by the words that hold them */
    bool lanes_apart;     /* each lane of a vector is a result's of its own */
} clri_question;

/* How states are folded. Two reductions with equal states need one between them. */
typedef struct clri_state_form {
    const char *pieces[CLRI_FORM_PIECES];   /* files of cl/, in order; NULL ends them */
    const char *whole;                      /* if elements are sifted, what makes them first */
    const char *truth;                      /* and an integer as wide as one's value */
    const char *runs[CLRI_FORM_RUNS];       /* those that fold a run, for each length of one */
    clri_define defines[CLRI_FORM_DEFINES]; /* CLRI_MACRO_NONE ends them */
    clri_fold fold;
    size_t size; /* bytes of a state */
    size_t align;
    const char *number;      /* if the state is one number of the device's own, its type; or NULL */
    const char *machine;     /* type by which atomics and collectives take that number */
    const char *accumulator; /* name of the format, for people */
    bool uses_double;
    bool in_f32;         /* f32, of which each addition loses some */
    bool is_heavy;       /* an element takes so much work that few loads in flight are enough */
    bool is_several;     /* numbers that an element is added to side by side */
    bool lanes_share;    /* all lanes of a vector are folded into one state */
    bool counts_lanes;   /* lanes differ in how many elements they fold */
    bool in_any_order;   /* whichever way states are combined, the result has the same bits */
    bool is_led;         /* items do better if told what others of their group have met */
    bool is_pair;        /* of f32: the host can read it as well as it can a number */
    bool counts_values;  /* the state counts what is taken */
    bool is_unsure;      /* of an exact sum: it may be more than the state holds, which tells so */
    bool is_placed;      /* lanes count elements as neighbours */
    unsigned digits;     /* of 32 bits, in bins that a group shares, if nothing is lost; else 0 */
    unsigned copies;     /* beside those bins, in a group of more than one item; or 0 */
    unsigned copy_words; /* of each */
    unsigned row_digits; /* of an item's rows, if it is alone and has such; or 0 */
    int lowest;          /* the first digit counts 2^lowest */
    unsigned terms;      /* doubles before the bins */
    unsigned levels;     /* doubles that terms are cut into, where a group adds them up; or 0 */
    uint64_t column_elements; /* that bins of an item's own have room for; 0: there are none */
    unsigned brief_digits;    /* of an element, if one double adds up most short results; else 0 */
    unsigned cell_longs;      /* of labels: numbers of 64 bits that a state is, in memory */
    unsigned cell_rows;       /* so many of them are rows of an exact sum, ... */
    unsigned cell_changes;    /* ... of which an element changes so many at most */
    bool cell_carries;        /* which are carried in between */
    unsigned key_bits;        /* floats that are compared: bits of their keys; else 0 */
    bool nan_wins;            /* among them */
} clri_state_form;

/* What becomes of the last state. */
typedef struct clri_lower_form {
    const char *piece;
    clri_define defines[CLRI_LOWER_DEFINES];
    bool can_fail;    /* on what the data are: there is a status */
    bool is_plain;    /* the state's number, rounded */
    bool rounds_wide; /* from magnitudes of 256 bits */
} clri_lower_form;

typedef struct clri_form {
    clri_state_form state;
    clri_state_form second; /* which the result is made of, too; without pieces if there is none */
    clri_lower_form lower;
} clri_form;

/* A signed integer as wide as the value of an element of the type, which may be none: a struct. */
const char *clri_form_truth(clr_type type);

/* Whether the states are the same. */
bool clri_form_shares(const clri_state_form *a, const clri_state_form *b);

#endif
