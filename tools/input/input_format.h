/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_format - the parts that the files behind input.h share: one open file as a stream of bytes
 * (input_file.c) or as memory (input_view.c), the row that describes a format (input_npy.c,
 * input_raw.c, input_text.c, input_csv.c), the reading of one number from text (input_number.c) and
 * of one field (input_field.c), and below all of them the bytes of texts (input_bytes.c). Nobody
 * else includes it.
 */
#ifndef CLREDUCE_TOOLS_INPUT_FORMAT_H
#define CLREDUCE_TOOLS_INPUT_FORMAT_H

#include "input.h"
#include "input_tape.h"
#include "mapping.h"

#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Bytes of text that are held in memory, however long the file and its lines are. */
#define INPUT_BUFFER_SIZE ((size_t)1 << 20)

/* Longer than any number: a longer field is a sign that the file is no text. */
#define INPUT_TOKEN_MAX 4096

/* The first failure of an input, for all of its files. */
typedef struct input_failure {
    bool failed;
    char *sentence; /* NULL if there was no memory even for that */
} input_failure;

typedef struct file_format file_format;

/*
 * One file. Bytes go through the buffer only where somebody has to look at them first; the rest
 * goes straight into the caller's room.
 */
typedef struct input_file {
    const char *path;
    const char *name; /* in sentences: the path, or "standard input" */
    const input_options *options;
    input_failure *failure;

    const file_format *format;
    void *state; /* the format's own, freed by its close() */
    clr_type type;
    bool is_open;      /* the type is found by looking at the numbers, */
    input_facts facts; /* which came to this */
    clr_type assumed;  /* and so to this type; CLR_TYPE_DEFAULT before that */
    uint64_t odd_line; /* where the first whole number was that has been rounded, or 0; */
    char odd[64];      /* the number, quoted */
    uint64_t fields;   /* of each line, if lines must be even and earlier files tell; else 0 */
    uint64_t count;    /* elements, INPUT_COUNT_UNKNOWN if only the end will tell */
    uint64_t done;     /* elements of binary formats that have been read */
    bool swap;         /* elements of binary formats are in the other byte order */

    int fd; /* -1 while closed */
    bool regular;
    bool reopens; /* can be closed and opened again */
    dev_t device; /* with inode: to know the file again when it is reopened */
    ino_t inode;
    off_t start;       /* of a regular file: where reading began */
    uint64_t size;     /* of a regular file: bytes from there to the end */
    uint64_t position; /* bytes consumed so far */
    bool ended;        /* the last byte is in the buffer or consumed */
    char *buffer;      /* INPUT_BUFFER_SIZE bytes and a NUL behind the last one; may be NULL */
    input_tape tape;   /* bytes that a pipe has brought while it was looked at */
    bool taping;       /* bytes are added to it */
    bool replaying;    /* bytes come from it */
    bool source_ended; /* and nothing is behind it */
    mapping view;      /* the next bytes, while somebody looks at them where they lie */
    size_t begin;      /* the bytes not yet consumed are [begin, end) of the buffer */
    size_t end;
} input_file;

