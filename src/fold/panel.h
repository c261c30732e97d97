/* SPDX-License-Identifier: Apache-2.0 */
/* panel - neighbouring results that are made together, without a folder (columns.h, row_sums.h):
 * those that are not known are left to it. */
#ifndef CLREDUCE_FOLD_PANEL_H
#define CLREDUCE_FOLD_PANEL_H

#include "fold/loops.h"

typedef struct clri_panel {
    size_t count;                /* CLRI_COLUMNS at most */
    bool is_known[CLRI_COLUMNS]; /* whether the result has been written */
} clri_panel;

#endif
