/* SPDX-License-Identifier: Apache-2.0 */
/*
 * command_request - the reductions of the command line: operators by name or the user's own text,
 * policies and a map, as the library's reductions.
 */
#ifndef CLREDUCE_TOOLS_REQUEST_H
#define CLREDUCE_TOOLS_REQUEST_H

#include "check.h"
#include "operator_list.h"
#include "options.h"
#include "words.h"

typedef struct request {
    const options *o;
    operator_list operators;
    char *source; /* of --operator, NULL without it */
    clr_custom custom;
    uint64_t inputs;    /* arrays of a run */
    size_t mask;        /* number of the input that is the mask, the last input; 0: no mask */
    bool is_mask_apart; /* the mask is the run's, not an input of the reductions */
    char *condition;    /* of --where and --mask together; NULL: neither */
    struct condition host_condition; /* --where, for --check; without steps if not supported */
    bool detects; /* results beyond 64 bits are detected although the user did not ask */
    size_t count;
    clr_reduction reductions[CLR_REDUCTIONS_MOST]; /* set once the type is known */
} request;

/*
 * Reads the operators in `word`, or the file of --operator; request_open_any() takes operators that
 * select, too. Call request_close() whatever the outcome. Returns 0, or the exit code after a
 * sentence on standard error, as the next function does.
 */
int request_open(request *r, const options *o, const char *word);
int request_open_any(request *r, const options *o, const char *word);
void request_close(request *r);

/*
 * How these operators read whole numbers in text: where the type decides what is computed, it must
 * not depend on the numbers.
 */
input_whole request_whole(const options *o, const operator_list *operators);

/*
 * Makes the reductions for elements of `type`: floating-point results are f64 unless -r says
 * otherwise. Refuses -r if no operator can follow it.
 */
int request_settle(request *r, clr_type type);

/*
 * For whole numbers without a type given: results beyond 64 bits are errors unless --overflow says
 * otherwise. request_let_wrap() undoes this, and returns whether it was set;
 * request_let_sums_wrap() the same for sums alone.
 */
void request_detect_overflow(request *r);
bool request_let_wrap(request *r);
bool request_let_sums_wrap(request *r);

/* Whether an operator's results are sums, which for integers may exceed 64 bits. */
bool request_adds_up(clr_operator op);

/* Refuses scalars that are named and not given by --let, or given and not named; or all, unless
 * they `are_taken`. Returns 0 or the exit code. */
int request_check_scalars(const request *r, bool are_taken);

/* The scalars for the library's calls; NULL: none is given. */
const double *request_scalars(const options *o);

/* Whether the map or the condition uses n, the number of elements; or i, an element's number. */
bool request_has_count(const request *r);
bool request_has_number(const request *r);

/* Refuses --missing skip if positions among the numbers matter. Returns 0 or the exit code. */
int request_check_missing(const request *r);

/* Whether results do not depend on the order of an array's elements. */
bool request_takes_any_order(const request *r);

/* Starts the host's check of reduction number `index`, with the request's mask and condition. */
void request_check_start(const request *r, size_t index, check *c);

/* Tells a reduction what operator number `index` of the list looks for, if it selects: the list's
 * quantiles, which must outlive it. */
void request_tell_selection(clr_reduction *reduction, const operator_list *operators, size_t index,
                            clr_interpolation interpolation);

/* The reduction of an operator, made of the options alone. */
clr_reduction request_reduction(const options *o, clr_operator op, clr_type type);

/*
 * The level of -a. Without -a: fast for named strategies, as on the ladder, unless their order is
 * published. request_note_level() tells the user if this decided any result.
 */
clr_accuracy request_accuracy(const options *o, const char *strategy);
void request_note_level(const options *o, const clr_result results[], size_t count);

/* Whether some operator can follow -r, if it is given. */
bool request_has_result(const options *o, const operator_list *operators, clr_type type);

/* Whether some of the operators select. */
bool request_selects(const request *r);

/* The operators' names as typed: "sum,max"; and the name of a reduction's. */
#define REQUEST_NAMES_SIZE 160
void request_names(const request *r, char text[REQUEST_NAMES_SIZE]);
void request_name(const request *r, size_t index, char text[OPERATOR_LIST_NAME_SIZE]);

#endif