/* A format of input; input.c has the table of them. */
struct file_format {
    const char *name;
    bool is_raw; /* --offset and --endian have a meaning */
    /* Whether the file is of this format, by the options and the first bytes. */
    bool (*claims)(input_file *file);
    /* Reads the header, if there is one, and sets type and count. False after a failure. */
    bool (*open)(input_file *file);
    /* Reads up to `capacity` elements, `capacity` > 0; 0 at the end and after a failure. */
    uint64_t (*read)(input_file *file, void *room, uint64_t capacity);
    void (*close)(input_file *file);
    /*
     * Of text: reads up to `most` numbers, as long as file->facts leave their type open, and joins
     * what they are to these; counts them. The file is closed, rewound and opened again afterwards.
     * NULL if the format knows its type.
     */
    bool (*look)(input_file *file, uint64_t most, uint64_t *count);
    /* Of text: refuses what has been read where it has two readings, of which only all of it can
     * tell. NULL: there is no such doubt. */
    bool (*settle)(input_file *file);
    /* Whether what follows position are the elements as they are to be read. NULL: never. */
    bool (*is_plain)(const input_file *file);
    /* The axes of the array in the file. NULL: the file is a list of numbers. */
    input_shape (*shape)(const input_file *file);
    /* Says what is assumed, in words that follow the file's name. */
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

/* Closes a file that can be opened again, so that a thousand files do not take as many fds. */
void input_file_suspend(input_file *file);
bool input_file_resume(input_file *file);

/* From here on bytes that are read can be read again: once, after input_file_rewind(). */
bool input_file_mark(input_file *file);
bool input_file_rewind(input_file *file);

/*
 * Has `want` bytes in the buffer unless the file ends before, reading no further than `most`;
 * want <= most <= INPUT_BUFFER_SIZE. A NUL follows the bytes.
 */
bool input_file_fill(input_file *file, size_t want, size_t most);

/* Consumes `size` bytes that are in the buffer. */
static inline void input_file_consume(input_file *file, size_t size)
{
    file->begin += size;
    file->position += size;
}

/* Reads `size` bytes into the room. Returns fewer at the end of the file and after a failure. */
uint64_t input_file_take(input_file *file, void *room, uint64_t size);

/* Skips `size` bytes. Returns fewer at the end of a pipe and after a failure. */
uint64_t input_file_skip(input_file *file, uint64_t size);

/* Notes the sentence "NAME: ..." as the failure. Returns false, to be returned. */
bool input_fail(input_file *file, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline bool input_failed(const input_file *file)
{
    return file->failure->failed;
}

static inline size_t input_file_buffered(const input_file *file)
{
    return file->end - file->begin;
}

/* Bytes of an element: of the type, or of the structs that the options speak of. */
size_t input_options_size(const input_options *options, clr_type type);

static inline size_t input_element_bytes(const input_file *file)
{
    return input_options_size(file->options, file->type);
}

/* ---- One file as memory ---------------------------------------------------------------------- */

/*
 * The next bytes of the file, up to `size` and in whole elements, where they lie: `*viewed` is how
 * many, and they are there until input_file_pass(). NULL if they have to be read.
 */
const void *input_file_view(input_file *file, uint64_t size, uint64_t *viewed);

/* Ends the view, and goes on behind its first `size` bytes. False if they were not all there. */
bool input_file_pass(input_file *file, uint64_t size);

/* Whether the file has been viewed to its end, and nothing has been added to it since. */
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
    NUMBER_MALFORMED, /* no number, or no whole one where the type wants that */
    NUMBER_RANGE,     /* a number that the type does not hold */
    NUMBER_MISSING,   /* a missing value, where that is an error */
    NUMBER_SKIPPED    /* a missing value, which is no element */
} number_status;

typedef struct number_parser {
    clr_type type;
    bool decimal_comma; /* a comma stands for the decimal point */
    locale_t locale;    /* "C", whatever the process has set: the decimal point is a point */
} number_parser;

bool number_parser_open(number_parser *parser, clr_type type, bool decimal_comma);
void number_parser_close(number_parser *parser);

/*
 * Stores the number that the text [begin, end) spells, correctly rounded to the type. What `end`
 * points to must be readable and no part of a number: a separator or NUL.
 */
number_status number_parse(const number_parser *parser, const char *begin, const char *end,
                           void *room);

/* Whether the text spells a whole number beyond 2^53, and if `if_rounded` one that f64 does not
 * hold. */
bool number_is_odd(const char *begin, const char *end, bool if_rounded);

/* Joins the number that the text spells to the facts; a number that no type holds is real. */
number_status number_look(const number_parser *parser, const char *begin, const char *end,
                          input_facts *facts);

/* ---- Text files ------------------------------------------------------------------------------ */

/* The type of the numbers of a text file: as is said, as was found, or f64 before that. */
clr_type input_text_type(const input_file *file);

/* The type that follows from the facts. */
clr_type input_facts_type(const input_facts *facts, input_whole whole);

/* Whether numbers to come can still change it. */
bool input_facts_are_open(const input_facts *facts);

/* The reason for the type, in words. */
const char *input_type_reason(const input_file *file);

/* Shorter whole numbers are below 2^53. */
#define INPUT_ODD_DIGITS 16

/* Notes the number, of this line, if reading it as f64 has rounded a whole one unasked. */
void input_note_number(input_file *file, const char *text, size_t size, uint64_t line);

/* At the start of the file: false after a sentence if it is another program's, by its first bytes.
 */
bool input_check_magic(input_file *file);

/* ---- Fields of text -------------------------------------------------------------------------- */

/*
 * Takes a field, whose text is [begin, end), as an element of the room; without room looks at what
 * it is, and joins that to the file's facts. An element has been stored if the status is NUMBER_OK.
 */
number_status input_field_take(input_file *file, const number_parser *parser, const char *begin,
                               const char *end, void *room, uint64_t line);

/* Whether the text, of a word or "", stands for a value that is missing. */
bool input_field_is_missing(const input_options *options, const char *text, size_t size);

/*
 * The reason why the field was not taken. `header_hint` is what to say, behind a semicolon, where
 * the field may be a name of a header line; NULL where it cannot be one.
 */
#define INPUT_REASON_SIZE 512
void input_field_reason(const input_file *file, const number_parser *parser, number_status status,
                        const char *text, size_t size, const char *header_hint,
                        char reason[INPUT_REASON_SIZE]);

/* ---- Bytes of text --------------------------------------------------------------------------- */

static inline bool input_is_digit(char character)
{
    return character >= '0' && character <= '9';
}

/* At the start of the file: skips the byte order mark that some programs put before UTF-8. */
bool input_text_skip_mark(input_file *file);

/* The hint for those who have binary data and did not say so, "" if the bytes can be text. */
const char *input_raw_hint(const char *bytes, size_t size);

/* A piece of a text that can stand in a sentence: quoted, shortened, without odd bytes. */
typedef struct input_quote {
    char text[64];
} input_quote;

input_quote input_quoted(const char *text, size_t size);

/* Whether the bytes are none that a text has: NUL and most other control characters. */
bool input_is_binary(const char *bytes, size_t size);
bool input_fail_binary(input_file *file);

#endif
