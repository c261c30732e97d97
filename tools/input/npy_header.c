/* SPDX-License-Identifier: Apache-2.0 */
/* npy_header - the header of a .npy file. See npy_header.h. */
#include "npy_header.h"

#include "input_literal.h"
#include "npy_field.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define HEADER_SIZE_MAX ((size_t)1 << 20)

/* The dictionary being read. */
typedef struct header {
    input_file *file;
    npy_array *array;
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
    head->array->has_truths = meaning == TRUTHS;
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
    head->array->is_fortran = strcmp(order->text, "True") == 0;
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
    npy_array *array = head->array;
    size_t rank = 0;

    for (const literal_node *at = shape->first; at; at = at->next)
        rank++;
    array->extents = calloc(rank + 1, sizeof *array->extents);
    if (!array->extents)
        return input_fail(head->file, "cannot be read: memory ran out");
    for (const literal_node *at = shape->first; at; at = at->next)
        array->extents[array->rank++] = at->magnitude;
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
    unsigned char prefix[NPY_MAGIC_SIZE + 2], field[4] = {0};
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

bool npy_header_read(input_file *file, npy_array *array)
{
    header head = {.file = file, .array = array};
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
