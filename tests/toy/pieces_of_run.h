/* SPDX-License-Identifier: Apache-2.0 */
/* pieces_of_run - see pieces.h: how a run is folded, at the present width and length. */
/* A text comes after what it is made of. */
/* clang-format off */
#if !TOY_PRODUCT
#include "exact/elements.cl"
#endif
#if CLR_TERMS
#if TOY_PRODUCT && TOY_VALUE_IS_DOUBLE
#include "exact/reach_product.cl"
#include "exact/addends.cl"
#elif TOY_PRODUCT
#include "exact/extent_product.cl"
#include "exact/anchored.cl"
#elif TOY_VALUE_IS_DOUBLE
#include "exact/reach_value.cl"
#include "exact/addend.cl"
#else
#include "exact/window.cl"
#include "exact/apart.cl"
#endif
#endif
#if TOY_PRODUCT
#include "exact/drop_products.cl"
#else
#include "exact/drop_values.cl"
#endif
#if CLR_HAS_COLUMNS
#include "exact/to_columns.cl"
#else
#include "exact/to_rows.cl"
#if TOY_BY_DOUBLES
#include "exact/to_copies.cl"
#else
#include "exact/digits_to_copies.cl"
#endif
#endif
#include "exact/run.cl"
