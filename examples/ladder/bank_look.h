/* SPDX-License-Identifier: Apache-2.0 */
/*
 * bank_look - the cells that a tree's items touch, step by step, on a machine whose waves of 32
 * lanes share 32 banks: whether lanes wait for each other in a bank, or idle beside others.
 */
#ifndef CLREDUCE_EXAMPLES_BANK_LOOK_H
#define CLREDUCE_EXAMPLES_BANK_LOOK_H

#include "rung_run.h"

/* OpenCL C that asks the learner's mine() and other(), to be compiled behind them. */
extern const char bank_look_text[];

typedef enum bank_look { BANKS_FINE, BANKS_CONFLICT, BANKS_SCATTER } bank_look;

/* Prints what is wrong, in a line. */
bank_look bank_look_at(job *j);

#endif
