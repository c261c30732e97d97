/* SPDX-License-Identifier: Apache-2.0 */
/*
 * parameter - to what a kernel's parameter is bound, or how many groups a kernel is launched with.
 *
 * A value carries its kind: from the kind alone stage.c knows how many bytes clSetKernelArg()
 * reads, and whether what is bound may be left as it is. Kernels that a plan's text gives as many
 * parameters as it has inputs, arrays or numbers take these together as one value, of kind
 * ARGUMENTS.
 */
#ifndef CLREDUCE_STAGE_PARAMETER_H
#define CLREDUCE_STAGE_PARAMETER_H

#include <CL/cl.h>
#include <stddef.h>

enum { CLRI_ARGUMENTS_MOST = 72 }; /* all arrays of all reductions, and some numbers */

/*
 * What a value is. A caller may release MEMORY between runs, and another buffer can come to the
 * same handle, so that it is bound each time; OWN memory, the plan's, lives as long as the kernels
 * do.
 */
typedef enum clri_value_kind {
    CLRI_VALUE_NONE, /* value 0, which ends a row's list */
    CLRI_VALUE_MEMORY,
    CLRI_VALUE_OWN,
    CLRI_VALUE_UINT,
    CLRI_VALUE_ULONG,
    CLRI_VALUE_LOCAL,     /* local memory of `size` bytes; 0: the kernel has no such parameter */
    CLRI_VALUE_LOG,       /* OWN memory for a trace; NULL: the kernel has no such parameter */
    CLRI_VALUE_ARGUMENTS, /* as many parameters as there are arguments; NULL: none */
    CLRI_VALUE_GROUPS     /* how a kernel is launched; never bound */
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

typedef struct clri_arguments clri_arguments;

typedef struct clri_value {
    clri_value_kind kind; /* says which member counts */
    union {
        cl_mem memory;
        cl_uint number;
        cl_ulong wide;
        size_t size;
        const clri_arguments *arguments;
        clri_stage_groups groups;
    };
} clri_value;

#define CLRI_MEMORY(is)    ((clri_value){.kind = CLRI_VALUE_MEMORY, .memory = (is)})
#define CLRI_OWN(is)       ((clri_value){.kind = CLRI_VALUE_OWN, .memory = (is)})
#define CLRI_UINT(is)      ((clri_value){.kind = CLRI_VALUE_UINT, .number = (is)})
#define CLRI_ULONG(is)     ((clri_value){.kind = CLRI_VALUE_ULONG, .wide = (is)})
#define CLRI_LOCAL(is)     ((clri_value){.kind = CLRI_VALUE_LOCAL, .size = (is)})
#define CLRI_LOG(is)       ((clri_value){.kind = CLRI_VALUE_LOG, .memory = (is)})
#define CLRI_ARGUMENTS(is) ((clri_value){.kind = CLRI_VALUE_ARGUMENTS, .arguments = (is)})
#define CLRI_GROUPS(is)    ((clri_value){.kind = CLRI_VALUE_GROUPS, .groups = (is)})

/* Values of parameters that follow each other. */
struct clri_arguments {
    cl_uint count;
    clri_value values[CLRI_ARGUMENTS_MOST];
};

static inline void clri_add_argument(clri_arguments *arguments, clri_value value)
{
    arguments->values[arguments->count++] = value;
}

#endif
