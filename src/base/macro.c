/* SPDX-License-Identifier: Apache-2.0 */
#include "base/macro.h"

const clri_macro_row *clri_macro_of(clri_macro macro)
{
    static const clri_macro_row rows[] = {
#define CLRI_MACRO(name, parameters, holds, meaning)                                               \
    [CLRI_MACRO_##name] = {"CLR_" #name, parameters, CLRI_HOLDS_##holds, meaning},
#include "base/macro.def"
#undef CLRI_MACRO
    };

    return &rows[macro];
}
