/* SPDX-License-Identifier: Apache-2.0 */
#include "fold/operation.h"
#include "fold/bits.h"

#include <string.h>

/* Loops that write `expression` of a, b and c; floats whose bits matter are read as words. */
#define LOOP_3(name, result, type_a, type_b, type_c, expression)                                   \
    static void name(void *to, const void *const *from, size_t count)                              \
    {                                                                                              \
        result *restrict values = to;                                                              \
        const type_a *restrict as = from[0];                                                       \
        const type_b *restrict bs = from[1];                                                       \
        const type_c *restrict cs = from[2];                                                       \
                                                                                                   \
        for (size_t i = 0; i < count; i++) {                                                       \
            const type_a a = as[i];                                                                \
            const type_b b = bs[i];                                                                \
            const type_c c = cs[i];                                                                \
                                                                                                   \
            values[i] = (result)(expression);                                                      \
        }                                                                                          \
    }
#define LOOP_2(name, result, type_a, type_b, expression)                                           \
    static void name(void *to, const void *const *from, size_t count)                              \
    {                                                                                              \
        result *restrict values = to;                                                              \
        const type_a *restrict as = from[0];                                                       \
        const type_b *restrict bs = from[1];                                                       \
                                                                                                   \
        for (size_t i = 0; i < count; i++) {                                                       \
            const type_a a = as[i];                                                                \
            const type_b b = bs[i];                                                                \
                                                                                                   \
            values[i] = (result)(expression);                                                      \
        }                                                                                          \
    }
#define LOOP_1(name, result, type, expression)                                                     \
    static void name(void *to, const void *const *from, size_t count)                              \
    {                                                                                              \
        result *restrict values = to;                                                              \
        const type *restrict as = from[0];                                                         \
                                                                                                   \
        for (size_t i = 0; i < count; i++) {                                                       \
            const type a = as[i];                                                                  \
                                                                                                   \
            values[i] = (result)(expression);                                                      \
        }                                                                                          \
    }

/* clang-format off */
/* ---- truths ---- */

LOOP_1(no, uint8_t, uint8_t, !a)
LOOP_2(both, uint8_t, uint8_t, uint8_t, a & b)
LOOP_2(either, uint8_t, uint8_t, uint8_t, a | b)
LOOP_3(choose_truth, uint8_t, uint8_t, uint8_t, uint8_t, a ? b : c)
LOOP_3(choose_word, uint32_t, uint8_t, uint32_t, uint32_t, a ? b : c)
LOOP_3(choose_long, uint64_t, uint8_t, uint64_t, uint64_t, a ? b : c)

/* ---- comparisons ---- */

/* Of an i64 with a u64 the numbers are compared: docs/map.md, "What integers do at the edges". */
#define ORDER(a, b) ((a) < 0 ? -1 : ((uint64_t)(a) > (b)) - ((uint64_t)(a) < (b)))

