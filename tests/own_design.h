/* SPDX-License-Identifier: Apache-2.0 */
/* own_design - a plan's design, for a test to change: no other plan shares it from then on. */
#ifndef CLREDUCE_TESTS_OWN_DESIGN_H
#define CLREDUCE_TESTS_OWN_DESIGN_H

#include "shape/made.h"
#include "support.h"

#include <stdlib.h>

/* Takes the design out of the context's list. The plan must be its only user. */
static inline clri_design *own_design(clr_plan *plan)
{
    clri_lru *designs = &plan->context->designs;
    clri_lru_entry *own = &plan->design->entry;
    clri_lru_entry **at = &designs->first;

    if (!own->key)
        return plan->design;
    assert_int_equal(own->users, 1);
    pthread_mutex_lock(&designs->lock);
    while (*at != own)
        at = &(*at)->next;
    *at = own->next;
    pthread_mutex_unlock(&designs->lock);
    free(own->key);
    own->key = NULL;
    return plan->design;
}

#endif
