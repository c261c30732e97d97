/* SPDX-License-Identifier: Apache-2.0 */
/*
 * input_npy - NumPy's .npy files, versions 1 to 3: a header, which is a Python dictionary, then the
 * elements. Checks the header, against the file's size as well. The format:
 * https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 */
#include "input_format.h"
#include "input_literal.h"
#include "npy_field.h"
#include "strided.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC           "\x93NUMPY"
#define MAGIC_SIZE      6
#define HEADER_SIZE_MAX ((size_t)1 << 20)

/* The array by its header; and all its elements, if they are reordered. */
typedef struct npy_state {
    bool is_fortran;
    bool has_truths; /* elements are truths: bytes 0 and 1 */
    size_t rank;
    uint64_t *extents;
    strided_axis *axes; /* NULL if elements come in file order */
    char *elements;     /* in file order; NULL before the first is read */
    uint64_t given;     /* elements handed out, in index order */
} npy_state;

static npy_state *state_of(const input_file *file)
{
    return file->state;
}

/* The dictionary being read. */
typedef struct header {
    input_file *file;
    const char *text;
    size_t size;
    int version;
} header;

/* The meaning of a dtype's elements. */
typedef enum dtype_meaning {
    NUMBERS,
    TRUTHS, /* truths: 0 is false, other bytes are true */
    MUTE    /* bytes of several possible meanings: -t decides */
} dtype_meaning;

/* NumPy's names of the element types: letters, and names with a fixed size. */
static const struct {
    const char *name;
    clr_type type;
    bool has_order; /* may follow a byte order: < > = | */
    dtype_meaning meaning;
} dtypes[] = {
    {"b1", CLR_TYPE_U8, true, TRUTHS},           {"?", CLR_TYPE_U8, true, TRUTHS},
    {"i1", CLR_TYPE_I8, true, NUMBERS},          {"b", CLR_TYPE_I8, true, NUMBERS},
    {"i2", CLR_TYPE_I16, true, NUMBERS},         {"h", CLR_TYPE_I16, true, NUMBERS},
    {"i4", CLR_TYPE_I32, true, NUMBERS},         {"i", CLR_TYPE_I32, true, NUMBERS},
    {"i8", CLR_TYPE_I64, true, NUMBERS},         {"q", CLR_TYPE_I64, true, NUMBERS},
    {"u1", CLR_TYPE_U8, true, NUMBERS},          {"B", CLR_TYPE_U8, true, NUMBERS},
    {"u2", CLR_TYPE_U16, true, NUMBERS},         {"H", CLR_TYPE_U16, true, NUMBERS},
    {"u4", CLR_TYPE_U32, true, NUMBERS},         {"I", CLR_TYPE_U32, true, NUMBERS},
    {"u8", CLR_TYPE_U64, true, NUMBERS},         {"Q", CLR_TYPE_U64, true, NUMBERS},
    {"f2", CLR_TYPE_F16, true, NUMBERS},         {"e", CLR_TYPE_F16, true, NUMBERS},
    {"f4", CLR_TYPE_F32, true, NUMBERS},         {"f", CLR_TYPE_F32, true, NUMBERS},
    {"f8", CLR_TYPE_F64, true, NUMBERS},         {"d", CLR_TYPE_F64, true, NUMBERS},
    {"V2", CLR_TYPE_BF16, true, MUTE}, /* as ml_dtypes' bfloat16 is saved */
    {"bool", CLR_TYPE_U8, false, TRUTHS},        {"int8", CLR_TYPE_I8, false, NUMBERS},
    {"int16", CLR_TYPE_I16, false, NUMBERS},     {"int32", CLR_TYPE_I32, false, NUMBERS},
    {"int64", CLR_TYPE_I64, false, NUMBERS},     {"uint8", CLR_TYPE_U8, false, NUMBERS},
    {"uint16", CLR_TYPE_U16, false, NUMBERS},    {"uint32", CLR_TYPE_U32, false, NUMBERS},
    {"uint64", CLR_TYPE_U64, false, NUMBERS},    {"float16", CLR_TYPE_F16, false, NUMBERS},
    {"float32", CLR_TYPE_F32, false, NUMBERS},   {"float64", CLR_TYPE_F64, false, NUMBERS},
    {"half", CLR_TYPE_F16, false, NUMBERS},      {"single", CLR_TYPE_F32, false, NUMBERS},
    {"double", CLR_TYPE_F64, false, NUMBERS},    {"float", CLR_TYPE_F64, false, NUMBERS},
    {"byte", CLR_TYPE_I8, false, NUMBERS},       {"ubyte", CLR_TYPE_U8, false, NUMBERS},
    {"bool_", CLR_TYPE_U8, false, TRUTHS},       {"intc", CLR_TYPE_I32, false, NUMBERS},
    {"uintc", CLR_TYPE_U32, false, NUMBERS},     {"longlong", CLR_TYPE_I64, false, NUMBERS},
    {"ulonglong", CLR_TYPE_U64, false, NUMBERS}, {"short", CLR_TYPE_I16, false, NUMBERS},
    {"ushort", CLR_TYPE_U16, false, NUMBERS},
};

