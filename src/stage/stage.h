/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stage - kernels of a program with their scratch buffers. A table tells of each kernel its name,
 * which value says how it is launched, and to which values its parameters are bound, in their
 * order. A run fills the table's values; binding a kernel sets those that have changed.
 */
#ifndef CLREDUCE_STAGE_STAGE_H
#define CLREDUCE_STAGE_STAGE_H

#include "device/context.h"

enum {
    CLRI_STAGE_VALUES = 32,   /* of a row at most */
    CLRI_STAGE_BUFFERS = 8,   /* of a stage at most */
    CLRI_LIST_MOST = 72,      /* parameters of a list at most: all arrays of all reductions */
    CLRI_PARAMETERS_MOST = 96 /* whose values are remembered; those behind are bound each time */
};

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
    CLRI_VALUE_LIST,  /* as many parameters as the list has, maybe none */
    CLRI_VALUE_GROUPS /* how a kernel is launched; never bound */
} clri_value_kind;

/* Work-groups of a launch: `count` along the first dimension, `rows` times as many in all. */
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

/* Values of which there are as many as a plan has inputs, arrays and the like. */
struct clri_list {
    cl_uint count;
    unsigned char kinds[CLRI_LIST_MOST];
    clri_value values[CLRI_LIST_MOST];
};

/* No parameters. */
extern const clri_list clri_no_list;

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

typedef struct clri_stage_row {
    const char *kernel;
    const char *does; /* in a line, for whoever asks what a run launched */
    unsigned char groups;
    unsigned char values[CLRI_STAGE_VALUES + 1]; /* a 0 behind the last one */
} clri_stage_row;

typedef struct clri_stage_table {
    const clri_stage_row *rows;
    size_t row_count;
    const unsigned char *kinds; /* clri_value_kind of each value */
} clri_stage_table;

/* A row's kernel, and to what its parameters are bound. */
typedef struct clri_stage_kernel {
    cl_kernel kernel;                          /* NULL: not made */
    unsigned char kinds[CLRI_PARAMETERS_MOST]; /* CLRI_VALUE_NONE: not bound */
    cl_ulong bound[CLRI_PARAMETERS_MOST];      /* a word of each value */
} clri_stage_kernel;

typedef struct clri_stage {
    const clri_stage_table *table;
    cl_program program;                 /* NULL if the stage is not made */
    clri_stage_kernel *kernels;         /* one for each row */
    cl_mem buffers[CLRI_STAGE_BUFFERS]; /* NULL: not allocated */
    size_t buffers_size;                /* bytes of them together */
} clri_stage;

/* The bits of a table's first `count` rows. */
#define CLRI_ROWS(count) ((1u << (count)) - 1)

/* Compiles the text and makes the kernels of those rows of the table whose bits are in `which`. */
clr_status clri_stage_make(clri_stage *stage, const clri_stage_table *table, uint32_t which,
                           clr_context *context, const char *text, const char *build_options,
                           clri_error *error);

/* The same of the program that another stage has. */
clr_status clri_stage_share(clri_stage *stage, const clri_stage_table *table, uint32_t which,
                            const clri_stage *other, clri_error *error);

/* Whether the row's kernel is made. */
bool clri_stage_has(const clri_stage *stage, size_t row);

/* What a kernel says of itself: CLR_UNKNOWN if the driver does not tell, or there is none. */
typedef struct clri_kernel_needs {
    uint64_t local;
    uint64_t private;
    uint64_t group_limit;
} clri_kernel_needs;

/* Of the kernel of that name, which may be NULL. */
clri_kernel_needs clri_stage_needs(const clri_stage *stage, const char *kernel,
                                   cl_device_id device);

/* The largest work-group that every kernel takes; UINT64_MAX if the driver does not tell. */
uint64_t clri_stage_group_limit(const clri_stage *stage, cl_device_id device);

/* Allocates buffers of so many bytes, but for those of 0 bytes and those that there are. */
clr_status clri_stage_allocate(clri_stage *stage, clr_context *context, const uint64_t *sizes,
                               size_t count, clri_error *error);

/* One buffer of zeros. */
clr_status clri_stage_allocate_zeros(clri_stage *stage, clr_context *context, size_t buffer,
                                     size_t size, clri_error *error);

/* Binds what a row's kernel is to be bound to and is not. */
clr_status clri_stage_bind(clri_stage *stage, size_t row, const clri_value *values,
                           clri_error *error);

/* Whether the row's kernel logs what it does, if the plan is traced. */
bool clri_stage_has_log(const clri_stage *stage, size_t row);

/* Releases the program and its kernels, for others; and, clri_stage_release(), the buffers. */
void clri_stage_unmake(clri_stage *stage);
void clri_stage_release(clri_stage *stage);

#endif
