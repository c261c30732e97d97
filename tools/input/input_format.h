/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_format - shared by the files behind input.h alone: an open file as a stream of bytes
 * (input_file.c, input_decode.c) or as memory (input_view.c); the row of a format (input_npy.c,
 * input_raw.c, input_text.c, input_csv.c); a number of text (input_number.c), its marks
 * (input_marks.c), a field (input_field.c) and a guess at a wrong one (input_hint.c); the head of a
 * text (input_head.c) and its bytes (input_bytes.c).
 */
#ifndef CLREDUCE_TOOLS_INPUT_FORMAT_H
#define CLREDUCE_TOOLS_INPUT_FORMAT_H

#include "codec.h"
#include "input.h"
#include "input_kept.h"
#include "input_tape.h"
#include "mapping.h"

#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* bytes of text in memory, for files and lines of any length */
#define INPUT_BUFFER_SIZE ((size_t)1 << 20)

/* bytes of text that have been consumed, and may be shown around a place */
#define INPUT_FRONT_SIZE 16

/* longer than any number: a longer field suggests that the file is not text */
#define INPUT_TOKEN_MAX 4096

/* The first failure of an input, for all of its files. */
typedef struct input_failure {
    bool failed;
    char *sentence; /* NULL if memory ran out */
} input_failure;

typedef struct file_format file_format;

/*
 * One file. Bytes are buffered only where they must be examined first; others are read directly
 * into the caller's room.
 */
typedef struct input_file {
    const char *path;
    const char *name;  /* for messages: the path, or "standard input" */
    const char *array; /* of the path FILE:NAME; NULL: all of it is a file's name */
    const input_options *options;
    input_failure *failure;

    const file_format *format;
    void *state; /* the format's, freed by its close() */
    clr_type type;
    bool is_open;      /* the type follows from the numbers */
    input_facts facts; /* the facts found so far */
    clr_type assumed;  /* the type that follows from them; CLR_TYPE_DEFAULT before */
    bool is_begun;     /* numbers have been looked at, and are kept */
    bool is_inexact;   /* some whole number among them is beyond 2^53 */
    input_kept kept;
    uint64_t *kept_left; /* numbers that the input's files may still keep */
    uint64_t odd_line;   /* the line of the first number that was rounded, or 0 */
    char odd[64];        /* the rounded number, quoted */
    bool odd_is_whole;
    unsigned long_decimals; /* decimals of more than 17 digits that were compared, up to a limit */
    uint64_t fields;        /* of each line, if lines must be even and earlier files tell; else 0 */
    uint64_t count;         /* elements; INPUT_COUNT_UNKNOWN if only the end tells */
    uint64_t done;          /* elements of binary formats read so far */
    bool swap;              /* elements of binary formats are in the other byte order */
    uint64_t struct_size;   /* bytes of a structure of which elements are fields; 0: they are not */
    uint64_t field_offset;  /* in each structure */

    int fd;            /* -1 while closed */
    bool regular;      /* the bytes read are those of a regular file: they have places and a size */
    bool rereads;      /* a regular file, compressed or not: can be read from its start again */
    bool reopens;      /* can be closed and opened again */
    bool was_ended;    /* when it was suspended: of what is compressed nothing is left to be made */
    bool is_suspended; /* and its descriptor, if open, is anywhere in the file */
    dev_t device;      /* with inode: identifies the file when it is reopened */
    ino_t inode;
    off_t start;       /* of a regular file: where reading began */
    uint64_t size;     /* of a regular file: bytes from `start` to the end */
    uint64_t position; /* bytes consumed so far, of those that are in a compressed file */
    bool ended;        /* the last byte is in the buffer or consumed */
    char *buffer;      /* INPUT_BUFFER_SIZE bytes and a NUL behind the last one; may be NULL */
    const codec *compression; /* NULL: none */
    struct decoder *decoder;  /* while a compressed file is read */
    bool is_table;            /* is of a table, whose columns are named elsewhere */
    bool is_json;             /* JSON lines, which are read as CSV */
    struct json_lines *json;  /* while these are read */
    input_tape tape;          /* bytes kept from the first reading of a pipe */
    bool taping;              /* bytes read are added to the tape */
    bool replaying;           /* bytes are read from the tape */
    bool source_ended;        /* nothing follows the tape */
    mapping view;             /* mapping of the next bytes, while they are viewed */
    size_t begin;             /* the bytes not yet consumed are [begin, end) of the buffer */
    size_t end;
    char front[INPUT_FRONT_SIZE]; /* the bytes in front of the buffer's first, for messages */
} input_file;

