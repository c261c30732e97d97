/* SPDX-License-Identifier: Apache-2.0 */
/*
 * setting - environment variables that change what drivers and loaders do. A compiled program or a
 * self-test's verdict on disk is valid only under the settings it was made with.
 */
#ifndef CLREDUCE_BASE_SETTING_H
#define CLREDUCE_BASE_SETTING_H

#include "base/text.h"

/* Adds a line "NAME=VALUE" for each, sorted by name. */
void clri_settings_add(clri_text *text);

#endif
