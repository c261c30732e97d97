/* SPDX-License-Identifier: Apache-2.0 */
/*
 * choice - how a device carries out a reduction: strategy, pieces, groups, and for many results the
 * thresholds between groups, teams, items, stages and slices. choose.c makes it, with its
 * neighbours in this folder, once a plan; src/compose writes the kernels' text by it, src/plan and
 * src/shape launch by it. Numbers of a run (how many results, how long) are not in it, as a plan
 * has many runs: row_grid.h and slice_grid.h apply the thresholds to them.
 */
#ifndef CLREDUCE_CHOOSE_CHOICE_H
#define CLREDUCE_CHOOSE_CHOICE_H

#include "base/status.h"
#include "choose/capability.h"
#include "device/tuned.h"
#include "problem/shape/carried.h"
#include "problem/strategy.h"
#include "state/layout.h"
#include "state/pass.h"

enum {
    CLRI_LARGEST_GROUP = 8192, /* most steps of cl/group/unroll-full.cl */
    CLRI_WHY_SIZE = 512,
    CLRI_BY_FILE_SIZE = 128,
    CLRI_KEEPINGS = 3, /* rows of `keepings` in src/choose/choose.c */
};

/* Where a group folds labels by itself before all groups' results are touched, if there are few
 * labels: nowhere; in cells of local memory; or, for groups of one item, in cells or doubles of
 * global memory. */
typedef enum clri_near {
    CLRI_NEAR_NONE,
    CLRI_NEAR_LOCAL,
    CLRI_NEAR_ALONE,
    CLRI_NEAR_DOUBLES
} clri_near;

/* The input, as far as reading it goes. */
typedef struct clri_choice_input {
    size_t element_size;  /* bytes, in memory */
    clr_type index;       /* type of the caller's index list; CLR_TYPE_DEFAULT: no list */
    bool sifts_indices;   /* indices out of bounds are skipped */
    bool count_in_memory; /* the count is read from a device buffer */
} clri_choice_input;

/* Work-groups, and the loads in flight of an item. */
typedef struct clri_choice_sizes {
    const clri_tuned *tuned;         /* rows of a tuning file; NULL: no file */
    char by_file[CLRI_BY_FILE_SIZE]; /* the file's rows that apply: "LOADS 8, LANES 4", or "" */
    clri_work work;        /* the class of work by which sizes are looked up; ANY: no class */
    uint32_t group;        /* work-items of a group of the first kernel */
    uint32_t least_group;  /* where local memory is short groups shrink to this size; then what lies
                              beside exact sums' bins goes, as smaller groups cost more */
    uint32_t second_group; /* work-items of the group that folds the groups' states */
    uint32_t vector_width; /* elements of a vector, its lanes */
    uint32_t item_loads;   /* vectors of a run: loads in flight of an item */
    uint32_t group_count;  /* most groups of a launch */
    uint32_t row_states;   /* most partials of a result, in a launch of many results */
    unsigned keeping;      /* row of `keepings` in src/choose/choose.c */
    uint64_t least_tiles;  /* least tiles of each group if there are several groups; or 0 */
    bool is_cramped; /* lack of local memory made groups smaller than the device's best size */
    bool contiguous; /* a group reads one unbroken part of the input, as on a CPU */
    bool claims;     /* groups claim further tiles as they finish (cl/load/claim.cl) */
} clri_choice_sizes;

/* How the kernels are written and compiled. */
typedef struct clri_choice_code {
    const char *build_options; /* a literal */
    const char *pragmas;       /* a literal, or NULL */
    bool divides;              /* divides by extents instead of multiplying by an inverse */
    bool local_is_dynamic;     /* local memory is a kernel argument */
    bool is_traced;            /* the kernels log what they do */
    bool trace_holds;          /* in traces, a group's unguarded reads come before its writes */
    bool calls_cold;           /* cold paths are not inlined, in groups of one item */
    bool calls_lengthy;        /* long functions are not inlined, in groups of one item */
} clri_choice_code;