/* A format of input; a row of the table in input.c. */
struct file_format {
    const char *name;
    bool is_raw; /* --offset and --endian apply */
    /* Whether the file is of this format, by the options and the first bytes. */
    bool (*claims)(input_file *file);
    /* Reads the header, if any, and sets type and count. False after a failure. */
    bool (*open)(input_file *file);
    /* Reads up to `capacity` elements, `capacity` > 0; 0 at the end and after a failure. */
    uint64_t (*read)(input_file *file, void *room, uint64_t capacity);
    void (*close)(input_file *file);
    /*
     * Of text: reads up to `most` numbers while file->facts leave their type open; adds to the
     * facts, keeps them in file->kept, and counts. Reading goes on behind them, in the type that
     * retype() sets, or the file is closed, rewound and opened again. NULL if the format knows its
     * type.
     */
    bool (*look)(input_file *file, uint64_t most, uint64_t *count);
    void (*retype)(input_file *file);
    /* Of text: at the end, refuses the text if it has two possible meanings. NULL: never. */
    bool (*settle)(input_file *file);
    /* Whether the bytes from `position` on are the elements in their final form. NULL: never. */
    bool (*is_plain)(const input_file *file);
    /* The axes of the file's array. NULL: the file is a list of numbers. */
    input_shape (*shape)(const input_file *file);
    /* Writes what is assumed, in words to follow the file's name. */
    void (*describe)(const input_file *file, char *text, size_t size);
};

extern const file_format file_format_npy;
extern const file_format file_format_csv;
extern const file_format file_format_text;
extern const file_format file_format_raw;

/* ---- One file as bytes ----------------------------------------------------------------------- */

/* Opens file->path. False after a failure, as with all functions here that return bool. */
bool input_file_open(input_file *file);
void input_file_close(input_file *file);

/* Frees what a file that waits for its turn does not need: its buffer, and its descriptor if half
 * of those that the process may have are in use and the path leads to the file again. Until then
 * the file is read on even if another one takes its name, as logs do. */
void input_file_suspend(input_file *file);
bool input_file_resume(input_file *file);

/* Bytes read from here on can be read a second time, after input_file_rewind(), or will not be,
 * after input_file_unmark(). */
bool input_file_mark(input_file *file);
bool input_file_rewind(input_file *file);
void input_file_unmark(input_file *file);

/*
 * Buffers `want` bytes unless the file ends before, reading at most `most`; want <= most <=
 * INPUT_BUFFER_SIZE. A NUL follows the bytes.
 */
bool input_file_fill(input_file *file, size_t want, size_t most);

/* Consumes `size` buffered bytes. */
static inline void input_file_consume(input_file *file, size_t size)
{
    file->begin += size;
    file->position += size;
}

/* Reads `size` bytes into the room. Returns fewer at the end of the file and after a failure. */
uint64_t input_file_take(input_file *file, void *room, uint64_t size);

/* Skips `size` bytes. Returns fewer at the end of a pipe and after a failure. */
uint64_t input_file_skip(input_file *file, uint64_t size);

