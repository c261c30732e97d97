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
#if TOY_VALUE_IS_DOUBLE
#include "exact/parts_double.cl"
#else
#include "exact/parts_float.cl"
#endif
#if CLR_HAS_COLUMNS
#include "exact/columns.cl"
#endif
#include "exact/bins.cl"
#if CLR_HAS_COLUMNS
#include "exact/gather.cl"
#else
#include "exact/copies.cl"
#endif
#if CLR_TERMS
#include "exact/two_sum.cl"
#if TOY_VALUE_IS_DOUBLE
#include "exact/reach_double.cl"
#else
#if TOY_PRODUCT
#include "exact/range_float.cl"
#else
#include "exact/reach_float.cl"
#endif
#endif
#endif
#include "exact/state.cl"
#if CLR_TERMS == 2
#include "exact/quick.cl"
#endif
#if TOY_PRODUCT
#include "exact/product.cl"
#else
#include "exact/value.cl"
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