/* Names and letters whose size depends on the machine that wrote the file. */
static const char *const vague_dtypes[] = {"l",    "L",     "p",   "P",    "n",    "N",
                                           "long", "ulong", "int", "uint", "intp", "uintp"};

#define VAGUE_COUNT (sizeof vague_dtypes / sizeof *vague_dtypes)
#define DTYPE_COUNT (sizeof dtypes / sizeof *dtypes)

/* ---- The dictionary -------------------------------------------------------------------------- */

static bool fail_syntax(const header *head, const char *at, const char *expected)
{
    return input_fail(head->file, "the header is malformed at its byte %td: %s expected, not %s",
                      at - head->text, expected,
                      input_quoted(at, head->size - (size_t)(at - head->text)).text);
}

/* ---- descr: the element type ----------------------------------------------------------------- */

static bool fail_dtype(const header *head, const literal_node *dtype)
{
    return input_fail(head->file,
                      "elements of dtype %s cannot be reduced, only those of b1, i1 to i8, u1 to "
                      "u8, f2, f4 and f8: convert them, as in np.save(\"out.npy\", "
                      "arr.astype(\"f4\"))",
                      input_quoted(dtype->text, dtype->size).text);
}

static bool fail_structure(const header *head, const literal_node *descr)
{
    char names[NPY_NAMES_SIZE] = "";

    if (literal_is(descr, LITERAL_LIST))
        npy_field_names(descr, names);
    if (names[0] == '\0')
        return input_fail(
            head->file, "the elements are arrays or structures, which cannot be reduced (descr %s)",
            input_quoted(descr->at, head->size - (size_t)(descr->at - head->text)).text);
    return input_fail(head->file,
                      "the elements are structures, of which FILE:NAME reads one field: %s", names);
}

static bool fail_field(const header *head, const literal_node *fields, const char *name)
{
    char names[NPY_NAMES_SIZE];

    npy_field_names(fields, names);
    return input_fail(head->file, "has no field %s: its fields are %s",
                      input_quoted(name, strlen(name)).text, names);
}

/* The header decides the type, and -t may only agree with it, unless numbers are to be converted: a
 * wrong -t would read bytes as other numbers. */
static bool set_type(const header *head, clr_type type, dtype_meaning meaning)
{
    clr_type asked = head->file->options->type;
    const bool converts = head->file->options->converts;

    if (asked != type && meaning == MUTE && !(converts && asked != CLR_TYPE_DEFAULT))
        return input_fail(head->file, "elements of dtype V2 are bytes without a meaning: if they "
                                      "are bfloat16, say -t bf16");
    if (asked != type && asked != CLR_TYPE_DEFAULT && !converts)
        return input_fail(head->file, "the header says %s, but -t says %s: leave -t out",
                          clr_type_name(type), clr_type_name(asked));
    head->file->type = type;
    state_of(head->file)->has_truths = meaning == TRUTHS;
    return true;
}

