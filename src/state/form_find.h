/* SPDX-License-Identifier: Apache-2.0 */
/*
 * form_find - the form of what is asked: whether its result can be of the type that is wanted, and
 * which of the makers (form_parts.h) has it.
 */
#ifndef CLREDUCE_STATE_FORM_FIND_H
#define CLREDUCE_STATE_FORM_FIND_H

#include "state/form.h"

/* Fills the form. Returns NULL when it is possible, else the reason why not. */
const char *clri_form_find(const clri_question *question, clri_form *form);

#endif
