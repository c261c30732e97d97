/* SPDX-License-Identifier: Apache-2.0 */
#include "choose/choice.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void clri_explain(clri_choice *choice, const char *format, ...)
{
    const size_t used = strlen(choice->why);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(choice->why + used, sizeof choice->why - used, format, arguments);
    va_end(arguments);
}

bool clri_teams_are_items(const clri_choice *choice)
{
    return choice->sizes.contiguous && choice->sizes.group == 1;
}

bool clri_teams_keep_order(const clri_choice *choice)
{
    return choice->items.are_there && choice->pass.needs_order;
}

bool clri_items_keep_order(const clri_choice *choice)
{
    return clri_teams_keep_order(choice) && choice->sizes.contiguous;
}

bool clri_items_go(const clri_choice *choice, clri_way way)
{
    return choice->items.ways >> way & 1;
}

bool clri_makes_again(const clri_choice *choice)
{
    return choice->again.longest && clri_items_go(choice, CLRI_WAY_AGAIN);
}

bool clri_reads_along(const clri_choice *choice)
{
    return choice->carrier->is_stepped && clri_strategy_is_ordered(&choice->strategy) &&
           !choice->items.are_there;
}

bool clri_reads_taken(const clri_choice *choice)
{
    return choice->pass.mask != CLR_MASK_NONE || choice->input.sifts_indices;
}

bool clri_reads_more(const clri_choice *choice)
{
    return clri_reads_taken(choice) || choice->pass.is_numbered;
}
