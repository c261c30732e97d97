/* SPDX-License-Identifier: Apache-2.0 */
/* pieces_at_width - see pieces.h: what values and states are, at the present width. */
/* A text comes after what it is made of. */
/* clang-format off */
#if TOY_VALUE_IS_DOUBLE
typedef CLR_WIDE(double) CLR_AT(value);
#else
typedef CLR_WIDE(float) CLR_AT(value);
#endif
typedef CLR_AT(value) CLR_AT(magnitude);

#include "exact/across.cl"
#include "exact/parts.cl"
#if CLR_HAS_COLUMNS
#include "exact/columns.cl"
#else
#include "exact/copies.cl"
#endif
#include "exact/bins.cl"
#if CLR_HAS_COLUMNS
#include "exact/gather.cl"
#else
#include "exact/lone_rows.cl"
#include "exact/gather_copies.cl"
#endif
#if CLR_TERMS
#include "exact/two_sum.cl"
#if TOY_VALUE_IS_DOUBLE
#include "exact/height_double.cl"
#else
#include "exact/height_float.cl"
#endif
#include "exact/height.cl"
#if TOY_VALUE_IS_DOUBLE || TOY_PRODUCT
#include "exact/range.cl"
#else
#include "exact/reach_float.cl"
#endif
#include "exact/reach.cl"
#endif
#include "exact/state.cl"
#include "fold/one_state.cl"
#if CLR_TERMS == 2
#include "exact/quick.cl"
#endif
#if TOY_PRODUCT
#include "lifted/factors.cl"
#include "exact/product.cl"
#else
#include "exact/value.cl"
#endif
#undef CLR_AS_VALUE
#if TOY_VALUE_IS_DOUBLE
#define CLR_AS_VALUE(bits) CLR_WIDE(as_double)(bits)
#else
#define CLR_AS_VALUE(bits) CLR_WIDE(as_float)(bits)
#endif
#include "exact/bits.cl"
#include "exact/kinds.cl"
#if TOY_PRODUCT
#include "exact/sift_product.cl"
#else
#include "exact/sift_value.cl"
#endif
#if !CLR_HAS_COLUMNS
#if TOY_BY_DOUBLES
#include "exact/double_to_copy.cl"
#else
#include "exact/digits_to_copy.cl"
#endif
#include "exact/digits.cl"
#if TOY_PRODUCT
#include "exact/digits_product.cl"
#else
#include "exact/digits_value.cl"
#endif
/* As cl/exact/weave.cl has it. */
struct CLR_AT(woven) {
    CLR_WIDE(ulong) first;
    CLR_WIDE(ulong) second;
};

CLR_FN CLR_AT(woven) CLR_AT(weave)(const CLR_WIDE(ulong) a, const CLR_WIDE(ulong) b)
{
    ulong each[2 * CLR_WIDTH];
    CLR_AT(woven) woven;

    for (int lane = 0; lane < CLR_WIDTH; lane++) {
        memcpy(each + 2 * lane, (const ulong *)&a + lane, sizeof *each);
        memcpy(each + 2 * lane + 1, (const ulong *)&b + lane, sizeof *each);
    }
    memcpy(&woven, each, sizeof woven);
    return woven;
}
#endif

/* Elements are what is added already: nothing has to be lifted. */
typedef CLR_AT(lifted) CLR_AT(element);
typedef CLR_AT(lifted) CLR_AT(inputs);

CLR_FN CLR_AT(element) CLR_AT(element_of)(const CLR_AT(inputs) inputs, const ulong, const ulong)
{
    return inputs;
}

CLR_FN CLR_AT(lifted) CLR_AT(lift)(const CLR_AT(element) e)
{
    return e;
}
