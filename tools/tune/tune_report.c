/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tune_report - what tune has found, as a table. See tune_report.h.
 */
#include "tune_report.h"
#include "output.h"
#include "quantity.h"
#include "table.h"
#include <inttypes.h>

static void add_time(table *t, double seconds)
{
    char text[QUANTITY_TEXT_SIZE];

    quantity_time(seconds, text);
    table_cell(t, "%s", text);
}

static void add_finding(table *t, const tune_finding *f)
{
    char text[128];

    if (!f->is_searched) {
        table_rest(t, "no time was left for it: --time gives more");
        return;
    }
    if (!tune_sizes_are_any(&f->sizes)) {
        snprintf(text, sizeof text, "nothing was faster (%u tried)", f->tried);
        table_rest(t, text);
        return;
    }
    tune_sizes_text(&f->sizes, text, sizeof text);
    table_cell(t, "%s", text);
    add_time(t, f->before);
    add_time(t, f->after);
    table_cell(t, "%.2f", f->before / f->after);
}

bool tune_report(const tune_finding *findings, const tune_tasks *tasks)
{
    static const char *const headings[] = {"reduction", "work",  "sizes", "faster by",
                                           "before",    "after", "gain"};
    table t;

    table_open(&t, "llllrrr");
    table_row(&t, headings);
    for (size_t i = 0; i < tasks->count; i++) {
        table_cell(&t, "%s", tasks->at[i].name);
        table_cell(&t, "%s %" PRIu64, findings[i].scope.work, findings[i].scope.width);
        table_cell(&t, "%s", findings[i].before_text);
        add_finding(&t, &findings[i]);
    }
    bool printed = table_print(&t, TABLE_PLAIN, true, stdout);
    table_close(&t);
    puts("\nsizes: groups x work-items, loads x elements.");
    return printed && output_flush();
}
