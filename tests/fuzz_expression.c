/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fuzz_expression - hostile maps. Whatever the bytes are, they are refused with a sentence, or come
 * out as text made of known words, balanced and shallow, and the same again when read again. With
 * libFuzzer (-DFUZZ_WITH_LIBFUZZER) it is a target; without, `fuzz_expression [FILE...]` replays
 * files, or mutates its own seeds as often as CLREDUCE_FUZZ_RUNS says (default 20000).
 */
#include "../src/expression.h"
#include "../src/expression_name.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_MAX_FUZZED 8192

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition, const char *claim)
{
    if (!condition) {
        fprintf(stderr, "fuzz_expression: not so: %s\n", claim);
        abort();
    }
}

/* ---- what is written ---- */

/* What may be written beside the rows of expression.def. */
static bool is_own_word(const char *word, size_t length)
{
    static const char words[] =
        " x y z w i n long ulong float double LONG_MIN INFINITY NAN clr_long_add clr_long_subtract "
        "clr_long_multiply clr_long_negate clr_long_divide clr_long_remainder clr_ulong_divide "
        "clr_ulong_remainder clr_long_left clr_long_right clr_ulong_left clr_ulong_right "
        "clr_long_order ";
    char spaced[32];

    snprintf(spaced, sizeof spaced, " %.*s ", (int)length, word);
    return strstr(words, spaced) != NULL;
}

static bool is_function(const char *word, size_t length)
{
    const clri_name *name;

    for (size_t i = 0; (name = clri_name_at(i)); i++) {
        const char *spelt[] = {name->integer, name->real};

        for (int k = 0; k < 2; k++)
            if (spelt[k] && strlen(spelt[k]) == length && !memcmp(spelt[k], word, length))
                return true;
    }
    return false;
}

/* A number: an integer of base 10, or 0x...p... with or without a sign in its exponent. */
static size_t number_length(const char *text)
{
    size_t length = strspn(text, "0123456789");

    if (text[0] == '0' && text[1] == 'x') {
        length = 2 + strspn(text + 2, "0123456789abcdef");
        require(text[length] == 'p', "a hexadecimal number is a float");
        length += text[length + 1] == '-' ? 2 : 1;
        require(isdigit((unsigned char)text[length]), "an exponent has digits");
        length += strspn(text + length, "0123456789");
        return text[length] == 'f' ? length + 1 : length;
    }
    require(length > 0, "a number has digits");
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
    require(uses_double || !strstr(text, "double"), "double is announced");
    while (*text) {
        size_t length = 1;

        if (isdigit((unsigned char)*text)) {
            length = number_length(text);
            require(uses_double || text[1] != 'x' || text[length - 1] == 'f',
                    "a number of double is announced");
            require(!isalnum((unsigned char)text[length]), "a number ends where a word may");
        } else if (isalpha((unsigned char)*text)) {
            length = word_length(text);
            require(is_own_word(text, length) || is_function(text, length), "a word is known");
        } else {
            require(strchr(" ()+-*/%<>=!&|^~?:,", *text) != NULL, "a sign is known");
        }
        text += length;
    }
}

static void check_shape(const char *text)
{
    int depth = 0;

    require(!strstr(text, "/*") && !strstr(text, "//"), "nothing is a comment");
    require(!strstr(text, "--") && !strstr(text, "++"), "nothing is changed");
    for (; *text; text++) {
        depth += *text == '(';
        depth -= *text == ')';
        require(depth >= 0 && depth <= 202, "brackets match, and are within clang's limit");
    }
    require(depth == 0, "brackets match at the end");
}

static void check_success(const char *map, clr_type element, const clri_expression *expression)
{
    clri_expression again;
    clri_error error = {0};

    require(clr_type_size(expression->value) == 8 || expression->value == CLR_TYPE_F32 ||
                expression->value == CLR_TYPE_U8,
            "a value has one of five types");
    require(expression->inputs >= 1 && expression->inputs <= CLR_INPUTS_MOST,
            "there are 1 to 4 inputs");
    check_words(expression->text, expression->uses_double);
    check_shape(expression->text);
    require(clri_expression_read(map, element, &again, &error) == CLR_OK &&
                strcmp(again.text, expression->text) == 0,
            "the same map is written the same again");
    clri_expression_free(&again);
}

