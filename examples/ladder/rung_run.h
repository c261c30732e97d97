/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rung_run - a kernel of the ladder or a learner's, compiled, with its buffers, and run in the
 * launches that its rung takes. What fails ends the program with a sentence.
 */
#ifndef CLREDUCE_EXAMPLES_RUNG_RUN_H
#define CLREDUCE_EXAMPLES_RUNG_RUN_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_NUMBERS = 1 << 28, MOST_ITEMS = 4096 };

/* Exit statuses. */
enum { WRONG = 1, LACKING = 3 };

#define STOP(status, ...)                                                                          \
    do {                                                                                           \
        fflush(stdout);                                                                            \
        fprintf(stderr, "clreduce-ladder: " __VA_ARGS__);                                          \
        fputc('\n', stderr);                                                                       \
        exit(status);                                                                              \
    } while (0)

/* A rung: its first launch, and how one number is made of what that leaves. */
typedef struct rung {
    const char *name;                     /* the file's, without its number */
    enum { FITTED, BUSY, SINGLE } groups; /* to the numbers; what keeps the device busy; one */
    cl_uint share; /* numbers that an item takes in a turn; of a row at most */
    enum {
        CELL,   /* there is one number already: a cell to which all add, which begins as 0 */
        STORED, /* ... or which the last group writes, or the only one */
        HOST,   /* the host adds up the groups' sums */
        AGAIN,  /* the kernel, launched over the sums again and again until one group is left */
        TWICE,  /* ... once more, by one group, no larger than it finds sums */
        LONE,   /* ... once more, by one item */
        SELECT  /* none is: each group has a row, and leaves the number of a rank in it */
    } then;
    enum { PLAIN, CELLS, TICKET } takes;   /* in, n, out; and cells; and sums, ticket */
    const char *wrong;                     /* why it is not run unless asked to; or NULL */
    const char *needs;                     /* more than OpenCL C 1.2; or NULL */
    enum { NONE, FUSED, UNFUSED } product; /* of pairs: by the kernel itself; by one before it */
} rung;

/* Rung number `index`; NULL past the last. */
const rung *rung_at(size_t index);

/* The rung whose name is the first `length` letters; NULL: there is none. */
const rung *rung_find(const char *name, size_t length);

/* What its kernel is called: reduce, or kth of a rung that selects. */
const char *rung_kernel(const rung *r);

/* What the cell begins as that a group stores: a kernel that leaves it has stored nothing. */
#define UNWRITTEN (-271828)

typedef struct job {
    const char *path; /* of the kernel's file */
    const rung *rung;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel reduce, multiply;   /* or kth; the latter only where the product is UNFUSED */
    cl_mem x, y, xy;              /* the numbers; of a product their partners, and room for it */
    cl_mem sums[2], ticket;       /* of every other launch; a counter */
    cl_uint count, group, groups; /* numbers, or of a row; items a group; most groups that are
                                     BUSY, or rows */
    cl_uint behind;               /* numbers behind the last in the buffer, which nobody may add */
    cl_uint launches;             /* so far */
    bool is_quiet;                /* launches are not printed */
} job;

/* The first device of the first platform that has one. */
void job_open(job *j);

/* The text of the kernel's file, which lives until the next call. */
const char *job_text(const job *j);

/* Compiles the file, with more text behind it. Errors and warnings of the compiler, which have the
 * file's lines, go to standard error. */
void job_compile(job *j, const char *more);

/* A kernel of the program, which the learner is told of if it is not there. */
cl_kernel job_kernel(job *j, const char *name);

/*
 * Buffers for `count` numbers, of which number i is made of i; the sum of all that is to be added.
 * Buffers of before are released.
 */
cl_int job_make_numbers(job *j);

/* Writes them anew: 0, but for number `place`, which is 1; of place `count` for all that is behind
 * the last. */
#define NOWHERE CL_UINT_MAX
void job_mark(job *j, cl_uint place);

/* All launches of the rung; returns the result. */
cl_int job_run(job *j);

/* Ends the program unless the code is CL_SUCCESS. */
void job_check(cl_int code, const char *call);

#define CHECK(call) job_check(call, #call)

/* A new buffer of so many words, with these numbers or with none, in place of the one of before. */
void job_remake(job *j, cl_mem *buffer, cl_uint count, void *numbers);

/* An argument of the rung's kernel, as it is to be declared. */
typedef struct job_argument {
    const char *declared;
    size_t size;
    const void *value; /* NULL of local memory */
} job_argument;

/* Sets them; a learner whose kernel is declared otherwise is told how it is to be. */
void job_set_arguments(const job *j, const job_argument *arguments, cl_uint count);

void job_launch(job *j, cl_kernel kernel, cl_uint groups, cl_uint items);

/* Seconds on a clock. */
double job_clock(void);

#endif
