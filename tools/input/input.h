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
#include <sys/stat.h>

#define INPUT_COUNT_UNKNOWN UINT64_MAX

/* The type of whole numbers in text, unless a type is given. */
typedef enum input_whole {
    INPUT_WHOLE_STAYS,     /* i64 or u64, if one of them holds all numbers that are read together */
    INPUT_WHOLE_IF_NEEDED, /* i64 or u64 if f64 does not hold all numbers exactly, else f64 */
    INPUT_WHOLE_NEVER      /* f64 */
} input_whole;

/* The treatment of a field of text without a value. */
typedef enum input_missing {
    INPUT_MISSING_FAILS,   /* an error, with a sentence that names this option */
    INPUT_MISSING_SKIPPED, /* the field is not an element */
    INPUT_MISSING_NAN      /* the field is a NaN; numbers without a given type are f64 */
} input_missing;

/* Blanks, commas and semicolons all separate fields, even within one line. */
#define INPUT_DELIMITER_ANY 'a'

/*
 * How to read. Zero-initialised: formats are found by the files' content. A file that starts like
 * an .npy file is one, whatever its name, unless `text` or `raw` is set; any other file is text
 * unless `raw` is set.
 */
typedef struct input_options {
    clr_type type;      /* -t: the type of the numbers; .npy files have their own */
    bool text;          /* --text: numbers as text, even if the content looks otherwise */
    bool raw;           /* --raw: binary elements of the type and nothing else */
    input_whole whole;  /* for text without a type */
    bool big_endian;    /* --endian big, for raw binary */
    bool has_count;     /* --count was given */
    uint64_t count;     /* read only the first `count` elements of the whole stream */
    bool has_offset;    /* --offset was given */
    uint64_t offset;    /* bytes to skip at the start of each raw file */
    const char *column; /* --column NAME|N of CSV; NULL for none */
    bool header;        /* --header: CSV begins with a line of names; also if --column is a name */
    char delimiter;     /* --delimiter: separates fields of text and CSV; ' ': any run of blanks; 0:
                           found by the content */
    bool decimal_comma; /* --decimal ,: a comma stands where numbers have a decimal point */
    char thousands;     /* --thousands: may stand between groups of three digits; 0: nothing may */
    char comment;       /* --comment: begins a comment; 0: '#' in text, nothing in CSV */
    uint64_t skip;      /* --skip: lines at the start of each text that are not read */
    input_missing missing;    /* --missing */
    const char *missing_text; /* --missing-text: further words for missing values, separated by
                                 commas; NULL for none */
    const char *called;       /* "labels" and the like, which cannot be missing; NULL: numbers */
    bool even_lines;          /* all lines of a text must have the same number of fields */
    bool is_matrix;           /* with even_lines: a text is an array of its lines, of two axes */
    uint64_t element_size;    /* --element-size: bytes of an element that is a struct; 0: numbers */
    bool converts;  /* .npy files may have a type other than -t's: input_convert() follows */
    bool as_stored; /* elements of arrays in Fortran order come in file order, not in index order
                       (last index fastest) */
} input_options;

/* The axes of an array. With `as_stored`, elements of an array in Fortran order come in that
 * order. */
typedef struct input_shape {
    size_t rank;
    const uint64_t *extents; /* valid as long as the input */
    bool is_fortran;
} input_shape;

/* Facts about the numbers of texts without a given type, from a first reading. */
typedef struct input_facts {
    bool is_open;       /* some text has no given type */
    bool real;          /* some number is not whole, or is -0 */
    bool negative;      /* some whole number is below 0 */
    bool beyond_exact;  /* some whole number is beyond 2^53, so f64 may not hold it */
    bool beyond_signed; /* some whole number is beyond i64, but within u64 */
    bool beyond_all;    /* some whole number is beyond i64 and u64 */
    bool missing;       /* some value is missing, and read as NaN */
    bool has_times;     /* of dates: some has a time, */
    bool has_offsets;   /* and some an offset from UTC */
    clr_type fixed;     /* of the first file with a type of its own; CLR_TYPE_DEFAULT for none */
} input_facts;

