/* SPDX-License-Identifier: Apache-2.0 */
/*
 * choice - how a reduction is carried out on a device, once that is decided: what composing and
 * launching kernels goes by. Deciding is choose's and sizes'.
 */
#ifndef CLREDUCE_CHOOSE_CHOICE_H
#define CLREDUCE_CHOOSE_CHOICE_H

#include "base/status.h"
#include "choose/capability.h"
#include "device/tuned.h"
#include "problem/shape/carried.h"
#include "problem/strategy.h"
#include "state/pass.h"

enum {
    CLRI_LARGEST_GROUP = 8192, /* what cl/group/unroll-full.cl has steps for */
    CLRI_WHY_SIZE = 512,
    CLRI_BY_FILE_SIZE = 128,
    CLRI_KEEPINGS = 3, /* rows of what exact sums keep in local memory, in src/choose/choose.c */
};

/* What groups have of labels to themselves, if these are few: cells in local memory, or one item's
 * alone, or a double in place of each. */
typedef enum clri_near {
    CLRI_NEAR_NONE,
    CLRI_NEAR_LOCAL,
    CLRI_NEAR_ALONE,
    CLRI_NEAR_DOUBLES
} clri_near;

/* What a reduction reads. */
typedef struct clri_choice_input {
    size_t element_size;  /* bytes, in memory */
    clr_type index;       /* of the caller's list of indices; CLR_TYPE_DEFAULT: there is none */
    bool sifts_indices;   /* indices outside the inputs name no element */
    bool count_in_memory; /* the number of elements may be read from a device buffer */
    bool keeps_axes;      /* labels have results for each index along axes: cl/shape/kept.cl */
} clri_choice_input;

/* Work-groups, and what an item has in flight. */
typedef struct clri_choice_sizes {
    const clri_tuned *tuned;         /* rows of a tuning file; NULL: there are none */
    char by_file[CLRI_BY_FILE_SIZE]; /* the rows that hold: "LOADS 8, LANES 4", or "" */
    clri_work work; /* the class of the work that sizes go by; ANY: they go by none */
    uint32_t group;
    uint32_t least_group;  /* smaller groups cost more speed than a lack of columns does */
    uint32_t second_group; /* of the launch that folds the groups' states */
    uint32_t vector_width;
    uint32_t item_loads;
    uint32_t group_count; /* most groups of a launch */
    uint32_t row_states;  /* partials of one result at most, in a launch of many results */
    unsigned keeping;     /* row of what exact sums keep in local memory (src/choose/choose.c) */
    uint64_t least_tiles; /* of a group, if there are several groups; or 0 */
    bool is_cramped;      /* local memory made groups smaller than they should be */
    bool contiguous;      /* a group reads one unbroken part of the input, as on a CPU */
    bool claims;          /* groups claim their tiles as they get on (cl/load/claim.cl) */
} clri_choice_sizes;

/* How the kernels are written and compiled. */
typedef struct clri_choice_code {
    const char *build_options; /* a literal */
    const char *pragmas;       /* a literal, or NULL */
    bool divides;              /* by the axes' extents, instead of multiplying by an inverse */
    bool local_is_dynamic;     /* local memory comes as an argument */
    bool is_traced;            /* the kernels log what they do */
    bool trace_holds;          /* and a group's unguarded reads come before its writes */
    bool calls_cold;           /* cold paths are functions, in groups of one item; else inlined */
    bool calls_lengthy;        /* long functions likewise */
} clri_choice_code;

/* Labels. */
typedef struct clri_choice_labels {
    uint64_t most;              /* results of a run */
    uint64_t columns;           /* results of a label at most, of labels along axes */
    uint64_t elements_a_launch; /* at most */
    clri_near near;
    bool adds_longs; /* by the device's own atomics of 64 bits */
} clri_choice_labels;

/* Items that have results to themselves (cl/reduce_items.cl). */
typedef struct clri_choice_items {
    bool are_there;
    uint32_t sides;          /* vectors of results side by side, of columns */
    uint32_t across;         /* the same on a CPU, with states in memory; 0: in registers alone */
    uint32_t longest_row;    /* most elements of a result whose elements are neighbours */
    uint64_t fewest_rows;    /* least number of such results, ... */
    uint64_t fewest_columns; /* ... and of columns */
} clri_choice_items;

