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

typedef struct clri_choice {
    clri_strategy strategy; /* "best" has been decided */
    clri_pass pass;
    clri_capability capability;
    clr_shape shape;
    uint64_t labels;         /* of shape labels: most results of a run */
    uint64_t cell_elements;  /* of shape labels: most elements of a launch */
    clri_near near;          /* of shape labels */
    bool adds_longs;         /* of shape labels: by the device's own atomics of 64 bits */
    size_t element_size;     /* bytes, in memory */
    bool is_told_count;      /* how many elements there are may be in memory */
    bool sifts_indices;      /* those that are outside the inputs name nothing */
    clr_type index;          /* of the indices that name elements; CLR_TYPE_DEFAULT: nothing does */
    bool contiguous;         /* groups take unbroken runs, as on a CPU */
    bool divides;            /* by the axes' extents, and multiplies by no inverses */
    uint64_t least_tiles;    /* of a group, if there are several; or 0 */
    bool claims;             /* groups claim their tiles as they get on (cl/load/claim.cl) */
    bool local_is_dynamic;   /* local memory comes as an argument */
    bool is_traced;          /* the kernels log what they do */
    bool trace_holds;        /* and a group's unguarded reads come before its writes */
    const clri_tuned *tuned; /* rows of a tuning file; NULL: there are none */
    char by_file[CLRI_BY_FILE_SIZE]; /* those that hold: "LOADS 8, LANES 4", or "" */
    clri_work work; /* the class of the work that sizes go by; ANY: they go by none */
    uint32_t group_size;
    uint32_t least_group_size;  /* below which speed suffers more than for want of columns */
    uint32_t second_group_size; /* of the launch that folds the groups' states */
    uint32_t vector_width;
    uint32_t item_loads;
    uint32_t group_count;      /* most groups of a launch */
    uint32_t row_states;       /* that groups leave of a result in a launch of many, at most: more
                                  than so many groups, where it has more elements than they take */
    unsigned keeping;          /* which of those rows */
    bool is_cramped;           /* for want of local memory groups are smaller than they should be */
    const char *build_options; /* a literal */
    const char *pragmas;       /* a literal, or NULL */
    bool is_of_items;          /* items have results to themselves (cl/reduce_items.cl); if so: */
    uint32_t sides;            /* vectors of results side by side, if their elements lie across */
    uint32_t across;         /* on a CPU, whose states are in memory then; 0: in registers alone */
    uint32_t longest_row;    /* elements of results that items take whose elements are neighbours */
    uint64_t fewest_rows;    /* fewest of those ... */
    uint64_t fewest_columns; /* ... and of results whose elements lie across memory */
    uint32_t abreast;        /* results that a team has side by side; 0: there are no teams */
    bool team_runs;          /* its items fold runs of vectors */
    uint32_t team_share;     /* vectors of a result that an item has at least ... */
    uint32_t large_team;     /* ... in teams of up to so many */
    uint64_t fewest_items;   /* of all teams together, that keep the device busy */
    uint64_t fewest_teams;   /* results that are worth teams, ... */
    uint64_t least_whole_row;  /* ... and their elements, at least if they are whole vectors, ... */
    uint64_t least_loose_row;  /* ... if they are not, ... */
    uint64_t longest_team_row; /* ... and at most */
    uint64_t without_giants; /* of so many elements, at most, a group has each segment alone, ... */
    uint64_t without_large_teams;   /* ... and what small teams or stages leave */
    uint32_t stage_elements;        /* of each input that a group brings; 0: there is no stage */
    uint32_t stage_held;            /* bytes of an element there, ... */
    uint32_t stage_unit;            /* of a word, or of an element that is longer, ... */
    uint32_t stage_line;            /* of which so many fill all banks once; ... */
    uint32_t stage_chunk;           /* so many are put there at once */
    bool stage_is_copied;           /* vectors go there past registers */
    uint32_t stage_group_size;      /* of such groups */
    uint32_t stage_run;             /* elements that an item takes from it at a time */
    uint32_t stage_batch;           /* segments whose begins one of them notes, at most */
    uint64_t stage_row;             /* most elements of results that are staged, ... */
    uint64_t stage_segment;         /* ... or of segments on average, ... */
    uint64_t stage_rows_least;      /* ... and fewest of all together, ... */
    uint64_t stage_long_rows_least; /* ... of results of which a stage has few, ... */
    uint64_t stage_segments_least;  /* ... and of segments */
    uint32_t slice_lanes;      /* that a group folds together; 0: no result is cut into slices */
    bool slice_deals;          /* columns' elements may be dealt out to more columns */
    uint64_t slice_columns;    /* items with columns that keep the device busy without being cut */
    uint64_t slice_items;      /* that do so with slices, in turn, ... */
    uint64_t slice_line_items; /* ... and with slices of lines */
    uint32_t slice_least;      /* elements or vectors, of each of its items */
    uint64_t slice_states;     /* that slices may leave in a launch */
    uint32_t run_elements;     /* of a tile of runs of keys, of an item; 0: they are no such */
    uint32_t run_items;        /* of a group that has it */
    bool run_keeps;            /* it keeps their states, and does not fold them anew */
    uint32_t run_window;       /* states of runs that it has cells for at a time */
    bool calls_cold;           /* groups of one item call cold paths, which else are inlined, */
    bool calls_lengthy;        /* ... and long functions */
    char why[CLRI_WHY_SIZE];   /* this strategy and these sizes, in a sentence or two */
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