/* Structs: the dtype is "V16", or a number type of the same size. */
static bool set_struct(const header *head, const literal_node *dtype)
{
    uint64_t wanted = head->file->options->element_size;
    uint64_t found = 0;

    for (size_t i = 0; i < dtype->size && found <= wanted; i++) {
        char c = dtype->text[i];
        found = c >= '0' && c <= '9' ? found * 10 + (uint64_t)(c - '0') : 0;
    }
    if (found == wanted)
        return true;
    return input_fail(head->file,
                      "elements of dtype %s have other sizes than the %" PRIu64
                      " bytes of --element-size",
                      input_quoted(dtype->text, dtype->size).text, wanted);
}

/* Compares names up to their NUL, so that "f4" is no match for the letter "f". A name with a NUL of
 * its own is refused first. */
static bool set_dtype(const header *head, const literal_node *dtype)
{
    const char other_order = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '>' : '<';
    const bool has_order = dtype->size > 0 && memchr("<>=|", dtype->text[0], 4);
    const char *name = dtype->text + has_order;

    if (strlen(dtype->text) != dtype->size)
        return fail_dtype(head, dtype);
    head->file->swap = dtype->text[0] == other_order;
    for (size_t i = 0; i < DTYPE_COUNT; i++)
        if (strcmp(name, dtypes[i].name) == 0 && has_order <= dtypes[i].has_order)
            return set_type(head, dtypes[i].type, dtypes[i].meaning);
    for (size_t i = 0; i < VAGUE_COUNT; i++)
        if (strcmp(name, vague_dtypes[i]) == 0)
            return input_fail(
                head->file,
                "elements of dtype %s have 4 bytes or 8, as the machine had that wrote "
                "them: save them with a size, as in np.save(\"out.npy\", "
                "arr.astype(\"i8\"))",
                input_quoted(dtype->text, dtype->size).text);
    return fail_dtype(head, dtype);
}

/*
 * Fields of a structure are for the operator; only their byte order is checked here. Their size is
 * checked by the file's size. A field is (name, descr) or (name, descr, shape); a descr may be
 * (descr, shape).
 */
static bool check_fields(const header *head, const literal_node *descr)
{
    if (literal_is(descr, LITERAL_STRING))
        return descr->text[0] != '>' ||
               input_fail(head->file, "the structs' fields are in big-endian byte order, which is "
                                      "not turned: convert them");
    if (literal_is(descr, LITERAL_TUPLE))
        return check_fields(head, descr->first);
    if (!literal_is(descr, LITERAL_LIST))
        return fail_syntax(head, descr ? descr->at : head->text, "a field's type");
    for (const literal_node *field = descr->first; field; field = field->next)
        if (!literal_is(field, LITERAL_TUPLE) || !field->first || !field->first->next)
            return fail_syntax(head, field->at, "a field");
        else if (!check_fields(head, field->first->next))
            return false;
    return true;
}

/* A field of structures, by its name. */
static bool set_field(const header *head, const literal_node *fields, const char *name)
{
    npy_field field;

    if (!npy_field_find(fields, name, &field))
        return input_fail(
            head->file, "the structures have a field whose size is not known: %s",
            input_quoted(fields->at, head->size - (size_t)(fields->at - head->text)).text);
    if (!field.descr)
        return fail_field(head, fields, name);
    if (!literal_is(field.descr, LITERAL_STRING) || field.descr->next)
        return input_fail(head->file, "field %s is an array or a structure itself, and no number",
                          input_quoted(name, strlen(name)).text);
    head->file->struct_size = field.struct_size;
    head->file->field_offset = field.offset;
    return set_dtype(head, field.descr);
}

static bool read_descr(const header *head, const literal_node *descr)
{
    const bool has_structs = head->file->options->element_size != 0;
    const char *name = input_field_name(head->file);

    if (literal_is(descr, LITERAL_LIST) && name && !has_structs)
        return set_field(head, descr, name);
    if (name)
        return input_fail(head->file, "has no fields, of which FILE:NAME reads one");
    if (literal_is(descr, LITERAL_STRING))
        return has_structs ? set_struct(head, descr) : set_dtype(head, descr);
    if (!literal_is(descr, LITERAL_LIST) && !literal_is(descr, LITERAL_TUPLE))
        return fail_syntax(head, descr->at, "a string");
    return has_structs ? check_fields(head, descr) : fail_structure(head, descr);
}