typedef struct clri_choice_labels {
    bool of_rows;               /* each row of elements has a label, and a cell for each column:
                                   cl/label/of_row.cl */
    uint64_t most;              /* results of a run */
    uint64_t columns;           /* most results of a label, of rows */
    uint64_t elements_a_launch; /* at most, ... */
    uint64_t elements_a_run;    /* ... and of a run; 0: as many as there are */
    clri_near near;
    bool adds_longs; /* 64-bit integers are added by the device's own atomics */
} clri_choice_labels;

/* Who makes the results of a run with many results (src/choose/row_grid.h, and slices by
 * slice_grid.h). */
typedef enum clri_way {
    CLRI_WAY_GROUPS, /* by the first program, all others by the second one */
    CLRI_WAY_ITEMS,
    CLRI_WAY_TEAMS,
    CLRI_WAY_STAGE,
    CLRI_WAY_SLICES,
    CLRI_WAY_ACROSS, /* ITEMS where a CPU's items read columns row by row */
    CLRI_WAY_AGAIN   /* beside one of the others: results made again, in integers */
} clri_way;

enum { CLRI_WAYS_ALL = (1 << (CLRI_WAY_AGAIN + 1)) - 1 };

/* The ways by which one run's results are made, as bits. */
typedef struct clri_ways {
    uint32_t first; /* in any case */
    uint32_t left;  /* behind the first ways, which may leave results on lists, but seldom do */
} clri_ways;

/* Results by single items (cl/reduce_items.cl). */
typedef struct clri_choice_items {
    bool are_there;
    uint32_t ways;         /* bits of the ways that the program has kernels for */
    uint32_t sides;        /* vectors of results that an item has at a time, of columns; 0: none */
    uint32_t memory_sides; /* the same with states in memory, as a CPU has; 0: in registers only */
    uint64_t fewest_rows;  /* fewest results for which an item each pays, if they are short: ... */
    uint64_t rows_an_element; /* ... so many results for each element of one, ... */
    uint64_t fewest_columns;  /* ... or fewest columns, of any length */
} clri_choice_items;

/* Results by teams of items (cl/reduce_teams.cl). */
typedef struct clri_choice_teams {
    uint32_t abreast;        /* results that a team folds at a time; 0: no teams */
    bool fold_runs;          /* an item has several vectors of its result in flight, not one */
    uint32_t share;          /* least vectors of a result for each item, ... */
    uint32_t large;          /* ... in teams of at most this size */
    uint64_t fewest_items;   /* items of all teams that keep the device busy */
    uint64_t fewest;         /* fewest results for which teams pay */
    uint64_t longest_row;    /* most elements of a result */
    uint64_t without_giants; /* elements in total up to which a group takes each segment alone */
    uint64_t without_large;  /* elements in total up to which groups take what small teams or stages
                                leave */
} clri_choice_teams;

/* Short results that a group copies to local memory and folds there (cl/reduce_staged.cl). */
typedef struct clri_choice_staged {
    uint32_t elements;     /* copied at a time, of each input; 0: nothing is staged */
    uint32_t element_size; /* bytes of an element in local memory */
    uint32_t word_size;    /* bytes of a word, or of a longer element */
    uint32_t line;         /* words that access every bank once */
    uint32_t chunk;        /* words written by one store */
    bool is_copied;        /* vectors are copied to local memory without passing registers */
    uint32_t group_size;
    uint32_t run;                 /* elements that an item reads from local memory at a time */
    uint32_t batch;               /* most segments whose begins an item keeps */
    uint64_t longest_row;         /* most elements of a result */
    uint64_t longest_segment;     /* most elements of a segment on average */
    uint64_t fewest;              /* fewest elements of all results together */
    uint64_t fewest_of_long_rows; /* the same, of results of which a stage has few */
    uint64_t fewest_of_segments;  /* the same, of segments */
} clri_choice_staged;

/* Results cut into slices, of which each group folds some (cl/reduce_slices.cl). */
typedef struct clri_choice_slices {
    uint32_t lanes;        /* lanes of a result that a group folds together; 0: no slices */
    bool deal_columns;     /* a column's elements may be dealt out to several columns */
    uint64_t uncut_items;  /* items by columns that keep the device busy without slices */
    uint64_t column_items; /* items by slices of columns that keep it busy */
    uint64_t line_items;   /* items by slices of lines that do */
    uint32_t least;        /* least elements or vectors for each item */
    uint64_t states;       /* most partials of a launch */
} clri_choice_slices;

