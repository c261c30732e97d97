/* SPDX-License-Identifier: Apache-2.0 */
/*
 * options_tune - options of the verb tune alone. See options_rows.h.
 */
#include "options_rows.h"

#define SECONDS_MOST 86400

static bool store_time(options *o, const char *text)
{
    if (!options_store_positive("time", text, &o->tune.seconds))
        return false;
    if (o->tune.seconds <= SECONDS_MOST)
        return true;
    message_note("--time takes up to %d seconds, which is a day, not '%s'.", SECONDS_MOST, text);
    return false;
}

static bool store_dry_run(options *o, const char *text)
{
    (void)text;
    o->tune.dry_run = true;
    return true;
}

static bool store_show(options *o, const char *text)
{
    (void)text;
    o->tune.show = true;
    return true;
}

static bool store_forget(options *o, const char *text)
{
    (void)text;
    o->tune.forget = true;
    return true;
}

// clang-format off
const option_row options_tune_rows[] = {
    {"time", 0, "SECONDS", VERB_TUNE, store_time, "search for about so long (default: 60)"},
    {"dry-run", 0, NULL, VERB_TUNE, store_dry_run, "write nothing"},
    {"show", 0, NULL, VERB_TUNE, store_show, "print the tuning file"},
    {"forget", 0, NULL, VERB_TUNE, store_forget, "take the device's rows out of it"},
    {0},
};
// clang-format on