/* ---- fortran_order and shape ----------------------------------------------------------------- */

static bool read_fortran_order(const header *head, const literal_node *order)
{
    if (!literal_is(order, LITERAL_WORD) || strcmp(order->text, "None") == 0)
        return fail_syntax(head, order->at, "True or False");
    state_of(head->file)->is_fortran = strcmp(order->text, "True") == 0;
    return true;
}

static bool fail_overflow(const header *head)
{
    return input_fail(head->file, "the header's shape has more bytes than 64 bits can count");
}

static bool check_dimension(const header *head, const literal_node *dimension)
{
    if (!literal_is(dimension, LITERAL_INTEGER) || dimension->negative)
        return fail_syntax(head, dimension->at, "a dimension");
    if (dimension->is_long && head->version > 2)
        return fail_syntax(head, dimension->at, "a dimension without L, which version 3 has not");
    return !dimension->too_large || fail_overflow(head);
}

/* Stores the extents, which are integers. */
static bool keep_extents(const header *head, const literal_node *shape)
{
    npy_state *state = state_of(head->file);
    size_t rank = 0;

    for (const literal_node *at = shape->first; at; at = at->next)
        rank++;
    state->extents = calloc(rank + 1, sizeof *state->extents);
    if (!state->extents)
        return input_fail(head->file, "cannot be read: memory ran out");
    for (const literal_node *at = shape->first; at; at = at->next)
        state->extents[state->rank++] = at->magnitude;
    return true;
}

/* A tuple: "()" is a single element, "(3,)" three; "(3)" is not a tuple in Python. */
static bool read_shape(const header *head, const literal_node *shape)
{
    uint64_t count = 1;
    bool overflow = false, empty = false;

    if (!literal_is(shape, LITERAL_TUPLE))
        return fail_syntax(head, shape->at, "a tuple, as in (3,),");
    for (const literal_node *at = shape->first; at; at = at->next) {
        uint64_t dimension = at->magnitude;

        if (!check_dimension(head, at))
            return false;
        empty = empty || dimension == 0;
        overflow = overflow || (dimension > 0 && count > UINT64_MAX / dimension);
        count = empty || overflow ? 1 : count * dimension;
    }
    if (overflow && !empty)
        return fail_overflow(head);
    head->file->count = empty ? 0 : count;
    return keep_extents(head, shape);
}

/* ---- The header as a whole ------------------------------------------------------------------- */

static const struct {
    const char *name;
    bool (*read)(const header *head, const literal_node *value);
} keys[] = {
    {"descr", read_descr},
    {"fortran_order", read_fortran_order},
    {"shape", read_shape},
};

#define KEY_COUNT (sizeof keys / sizeof *keys)

/* Records the key in `seen`, bit i for key number i, and reads its value. */
static bool read_item(const header *head, const literal_node *key, unsigned *seen)
{
    size_t i = 0;

    if (!literal_is(key, LITERAL_STRING))
        return fail_syntax(head, key->at, "a string");
    while (i < KEY_COUNT &&
           (strlen(keys[i].name) != key->size || memcmp(keys[i].name, key->text, key->size) != 0))
        i++;
    if (i == KEY_COUNT)
        return input_fail(head->file, "the header has a key %s that .npy files do not have",
                          input_quoted(key->text, key->size).text);
    if (*seen & 1U << i)
        return input_fail(head->file, "the header has the key \"%s\" twice", keys[i].name);
    *seen |= 1U << i;
    return keys[i].read(head, key->next);
}

