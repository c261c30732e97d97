/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exercise - checks a kernel that a learner has written, over several numbers of numbers and sizes
 * of groups, and gives the exercise's hint for what is wrong with it.
 */
#ifndef CLREDUCE_EXAMPLES_EXERCISE_H
#define CLREDUCE_EXAMPLES_EXERCISE_H

#include "rung_run.h"

typedef struct exercise exercise;

/* The name of exercise number `index`; NULL past the last. */
const char *exercise_name(size_t index);

/* The exercise whose name is the first `length` letters; NULL: there is none. */
const exercise *exercise_find(const char *name, size_t length);

/* Checks the file of `j->path` on its device. Returns the exit status: 0 right, else WRONG. */
int exercise_check(const exercise *e, job *j);

#endif