/* Teams of items that have a result (cl/reduce_teams.cl). */
typedef struct clri_choice_teams {
    uint32_t abreast;         /* results that a team has side by side; 0: there are no teams */
    bool fold_runs;           /* an item folds runs of vectors */
    uint32_t share;           /* least vectors of a result for an item, ... */
    uint32_t large;           /* ... in teams of up to so many items */
    uint64_t fewest_items;    /* of all teams together, that keep the device busy */
    uint64_t fewest;          /* least number of results */
    uint64_t least_whole_row; /* least elements of a result of whole vectors, ... */
    uint64_t least_loose_row; /* ... and of other results */
    uint64_t longest_row;     /* most elements of a result */
    uint64_t without_giants;  /* in all: a group has each segment alone */
    uint64_t without_large;   /* in all: groups take what small teams or stages leave */
} clri_choice_teams;

/* Short results that a group brings to local memory and folds there (cl/reduce_staged.cl). */
typedef struct clri_choice_staged {
    uint32_t elements;     /* of each input that a group brings; 0: nothing is staged */
    uint32_t element_size; /* bytes of an element in local memory */
    uint32_t word_size;    /* bytes of a word, or of an element that is longer */
    uint32_t line;         /* words that fill all banks once */
    uint32_t chunk;        /* words that are written at once */
    bool is_copied;        /* vectors go to local memory past registers */
    uint32_t group_size;
    uint32_t run;                 /* elements that an item takes from local memory at a time */
    uint32_t batch;               /* most segments whose begins one item notes */
    uint64_t longest_row;         /* most elements of a result, ... */
    uint64_t longest_segment;     /* ... or of segments on average */
    uint64_t fewest;              /* least elements of all results together, ... */
    uint64_t fewest_of_long_rows; /* ... of results of which a stage has few, ... */
    uint64_t fewest_of_segments;  /* ... and of segments */
} clri_choice_staged;

/* Results that are cut into slices, each for a group (cl/reduce_slices.cl). */
typedef struct clri_choice_slices {
    uint32_t lanes;        /* that a group folds together; 0: no result is cut */
    bool deal_columns;     /* a column's elements may be dealt out to several columns */
    uint64_t uncut_items;  /* items with columns that keep the device busy without slices */
    uint64_t column_items; /* items that do so with slices of columns, ... */
    uint64_t line_items;   /* ... and with slices of lines */
    uint32_t least;        /* elements or vectors for an item */
    uint64_t states;       /* most partials of a launch */
} clri_choice_slices;

/* Runs of keys that are folded as they are found (cl/reduce_runs.cl). */
typedef struct clri_choice_runs {
    uint32_t elements; /* of an item's tile; 0: runs are not folded so */
    uint32_t items;    /* of a group */
    bool keep_states;  /* a tile's states are kept, and not folded anew */
    uint32_t window;   /* runs whose states a group has cells for at a time */
} clri_choice_runs;

/* Items that walk over tiles of sorted labels along axes (cl/walk_labels.cl). */
typedef struct clri_choice_walk {
    uint32_t longest_tile; /* entries of the list, at most; 0: nobody walks */
    uint64_t items;        /* that keep the device busy */
    uint64_t states;       /* most partials of a launch */
} clri_choice_walk;

typedef struct clri_choice {
    clri_strategy strategy; /* "best" has been decided */
    clri_pass pass;
    clri_capability capability;
    clri_carrier carrier;
    clri_choice_input input;
    clri_choice_sizes sizes;
    clri_choice_code code;
    clri_choice_labels labels;
    clri_choice_items items;
    clri_choice_teams teams;
    clri_choice_staged staged;
    clri_choice_slices slices;
    clri_choice_runs runs;
    clri_choice_walk walk;
    char why[CLRI_WHY_SIZE]; /* this strategy and these sizes, in a sentence or two */
} clri_choice;

/* Whether a team is one item, and waits for nobody (cl/reduce_alone.cl). */
bool clri_teams_are_items(const clri_choice *choice);

/* Whether what is read says if it is taken. */
bool clri_reads_taken(const clri_choice *choice);

/* Whether something goes along with the inputs: CLR_ALSO_... of cl/taken, cl/mask, cl/label. */
bool clri_reads_more(const clri_choice *choice);

/* Adds to the reasons. */
void clri_explain(clri_choice *choice, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
