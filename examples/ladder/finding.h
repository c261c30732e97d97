/* SPDX-License-Identifier: Apache-2.0 */
/*
 * finding - in which way the sum of a kernel is wrong, found by runs over numbers that are all 0
 * but for a single 1: the result is how often that one is added.
 */
#ifndef CLREDUCE_EXAMPLES_FINDING_H
#define CLREDUCE_EXAMPLES_FINDING_H

#include "rung_run.h"

typedef enum finding_kind {
    FOUND_NOTHING,   /* each number that was looked at is added once */
    FOUND_UNWRITTEN, /* no group stores the result */
    FOUND_GARBAGE,   /* of zeros alone the sum is something: memory that nobody has written */
    FOUND_BEHIND,    /* what lies behind the last number is added */
    FOUND_MISSED,    /* a number is added by nobody */
    FOUND_REPEATED,  /* a number is added several times, or something else in its place */
    FINDING_KINDS
} finding_kind;

typedef struct finding {
    finding_kind kind;
    cl_uint place; /* of the number, from 0 */
    cl_int times;
} finding;

/* Looks at a kernel whose result was wrong; the job's numbers are others afterwards. */
finding finding_of(job *j);

/* Prints it in a line; nothing of FOUND_NOTHING. */
void finding_tell(const finding *f);

#endif
