/* SPDX-License-Identifier: Apache-2.0 */
/*
 * parameter - what a kernel's parameter is bound to, or how it is launched; and lists of values,
 * where kernels have as many parameters as a plan has inputs or arrays.
 */
#ifndef CLREDUCE_STAGE_PARAMETER_H
#define CLREDUCE_STAGE_PARAMETER_H

#include <CL/cl.h>
#include <stddef.h>

enum { CLRI_LIST_MOST = 72 }; /* values of a list: all arrays of all reductions, and some */

/*
 * What a value is. A caller's MEMORY may be released by others, and another buffer can have come to
 * the same handle since, so that it is bound each time; OWN memory lives as long as the kernels do.
 */
typedef enum clri_value_kind {
    CLRI_VALUE_NONE, /* value 0, which ends a row's list */
    CLRI_VALUE_MEMORY,
    CLRI_VALUE_OWN,
    CLRI_VALUE_UINT,
    CLRI_VALUE_ULONG,
    CLRI_VALUE_LOCAL, /* local memory of `size` bytes; 0: the kernel has no such parameter */
    CLRI_VALUE_LOG,   /* OWN memory for a trace; NULL: the kernel has no such parameter */
    CLRI_VALUE_LIST,  /* as many parameters as the list has; NULL: none */
    CLRI_VALUE_GROUPS /* how a kernel is launched; never bound */
} clri_value_kind;

/* Work-groups of a launch: of `size` work-items, `count` along the first dimension, and `rows`
 * times as many in all. */
typedef struct clri_stage_groups {
    size_t count;
    size_t size;
    size_t rows; /* 0: there is no second dimension */
} clri_stage_groups;

static inline clri_stage_groups clri_groups_of(size_t count, size_t size)
{
    return (clri_stage_groups){.count = count, .size = size};
}

static inline clri_stage_groups clri_groups_by_rows(size_t count, size_t size, size_t rows)
{
    return (clri_stage_groups){.count = count, .size = size, .rows = rows};
}

static inline size_t clri_groups_in_all(const clri_stage_groups *groups)
{
    return groups->count * (groups->rows ? groups->rows : 1);
}

typedef struct clri_list clri_list;

typedef union clri_value {
    cl_mem memory;
    cl_uint number;
    cl_ulong wide;
    size_t size;
    const clri_list *list;
    clri_stage_groups groups;
} clri_value;

/* The member that a value of each kind has. */
#define CLRI_MEMBER_MEMORY memory
#define CLRI_MEMBER_OWN    memory
#define CLRI_MEMBER_UINT   number
#define CLRI_MEMBER_ULONG  wide
#define CLRI_MEMBER_LOCAL  size
#define CLRI_MEMBER_LOG    memory
#define CLRI_MEMBER_LIST   list
#define CLRI_MEMBER_GROUPS groups

/* Values of which there are as many as a plan has inputs or arrays. Each function below adds a
 * value. */
struct clri_list {
    cl_uint count;
    unsigned char kinds[CLRI_LIST_MOST];
    clri_value values[CLRI_LIST_MOST];
};

static inline clri_value *clri_list_next(clri_list *list, clri_value_kind kind)
{
    list->kinds[list->count] = (unsigned char)kind;
    return &list->values[list->count++];
}

static inline void clri_list_memory(clri_list *list, cl_mem memory)
{
    clri_list_next(list, CLRI_VALUE_MEMORY)->memory = memory;
}

static inline void clri_list_own(clri_list *list, cl_mem memory)
{
    clri_list_next(list, CLRI_VALUE_OWN)->memory = memory;
}

static inline void clri_list_uint(clri_list *list, cl_uint number)
{
    clri_list_next(list, CLRI_VALUE_UINT)->number = number;
}

static inline void clri_list_ulong(clri_list *list, cl_ulong wide)
{
    clri_list_next(list, CLRI_VALUE_ULONG)->wide = wide;
}

static inline void clri_list_local(clri_list *list, size_t size)
{
    clri_list_next(list, CLRI_VALUE_LOCAL)->size = size;
}

#endif