/* Records the sentence "NAME: ..." as the failure; returns false for the caller to return. */
bool input_fail(input_file *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline bool input_failed(const input_file *file)
{
    return file->failure->failed;
}

/* The byte `distance` bytes in front of the place in the buffer, up to INPUT_FRONT_SIZE, even if it
 * has left the buffer; NUL: there is none. */
static inline char input_file_before(const input_file *file, const char *place, size_t distance)
{
    const size_t at = (size_t)(place - file->buffer);

    return distance <= at ? place[-(ptrdiff_t)distance]
                          : file->front[INPUT_FRONT_SIZE + at - distance];
}

static inline size_t input_file_buffered(const input_file *file)
{
    return file->end - file->begin;
}

/* Bytes of an element: of the type, or of the options' structs. */
size_t input_options_size(const input_options *options, clr_type type);

static inline size_t input_element_bytes(const input_file *file)
{
    return input_options_size(file->options, file->type);
}

/* ---- A compressed file, or JSON lines
 * ------------------------------------------------------------------------
 */

/* Examines the first bytes: from here on those of a compressed file are what is in it, and those of
 * JSON lines are CSV. */
bool input_decode_find(input_file *file);
void input_decode_close(input_file *file);

/* Whether bytes are made of the file's. */
static inline bool input_is_decoded(const input_file *file)
{
    return file->compression || file->is_json;
}

/* Whether the column in FILE:COLUMN is an array's name: the file beside the numbers is an archive.
 */
bool input_column_is_array(const input_file *file);

/* The name in FILE:NAME of what is no archive; NULL: there is none. */
const char *input_field_name(const input_file *file);

/* With the descriptor at the file's start: begins again, and passes the first bytes. */
bool input_decode_up_to(input_file *file, uint64_t position);

/* Makes up to `size` bytes, at least one; 0 at the end and after a failure. */
ssize_t input_decode(input_file *file, void *room, size_t size);

/* Passes what is left in a compressed file, so that its last checksum is compared. */
bool input_decode_rest(input_file *file);

/* ---- One file as memory ---------------------------------------------------------------------- */

/*
 * Maps the next bytes of the file, up to `size` and in whole elements; `*viewed` is their number.
 * They are valid until input_file_pass(). NULL: they have to be read.
 */
const void *input_file_view(input_file *file, uint64_t size, uint64_t *viewed);

/* Ends the view, and continues behind its first `size` bytes. False: the file no longer had them
 * all. */
bool input_file_pass(input_file *file, uint64_t size);

/* Continues behind the next `size` bytes of a regular file, which are not read. */
bool input_file_move(input_file *file, uint64_t size);

/* Whether the file has been viewed to its end, and has not grown since. */
bool input_file_is_through(const input_file *file);

/* ---- Binary elements ------------------------------------------------------------------------- */

/*
 * Reads up to `count` elements into the room, in the host's byte order. Returns how many;
 * `*rest_size` receives the bytes of an incomplete element at the end of the file.
 */
uint64_t input_take_elements(input_file *file, void *room, uint64_t count, uint64_t *rest_size);

/* ---- Numbers in text ------------------------------------------------------------------------- */

typedef enum number_status {
    NUMBER_OK,
    NUMBER_MALFORMED, /* not a number, or not a whole number for an integer type */
    NUMBER_RANGE,     /* a number that the type does not hold */
    NUMBER_MISSING,   /* a missing value, as an error */
    NUMBER_SKIPPED    /* a missing value, which is not an element */
} number_status;

typedef struct number_parser {
    clr_type type;
    locale_t locale; /* "C", not the process's locale: the decimal point is a point */
} number_parser;

/* The caller sets the type. */
bool number_parser_open(number_parser *parser);
void number_parser_close(number_parser *parser);

/* The marks that numbers have beside digits, signs and exponents. */
typedef struct number_marks {
    char point;     /* the decimal point: '.' or ',' */
    char thousands; /* may stand between groups of three digits; 0: nothing may */
} number_marks;

static inline number_marks input_marks(const input_options *how)
{
    return (number_marks){how->decimal_comma ? ',' : '.', how->thousands};
}

/* Whether numbers are written with a point and without thousands. */
static inline bool number_is_unmarked(number_marks marks)
{
    return marks.point == '.' && marks.thousands == 0;
}

/*
 * Writes the number in [*begin, *end) to `text` with a point and without thousands, and sets begin
 * and end to it. False if the marks are not where a number has them.
 */
bool number_unmark(number_marks marks, const char **begin, const char **end,
                   char text[INPUT_TOKEN_MAX + 1]);

/*
 * Parses the number in [begin, end), correctly rounded to the type. `*end` must be readable and not
 * part of a number: a separator or NUL.
 */
number_status number_parse(const number_parser *parser, const char *begin, const char *end,
                           void *room);

/* Whether the text is a whole number beyond 2^53; with `if_rounded`, and f64 does not hold it. */
bool number_is_odd(const char *begin, const char *end, bool if_rounded);

/*
 * Whether the text is a decimal of more than the 17 digits that tell all doubles apart, and not
 * what printing the double nearest to it to as many digits gives.
 */
bool number_is_too_long(const number_parser *parser, const char *begin, const char *end);

/*
 * Adds the number's properties to the facts; a number that no type holds counts as real. Sets the
 * low 64 bits of a whole number, in two's complement.
 */
number_status number_look(const number_parser *parser, const char *begin, const char *end,
                          input_facts *facts, uint64_t *bits);

/* ---- Text files ------------------------------------------------------------------------------ */

/* The type of a text file's numbers: given, or found, or f64 before. */
clr_type input_text_type(const input_file *file);

/* The type that follows from the facts. */
clr_type input_facts_type(const input_facts *facts, input_whole whole);

/* Whether neither i64 nor u64 holds all numbers. */
static inline bool input_facts_fit_none(const input_facts *facts)
{
    return facts->beyond_all || (facts->negative && facts->beyond_signed);
}

/* Whether further numbers can change the type. */
static inline bool input_facts_are_open(const input_facts *facts)
{
    return !facts->real && !input_facts_fit_none(facts);
}

/* The reason for the type, in words. */
const char *input_type_reason(const input_file *file);

/* whole numbers with fewer digits are below 2^53 */
#define INPUT_ODD_DIGITS 16

/* Whether this is the first number that was rounded when it was read as f64, without -t. */
bool input_is_rounded(input_file *file, const number_parser *parser, const char *begin,
                      const char *end);

/* Records the field as the first number that was rounded. */
void input_note_number(input_file *file, const char *text, size_t size, uint64_t line);

/* At the start of the file: false, with a sentence, if its first bytes are another program's
 * format. */
bool input_check_magic(input_file *file);

/* Fails as the file "is `what`", with the line that reads what is in it. */
bool input_fail_foreign(input_file *file, const char *what, const conversion *command);

/* ---- Fields of text -------------------------------------------------------------------------- */

/*
 * Parses the field [begin, end) as an element of the room; without room adds its properties to the
 * file's facts. NUMBER_OK: an element has been stored.
 */
number_status input_field_take(input_file *file, const number_parser *parser, const char *begin,
                               const char *end, void *room, uint64_t line);

/* Whether the text, a word or "", means a missing value. */
bool input_field_is_missing(const input_options *options, const char *text, size_t size);

/*
 * Why the field was refused. `header_hint` is added behind a semicolon if the field may be a name
 * in a header line; NULL if it cannot be.
 */
#define INPUT_REASON_SIZE 512
#define INPUT_HINT_SIZE   224
void input_field_reason(const input_file *file, const number_parser *parser, number_status status,
                        const char *text, size_t size, const char *header_hint,
                        char reason[INPUT_REASON_SIZE]);

/* Whether the text looks like 12:30, 2024-01-31, 31.1.2024, 1/31/24, or several of these. */
bool input_is_time(const char *text, size_t size);

/* A guess at a field that is not a number, and what can be done; "": no guess. */
void input_hint(const input_file *file, const number_parser *parser, const char *text, size_t size,
                char hint[INPUT_HINT_SIZE]);

/* ---- Bytes of text --------------------------------------------------------------------------- */

static inline bool input_is_digit(char character)
{
    return character >= '0' && character <= '9';
}

/* The first CR or LF, either of which ends a line; NULL: none. */
const char *input_find_line_end(const char *bytes, size_t size);

/* The head of a text, in front of its numbers. */
typedef struct input_head {
    uint64_t lines; /* how many lines that is */
    char delimiter; /* of a first line such as "sep=;"; 0: there is none */
} input_head;

/* At the start of the file: consumes a UTF-8 byte order mark, the lines of --skip, and the line
 * "sep=C" by which spreadsheets tell the delimiter. */
bool input_read_head(input_file *file, input_head *head);

/* A hint at --raw if the bytes look binary; "" if they may be text. */
const char *input_raw_hint(const char *bytes, size_t size);

/* A piece of text for a message: quoted, shortened, printable. */
typedef struct input_quote {
    char text[64];
} input_quote;

input_quote input_quoted(const char *text, size_t size);

/* Whether some byte cannot be text: NUL and most other control characters. */
bool input_is_binary(const char *bytes, size_t size);
bool input_fail_binary(input_file *file);

#endif