static void check_failure(const char *map, const clri_error *error)
{
    unsigned column = 0;

    require(error->status == CLR_ERROR_ARGUMENT, "a failure is the map's");
    require(sscanf(error->message, "column %u of the map: ", &column) == 1 && column >= 1 &&
                column <= strlen(map) + 1,
            "a failure has its column in the map");
    require(strlen(error->message) < CLRI_MESSAGE_SIZE / 2, "the sentence is whole");
    for (const char *at = error->message; *at; at++)
        require(*at >= ' ' && *at <= '~', "the sentence is printable");
}

/* The first byte becomes the elements' type. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char map[SIZE_MAX_FUZZED + 1];
    clri_expression expression;
    clri_error error = {0};
    clr_type element;

    if (size < 1 || size > SIZE_MAX_FUZZED)
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

#ifndef FUZZ_WITH_LIBFUZZER

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

/* xorshift64 (Marsaglia 2003): the same mutations on every machine. */
static uint64_t draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Puts a word in at a place. */
static size_t insert_word(uint8_t *data, size_t size, size_t at, uint64_t choice)
{
    static const char *const words[] = {
        "x",    "i",    "(",      ")",  "+", "-",  "*",  "/",  "%",       "!",   "~",
        "?",    ":",    ",",      "<",  "=", "&",  "|",  "^",  "0",       "1.5", "e",
        ".",    "f",    "0x",     "1e", "{", "\\", "#",  "\"", "\x80",    " ",   "sqrt(",
        "fma(", "abs(", "isinf(", ";",  "[", "\n", "//", "u",  "x ? y : "};
    const char *word = words[choice % (sizeof words / sizeof *words)];
    const size_t length = strlen(word);

    if (size + length > SIZE_MAX_FUZZED)
        return size;
    memmove(data + at + length, data + at, size - at);
    memcpy(data + at, word, length);
    return size + length;
}

static size_t mutate(uint8_t *data, size_t size, uint64_t *state)
{
    const size_t at = 1 + (size_t)(draw(state) % (size - 1));

    switch (draw(state) % 6) {
    case 0: /* flip a bit */
        data[at] ^= (uint8_t)(1U << draw(state) % 8);
        return size;
    case 1: /* cut the end off */
        return at > 2 ? at : size;
    case 2: /* take a byte out */
        memmove(data + at, data + at + 1, size - at - 1);
        return size > 3 ? size - 1 : size;
    case 3: /* double the tail */
        if (size + (size - at) > SIZE_MAX_FUZZED)
            return size;
        memcpy(data + size, data + at, size - at);
        return size + (size - at);
    default:
        return insert_word(data, size, at, draw(state));
    }
}

static void run_mutations(unsigned long runs)
{
    static uint8_t data[SIZE_MAX_FUZZED];
    uint64_t state = UINT64_C(88172645463325252);

    for (unsigned long i = 0; i < runs; i++) {
        const char *seed = seeds[i % SEED_COUNT];
        size_t size = 1 + strlen(seed);

        data[0] = (uint8_t)draw(&state);
        memcpy(data + 1, seed, size - 1);
        for (uint64_t left = draw(&state) % 12; left > 0; left--)
            size = mutate(data, size, &state);
        LLVMFuzzerTestOneInput(data, size);
    }
}

static void replay(const char *path)
{
    static uint8_t data[SIZE_MAX_FUZZED];
    FILE *file = fopen(path, "rb");

    require(file != NULL, "a file to replay can be opened");
    LLVMFuzzerTestOneInput(data, fread(data, 1, sizeof data, file));
    fclose(file);
}

int main(int argc, char **argv)
{
    const char *runs = getenv("CLREDUCE_FUZZ_RUNS");

    for (int i = 1; i < argc; i++)
        replay(argv[i]);
    if (argc < 2)
        run_mutations(runs ? strtoul(runs, NULL, 10) : 20000);
    return 0;
}

#endif
