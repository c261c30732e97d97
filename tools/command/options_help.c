/* SPDX-License-Identifier: Apache-2.0 */
/* options_help - the options of a verb, as help. See options.h. */
#include "options.h"

static void print_option(FILE *to, const option_row *row)
{
    char left[64];

    snprintf(left, sizeof left, "%c%c%s--%s%s%s", row->letter == 0 ? ' ' : '-',
             row->letter == 0 ? ' ' : row->letter, row->letter == 0 ? "  " : ", ", row->name,
             !row->argument ? "" : " ", !row->argument ? "" : row->argument);
    fprintf(to, "  %-26s %s\n", left, row->help);
}

void options_print(FILE *to, unsigned verb_bit)
{
    fprintf(to, "\noptions:\n");
    for (size_t i = 0; options_at(i); i++)
        if ((options_at(i)->verbs & verb_bit) != 0)
            print_option(to, options_at(i));
}
