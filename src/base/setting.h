/* SPDX-License-Identifier: Apache-2.0 */
/*
 * setting - what the process's environment tells drivers and loaders. A program or a verdict that
 * is remembered on disk holds for no other settings than it was made under.
 */
#ifndef CLREDUCE_BASE_SETTING_H
#define CLREDUCE_BASE_SETTING_H

#include "base/text.h"

/* Adds "NAME=VALUE" of each, a line each, in the order of names. */
void clri_settings_add(clri_text *text);

#endif
