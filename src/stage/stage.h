/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stage - a program with its kernels and its scratch buffers. A table tells of each kernel its
 * name, which value is its number of work-groups, and to which values its parameters are bound, in
 * their order. A run fills the table's values; binding a kernel sets those that have changed.
 */
#ifndef CLREDUCE_STAGE_STAGE_H
#define CLREDUCE_STAGE_STAGE_H

#include "device/context.h"

enum { CLRI_STAGE_KERNELS = 8, CLRI_STAGE_PARAMETERS = 16, CLRI_STAGE_BUFFERS = 8 };

/*
 * What a value is. A caller's MEMORY may be released by others, and another buffer can have come to
 * the same handle since, so that it is bound each time; OWN memory lives as long as the kernels do.
 * GROUPS are never bound.
 */
typedef enum clri_value_kind {
    CLRI_VALUE_NONE, /* value 0, which ends a row's list */
    CLRI_VALUE_MEMORY,
    CLRI_VALUE_OWN,
    CLRI_VALUE_UINT,
    CLRI_VALUE_ULONG,
    CLRI_VALUE_GROUPS
} clri_value_kind;

typedef union clri_value {
    cl_mem memory;
    cl_uint number;
    cl_ulong wide;
    size_t groups;
} clri_value;

typedef struct clri_stage_row {
    const char *kernel;
    unsigned char groups;
    unsigned char parameters[CLRI_STAGE_PARAMETERS + 1]; /* a 0 behind the last one */
} clri_stage_row;

typedef struct clri_stage_table {
    const clri_stage_row *rows;
    size_t row_count;
    const unsigned char *kinds; /* clri_value_kind of each value */
} clri_stage_table;

/* What a kernel's parameters are bound to. */
typedef struct clri_stage_bound {
    uint32_t known; /* a bit for each parameter that is bound to its value */
    clri_value values[CLRI_STAGE_PARAMETERS];
} clri_stage_bound;

typedef struct clri_stage {
    const clri_stage_table *table;
    cl_program program;                    /* NULL if the stage is not made */
    cl_kernel kernels[CLRI_STAGE_KERNELS]; /* by row; NULL: not made */
    clri_stage_bound bound[CLRI_STAGE_KERNELS];
    cl_mem buffers[CLRI_STAGE_BUFFERS]; /* NULL: not allocated */
    size_t buffers_size;                /* bytes of them together */
} clri_stage;

/* Compiles the text and makes the kernels of the table's first `count` rows. */
clr_status clri_stage_make(clri_stage *stage, const clri_stage_table *table, size_t count,
                           clr_context *context, const char *text, const char *build_options,
                           clri_error *error);

/* The largest work-group that every kernel takes; UINT64_MAX if the driver does not tell. */
uint64_t clri_stage_group_limit(const clri_stage *stage, cl_device_id device);

/* Allocates buffers of so many bytes, but for those of 0 bytes and those that there are. */
clr_status clri_stage_allocate(clri_stage *stage, clr_context *context, const uint64_t *sizes,
                               size_t count, clri_error *error);

/* Binds what a row's kernel is to be bound to and is not. */
clr_status clri_stage_bind(clri_stage *stage, size_t row, const clri_value *values,
                           clri_error *error);

/* Releases the program and its kernels, for others; and, clri_stage_release(), the buffers. */
void clri_stage_unmake(clri_stage *stage);
void clri_stage_release(clri_stage *stage);

#endif
