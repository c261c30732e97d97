/* SPDX-License-Identifier: Apache-2.0 */
/* setting - the environment variables that change what drivers and loaders do, by the prefixes of
 * setting.def. They belong to the key of all that is kept on disk: a compiled program or a
 * self-test's verdict holds only under the settings that it was made with. */
#ifndef CLREDUCE_BASE_SETTING_H
#define CLREDUCE_BASE_SETTING_H

#include "base/text.h"

/* Adds a line "NAME=VALUE" for each of the variables, in the order of strcmp(). If memory runs out,
 * the text fails (clri_text_take()). */
void clri_settings_add(clri_text *text);

#endif
