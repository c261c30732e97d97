/* SPDX-License-Identifier: Apache-2.0 */
/*
 * feed - the files that a reduction reads: one stream of numbers, or a file each for the inputs x,
 * y, z and w, side by side. Owns the agreement of their types and lengths; the formats of files
 * belong to input.h.
 */
#ifndef CLREDUCE_TOOLS_FEED_H
#define CLREDUCE_TOOLS_FEED_H

#include "command_request.h"
#include "gather.h"
#include "options.h"

typedef struct feed {
    uint64_t input_count;
    input *inputs[CLR_INPUTS_MOST];
    const char *names[CLR_INPUTS_MOST]; /* in sentences */
    clr_type type;                      /* CLR_TYPE_DEFAULT of structs */
    bool is_found;                      /* the type was found by looking at numbers in text */
    input_options options;
    size_t element_size; /* bytes */
    uint64_t count;      /* elements of each, INPUT_COUNT_UNKNOWN if only the end tells */
    uint64_t done;
    size_t mask;   /* which input is the mask, of whatever type its file has; 0: there is none */
    void *scratch; /* the mask's numbers as they are read */
    uint64_t scratch_count;
    bool is_gathered; /* the elements are picked by a list of indices: */
    gather gathered;
    const char *list; /* their file */
    char *sentence;   /* an error of the files together, or NULL */
} feed;

/*
 * Opens the files that the request is about, with whole numbers in text read so. feed_close() is to
 * be called in every case. Returns 0, or the exit code after a sentence on standard error.
 */
int feed_open(feed *f, const request *r, input_whole whole);
void feed_close(feed *f);

/*
 * Reads up to `capacity` elements of each input to the byte `offset` of its room. Returns how many;
 * 0 at the end, and after a failure that feed_fail() then tells.
 */
uint64_t feed_read(feed *f, void *const rooms[], uint64_t offset, uint64_t capacity);

/*
 * The same elements where the files have them, if all of them do: `inputs` receives where, until
 * feed_pass() goes on behind them. Returns how many; 0 if they are to be read. They count only
 * once feed_pass() was true; feed_fail() tells why it was not.
 */
uint64_t feed_view(feed *f, const void *inputs[], uint64_t capacity);
bool feed_pass(feed *f, uint64_t count);

/* The file that says how many elements there are: the first one, or the list's. */
const char *feed_counted(const feed *f);

/* Tells on standard error the formats and types of the files, and numbers that reading has rounded.
 */
void feed_tell(const feed *f);
void feed_note(const feed *f);

/* Tells an error of the files. Returns the exit code, 0 without error; the second function is
 * silent. */
int feed_fail(const feed *f);
bool feed_has_failed(const feed *f);

#endif
