/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input - the numbers a user hands to the command: .npy files, raw binary, text and CSV, from
 * files and pipes, as one stream of elements of one type. Owns opening, checking and decoding;
 * knows nothing of OpenCL devices. Every failure is one sentence that names file, place and
 * reason.
 */
#ifndef CLREDUCE_TOOLS_INPUT_H
#define CLREDUCE_TOOLS_INPUT_H

#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INPUT_COUNT_UNKNOWN UINT64_MAX

/*
 * How to read. Zero-initialised, it means: find out by looking. A file that starts as .npy files
 * do is one, whatever its name, unless `text` is set.
 */
typedef struct input_options {
    clr_type type;         /* -t: raw binary of this type; with `text`, the type of the text */
    bool text;             /* --text: numbers as text */
    bool big_endian;       /* --endian big, for raw binary */
    bool has_count;        /* --count was given */
    uint64_t count;        /* read exactly the first so many of the whole stream */
    uint64_t offset;       /* --offset: bytes to skip at the start of each raw file */
    const char *column;    /* --column NAME|N of CSV, which implies `text`; NULL for none */
    uint64_t element_size; /* --element-size: elements are structs of so many bytes; 0: numbers */
} input_options;

typedef struct input input;

/*
 * Opens the files, "-" being standard input, as one stream of numbers. Reads headers only.
 * Always returns an input, unless memory ran out (NULL): input_error() is NULL if all is well.
 * The strings are borrowed until input_close(), which does nothing with NULL.
 */
input *input_open(const char *const *paths, size_t path_count, const input_options *options);
void input_close(input *in);

/* The sentence that says what is wrong with the input, or NULL. */
const char *input_error(const input *in);

clr_type input_type(const input *in);       /* CLR_TYPE_DEFAULT of structs */
size_t input_element_size(const input *in); /* bytes */
const char *input_format(const input *in);  /* of the first file: "npy", "raw", "text" or "csv" */

/* All elements there will be, INPUT_COUNT_UNKNOWN if only the end of the input can tell. */
uint64_t input_count(const input *in);

/*
 * Reads up to `capacity` elements in the host's byte order, fewer only before the end. Returns how
 * many; 0 at the end of the last file or on an error, which input_error() then tells. Whatever was
 * read before counts only once 0 came without an error: some errors show at the very end.
 */
uint64_t input_read(input *in, void *room, uint64_t capacity);

#endif
