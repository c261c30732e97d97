/* SPDX-License-Identifier: Apache-2.0 */
/*
 * form_find - finds a reduction's form: checks the result's type and picks the maker
 * (form_parts.h).
 */
#ifndef CLREDUCE_STATE_FORM_FIND_H
#define CLREDUCE_STATE_FORM_FIND_H

#include "state/form.h"

/* Returns NULL, or the reason why there is no form. */
const char *clri_form_find(const clri_question *question, clri_form *form);

#endif
