/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz_expression - hostile maps. Whatever the bytes are, they are refused with a sentence, or come
 * out as text made of known words, balanced and shallow, and the same again when read again.
 */
#include "fuzz.h"
#include "problem/expression/expression.h"
#include "problem/expression/expression_name.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- what is written ---- */

/* What may be written beside the rows of expression_name.def. */
static bool is_own_word(const char *word, size_t length)
{
    static const char words[] =
        " x y z w i n a b c d p q r s t u long ulong float double LONG_MIN INFINITY NAN "
        "clr_long_add "
        "clr_long_subtract "
        "clr_long_multiply clr_long_negate clr_long_divide clr_long_remainder clr_ulong_divide "
        "clr_ulong_remainder clr_long_left clr_long_right clr_ulong_left clr_ulong_right "
        "clr_long_order CLR_PARTS_OF_FLOAT CLR_PARTS_OF_DOUBLE uint as_uint as_ulong as_float "
        "as_double clr_stands clr_negated clr_widened clr_long_abs clr_ulong_abs clr_float_min "
        "clr_float_max clr_double_min "
        "clr_double_max CLR_FORMAT_OF_FLOAT CLR_FORMAT_OF_DOUBLE ";
    char spaced[32];

    snprintf(spaced, sizeof spaced, " %.*s ", (int)length, word);
    return strstr(words, spaced) != NULL;
}

static bool is_function(const char *word, size_t length)
{
    const clri_name *name;

    for (size_t i = 0; (name = clri_name_at(i)); i++) {
        const char *spelt[] = {name->integer, name->real, name->bits};

        for (int k = 0; k < 3; k++)
            if (spelt[k] && strlen(spelt[k]) == length && !memcmp(spelt[k], word, length))
                return true;
    }
    return false;
}

/* A number: an integer of base 10, the bits of a float, or 0x...p... with or without a sign in its
 * exponent. */
static size_t number_length(const char *text)
{
    size_t length = strspn(text, "0123456789");

    if (text[0] == '0' && text[1] == 'x') {
        length = 2 + strspn(text + 2, "0123456789abcdef");
        if (text[length] == 'U')
            return length + strspn(text + length, "UL");
        fuzz_require(text[length] == 'p', "a hexadecimal number is a float");
        length += text[length + 1] == '-' ? 2 : 1;
        fuzz_require(isdigit((unsigned char)text[length]), "an exponent has digits");
        length += strspn(text + length, "0123456789");
        return text[length] == 'f' ? length + 1 : length;
    }
    fuzz_require(length > 0, "a number has digits");
    return length + strspn(text + length, "UL");
}

static size_t word_length(const char *text)
{
    size_t length = 0;

    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    return length;
}

/* Without double in sight, no number may be one: a device without fp64 must compile it. */
static void check_words(const char *text, bool uses_double)
{
    fuzz_require(uses_double || !strstr(text, "double"), "double is announced");
    while (*text) {
        size_t length = 1;

        if (isdigit((unsigned char)*text)) {
            length = number_length(text);
            fuzz_require(uses_double || text[1] != 'x' || strchr("fUL", text[length - 1]) != NULL,
                         "a number of double is announced");
            fuzz_require(!isalnum((unsigned char)text[length]), "a number ends where a word may");
        } else if (isalpha((unsigned char)*text)) {
            length = word_length(text);
            fuzz_require(is_own_word(text, length) || is_function(text, length), "a word is known");
        } else {
            fuzz_require(strchr(" ()+-*/%<>=!&|^~?:,", *text) != NULL, "a sign is known");
        }
        text += length;
    }
}

static void check_shape(const char *text)
{
    int depth = 0;

    fuzz_require(!strstr(text, "/*") && !strstr(text, "//"), "nothing is a comment");
    fuzz_require(!strstr(text, "--") && !strstr(text, "++"), "nothing is changed");
    for (; *text; text++) {
        depth += *text == '(';
        depth -= *text == ')';
        fuzz_require(depth >= 0 && depth <= 202, "brackets match, and are within clang's limit");
    }
    fuzz_require(depth == 0, "brackets match at the end");
}

