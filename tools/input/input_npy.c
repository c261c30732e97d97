/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_npy - NumPy's .npy files, versions 1 to 3: a header that is a Python dictionary, then
 * the elements. Owns the header's checks; believes nothing it says before the file's size agrees.
 * The format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 */
#include "input_format.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC           "\x93NUMPY"
#define MAGIC_SIZE      6
#define HEADER_SIZE_MAX ((size_t)1 << 20)

/* The dictionary while it is read. */
typedef struct header {
    input_file *file;
    const char *text;
    const char *at;
    const char *end;
    unsigned seen; /* bit i: key number i has been read */
} header;

/* NumPy's letters for the element types. `only_if_asked`: the letters may mean other things too. */
static const struct {
    const char *letters;
    clr_type type;
    bool only_if_asked;
} dtypes[] = {
    {"i1", CLR_TYPE_I8, false},  {"i2", CLR_TYPE_I16, false}, {"i4", CLR_TYPE_I32, false},
    {"i8", CLR_TYPE_I64, false}, {"u1", CLR_TYPE_U8, false},  {"u2", CLR_TYPE_U16, false},
    {"u4", CLR_TYPE_U32, false}, {"u8", CLR_TYPE_U64, false}, {"b1", CLR_TYPE_U8, false},
    {"f2", CLR_TYPE_F16, false}, {"f4", CLR_TYPE_F32, false}, {"f8", CLR_TYPE_F64, false},
    {"V2", CLR_TYPE_BF16, true}, /* what ml_dtypes' bfloat16 is saved as, and any other 2 bytes */
};

#define DTYPE_COUNT (sizeof dtypes / sizeof *dtypes)

/* ---- The dictionary ----------------------------------------------------------------------- */

static bool fail_syntax(header *head, const char *expected)
{
    return input_fail(head->file, "the header is malformed at its byte %td: %s expected, not %s",
                      head->at - head->text, expected,
                      input_quoted(head->at, (size_t)(head->end - head->at)).text);
}

static void skip_space(header *head)
{
    while (head->at < head->end && *head->at && strchr(" \t\r\n", *head->at))
        head->at++;
}

/* Takes the character if it comes next. */
static bool take(header *head, char character)
{
    skip_space(head);
    if (head->at == head->end || *head->at != character)
        return false;
    head->at++;
    return true;
}

static bool expect(header *head, char character)
{
    return take(head, character) || fail_syntax(head, (char[]){'\'', character, '\'', '\0'});
}

/* Takes a Python string without escapes; the header needs none. */
static bool parse_string(header *head, const char **string, size_t *size)
{
    char mark = '\'';
    const char *close;

    if (!take(head, mark) && !take(head, mark = '"'))
        return fail_syntax(head, "a string");
    close = memchr(head->at, mark, (size_t)(head->end - head->at));
    if (!close || memchr(head->at, '\\', (size_t)(close - head->at)))
        return fail_syntax(head, "a string without escapes");
    *string = head->at;
    *size = (size_t)(close - head->at);
    head->at = close + 1;
    return true;
}

static bool parse_word(header *head, const char *word)
{
    size_t size = strlen(word);

    skip_space(head);
    if ((size_t)(head->end - head->at) < size || memcmp(head->at, word, size) != 0)
        return false;
    head->at += size;
    return true;
}

/* ---- descr: the element type -------------------------------------------------------------- */

static bool fail_dtype(header *head, const char *dtype, size_t size)
{
    return input_fail(head->file,
                      "elements of dtype %s cannot be reduced, only those of b1, i1 to i8, u1 to "
                      "u8, f2, f4 and f8: convert them, as in np.save(\"out.npy\", "
                      "arr.astype(\"f4\"))",
                      input_quoted(dtype, size).text);
}

static bool fail_structure(header *head)
{
    return input_fail(head->file,
                      "the elements are structures, which cannot be reduced (descr %s): save one "
                      "field, as in np.save(\"out.npy\", arr[\"FIELD\"].astype(\"f4\"))",
                      input_quoted(head->at, (size_t)(head->end - head->at)).text);
}

static bool set_type(header *head, clr_type type, bool only_if_asked)
{
    clr_type asked = head->file->options->type;

    if (asked != type && only_if_asked)
        return input_fail(head->file, "elements of dtype V2 are bytes without a meaning: if they "
                                      "are bfloat16, say -t bf16");
    if (asked != type && asked != CLR_TYPE_DEFAULT)
        return input_fail(head->file, "the header says %s, but -t says %s: leave -t out",
                          clr_type_name(type), clr_type_name(asked));
    head->file->type = type;
    return true;
}

/* Structs: dtype says "V16", or names a type of numbers that is as large. */
static bool set_struct(header *head, const char *dtype, size_t size)
{
    uint64_t wanted = head->file->options->element_size;
    uint64_t found = 0;

    for (size_t i = 2; i < size && found <= wanted; i++)
        found = dtype[i] >= '0' && dtype[i] <= '9' ? found * 10 + (uint64_t)(dtype[i] - '0') : 0;
    if (found == wanted)
        return true;
    return input_fail(head->file,
                      "elements of dtype %s have other sizes than the %" PRIu64
                      " bytes of --element-size",
                      input_quoted(dtype, size).text, wanted);
}

