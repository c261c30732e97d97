/* SPDX-License-Identifier: Apache-2.0 */
/*
 * feed - the files of a reduction: one stream of numbers, or a file each for the inputs x, y, z and
 * w. Makes their types and lengths agree; file formats are in input.h.
 */
#ifndef CLREDUCE_TOOLS_FEED_H
#define CLREDUCE_TOOLS_FEED_H

#include "command_request.h"
#include "gather.h"
#include "options.h"

typedef struct feed {
    uint64_t input_count;
    input *inputs[CLR_INPUTS_MOST];
    const char *names[CLR_INPUTS_MOST]; /* for messages */
    clr_type type;                      /* CLR_TYPE_DEFAULT for structs */
    bool is_found;                      /* the type was found from numbers in text */
    input_options options;
    size_t element_size; /* bytes */
    uint64_t count;      /* elements of each input; INPUT_COUNT_UNKNOWN if only the end tells */
    uint64_t done;
    size_t mask;   /* number of the input that is the mask, of any type; 0: no mask */
    void *scratch; /* the mask's numbers before conversion */
    uint64_t scratch_count;
    bool is_gathered; /* the elements are named by an index list */
    gather gathered;
    const char *list; /* the list's file */
    char *sentence;   /* an error that concerns several files, or NULL */
} feed;

/*
 * Opens the request's files; `whole` is the type of whole numbers in text. Call feed_close()
 * whatever the outcome. Returns 0, or the exit code after a sentence on standard error.
 */
int feed_open(feed *f, const request *r, input_whole whole);
void feed_close(feed *f);

/*
 * Reads up to `capacity` elements of each input into its room, from byte `offset` on. Returns their
 * number; 0 at the end, or after a failure, which feed_fail() reports.
 */
uint64_t feed_read(feed *f, void *const rooms[], uint64_t offset, uint64_t capacity);

/*
 * Maps the next elements, if all files can be mapped; `inputs` are valid until feed_pass(). Returns
 * their number; 0: read them instead. They are valid only if feed_pass() returns true; else
 * feed_fail() reports the error.
 */
uint64_t feed_view(feed *f, const void *inputs[], uint64_t capacity);
bool feed_pass(feed *f, uint64_t count);

/* The file whose elements count: the first input, or the index list. */
const char *feed_counted(const feed *f);

/* Reports the files' formats and types on standard error, and numbers that reading rounded. */
void feed_tell(const feed *f);
void feed_note(const feed *f);

/* Reports an error of the files. Returns the exit code, 0 without error; the second function does
 * not print. */
int feed_fail(const feed *f);
bool feed_has_failed(const feed *f);

#endif