static void check_success(const char *map, clr_type element, const clri_expression *expression)
{
    clri_expression again;
    clri_error error = {0};

    fuzz_require(clr_type_size(expression->value) == 8 || expression->value == CLR_TYPE_F32 ||
                     expression->value == CLR_TYPE_U8,
                 "a value has one of five types");
    fuzz_require(expression->inputs >= 1 && expression->inputs <= CLR_INPUTS_MOST,
                 "there are 1 to 4 inputs");
    check_words(expression->text, expression->uses_double);
    check_shape(expression->text);
    check_words(expression->bits, expression->bits_use_double);
    check_shape(expression->bits);
    fuzz_require(clri_expression_read(map, element, &again, &error) == CLR_OK &&
                     strcmp(again.text, expression->text) == 0,
                 "the same map is written the same again");
    clri_expression_free(&again);
}

static void check_failure(const char *map, const clri_error *error)
{
    unsigned column = 0;

    fuzz_require(error->status == CLR_ERROR_ARGUMENT, "a failure is the map's");
    fuzz_require(sscanf(error->message, "column %u of the map: ", &column) == 1 && column >= 1 &&
                     column <= strlen(map) + 1,
                 "a failure has its column in the map");
    fuzz_require(strlen(error->message) < CLRI_MESSAGE_SIZE / 2, "the sentence is whole");
    for (const char *at = error->message; *at; at++)
        fuzz_require(*at >= ' ' && *at <= '~', "the sentence is printable");
}

/* The first byte becomes the elements' type. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char map[FUZZ_SIZE_MOST + 1];
    clri_expression expression;
    clri_error error = {0};
    clr_type element;

    if (size < 1 || size > FUZZ_SIZE_MOST)
        return 0;
    element = (clr_type)(CLR_TYPE_I8 + data[0] % CLR_TYPE_F64);
    memcpy(map, data + 1, size - 1);
    map[size - 1] = '\0';
    if (clri_expression_read(map, element, &expression, &error) == CLR_OK)
        check_success(map, element, &expression);
    else
        check_failure(map, &error);
    clri_expression_free(&expression);
    return 0;
}

/* ---- what it is given ---- */

static const char *const seeds[] = {
    "fabs(x - y) * 0.5 + pow(z, 2) / (1e-3f + w)",
    "x > 0 && y <= 1 || !isnan(x) ? i % 3 : n - 1",
    "clamp(x, -5, 7) ^ popcount(~y & 0xff) << 3 >> 1",
    "-9223372036854775808 / -1 + 18446744073709551615",
    "min(max(x, i), n) == abs(-x) != (y < z)",
    "f32(x) * pi - inf + nan * e - f64(y) % 1.5E+10",
    "((((((((x))))))))",
};

#define SEED_COUNT (sizeof seeds / sizeof *seeds)

/* Puts a word in at a place. */
static size_t insert_word(uint8_t *data, size_t size, size_t at, uint64_t *state)
{
    static const char *const words[] = {
        "x",    "i",    "(",      ")",  "+", "-",  "*",  "/",  "%",       "!",   "~",
        "?",    ":",    ",",      "<",  "=", "&",  "|",  "^",  "0",       "1.5", "e",
        ".",    "f",    "0x",     "1e", "{", "\\", "#",  "\"", "\x80",    " ",   "sqrt(",
        "fma(", "abs(", "isinf(", ";",  "[", "\n", "//", "u",  "x ? y : "};
    const char *word = words[fuzz_draw(state) % (sizeof words / sizeof *words)];
    const size_t length = strlen(word);

    if (size + length > FUZZ_SIZE_MOST)
        return size;
    memmove(data + at + length, data + at, size - at);
    memcpy(data + at, word, length);
    return size + length;
}

/* A seed, for elements of any type. */
static size_t give_seed(uint8_t *data, unsigned long run, uint64_t *state)
{
    const char *seed = seeds[run % SEED_COUNT];
    const size_t length = strlen(seed);

    data[0] = (uint8_t)fuzz_draw(state);
    memcpy(data + 1, seed, length);
    return 1 + length;
}

const struct fuzz_target fuzz_target = {
    .runs = 20000, .mutations = 12, .first = 1, .seed = give_seed, .mutate = insert_word};