static bool set_dtype(header *head, const char *dtype, size_t size)
{
    if (head->file->options->element_size != 0)
        return set_struct(head, dtype, size);

    char other_order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '>' : '<';

    if (size != 3 || !memchr("<>=|", *dtype, 4))
        return fail_dtype(head, dtype, size);
    head->file->swap = *dtype == other_order;
    for (size_t i = 0; i < DTYPE_COUNT; i++)
        if (memcmp(dtype + 1, dtypes[i].letters, 2) == 0)
            return set_type(head, dtypes[i].type, dtypes[i].only_if_asked);
    return fail_dtype(head, dtype, size);
}

/*
 * The list of a structure's fields, which are the business of the operator. That elements have the
 * size that was asked for is told by the file's size.
 */
static bool skip_fields(header *head)
{
    size_t depth = 0;
    const char *text;
    size_t size;

    do {
        if (take(head, '[') || take(head, '(')) {
            depth++;
        } else if (take(head, ']') || take(head, ')')) {
            depth--;
        } else if (head->at < head->end && strchr("'\"", *head->at) != NULL) {
            if (!parse_string(head, &text, &size))
                return false;
            if (size > 0 && *text == '>')
                return input_fail(head->file, "the structs' fields are in big-endian byte order, "
                                              "which is not turned: convert them");
        } else if (head->at < head->end) {
            head->at++;
        } else {
            return fail_syntax(head, "']'");
        }
    } while (depth > 0);
    return true;
}

static bool parse_descr(header *head)
{
    const char *dtype;
    size_t size;

    skip_space(head);
    if (head->at < head->end && (*head->at == '[' || *head->at == '('))
        return head->file->options->element_size != 0 ? skip_fields(head) : fail_structure(head);
    return parse_string(head, &dtype, &size) && set_dtype(head, dtype, size);
}

/* ---- fortran_order and shape -------------------------------------------------------------- */

/* A full reduction does not care for the order; but a header that does not tell it is broken. */
static bool parse_fortran_order(header *head)
{
    return parse_word(head, "True") || parse_word(head, "False") ||
           fail_syntax(head, "True or False");
}

static bool fail_overflow(header *head)
{
    return input_fail(head->file, "the header's shape has more bytes than 64 bits can count");
}

static bool parse_dimension(header *head, uint64_t *dimension)
{
    const char *start;

    skip_space(head);
    *dimension = 0;
    for (start = head->at; head->at < head->end && *head->at >= '0' && *head->at <= '9';
         head->at++) {
        unsigned digit = (unsigned)(*head->at - '0');

        if (*dimension > (UINT64_MAX - digit) / 10)
            return fail_overflow(head);
        *dimension = *dimension * 10 + digit;
    }
    if (head->at == start)
        return fail_syntax(head, "a dimension");
    take(head, 'L'); /* Python 2 marked long integers so */
    return true;
}

/* A tuple: "()" is a single element, "(3,)" three; "(3)" is no tuple in Python. */
static bool parse_shape(header *head)
{
    uint64_t count = 1, dimension;
    bool overflow = false, empty = false, comma = true;

    if (!expect(head, '('))
        return false;
    for (size_t rank = 0; !take(head, ')'); rank++) {
        if (!comma || !parse_dimension(head, &dimension))
            return fail_syntax(head, "',' or ')'");
        comma = take(head, ',');
        if (rank == 0 && !comma)
            return fail_syntax(head, "','");
        empty = empty || dimension == 0;
        overflow = overflow || (dimension > 0 && count > UINT64_MAX / dimension);
        count = empty || overflow ? 1 : count * dimension;
    }
    if (overflow && !empty)
        return fail_overflow(head);
    head->file->count = empty ? 0 : count;
    return true;
}

/* ---- The header as a whole ---------------------------------------------------------------- */

static const struct {
    const char *name;
    bool (*parse)(header *head);
} keys[] = {
    {"descr", parse_descr},
    {"fortran_order", parse_fortran_order},
    {"shape", parse_shape},
};

#define KEY_COUNT (sizeof keys / sizeof *keys)

static bool parse_item(header *head)
{
    const char *key;
    size_t size, i = 0;

    if (!parse_string(head, &key, &size))
        return false;
    while (i < KEY_COUNT && (strlen(keys[i].name) != size || memcmp(keys[i].name, key, size) != 0))
        i++;
    if (i == KEY_COUNT)
        return input_fail(head->file, "the header has a key %s that .npy files do not have",
                          input_quoted(key, size).text);
    if (head->seen & 1U << i)
        return input_fail(head->file, "the header has the key \"%s\" twice", keys[i].name);
    head->seen |= 1U << i;
    return expect(head, ':') && keys[i].parse(head);
}

