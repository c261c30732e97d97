/* SPDX-License-Identifier: Apache-2.0 */
/* pieces_of_run - see pieces.h: how a run is folded, at the present width and length. */
/* clang-format off: a text comes after what it is made of */
#if !TOY_PRODUCT
#include "exact/elements.cl"
#endif
#if CLR_TERMS
#if TOY_PRODUCT
#include "exact/reach_product.cl"
#if TOY_VALUE_IS_DOUBLE
#include "exact/addends.cl"
#else
#include "exact/addend.cl"
#endif
#elif TOY_VALUE_IS_DOUBLE
#include "exact/addend.cl"
#include "exact/reach_value.cl"
#else
#include "exact/apart.cl"
#include "exact/window.cl"
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
#include "exact/to_bins.cl"
#endif
#include "exact/run.cl"
