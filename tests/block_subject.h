/* SPDX-License-Identifier: Apache-2.0 */
/*
 * block_subject - a block under test: building programs of its text and others, running their
 * kernels.
 */
#ifndef CLREDUCE_TESTS_BLOCK_SUBJECT_H
#define CLREDUCE_TESTS_BLOCK_SUBJECT_H

#include "subject.h"

enum { GROUPS = 6 }; /* groups of a launch */

struct block {
    clr_reduction reduction;
    char name[CLR_REDUCTIONS_MOST * 2];
    clr_block_info info;
    clr_operator_info op;
    bool is_struct; /* its result is a struct */
    bool has_status;
    bool is_any; /* of any group size */
};

/* Describes a block; false if the device cannot have it, and then plans must agree. */
bool make_block(const struct rig *rig, const clr_reduction *reduction, const char *name,
                uint64_t group_size, struct block *b);

/* Builds a program of several texts; NULL, with the log, if it does not compile. */
cl_program build_texts(const struct rig *rig, const char *const *texts, size_t count,
                       const char *options, char *log, size_t log_size);

/* Runs the kernel run_NAME in GROUPS groups on buffers, and waits. */
void run_groups(const struct rig *rig, cl_program program, const char *name, const size_t shape[3],
                cl_mem const *buffers, size_t count);

#endif