static bool read_dictionary(const header *head, const literal *dictionary)
{
    const literal_node *root = dictionary->root;
    unsigned seen = 0;

    if (!root && !dictionary->expected)
        return input_fail(head->file, "cannot be read: memory ran out");
    if (!root)
        return fail_syntax(head, dictionary->error_at, dictionary->expected);
    if (!literal_is(root, LITERAL_DICTIONARY))
        return fail_syntax(head, root->at, "'{'");
    for (const literal_node *key = root->first; key; key = key->next->next)
        if (!read_item(head, key, &seen))
            return false;
    for (size_t i = 0; i < KEY_COUNT; i++)
        if (!(seen & 1U << i))
            return input_fail(head->file, "the header lacks the key \"%s\"", keys[i].name);
    return true;
}

static bool parse_header(const header *head)
{
    literal dictionary;
    bool good;

    literal_open(&dictionary, head->text, head->size);
    good = read_dictionary(head, &dictionary);
    literal_close(&dictionary);
    return good;
}

static bool fail_header_truncated(input_file *file)
{
    return input_fail(file,
                      "ends within the .npy header, at byte %" PRIu64 ": the file is truncated",
                      file->position);
}

/* Reads magic, version and the dictionary's size. */
static bool read_prefix(input_file *file, int *version, size_t *header_size)
{
    unsigned char prefix[MAGIC_SIZE + 2], field[4] = {0};
    size_t field_size;

    if (input_file_take(file, prefix, sizeof prefix) < sizeof prefix)
        return fail_header_truncated(file);
    if (prefix[6] < 1 || prefix[6] > 3 || prefix[7] != 0)
        return input_fail(file, "is of .npy version %d.%d, but only 1.0, 2.0 and 3.0 are known",
                          prefix[6], prefix[7]);
    *version = prefix[6];
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
    char *text;
    bool good;

    if (!read_prefix(file, &head.version, &head.size))
        return false;
    text = malloc(head.size + 1);
    if (!text)
        return input_fail(file, "cannot be read: memory ran out");
    head.text = text;
    good = input_file_take(file, text, head.size) == head.size || fail_header_truncated(file);
    text[head.size] = '\0';
    good = good && parse_header(&head);
    free(text);
    return good;
}

/* ---- The data -------------------------------------------------------------------------------- */

/* Bytes from an element to the next. */
static uint64_t stored_bytes(const input_file *file)
{
    return file->struct_size != 0 ? file->struct_size : input_element_bytes(file);
}

