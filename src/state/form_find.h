/* SPDX-License-Identifier: Apache-2.0 */
/* form_find - finds a reduction's form: refuses result types that the operator cannot have, and
 * asks the maker of the operator's fold (form_parts.h). The only way to a form; state/pass.c comes
 * here for each reduction of a request. */
#ifndef CLREDUCE_STATE_FORM_FIND_H
#define CLREDUCE_STATE_FORM_FIND_H

#include "state/form.h"

/* Returns NULL, or the reason why there is no form. */
const char *clri_form_find(const clri_question *question, clri_form *form);

#endif