typedef struct input input;

/*
 * The name in FILE:NAME, of an array of an .npz archive or of a column of CSV, behind the last
 * colon; NULL: all of the path is a file's name, as there is one.
 */
const char *input_path_name(const char *path);

/* Asks the system about the file of FILE or FILE:NAME. False with errno set. */
bool input_path_stat(const char *path, struct stat *facts);

/* Whether the byte can separate fields of text: it is in no number, word, quote or comment. */
bool input_is_delimiter(char character);

/*
 * Opens the files, "-" being standard input, as one stream of numbers; FILE:NAME is an array of an
 * .npz archive. Reads headers only.
 * Always returns an input, unless memory ran out (NULL): input_error() is NULL if all is well.
 * The strings are borrowed until input_close(), which does nothing with NULL.
 */
input *input_open(const char *const *paths, size_t path_count, const input_options *options);
void input_close(input *in);

/* The error's sentence, or NULL. */
const char *input_error(const input *in);

/*
 * The type of texts is decided for all inputs that are read together: their facts are joined, and
 * each input is given the joined facts before it is read.
 */
input_facts input_facts_of(const input *in);
void input_facts_join(input_facts *into, const input_facts *from);
void input_assume(input *in, const input_facts *facts);

clr_type input_type(const input *in);       /* CLR_TYPE_DEFAULT of structs */
clr_type input_kept_type(const input *in);  /* in the files */
size_t input_element_size(const input *in); /* bytes */
const char *input_format(const input *in);  /* of the first file: "npy", "raw", "text" or "csv" */

/*
 * From here on elements are converted to the type; call before reading. The first number that the
 * type does not hold is an error; with `rounds`, as the user asked for the type, see convert.h.
 */
void input_convert(input *in, clr_type type, bool rounds);

/* The count of all elements; INPUT_COUNT_UNKNOWN if only the end of the input tells. */
uint64_t input_count(const input *in);

/*
 * The axes of the input if it is a single array of several axes, read whole; those of a matrix in
 * text are known at its end. False for lists of numbers: other text, raw binary, arrays of one
 * axis, several files.
 */
bool input_array(const input *in, input_shape *shape);

/* The axes of file number `index`; a list of numbers has one. False past the last. */
bool input_shape_at(const input *in, size_t index, input_shape *shape);

/* The name of file number `index`, for messages. */
const char *input_name_at(const input *in, size_t index);

/* The first file whose array of several axes is read as a list, for other files or --count; or
 * NULL. */
const char *input_flattened(const input *in);

/*
 * Reads up to `capacity` elements in the host's byte order, fewer only before the end; returns
 * their number. 0: the end of the last file, or an error, see input_error(). Elements read before
 * an error are not valid: some errors show only at the very end.
 */
uint64_t input_read(input *in, void *room, uint64_t capacity);

/*
 * Maps the next elements, up to `capacity`; `*count` is their number. They are valid until
 * input_pass(). NULL: there are none, or they have to be read (pipes, text, another order or type,
 * unaligned or few bytes). Only input_pass() tells whether the file still had the elements.
 */
const void *input_view(input *in, uint64_t capacity, uint64_t *count);

/* Ends the view, and continues behind its first `count` elements. False after a failure, such as a
 * truncated file: then the elements viewed are not valid. */
bool input_pass(input *in, uint64_t count);

/*
 * Begins at element number `first`, in place of the first; call before reading, and only if the
 * count of all elements is known. Elements before it are not read unless they have to be decoded,
 * and files without elements behind it are not opened. False after a failure.
 */
bool input_begin_at(input *in, uint64_t first);

/*
 * What was assumed about file number `index`, from 0, as a sentence: its format, and where its type
 * comes from. NULL past the last. Valid until the next call.
 */
const char *input_assumed(input *in, size_t index);

/* After reading: a sentence about whole numbers that were rounded, or NULL. */
const char *input_note(input *in);

#endif
