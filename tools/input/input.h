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

/* What whole numbers in text are read as, unless a type is given. */
typedef enum input_whole {
    INPUT_WHOLE_STAYS,     /* i64 or u64, if all that is read together fits one of these */
    INPUT_WHOLE_IF_NEEDED, /* the same if f64 does not hold all of them exactly, else f64 */
    INPUT_WHOLE_NEVER      /* f64 */
} input_whole;

/* The treatment of a field of text without a value. */
typedef enum input_missing {
    INPUT_MISSING_FAILS,   /* an error, with a sentence that names this option */
    INPUT_MISSING_SKIPPED, /* it is no element */
    INPUT_MISSING_NAN      /* it is a NaN, and numbers whose type is open are f64 */
} input_missing;

/* Blanks, commas and semicolons all separate fields, even within one line. */
#define INPUT_DELIMITER_ANY 'a'

/*
 * How to read. Zero-initialised, it means: find out by looking. A file that starts as .npy files
 * do is one, whatever its name, unless `text` or `raw` is set; any other is text unless `raw` is.
 */
typedef struct input_options {
    clr_type type;            /* -t: the type of the numbers; .npy files say it themselves */
    bool text;                /* --text: numbers as text, even if it looks otherwise */
    bool raw;                 /* --raw: binary elements of that type and nothing else */
    input_whole whole;        /* matters for text without a type */
    bool big_endian;          /* --endian big, for raw binary */
    bool has_count;           /* --count was given */
    uint64_t count;           /* read exactly the first so many of the whole stream */
    bool has_offset;          /* --offset was given: */
    uint64_t offset;          /* bytes to skip at the start of each raw file */
    const char *column;       /* --column NAME|N of CSV; NULL for none */
    bool header;              /* --header: CSV begins with a line of names, as it does by name */
    char delimiter;           /* --delimiter: separates fields of text and CSV; ' ' is any run of
                                 blanks, 0 leaves it to be found out */
    bool decimal_comma;       /* --decimal ,: a comma stands where numbers have a decimal point */
    input_missing missing;    /* --missing */
    const char *missing_text; /* --missing-text: words that are missing values, too, separated by
                                 commas; NULL for none */
    const char *called;       /* "labels" and the like, which cannot be missing; NULL of numbers */
    bool even_lines;          /* all lines of a text must have equally many fields */
    uint64_t element_size; /* --element-size: elements are structs of so many bytes; 0: numbers */
    bool converts;  /* .npy files may be of another type than -t's: input_convert() follows */
    bool as_stored; /* elements of arrays in Fortran order come as they lie in the file, and
                       not in the order of their indices, the last of which is the fastest */
} input_options;

/* The axes of an array. Fortran's order is that in which elements come with `as_stored`. */
typedef struct input_shape {
    size_t rank;
    const uint64_t *extents; /* live as long as the input */
    bool is_fortran;
} input_shape;

/* Facts about the numbers of texts whose type is open, once the texts have been looked at. */
typedef struct input_facts {
    bool is_open;       /* there are such texts */
    bool real;          /* some number is not whole, or is -0 */
    bool negative;      /* some whole number is below 0 */
    bool beyond_exact;  /* ... is beyond 2^53, where f64 no longer holds all of them */
    bool beyond_signed; /* ... is beyond i64, but within u64 */
    bool beyond_all;    /* ... is beyond both */
    bool missing;       /* some value is missing, and is a NaN */
    clr_type fixed;     /* of the first file whose type is not open; CLR_TYPE_DEFAULT for none */
} input_facts;

typedef struct input input;

/*
 * Opens the files, "-" being standard input, as one stream of numbers. Reads headers only.
 * Always returns an input, unless memory ran out (NULL): input_error() is NULL if all is well.
 * The strings are borrowed until input_close(), which does nothing with NULL.
 */
input *input_open(const char *const *paths, size_t path_count, const input_options *options);
void input_close(input *in);

/* The sentence about an error of the input, or NULL. */
const char *input_error(const input *in);

/*
 * What texts are read as is decided for all that is read together: several inputs side by side join
 * their facts, of which each is told before it is read.
 */
input_facts input_facts_of(const input *in);
void input_facts_join(input_facts *into, const input_facts *from);
void input_assume(input *in, const input_facts *facts);

clr_type input_type(const input *in);       /* CLR_TYPE_DEFAULT of structs */
clr_type input_kept_type(const input *in);  /* as the files have them */
size_t input_element_size(const input *in); /* bytes */
const char *input_format(const input *in);  /* of the first file: "npy", "raw", "text" or "csv" */

/*
 * From here on elements come as numbers of that type; before any is read. The first number that the
 * type does not hold is an error, unless it `rounds`, as the user asked for that type (convert.h).
 */
void input_convert(input *in, clr_type type, bool rounds);

/* All elements there will be, INPUT_COUNT_UNKNOWN if only the end of the input can tell. */
uint64_t input_count(const input *in);

/*
 * The axes of what is read if that is one array of several, of which --count takes no part. False
 * for a list of numbers: text, raw binary, arrays of one axis, and what several files have
 * together.
 */
bool input_array(const input *in, input_shape *shape);

/* The first file with an array of several axes beside other files, or cut by --count; or NULL. */
const char *input_flattened(const input *in);

/*
 * Reads up to `capacity` elements in the host's byte order, fewer only before the end. Returns how
 * many; 0 at the end of the last file or on an error, which input_error() then tells. Whatever was
 * read before counts only once 0 came without an error: some errors show at the very end.
 */
uint64_t input_read(input *in, void *room, uint64_t capacity);

/*
 * The next elements, up to `capacity`, where their file has them: mapped. `*count` is how many, and
 * they are there until input_pass(). NULL if they have to be read, as those of pipes, of text, in
 * another order or type, at odd places or of few bytes; or if there is none. Whether the file still
 * has the elements of the view only input_pass() tells.
 */
const void *input_view(input *in, uint64_t capacity, uint64_t *count);

/* Ends the view, and goes on behind its first `count` elements. False after a failure, such as a
 * file that has been cut short: then what was seen was no file's. */
bool input_pass(input *in, uint64_t count);

/*
 * What is assumed about file number `index`, counted from 0, as a sentence: its format, and what
 * says the type. NULL past the last. Lives until the next call.
 */
const char *input_assumed(input *in, size_t index);

/* After reading: a sentence about whole numbers that were rounded as they were read, or NULL. */
const char *input_note(input *in);

#endif