static bool parse_header(header *head)
{
    bool comma = true;

    if (!expect(head, '{'))
        return false;
    while (!take(head, '}')) {
        if (!comma)
            return fail_syntax(head, "',' or '}'");
        if (!parse_item(head))
            return false;
        comma = take(head, ',');
    }
    skip_space(head);
    if (head->at < head->end)
        return fail_syntax(head, "the end");
    for (size_t i = 0; i < KEY_COUNT; i++)
        if (!(head->seen & 1U << i))
            return input_fail(head->file, "the header lacks the key \"%s\"", keys[i].name);
    return true;
}

static bool fail_header_truncated(input_file *file)
{
    return input_fail(file,
                      "ends within the .npy header, at byte %" PRIu64 ": the file is truncated",
                      file->position);
}

/* Reads all before the dictionary: magic, version and the dictionary's size. */
static bool read_prefix(input_file *file, size_t *header_size)
{
    unsigned char prefix[MAGIC_SIZE + 2], field[4] = {0};
    size_t field_size;

    if (input_file_take(file, prefix, sizeof prefix) < sizeof prefix)
        return fail_header_truncated(file);
    if (prefix[6] < 1 || prefix[6] > 3 || prefix[7] != 0)
        return input_fail(file, "is of .npy version %d.%d, but only 1.0, 2.0 and 3.0 are known",
                          prefix[6], prefix[7]);
    field_size = prefix[6] == 1 ? 2 : 4;
    if (input_file_take(file, field, field_size) < field_size)
        return fail_header_truncated(file);
    *header_size =
        (size_t)field[0] | (size_t)field[1] << 8 | (size_t)field[2] << 16 | (size_t)field[3] << 24;
    if (*header_size > HEADER_SIZE_MAX)
        return input_fail(file, "the header says it takes %zu bytes; at most %zu (1 MiB) are read",
                          *header_size, HEADER_SIZE_MAX);
    return true;
}

static bool read_header(input_file *file)
{
    header head = {.file = file};
    size_t size = 0;
    char *text;
    bool good;

    if (!read_prefix(file, &size))
        return false;
    text = malloc(size + 1);
    if (!text)
        return input_fail(file, "cannot be read: memory ran out");
    head.text = text;
    head.at = text;
    head.end = text + size;
    good = input_file_take(file, text, size) == size ? parse_header(&head)
                                                     : fail_header_truncated(file);
    free(text);
    return good;
}

/* ---- The data ----------------------------------------------------------------------------- */

static bool fail_size(input_file *file, uint64_t found_size)
{
    uint64_t size = file->count * input_element_bytes(file);

    if (file->type == CLR_TYPE_DEFAULT)
        return input_fail(file,
                          "%" PRIu64 " structs of %zu bytes take %" PRIu64 " bytes, but %" PRIu64
                          " follow the header: check --element-size",
                          file->count, input_element_bytes(file), size, found_size);
    return input_fail(file,
                      "the header says %" PRIu64 " element%s of %s (%" PRIu64
                      " bytes) but %s%" PRIu64 " bytes follow: the file is %s",
                      file->count, file->count == 1 ? "" : "s", clr_type_name(file->type), size,
                      found_size > size && !file->regular ? "at least " : "", found_size,
                      found_size < size ? "truncated"
                                        : "longer than one array, which is all that is read");
}

static bool npy_claims(input_file *file)
{
    return !file->options->text && input_file_fill(file, MAGIC_SIZE, MAGIC_SIZE) &&
           input_file_buffered(file) >= MAGIC_SIZE &&
           memcmp(file->buffer + file->begin, MAGIC, MAGIC_SIZE) == 0;
}

static bool npy_open(input_file *file)
{
    uint64_t element_size, data_size;

    if (!read_header(file))
        return false;
    element_size = input_element_bytes(file);
    if (file->count > (uint64_t)INT64_MAX / element_size)
        return input_fail(file, "the header's shape has more bytes than 64 bits can count");
    data_size = file->size - file->position;
    if (file->regular && data_size != file->count * element_size)
        return fail_size(file, data_size);
    return true;
}

static uint64_t npy_read(input_file *file, void *room, uint64_t capacity)
{
    uint64_t element_size = input_element_bytes(file);
    uint64_t left = file->count - file->done;
    uint64_t want = left < capacity ? left : capacity;
    uint64_t rest_size = 0;
    uint64_t taken = input_take_elements(file, room, want, &rest_size);

    if (taken < want && !input_failed(file))
        fail_size(file, file->done * element_size + rest_size);
    /* Of a pipe, only the attempt to read on can tell that nothing follows. */
    if (left == 0 && input_file_fill(file, 1, 1) && input_file_buffered(file) > 0)
        fail_size(file, file->done * element_size + 1);
    return input_failed(file) ? 0 : taken;
}

static void npy_close(input_file *file)
{
    (void)file;
}

const file_format file_format_npy = {"npy", false, npy_claims, npy_open, npy_read, npy_close};