/* Results that are made again, in integers (cl/reduce_again.cl). */
typedef struct clri_choice_again {
    uint64_t longest; /* most elements of a result; groups make longer ones. 0: no such results */
    uint64_t longest_apart; /* the same of results whose elements are no neighbours */
    uint32_t listed; /* places of the list of such results; if it overflows all are made again */
} clri_choice_again;

/* Runs of keys folded as they are found (cl/reduce_runs.cl). */
typedef struct clri_choice_runs {
    uint32_t elements; /* of an item's tile; 0: runs are found first */
    uint32_t items;    /* of a group */
    bool keep_states;  /* a tile's states are kept, not folded again */
    uint32_t window;   /* runs for which a group has cells at a time */
} clri_choice_runs;

/* Items that walk over tiles of sorted labels along axes (cl/walk_labels.cl). */
typedef struct clri_choice_walk {
    uint32_t longest_tile; /* entries of the list, at most; 0: nobody walks */
    uint64_t items;        /* that keep the device busy */
    uint64_t states;       /* most partials of a launch */
} clri_choice_walk;

/* Kernels of teams that select results: each for results up to twice as long as the one before. */
enum { CLRI_RANK_TEAMS = 4 };

/* Results that are selected (shape/ranks/ranked.h). */
typedef struct clri_choice_ranks {
    uint32_t team;                  /* items that select a short result together */
    uint32_t teams;                 /* of a group */
    bool sums_warps;                /* teams are warps, which add up without memory */
    uint32_t keys[CLRI_RANK_TEAMS]; /* that an item of a team has, a number a kernel, from the
                                       shortest results on; 0: no such kernel */
    uint32_t loads;                 /* keys that an item of a group reads at a time */
    uint32_t key_size;              /* bytes */
    uint32_t sample;                /* keys of a sample of a long result */
    uint64_t room;                  /* keys of all long results of a run that are kept */
    uint64_t values;                /* of a result: quantiles */
    uint64_t parts_from; /* elements from which on several groups share a result, if results are
                            few */
} clri_choice_ranks;

/* States that runs leave in place of results, for the caller's accumulators. */
typedef struct clri_choice_left {
    uint64_t most; /* results of a run; 0: runs deliver results */
    clri_left_layout layout;
} clri_choice_left;

typedef struct clri_choice {
    clri_strategy strategy; /* "best" has been replaced by the strategy chosen */
    clri_pass pass;
    clri_capability capability;
    const clri_carrier *carrier;
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
    clri_choice_again again;
    clri_choice_left left;
    clri_choice_ranks ranks;
    char why[CLRI_WHY_SIZE]; /* the reasons for strategy and sizes, a sentence or two */
} clri_choice;

/* Whether teams are single items, without barriers (cl/reduce_alone.cl); whether they fold in the
 * published order (cl/reduce_ordered.cl). */
bool clri_teams_are_items(const clri_choice *choice);
bool clri_teams_keep_order(const clri_choice *choice);

/* Whether a single item folds vectors of a row in the published order
 * (cl/reduce_ordered_alone.cl). */
bool clri_items_keep_order(const clri_choice *choice);

/* Whether groups fold results along axes in the published order: elements may lie anywhere. */
bool clri_reads_along(const clri_choice *choice);

/* Whether the second program has kernels for a way. */
bool clri_items_go(const clri_choice *choice, clri_way way);

/* Whether the second program has the kernel that makes results again. */
bool clri_makes_again(const clri_choice *choice);

/* Whether each read says if its element counts: a mask or a checked index. */
bool clri_reads_taken(const clri_choice *choice);

/* Whether more than the inputs is read: CLR_ALSO_... of cl/taken, cl/mask, cl/label. */
bool clri_reads_more(const clri_choice *choice);

/* Appends to the reasons, `why`, which is cut where it is full. */
void clri_explain(clri_choice *choice, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