#define COMPARISON(name, sign)                                               \
    LOOP_2(name##_i64, uint8_t, int64_t, int64_t, a sign b)                  \
    LOOP_2(name##_u64, uint8_t, uint64_t, uint64_t, a sign b)                \
    LOOP_2(name##_f32, uint8_t, float, float, a sign b)                      \
    LOOP_2(name##_f64, uint8_t, double, double, a sign b)                    \
    LOOP_2(name##_i64_u64, uint8_t, int64_t, uint64_t, ORDER(a, b) sign 0)   \
    LOOP_2(name##_u64_i64, uint8_t, uint64_t, int64_t, 0 sign ORDER(b, a))

COMPARISON(less, <)
COMPARISON(at_most, <=)
COMPARISON(greater, >)
COMPARISON(at_least, >=)
COMPARISON(equal, ==)
COMPARISON(unequal, !=)

/* ---- integers, as cl/expression/integer.cl has them ---- */

#define WORD(name, expression)  LOOP_1(name, uint64_t, uint64_t, expression)
#define WORDS(name, expression) LOOP_2(name, uint64_t, uint64_t, uint64_t, expression)
#define LONGS(name, expression) LOOP_2(name, int64_t, int64_t, int64_t, expression)

WORDS(add, a + b)
WORDS(subtract, a - b)
WORDS(multiply, a * b)
WORDS(divide_u64, b == 0 ? 0 : a / b)
WORDS(remain_u64, b == 0 ? 0 : a % b)
LONGS(divide_i64, b == 0 ? 0 : b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b)
LONGS(remain_i64, b == 0 || b == -1 ? 0 : a % b)
WORDS(bits_and, a & b)
WORDS(bits_or, a | b)
WORDS(bits_xor, a ^ b)
WORDS(shift_left, a << (b & 63))
WORDS(shift_right_u64, a >> (b & 63))
LONGS(shift_right_i64, a >> (b & 63))
WORDS(min_u64, b < a ? b : a)
WORDS(max_u64, a < b ? b : a)
LONGS(min_i64, b < a ? b : a)
LONGS(max_i64, a < b ? b : a)
WORD(complement, ~a)
WORD(negate, 0 - a)
WORD(same, a)
WORD(abs_i64, a >> 63 ? 0 - a : a)
WORD(popcount, __builtin_popcountll(a))
WORD(clz, a ? __builtin_clzll(a) : 64)

/* ---- floats, as cl/expression/bits.cl and question.cl have them ---- */

/* Of a format: its word and the word's sign, the float of a word, 1, infinity, and the least normal
 * number. */
#define FLOATS(format, word, sign, number, one, infinity, normal)                              \
    LOOP_1(negate_##format, word, word, a ^ (sign))                                            \
    LOOP_1(unsign_##format, word, word, a & ~(sign))                                           \
    LOOP_2(copysign_##format, word, word, word, (a & ~(sign)) | (b & (sign)))                  \
    LOOP_2(min_##format, word, word, word, number(a) == number(b) ? a | b                      \
           : number(a) > number(b) || (a & ~(sign)) > (infinity) ? b : a)                      \
    LOOP_2(max_##format, word, word, word, number(a) == number(b) ? a & b                      \
           : number(a) < number(b) || (a & ~(sign)) > (infinity) ? b : a)                      \
    LOOP_1(sign_##format, word, word, (a & ~(sign)) > (infinity) ? 0                           \
           : (a & ~(sign)) == 0 ? a : (a & (sign)) | (one))                                    \
    LOOP_2(step_##format, word, word, word, number(a) > number(b) ? 0 : (one))                 \
    LOOP_1(isnan_##format, uint8_t, word, (a & ~(sign)) > (infinity))                          \
    LOOP_1(isinf_##format, uint8_t, word, (a & ~(sign)) == (infinity))                         \
    LOOP_1(isfinite_##format, uint8_t, word, (a & ~(sign)) < (infinity))                       \
    LOOP_1(isnormal_##format, uint8_t, word,                                                   \
           (a & ~(sign)) < (infinity) && (a & ~(sign)) >= (normal))                            \
    LOOP_1(signbit_##format, uint8_t, word, a >= (sign))

FLOATS(f32, uint32_t, UINT32_C(1) << 31, clri_f32_of_bits, UINT32_C(0x3f800000), CLRI_INFINITY_F32,
       UINT32_C(1) << 23)
FLOATS(f64, uint64_t, UINT64_C(1) << 63, clri_f64_of_bits, UINT64_C(0x3ff0000000000000),
       CLRI_INFINITY_F64, UINT64_C(1) << 52)

/* ---- conversions ---- */

LOOP_1(i64_of_truth, int64_t, uint8_t, a)
LOOP_1(f32_of_truth, float, uint8_t, a)
LOOP_1(f64_of_truth, double, uint8_t, a)
LOOP_1(f32_of_i64, float, int64_t, a)
LOOP_1(f64_of_i64, double, int64_t, a)
LOOP_1(f32_of_u64, float, uint64_t, a)
LOOP_1(f64_of_u64, double, uint64_t, a)
LOOP_1(f64_of_f32, double, float, a)
LOOP_1(truth_of_i64, uint8_t, uint64_t, a != 0)
LOOP_1(truth_of_f32, uint8_t, uint32_t, a << 1 != 0)
LOOP_1(truth_of_f64, uint8_t, uint64_t, a << 1 != 0)

LOOP_1(read_i8, int64_t, int8_t, a)
LOOP_1(read_i16, int64_t, int16_t, a)
LOOP_1(read_i32, int64_t, int32_t, a)
LOOP_1(read_u8, int64_t, uint8_t, a)
LOOP_1(read_u16, int64_t, uint16_t, a)
LOOP_1(read_u32, int64_t, uint32_t, a)
LOOP_1(read_f16, uint32_t, uint16_t, clri_bits_of_f32(clri_f32_of_half(a)))
LOOP_1(read_bf16, uint32_t, uint16_t, (uint32_t)a << 16)
/* clang-format on */

clri_operation clri_operation_converting(clri_kind from, clri_kind to)
{
    static const clri_operation conversions[CLRI_KIND_DOUBLE + 1][CLRI_KIND_DOUBLE + 1] = {
        [CLRI_KIND_TRUTH] = {NULL, i64_of_truth, i64_of_truth, f32_of_truth, f64_of_truth},
        [CLRI_KIND_LONG] = {truth_of_i64, NULL, NULL, f32_of_i64, f64_of_i64},
        [CLRI_KIND_ULONG] = {truth_of_i64, NULL, NULL, f32_of_u64, f64_of_u64},
        [CLRI_KIND_FLOAT] = {truth_of_f32, NULL, NULL, NULL, f64_of_f32},
        [CLRI_KIND_DOUBLE] = {truth_of_f64},
    };

    return conversions[from][to];
}

bool clri_operation_keeps_bits(clri_kind from, clri_kind to)
{
    return from == to || (from == CLRI_KIND_LONG && to == CLRI_KIND_ULONG) ||
           (from == CLRI_KIND_ULONG && to == CLRI_KIND_LONG);
}

clri_operation clri_operation_reading(clr_type element)
{
    static const clri_operation reading[] = {
        [CLR_TYPE_I8] = read_i8,   [CLR_TYPE_I16] = read_i16,   [CLR_TYPE_I32] = read_i32,
        [CLR_TYPE_U8] = read_u8,   [CLR_TYPE_U16] = read_u16,   [CLR_TYPE_U32] = read_u32,
        [CLR_TYPE_F16] = read_f16, [CLR_TYPE_BF16] = read_bf16, [CLR_TYPE_F64] = NULL,
    };

    return reading[element];
}

/* ---- the operations by name ---- */

/* Columns of kinds, and of comparisons of an i64 with a u64. */
enum { LONG_ULONG = CLRI_KIND_DOUBLE + 1, ULONG_LONG, COLUMNS };

#define OF_WORDS(name)                                                                             \
    {                                                                                              \
        [CLRI_KIND_LONG] = name, [CLRI_KIND_ULONG] = name                                          \
    }
#define OF_INTEGERS(name)                                                                          \
    {                                                                                              \
        [CLRI_KIND_LONG] = name##_i64, [CLRI_KIND_ULONG] = name##_u64                              \
    }
#define OF_FLOATS(name)                                                                            \
    {                                                                                              \
        [CLRI_KIND_FLOAT] = name##_f32, [CLRI_KIND_DOUBLE] = name##_f64                            \
    }
#define OF_NUMBERS(name)                                                                           \
    {                                                                                              \
        [CLRI_KIND_LONG] = name##_i64, [CLRI_KIND_ULONG] = name##_u64,                             \
        [CLRI_KIND_FLOAT] = name##_f32, [CLRI_KIND_DOUBLE] = name##_f64,                           \
        [LONG_ULONG] = name##_i64_u64, [ULONG_LONG] = name##_u64_i64                               \
    }

static const struct row {
    const char *name;
    clri_operation by_kind[COLUMNS]; /* of operands; NULL: devices may compute otherwise */
} rows[] = {
    {"!", {[CLRI_KIND_TRUTH] = no}},
    {"&&", {[CLRI_KIND_TRUTH] = both}},
    {"||", {[CLRI_KIND_TRUTH] = either}},
    {"?:", {choose_truth, choose_long, choose_long, choose_word, choose_long}},
    {"<", OF_NUMBERS(less)},
    {"<=", OF_NUMBERS(at_most)},
    {">", OF_NUMBERS(greater)},
    {">=", OF_NUMBERS(at_least)},
    {"==", OF_NUMBERS(equal)},
    {"!=", OF_NUMBERS(unequal)},
    {"+", OF_WORDS(add)},
    {"-", OF_WORDS(subtract)},
    {"*", OF_WORDS(multiply)},
    {"/", OF_INTEGERS(divide)},
    {"%", OF_INTEGERS(remain)},
    {"&", OF_WORDS(bits_and)},
    {"|", OF_WORDS(bits_or)},
    {"^", OF_WORDS(bits_xor)},
    {"<<", OF_WORDS(shift_left)},
    {">>", OF_INTEGERS(shift_right)},
    {"~", OF_WORDS(complement)},
    {"negative", {NULL, negate, negate, negate_f32, negate_f64}},
    {"abs", {NULL, abs_i64, same, unsign_f32, unsign_f64}},
    {"min", {NULL, min_i64, min_u64, min_f32, min_f64}},
    {"max", {NULL, max_i64, max_u64, max_f32, max_f64}},
    {"popcount", OF_WORDS(popcount)},
    {"clz", OF_WORDS(clz)},
    {"fabs", OF_FLOATS(unsign)},
    {"fmin", OF_FLOATS(min)},
    {"fmax", OF_FLOATS(max)},
    {"copysign", OF_FLOATS(copysign)},
    {"sign", OF_FLOATS(sign)},
    {"step", OF_FLOATS(step)},
    {"isnan", OF_FLOATS(isnan)},
    {"isinf", OF_FLOATS(isinf)},
    {"isfinite", OF_FLOATS(isfinite)},
    {"isnormal", OF_FLOATS(isnormal)},
    {"signbit", OF_FLOATS(signbit)},
};

const char *clri_operation_name(const clri_node *node)
{
    static const char *const names[] = {[CLRI_NODE_NOT] = "!",
                                        [CLRI_NODE_COMPLEMENT] = "~",
                                        [CLRI_NODE_NEGATE] = "negative",
                                        [CLRI_NODE_CHOICE] = "?:"};

    return node->form == CLRI_NODE_BINARY ? node->is.binary->sign
           : node->form == CLRI_NODE_CALL ? node->is.name->name
                                          : names[node->form];
}

static bool is_comparison(const clri_node *node)
{
    return node->form == CLRI_NODE_BINARY && node->is.binary->class == CLRI_BINARY_COMPARISON;
}

/* Whether an i64 is compared with a u64: the first operand, or the second. */
static bool is_mixed(const clri_node *node, unsigned operand)
{
    return is_comparison(node) && node->operands == CLRI_KIND_ULONG &&
           node->child[operand]->kind == CLRI_KIND_LONG;
}

static bool takes_truths(const clri_node *node)
{
    return node->form == CLRI_NODE_NOT ||
           (node->form == CLRI_NODE_BINARY && node->is.binary->class == CLRI_BINARY_LOGIC);
}

clri_kind clri_operation_takes(const clri_node *node, unsigned operand)
{
    if (takes_truths(node) || (node->form == CLRI_NODE_CHOICE && operand == 0))
        return CLRI_KIND_TRUTH;
    return node->operands;
}

clri_operation clri_operation_of(const clri_node *node)
{
    const char *name = clri_operation_name(node);
    const int column = takes_truths(node)  ? (int)CLRI_KIND_TRUTH
                       : is_mixed(node, 0) ? LONG_ULONG
                       : is_mixed(node, 1) ? ULONG_LONG
                                           : (int)node->operands;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return rows[i].by_kind[column];
    return NULL;
}
