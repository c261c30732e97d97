/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table_part - rows as numbers: which of them the condition takes, the group of each, and the
 * values to be reduced. A thread has a part of its own, with the keys that it has met, and needs
 * nothing of other threads while it gathers the rows of its chunks to a piece. The type of a column
 * without -t follows from its numbers: whole ones are kept as such, and become f64 with the first
 * one that is none.
 */
#ifndef CLREDUCE_TOOLS_TABLE_PART_H
#define CLREDUCE_TOOLS_TABLE_PART_H

#include "key_set.h"
#include "table_request.h"

/* Rows whose keys are looked for together. */
enum { TABLE_BLOCK_ROWS = 64 };

/* The label of rows that are in no group. */
#define TABLE_NO_GROUP UINT32_MAX

/* Values of a piece. */
typedef struct table_cells {
    unsigned char *at;    /* elements of `size` bytes */
    unsigned char *taken; /* for each row, whether its value counts; NULL: none is left out */
    size_t size;
    bool is_real;      /* elements are f64, not whole numbers */
    bool has_gaps;     /* some value does not count */
    input_facts facts; /* of these numbers */
} table_cells;

/* A date's text as far as its key goes. */
typedef struct table_date {
    char text[ISO_PREFIX_SIZE];
    size_t size;
} table_date;

typedef struct table_part {
    const table_request *r;
    const input_table *table;
    input_chunk chunk;
    table_cells *values;
    uint32_t *labels; /* of rows, by the part's own keys, */
    bool is_joined;   /* or by the numbers in the whole table, as rows of other parts are here */
    size_t rows;      /* of the piece: taken, or all if indices count them */
    size_t room;
    key_set keys;
    uint32_t *sizes;                   /* rows of each key in the piece */
    uint64_t *places;                  /* numbers of the keys in the whole table, ... */
    uint32_t placed;                   /* of so many keys, ... */
    uint64_t groups;                   /* and how many groups this had then */
    size_t key_places;                 /* room of the two */
    uint64_t hashes[TABLE_BLOCK_ROWS]; /* of the keys of some rows */
    table_date *dates;                 /* a row's, for each column of --by that has such */
    char *key;                         /* room for a row's key */
    size_t key_room;
    bool failed; /* memory ran out */
    int bad;     /* a column whose field in row `bad_row` is no number, or no date; -1: none */
    size_t bad_row;
    input_cell_kind bad_kind;
    iso_part bad_part; /* of the date that it should be; ISO_NONE: it should be a number */
} table_part;

bool table_part_open(table_part *p, const table_request *r, const input_table *table);
void table_part_close(table_part *p);

/* Adds the rows of the part's chunk to the piece. Values whose numbers are known not to be whole,
 * by `is_real`, are f64 from the first one on. */
void table_part_read(table_part *p, const bool is_real[]);

/* Whether the piece has rows enough to be worth a reduction; never where all rows are one piece. */
bool table_part_is_full(const table_part *p);

/* Adds the rows of another part, which has the same types, to the piece. False: memory ran out. */
bool table_part_join(table_part *p, table_part *from);

/* Begins the next piece; keys and their places stay. */
void table_part_empty(table_part *p);

/* The type of elements with these facts: -t's, or one that holds all. */
clr_type table_cells_type(const table_request *r, const input_facts *facts);

/* Makes f64 of `count` whole numbers. */
void table_cells_to_real(table_cells *c, size_t count);

#endif
