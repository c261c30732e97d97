/* SPDX-License-Identifier: Apache-2.0 */
#include "state/form.h"

#include <string.h>

/* Whether two lists of pieces are equal; NULL ends them. */
static bool same_words(const char *const *a, const char *const *b)
{
    size_t i = 0;

    while (a[i] && b[i] && strcmp(a[i], b[i]) == 0)
        i++;
    return !a[i] && !b[i];
}

/* Sizes and other members follow from pieces and macros, and are not compared. Both lists are in
 * the order in which a maker added to them: an equal form found by another maker in another order
 * would be held as a state of its own, which costs time and no more. */
bool clri_form_shares(const clri_state_form *a, const clri_state_form *b)
{
    if (!same_words(a->pieces, b->pieces))
        return false; /* the runs follow from the pieces */
    for (size_t i = 0; a->defines[i].macro || b->defines[i].macro; i++)
        if (a->defines[i].macro != b->defines[i].macro ||
            strcmp(a->defines[i].text, b->defines[i].text) != 0)
            return false;
    return true;
}
