/* SPDX-License-Identifier: Apache-2.0 */
/*
 * value - a stored number of any element type, as C numbers. Written independently of the library,
 * which it helps to check.
 */
#ifndef CLREDUCE_TOOLS_VALUE_H
#define CLREDUCE_TOOLS_VALUE_H

#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum value_kind { VALUE_SIGNED, VALUE_UNSIGNED, VALUE_REAL } value_kind;

value_kind value_kind_of(clr_type type);

/* A binary floating-point format: its significant bits, and the exponents of 2 of its largest
 * number's highest bit and its least number's lowest bit. */
typedef struct value_format {
    clr_type type;
    int digits;
    int largest;
    int smallest;
} value_format;

/* The format of a floating-point type. */
const value_format *value_format_of(clr_type type);

/* The integer at `at`, of an integer type, in two's complement. The address may be misaligned. */
uint64_t value_integer(clr_type type, const void *at);

/* The magnitude of an integer of the type, in two's complement, and whether it is negative. */
uint64_t value_magnitude(clr_type type, uint64_t integer, bool *negative);

/* Stores the low `size` bytes (1, 2, 4 or 8) of the bits, on a host of either byte order. */
void value_store(uint64_t bits, size_t size, void *at);

/* The floating-point number at `at`, exact in a double. */
double value_real(clr_type type, const void *at);

/* The double nearest to the number at `at`, of any type. */
double value_nearest(clr_type type, const void *at);

/* Stores the number of a floating-point type that is nearest to `number`, ties to even. */
void value_store_real(clr_type type, long double number, void *at);

/* The bit pattern of the binary16 or bfloat16 number nearest to `number`, ties to even. */
uint16_t value_to_f16(long double number);
uint16_t value_to_bf16(long double number);

#endif
