/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plain_loops - the loops, one for each operator and element type, made from a row for each type.
 * Compiled once for each level of the processor, with options of its own (tools/CMakeLists.txt);
 * PLAIN_LOOPS is what the table is called then.
 */
#include "plain_loop.h"
#include <string.h>

static float from_bits(uint32_t bits)
{
    float number;

    memcpy(&number, &bits, sizeof number);
    return number;
}

static float read_bf16(uint16_t pattern)
{
    return from_bits((uint32_t)pattern << 16);
}

/* The exponent is put right by a multiplication. Finite numbers only: bench has no others. */
static float read_f16(uint16_t pattern)
{
    float magnitude = from_bits((pattern & 0x7FFFu) << 13) * 0x1p112f;

    return pattern & 0x8000u ? -magnitude : magnitude;
}

/*
 * The rows: name, as stored, how it is read, in what sums and products are folded, in what extremes
 * are, and the type of either. Integers are added as unsigned ones, which wrap, after their sign
 * has been carried to 64 bits.
 */
// clang-format off
#define TYPES(ROW)                                                                                 \
    ROW(I8,   int8_t,   (int64_t),  uint64_t, int8_t,   I64, I8)                                   \
    ROW(I16,  int16_t,  (int64_t),  uint64_t, int16_t,  I64, I16)                                  \
    ROW(I32,  int32_t,  (int64_t),  uint64_t, int32_t,  I64, I32)                                  \
    ROW(I64,  int64_t,  (int64_t),  uint64_t, int64_t,  I64, I64)                                  \
    ROW(U8,   uint8_t,  (uint64_t), uint64_t, uint8_t,  U64, U8)                                   \
    ROW(U16,  uint16_t, (uint64_t), uint64_t, uint16_t, U64, U16)                                  \
    ROW(U32,  uint32_t, (uint64_t), uint64_t, uint32_t, U64, U32)                                  \
    ROW(U64,  uint64_t, (uint64_t), uint64_t, uint64_t, U64, U64)                                  \
    ROW(F16,  uint16_t, read_f16,   double,   float,    F64, F32)                                  \
    ROW(BF16, uint16_t, read_bf16,  double,   float,    F64, F32)                                  \
    ROW(F32,  float,    (double),   double,   float,    F64, F32)                                  \
    ROW(F64,  double,   (double),   double,   double,   F64, F64)
// clang-format on

#define PRAGMA(text) _Pragma(#text)

/* `operation` is OpenMP's name for what `fold` does to `total` and `x`; Y is the other input's. */
#define LOOP(name, element, read, state, start, operation, fold)                                   \
    static void name(const void *const *inputs, uint64_t count, void *result)                      \
    {                                                                                              \
        const element *at = inputs[0], *other = inputs[1];                                         \
        state total = start;                                                                       \
        (void)other;                                                                               \
        PRAGMA(omp parallel for simd schedule(static) reduction(operation : total))                \
        for (uint64_t i = 0; i < count; i++) {                                                     \
            state x = (state)read(at[i]);                                                          \
            total = fold;                                                                          \
        }                                                                                          \
        memcpy(result, &total, sizeof total);                                                      \
    }

#define LOOPS(type, element, read, wide, narrow, wide_type, narrow_type)                           \
    LOOP(sum_##type, element, read, wide, 0, +, total + x)                                         \
    LOOP(sumsq_##type, element, read, wide, 0, +, total + x * x)                                   \
    LOOP(dot_##type, element, read, wide, 0, +, total + x * (wide)read(other[i]))                  \
    LOOP(count_##type, element, read, uint64_t, 0, +, total + (x != 0))                            \
    LOOP(prod_##type, element, read, wide, 1, *, total *x)                                         \
    LOOP(min_##type, element, read, narrow, (narrow)read(at[0]), min, x < total ? x : total)       \
    LOOP(max_##type, element, read, narrow, (narrow)read(at[0]), max, x > total ? x : total)

TYPES(LOOPS)

#define LOOP_ROWS(type, element, read, wide, narrow, wide_type, narrow_type)                       \
    {CLR_OPERATOR_SUM, CLR_TYPE_##type, CLR_TYPE_##wide_type, sum_##type},                         \
        {CLR_OPERATOR_SUMSQ, CLR_TYPE_##type, CLR_TYPE_##wide_type, sumsq_##type},                 \
        {CLR_OPERATOR_DOT, CLR_TYPE_##type, CLR_TYPE_##wide_type, dot_##type},                     \
        {CLR_OPERATOR_COUNT, CLR_TYPE_##type, CLR_TYPE_U64, count_##type},                         \
        {CLR_OPERATOR_PROD, CLR_TYPE_##type, CLR_TYPE_##wide_type, prod_##type},                   \
        {CLR_OPERATOR_MIN, CLR_TYPE_##type, CLR_TYPE_##narrow_type, min_##type},                   \
        {CLR_OPERATOR_MAX, CLR_TYPE_##type, CLR_TYPE_##narrow_type, max_##type},

/* The last row is {0}. */
extern const plain_loop PLAIN_LOOPS[];
const plain_loop PLAIN_LOOPS[] = {TYPES(LOOP_ROWS){0}};