static bool fail_size(input_file *file, uint64_t found_size)
{
    uint64_t size = file->count * stored_bytes(file);

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

/* A file that begins so is taken for .npy, unless the user says that it is text or says where raw
 * numbers begin. */
static bool npy_claims(input_file *file)
{
    return !file->options->text && !(file->options->raw && file->options->has_offset) &&
           input_file_fill(file, MAGIC_SIZE, MAGIC_SIZE) &&
           input_file_buffered(file) >= MAGIC_SIZE &&
           memcmp(file->buffer + file->begin, MAGIC, MAGIC_SIZE) == 0;
}

/* Prepares reordering, if an array in Fortran order is to come in index order. */
static bool set_order(input_file *file)
{
    npy_state *state = file->state;

    if (!state->is_fortran || file->options->as_stored || file->count == 0)
        return true;
    state->axes = calloc(state->rank + 1, sizeof *state->axes);
    if (!state->axes)
        return input_fail(file, "cannot be read: memory ran out");
    for (size_t i = 0; i < state->rank; i++)
        state->axes[i].extent = state->extents[i];
    strided_fill(state->axes, state->rank, true);
    if (strided_is_plain(state->axes, state->rank)) {
        free(state->axes);
        state->axes = NULL;
    }
    return true;
}

/* A file's size is held against its header before a number is read, so that a truncated file gives
 * no result of its first part. Of a pipe only reading tells. */
static bool npy_open(input_file *file)
{
    uint64_t element_size, data_size;

    if (file->options->raw)
        return input_fail(file, "starts as .npy files do, and --raw would read its header as "
                                "numbers, too: leave --raw out; or say with --offset at which byte "
                                "to begin, 0 for the header");
    file->struct_size = 0;
    file->state = calloc(1, sizeof(npy_state));
    if (!file->state)
        return input_fail(file, "cannot be read: memory ran out");
    if (!read_header(file))
        return false;
    element_size = stored_bytes(file);
    if (file->count > (uint64_t)INT64_MAX / element_size)
        return input_fail(file, "the header's shape has more bytes than 64 bits can count");
    data_size = file->size - file->position;
    if (file->regular && data_size != file->count * element_size)
        return fail_size(file, data_size);
    return set_order(file);
}

static void make_truths(unsigned char *bytes, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        bytes[i] = bytes[i] != 0;
}

static uint64_t read_as_stored(input_file *file, void *room, uint64_t capacity)
{
    uint64_t element_size = stored_bytes(file);
    uint64_t left = file->count - file->done;
    uint64_t want = left < capacity ? left : capacity;
    uint64_t rest_size = 0;
    uint64_t taken = input_take_elements(file, room, want, &rest_size);

    if (state_of(file)->has_truths)
        make_truths(room, taken);
    if (taken < want && !input_failed(file))
        fail_size(file, file->done * element_size + rest_size);
    /* of a pipe, only reading tells that nothing follows */
    if (left == 0 && input_file_fill(file, 1, 1) && input_file_buffered(file) > 0)
        fail_size(file, file->done * element_size + 1);
    return input_failed(file) ? 0 : taken;
}

/* Reads the whole array into memory, as the second element in index order may be near the file's
 * end. Only where the order of elements matters does an array in Fortran order come here
 * (set_order()). */
static bool fetch(input_file *file)
{
    npy_state *state = file->state;
    const size_t size = input_element_bytes(file);
    uint64_t got = 0, more;

    if (state->elements)
        return true;
    if (file->count <= SIZE_MAX / size)
        state->elements = malloc((size_t)file->count * size);
    if (!state->elements)
        return input_fail(file,
                          "the array is in Fortran order, which is turned in memory, and that ran "
                          "out: save it in C order, as in np.save(\"out.npy\", "
                          "np.ascontiguousarray(arr))");
    do {
        more = read_as_stored(file, state->elements + got * size, file->count - got);
        got += more;
    } while (more > 0 && got < file->count);
    return !input_failed(file);
}

static uint64_t npy_read(input_file *file, void *room, uint64_t capacity)
{
    npy_state *state = file->state;
    const uint64_t left = file->count - state->given;
    const uint64_t count = left < capacity ? left : capacity;

    if (!state->axes || left == 0)
        return read_as_stored(file, room, capacity);
    if (!fetch(file))
        return 0;
    strided_gather(state->axes, state->rank, input_element_bytes(file), state->elements,
                   state->given, count, room);
    state->given += count;
    return count;
}

static bool npy_is_plain(const input_file *file)
{
    return !file->swap && !state_of(file)->axes && !state_of(file)->has_truths &&
           file->struct_size == 0;
}

static void npy_close(input_file *file)
{
    npy_state *state = file->state;

    if (!state)
        return;
    free(state->extents);
    free(state->axes);
    free(state->elements);
    free(state);
    file->state = NULL;
}

static input_shape npy_shape(const input_file *file)
{
    const npy_state *state = file->state;

    return (input_shape){state->rank, state->extents, state->is_fortran};
}

static void npy_describe(const input_file *file, char *text, size_t size)
{
    if (file->type == CLR_TYPE_DEFAULT)
        snprintf(text, size, "a .npy file of %" PRIu64 " structs", file->count);
    else
        snprintf(text, size, "a .npy file of %" PRIu64 " %s%s, %s", file->count,
                 clr_type_name(file->type), file->swap ? " in the other byte order" : "",
                 file->options->type == CLR_TYPE_BF16 ? "as -t says" : "as its header says");
}

const file_format file_format_npy = {.name = "npy",
                                     .claims = npy_claims,
                                     .open = npy_open,
                                     .read = npy_read,
                                     .close = npy_close,
                                     .is_plain = npy_is_plain,
                                     .shape = npy_shape,
                                     .describe = npy_describe};
