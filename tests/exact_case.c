/* SPDX-License-Identifier: Apache-2.0 */
#include "exact_case.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

size_t exact_case_inputs(clr_operator op)
{
    return op == CLR_OPERATOR_DOT ? 2 : 1;
}

/* ---- lines ---- */

static bool read_value(const char *word, exact_case *to)
{
    int end = 0;

    to->is_empty = strcmp(word, "empty") == 0;
    to->is_nan = strcmp(word, "nan") == 0;
    to->bits = 0;
    if (to->is_empty || to->is_nan)
        return true;
    return sscanf(word, "%" SCNx64 "%n", &to->bits, &end) == 1 && word[end] == '\0' &&
           (size_t)end == 2 * clr_type_size(to->reduction.result);
}

static bool read_line(const char *line, exact_case *to)
{
    char op[16], type[8], result[8], nan[16], value[24];
    uint64_t ddof;
    int end = 0;

    if (sscanf(line, "%15s %7s %7s %15s %" SCNu64 " %23s %n", op, type, result, nan, &ddof, value,
               &end) != 6)
        return false;
    to->reduction =
        (clr_reduction)CLR_REDUCTION(clr_operator_from_name(op), clr_type_from_name(type));
    to->reduction.accuracy = CLR_ACCURACY_EXACT;
    to->reduction.result = clr_type_from_name(result);
    to->reduction.nan = strcmp(nan, "ignore") == 0 ? CLR_NAN_IGNORE : CLR_NAN_PROPAGATE;
    to->reduction.ddof = ddof;
    strcpy(to->elements, line + end);
    to->elements[strcspn(to->elements, "\n")] = '\0';
    return clr_operator_name(to->reduction.op) && to->reduction.type >= CLR_TYPE_F16 &&
           to->reduction.result >= CLR_TYPE_F16 &&
           (to->reduction.nan == CLR_NAN_IGNORE || strcmp(nan, "propagate") == 0) &&
           read_value(value, to);
}

int exact_case_read(FILE *from, size_t *number, exact_case *to)
{
    char line[EXACT_CASE_LINE_MOST];

    while (fgets(line, sizeof line, from)) {
        ++*number;
        if (!strchr(line, '\n'))
            return -1;
        if (line[0] == '#' || line[0] == '\n')
            continue;
        to->number = *number;
        return read_line(line, to) ? 1 : -1;
    }
    return 0;
}

/* ---- elements ---- */

static uint64_t draw(uint64_t *state)
{
    uint64_t x = *state;

    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *state = x;
    return x * UINT64_C(2685821657736338717);
}

/* A float's parts in bits: its size, and its fraction's. */
static const struct {
    int size, fraction;
} formats[] = {[CLR_TYPE_F16] = {16, 10},
               [CLR_TYPE_BF16] = {16, 7},
               [CLR_TYPE_F32] = {32, 23},
               [CLR_TYPE_F64] = {64, 52}};

static uint64_t sign_of(clr_type type)
{
    return UINT64_C(1) << (formats[type].size - 1);
}

static uint64_t infinity_of(clr_type type)
{
    return sign_of(type) - (UINT64_C(1) << formats[type].fraction);
}

static uint64_t one_of(clr_type type)
{
    const uint64_t infinity = infinity_of(type);

    return infinity >> 1 & infinity;
}

static uint64_t draw_any(clr_type type, uint64_t *state)
{
    uint64_t bits;

    do
        bits = draw(state) >> (64 - formats[type].size);
    while ((bits & infinity_of(type)) == infinity_of(type));
    return bits;
}

static uint64_t draw_near(clr_type type, uint64_t *state)
{
    return one_of(type) | draw(state) >> (64 - formats[type].fraction);
}

static void put(void *elements, clr_type type, size_t index, uint64_t bits)
{
    const uint16_t half = (uint16_t)bits;
    const uint32_t single = (uint32_t)bits;
    const size_t size = clr_type_size(type);
    const void *from = size == 2   ? (const void *)&half
                       : size == 4 ? (const void *)&single
                                   : (const void *)&bits;

    memcpy((char *)elements + index * size, from, size);
}

static void generate(const char *kind, uint64_t seed, clr_type type, void *elements, size_t count)
{
    if (strcmp(kind, "pairs") == 0) {
        for (size_t i = 0; i < count / 2; i++) {
            const uint64_t bits = draw_any(type, &seed);

            put(elements, type, i, bits);
            put(elements, type, count - 1 - i, bits ^ sign_of(type));
        }
        if (count % 2)
            put(elements, type, count / 2, one_of(type));
        return;
    }
    for (size_t i = 0; i < count; i++)
        put(elements, type, i,
            strcmp(kind, "near") == 0 ? draw_near(type, &seed) : draw_any(type, &seed));
}

static void *generated(const char *text, clr_type type, size_t inputs, size_t *count)
{
    char kind[8];
    uint64_t seed;
    void *elements;

    if (sscanf(text, "@%7s %" SCNu64 " %zu", kind, &seed, count) != 3 || seed == 0 ||
        (strcmp(kind, "any") != 0 && strcmp(kind, "near") != 0 && strcmp(kind, "pairs") != 0))
        return NULL;
    elements = malloc(inputs * *count * clr_type_size(type));
    if (elements)
        generate(kind, seed, type, elements, inputs * *count);
    return elements;
}

static void *listed(const char *text, clr_type type, size_t inputs, size_t *count)
{
    const size_t digits = 2 * clr_type_size(type);
    void *elements = malloc(strlen(text) + sizeof(uint64_t)); /* digits take half a byte */
    size_t all = 0;
    bool is_fine = elements != NULL;

    while (is_fine && *text != '\0') {
        char *end = NULL;

        put(elements, type, all++, strtoull(text, &end, 16));
        is_fine = (size_t)(end - text) == digits && (*end == ' ' || *end == '\0');
        text = end + (*end == ' ');
    }
    *count = all / inputs;
    if (is_fine && all > 0 && all % inputs == 0)
        return elements;
    free(elements);
    return NULL;
}

void *exact_case_elements(const char *text, clr_type type, size_t inputs, size_t *count)
{
    return text[0] == '@' ? generated(text, type, inputs, count)
                          : listed(text, type, inputs, count);
}
