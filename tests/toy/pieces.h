/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pieces - an exact sum as kernels have it, compiled for the host: the texts of cl/exact in the
 * order of src/state/form_exact.c, in the namespace TOY_NAMESPACE. What it is a sum of and by what
 * device is said before by macros, which this takes back:
 *
 *   TOY_VALUE_IS_DOUBLE  0 for floats, 1 for doubles: what elements are
 *   TOY_PRODUCT          1 for products of two of them
 *   TOY_TERMS            doubles of a state; 0 as without fp64
 *   TOY_DIGITS           of the bins
 *   TOY_WIDTH, TOY_LENGTH, TOY_GROUP   lanes, vectors of a run, items of a group
 *
 * To be included once for each.
 */
#include "opencl.h"

#define double toy_double
#define float toy_float
#define volatile

namespace TOY_NAMESPACE
{

#if TOY_VALUE_IS_DOUBLE
#define CLR_FORMAT(name) CLR_DOUBLE_##name
#else
#define CLR_FORMAT(name) CLR_FLOAT_##name
#endif
#define TOY_DEPTH (CLR_FORMAT(DEPTH) * (1 + TOY_PRODUCT))
enum {
    width = TOY_WIDTH,
    length = TOY_LENGTH,
    group = TOY_GROUP,
    count = width * length,
    terms = TOY_TERMS,
    depth = TOY_DEPTH
};
#define CLR_TERMS       TOY_TERMS
#define CLR_GROUP_SIZE  TOY_GROUP
#define CLR_HAS_COLUMNS (!TOY_PRODUCT && !TOY_VALUE_IS_DOUBLE)
#define CLR_COUNTED     0
#define CLR_COUNT_ELEMENTS(state, e)
#define CLR_DIGITS TOY_DIGITS
#define CLR_COPIES (CLR_GROUP_SIZE > 1 && !CLR_HAS_COLUMNS ? 2 : 0)
/* Toy doubles have too few exponents for a product's anchor. */
#define TOY_BY_DOUBLES (TOY_TERMS == 2 && (TOY_IS_REAL || !TOY_PRODUCT))
#define CLR_COPY_WORDS (32 * TOY_DIGITS / CLR_WORD_BITS + 3)
#define CLR_TURNS      (CLR_GROUP_SIZE == 1 && !CLR_HAS_COLUMNS ? 2 : 0)
#if !TOY_VALUE_IS_DOUBLE
#define CLR_ROW_DIGITS 1
#elif TOY_PRODUCT
#define CLR_ROW_DIGITS 4
#else
#define CLR_ROW_DIGITS 2
#endif
#define CLR_DEPTH        TOY_DEPTH
#define CLR_VALUE_DIGITS CLR_FLOAT_DIGITS
#define CLR_HIDES_MINUS                                                                            \
    (TOY_PRODUCT ? !TOY_VALUE_IS_DOUBLE : TOY_VALUE_IS_DOUBLE && CLR_GROUP_SIZE == 1)
#define CLR_OF(name) clr_##name

typedef Lanes<double, TOY_WIDTH> wide_toy_double;
typedef Lanes<float, TOY_WIDTH> wide_toy_float;
typedef Lanes<int, TOY_WIDTH> wide_int;
typedef Lanes<uint, TOY_WIDTH> wide_uint;
typedef Lanes<int64_t, TOY_WIDTH> wide_int64_t;
typedef Lanes<ulong, TOY_WIDTH> wide_ulong;
#define long int64_t

#define CLR_NARROW
#define CLR_WIDTH      1
#define CLR_WIDE(name) name
#define CLR_AT(name)   clr_##name
#define CLR_ALL(name)  clr_##name
#include "pieces_at_width.h"
#define CLR_LENGTH       1
#define CLR_RUN_AT(name) CLR_AT(name##_one)
#include "pieces_of_run.h"
#undef CLR_LENGTH
#undef CLR_RUN_AT

#if TOY_WIDTH > 1
#undef CLR_WIDE
#define CLR_WIDE(name) CLR_JOIN(wide_, name)
#endif
#undef CLR_NARROW
#undef CLR_WIDTH
#undef CLR_AT
#undef CLR_ALL
#define CLR_WIDTH     TOY_WIDTH
#define CLR_AT(name)  clr_lanes_##name
#define CLR_ALL(name) clr_lanes_##name
#include "pieces_at_width.h"
#define CLR_LENGTH       TOY_LENGTH
#define CLR_RUN_AT(name) CLR_AT(name##_tile)
#include "pieces_of_run.h"
#undef CLR_LENGTH
#undef CLR_RUN_AT

#include "pieces_of_result.h"

} // namespace TOY_NAMESPACE

#undef double
#undef float
#undef volatile
#undef long
#undef TOY_NAMESPACE
#undef TOY_VALUE_IS_DOUBLE
#undef TOY_PRODUCT
#undef TOY_TERMS
#undef TOY_WIDTH
#undef TOY_LENGTH
#undef TOY_GROUP
#undef TOY_DIGITS
#undef TOY_DEPTH
#undef CLR_FORMAT
#undef CLR_WIDTH
#undef CLR_WIDE
#undef CLR_AT
#undef CLR_ALL
#undef CLR_OF
#undef CLR_TERMS
#undef CLR_GROUP_SIZE
#undef CLR_HAS_COLUMNS
#undef CLR_COUNTED
#undef CLR_COUNT_ELEMENTS
#undef CLR_DIGITS
#undef TOY_BY_DOUBLES
#undef CLR_COPIES
#undef CLR_COPY_WORDS
#undef CLR_COPY_ITEMS
#undef CLR_COPY_ROOM
#undef CLR_AT_ONCE
#undef CLR_TURNS
#undef CLR_ROW_DIGITS
#undef CLR_ROW_SIZE
#undef CLR_ROWS_SIZE
#undef CLR_ROW_ROOM
#undef CLR_LONE_BINADES
#undef CLR_DEPTH
#undef CLR_VALUE_DIGITS
#undef CLR_HIDES_MINUS
#undef CLR_ADD_PRODUCT
#undef CLR_FIRST_OF
#undef CLR_MOVE_UP
#undef CLR_COLUMN_ROWS
#undef CLR_COLUMNS
#undef CLR_ROW_SUM
#undef CLR_UNUSED
#undef CLR_UNUSED_BITS
#undef CLR_IS_UNUSED
#undef CLR_SHARES
