/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy.h"

#include <string.h>

static const clri_strategy strategies[] = {
#define CLRI_STRATEGY(...) {__VA_ARGS__},
#include "strategy.def"
};

enum { STRATEGY_COUNT = sizeof strategies / sizeof *strategies };

const clri_strategy *clri_strategy_named(const char *name)
{
    for (int i = 0; i < STRATEGY_COUNT; i++)
        if (strcmp(strategies[i].name, name) == 0)
            return &strategies[i];
    return NULL;
}

const char *clr_strategy_name(size_t index)
{
    if (index == 0)
        return "auto";
    return index <= STRATEGY_COUNT ? strategies[index - 1].name : NULL;
}
