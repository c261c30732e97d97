/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command_request - the reductions that the command line asks for: operators by name or the text of
 * an operator of the user's own, policies and a map, as the library's reductions.
 */
#ifndef CLREDUCE_TOOLS_REQUEST_H
#define CLREDUCE_TOOLS_REQUEST_H

#include "check.h"
#include "options.h"
#include "words.h"

typedef struct request {
    const options *o;
    operator_list operators;
    char *source; /* of --operator, NULL without it */
    clr_custom custom;
    uint64_t inputs; /* arrays that a run takes */
    size_t mask; /* the number of the input that is the mask, the last input; 0: there is none */
    bool is_mask_apart;              /* it is no input of the reductions, but a mask of the run */
    char *condition;                 /* of --where and --mask together, NULL without either */
    struct condition host_condition; /* --where, for --check; without steps if it is not known */
    bool detects;                    /* that a result does not fit 64 bits, unasked */
    size_t count;
    clr_reduction reductions[CLR_REDUCTIONS_MOST]; /* once the type is known */
} request;

/*
 * Reads the operators that `word` names, or the file of --operator. request_close() is to be called
 * in every case. Returns 0, or the exit code after a sentence on standard error, as the next does.
 */
int request_open(request *r, const options *o, const char *word);
void request_close(request *r);

/*
 * How whole numbers in text are to be read for these operators: where the type says what is
 * computed, that must not depend on what the numbers happen to be.
 */
input_whole request_whole(const options *o, const operator_list *operators);

/*
 * Makes the reductions, of elements of `type`: what is computed in floating point comes as f64
 * unless -r says otherwise. Refuses -r where no operator can follow it.
 */
int request_settle(request *r, clr_type type);

/*
 * Of whole numbers that nobody has called i64: a result beyond 64 bits is an error unless
 * --overflow says otherwise. request_let_wrap() takes that back, and returns whether it was so;
 * request_let_sums_wrap() likewise of sums alone.
 */
void request_detect_overflow(request *r);
bool request_let_wrap(request *r);
bool request_let_sums_wrap(request *r);

/* Whether an operator's results are sums, which of integers may not fit 64 bits. */
bool request_adds_up(clr_operator op);

/* Whether the map names n, how many elements there are. */
bool request_has_count(const request *r);

/* Refuses --missing skip where places among the numbers count. Returns 0 or the exit code,
 * likewise. */
int request_check_missing(const request *r);

/* Whether results are the same in whatever order the elements of an array come. */
bool request_takes_any_order(const request *r);

/* Starts the check of reduction number `index` on the host, of what its mask takes. */
void request_check_start(const request *r, size_t index, check *c);

/* The reduction of one operator, likewise, from the options alone. */
clr_reduction request_reduction(const options *o, clr_operator op, clr_type type);

/*
 * The level of -a; without it that of the ladder, fast, for strategies that are named, unless their
 * order is the published one. request_note_level() says so on standard error, if it made any of
 * the results what it is.
 */
clr_accuracy request_accuracy(const options *o, const char *strategy);
void request_note_level(const options *o, const clr_result results[], size_t count);

/* Refuses -r where no operator can follow it. Returns 0 or the exit code, likewise. */
int request_check_result(const options *o, const operator_list *operators, clr_type type);

/* The operators' names as they are written: "sum,max". */
#define REQUEST_NAMES_SIZE 160
void request_names(const request *r, char text[REQUEST_NAMES_SIZE]);

#endif
