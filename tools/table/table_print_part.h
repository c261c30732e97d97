/* SPDX-License-Identifier: Apache-2.0 */
/*
 * table_print_part - shared by table_print.c and table_sort.c alone: the columns of the output, and
 * what stands in them.
 */
#ifndef CLREDUCE_TOOLS_TABLE_PRINT_PART_H
#define CLREDUCE_TOOLS_TABLE_PRINT_PART_H

#include "table_rows.h"
#include "table_sums.h"

#include <string.h>

/* A column of the output: a part of the groups' keys, a number of each group, or with --row a text.
 */
typedef struct print_column {
    char *name;
    const char *op;           /* the operator's name; NULL: a key */
    size_t key;               /* which part of a key */
    const input_facts *dates; /* of numbers that are dates; NULL: they are none */
    bool are_numbers;         /* all keys are numbers, by which they are sorted */
    clr_type type;            /* of numbers, */
    unsigned char *at;        /* one for each group, */
    const cl_int *status;     /* and whether it is there; NULL: it is */
    char *const *texts;       /* one for each group, */
    size_t apart;             /* texts between that of a group and that of the next group */
} print_column;

/* All that is printed. */
typedef struct print {
    const table_request *r;
    const table_sums *sums;
    const table_rows *rows; /* of --row */
    print_column *columns;
    size_t count, room;
    size_t keys;   /* columns of keys, which come first */
    void **memory; /* of the columns' numbers */
    size_t memory_count;
    uint64_t groups;
    uint32_t *order; /* groups as they are printed */
    uint64_t printed;
} print;

/* A part of a group's key. */
static inline csv_field print_key_of(const print *p, uint32_t group, size_t part)
{
    size_t size;
    const char *key = key_set_at(&p->sums->keys, group, &size);

    if (table_request_has_text_key(p->r))
        return (csv_field){key, size};
    for (part += p->r->o->table.each; part > 0; part--) /* a file's number is not printed */
        key += strlen(key) + 1;
    return (csv_field){key, strlen(key)};
}

static inline bool print_is_there(const print_column *c, uint32_t group)
{
    return !c->status || c->status[group] == CLR_OK;
}

static inline const void *print_number_at(const print_column *c, uint32_t group)
{
    return c->at + (size_t)group * clr_type_size(c->type);
}

/* The text of a group's row; of a group without one it is not there. */
static inline const char *print_row_text(const print_column *c, uint32_t group)
{
    const char *text = c->texts[group * c->apart];

    return text ? text : "";
}

/* Puts the groups in the order of --sort, those that are alike as they appeared, and cuts them to
 * --top. Returns 0, or the exit code after a sentence on standard error. */
int print_sort_groups(print *p);

#endif
