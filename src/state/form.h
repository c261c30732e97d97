/* SPDX-License-Identifier: Apache-2.0 */
/*
 * form - how one reduction folds its elements, as text of OpenCL C: the pieces of cl/ that its
 * state is put together from, the macros that bind them, the sizes of the state, and how the last
 * state becomes the result. Passes (state/pass.h) keep reductions with equal forms in one state;
 * src/compose puts the text together, src/choose and src/plan read the sizes.
 *
 * A form follows from clri_question alone: the operator's row, the value's type, and abilities of
 * the device, but never its name. Pieces stand in the order in which they need each other's names,
 * which src/base/contract.h checks.
 */
#ifndef CLREDUCE_STATE_FORM_H
#define CLREDUCE_STATE_FORM_H

#include "base/macro.h"
#include "problem/number.h"
#include "problem/operator.h"

/* A macro of the prelude and its definition, a literal. */
typedef struct clri_define {
    clri_macro macro;
    const char *text;
} clri_define;

/* Room for the longest list that a maker fills, and its end: form_parts.c asserts it. */
enum {
    CLRI_FORM_PIECES = 30,
    CLRI_FORM_RUNS = 9,
    CLRI_FORM_DEFINES = 30,
    CLRI_LOWER_DEFINES = 13,
    CLRI_LOWER_PIECES = 4
};

/* A reduction with all defaults filled in. */
typedef struct clri_question {
    clr_operator op;
    const clri_operator *part; /* of several sums of which the operator's state consists the one
                                  that is asked for; NULL: all */
    clr_type type;             /* of the folded values: the element's type, or the map's */
    clr_type result;
    bool is_mapped;
    bool ignores_nan;
    bool has_where;    /* a condition selects elements */
    bool reads_taken;  /* a mask or list of indices selects elements */
    bool is_sifted;    /* has_where or reads_taken */
    bool detects;      /* 64-bit overflow */
    bool wants_number; /* prefer a state that is one number of the device's own */
    bool has_fp64;
    bool is_exact;        /* of floats: nothing may be lost before the final rounding */
    bool rounds_once;     /* of integers whose result is a float: round once, in the end */
    bool in_f32;          /* of sums: fold in f32, whatever is lost */
    bool is_reproducible; /* the same bits on every device */
    bool lacks_columns;   /* no local or private memory for an item's own bins */
    bool is_of_labels;    /* many items fold into one state by atomics */
    bool by_words;        /* compare bytes by the words that hold them */
    bool lanes_apart;     /* each lane folds another result: exact sums need a state a lane */
    bool leaves_state;    /* for an accumulator, in place of the result */
} clri_question;

/* How states are folded. Reductions with equal forms share one state. */
typedef struct clri_state_form {
    const char *pieces[CLRI_FORM_PIECES]; /* files of cl/, in order; NULL ends them */
    const char *whole; /* the piece that makes elements before they are sifted; NULL: none are */
    const char *truth; /* of sifted elements: type of a condition, as vectors' select() takes it */
    const char *runs[CLRI_FORM_RUNS]; /* pieces that fold a run, compiled for each of its lengths */
    clri_define defines[CLRI_FORM_DEFINES]; /* CLRI_MACRO_NONE ends them */
    clri_fold fold;
    size_t size; /* bytes of a state */
    size_t align;
    const char *number;      /* the type of a state that is one number; or NULL */
    const char *machine;     /* that number's type in atomics and collectives: int for a char */
    const char *accumulator; /* the state's format in messages, such as "f64 twice" */
    bool uses_double;
    bool in_f32;         /* f32: each addition rounds */
    bool is_heavy;       /* so many instructions an element that few loads in flight suffice */
    bool is_several;     /* an element is added to several numbers */
    bool lanes_share;    /* all lanes of a vector fold into one state; else each has its own */
    bool counts_lanes;   /* such states count elements: lanes leave different ones out */
    bool in_any_order;   /* the result's bits do not depend on the order of folding */
    bool is_led;         /* items skip work if told the best state of their group so far */
    bool is_pair;        /* a pair of f32, which the host can read like a number */
    bool counts_values;  /* counts the elements taken */
    bool is_unsure;      /* an exact sum that may not fit the state; the state then says so */
    bool saves_terms;    /* is_unsure; for accumulators saved as a group's exact state is */
    bool is_placed;      /* keeps elements' indices, counted from a vector's first lane */
    unsigned longs;      /* ulongs of an integer of 128 or 192 bits, the highest first; else 0 */
    unsigned digits;     /* 32-bit digits of an exact sum's bins, shared by a group; else 0 */
    unsigned copies;     /* of the bins, in a group of more than one item; or 0 */
    unsigned copy_words; /* words of a copy */
    unsigned row_digits; /* digits in a row of a lone item (cl/exact/lone_rows.cl); 0: no rows */
    int lowest;          /* digit 0 counts 2^lowest */
    unsigned terms;      /* doubles of the state in front of the bins */
    unsigned levels;     /* doubles into which a group's tree cuts terms, to add them without loss
                            (cl/exact/levels.cl); or 0 */
    uint64_t column_elements; /* elements that an item's own bins have room for; 0: it has none */
    unsigned brief_digits;    /* significand bits of an element, where most short results fit one
                                 double (cl/exact/brief.cl); else 0 */
    unsigned cell_longs;      /* by label: numbers of 64 bits in a cell of global memory */
    unsigned cell_rows;       /* of these the rows of an exact sum (cl/label/rows.cl); or 0 */
    unsigned cell_limbs;      /* 32-bit digits of such a sum */
    unsigned cell_changes;    /* rows that one element changes at most */
    bool cell_carries;        /* rows are carried between launches */
    unsigned key_bits;        /* bits of the keys by which floats are compared; else 0 */
    bool nan_wins;            /* a NaN is the result if there is one */
} clri_state_form;

/* How the last state becomes the result. */
typedef struct clri_lower_form {
    const char *pieces[CLRI_LOWER_PIECES]; /* files of cl/, in order; NULL ends them */
    clri_define defines[CLRI_LOWER_DEFINES];
    bool can_fail;     /* some values have no result: there is a status */
    bool is_plain;     /* the result is the state's number, rounded */
    bool rounds_wide;  /* rounds magnitudes of 256 bits */
    size_t work_words; /* words of local memory, where a group's leader makes an exact result */
} clri_lower_form;

typedef struct clri_form {
    clri_state_form state;
    clri_state_form others[CLRI_PARTS_MOST - 1]; /* the result's other states, ... */
    unsigned other_count;                        /* ... so many */
    clri_lower_form lower;
} clri_form;

/* The signed integer as wide as an element's value; NULL for a custom struct. */
const char *clri_form_truth(clr_type type);

/* Whether two reductions can share a state. */
bool clri_form_shares(const clri_state_form *a, const clri_state_form *b);

#endif
