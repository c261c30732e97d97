/* SPDX-License-Identifier: Apache-2.0 */
/*
 * options_output - options about what is printed. See options_rows.h.
 */
#include "hush.h"
#include "options_rows.h"

static bool store_json(options *o, const char *text)
{
    (void)text;
    o->json = true;
    return true;
}

static bool store_csv(options *o, const char *text)
{
    (void)text;
    o->csv = true;
    return true;
}

static bool store_markdown(options *o, const char *text)
{
    (void)text;
    o->markdown = true;
    return true;
}

static bool store_plot(options *o, const char *text)
{
    o->plot = text;
    return true;
}

static bool store_output(options *o, const char *text)
{
    o->output = text;
    return true;
}

static bool store_save(options *o, const char *text)
{
    o->save = text;
    return true;
}

static bool store_force(options *o, const char *text)
{
    (void)text;
    o->force = true;
    return true;
}

static bool store_verbose(options *o, const char *text)
{
    (void)text;
    o->verbose = true;
    hush_never();
    return true;
}

static bool store_quiet(options *o, const char *text)
{
    (void)text;
    o->quiet = true;
    return true;
}

static bool store_help(options *o, const char *text)
{
    (void)text;
    o->help = true;
    return true;
}

static bool store_version(options *o, const char *text)
{
    (void)text;
    o->version = true;
    return true;
}

// clang-format off
const option_row options_output_rows[] = {
    {"json", 0, NULL,
     RUNS | VERB_STATS | VERB_HIST | VERB_OPS | VERB_DEVICES | VERB_STRATEGIES | VERB_EXPLAIN |
         VERB_MERGE,
     store_json, "print JSON"},
    {"csv", 0, NULL, VERB_BENCH, store_csv, "print comma-separated values"},
    {"markdown", 0, NULL, VERB_BENCH, store_markdown, "print tables of Markdown"},
    {"plot", 0, "FILE", VERB_BENCH, store_plot,
     "draw --strategies, --sizes, --group LIST: FILE.svg, .png, .gp"},
    {"output", 'o', "FILE", VERB_REDUCE | VERB_HIST, store_output,
     "write the results of --axis ... as .npy; of argmin ...: indices"},
    {"save", 0, "FILE", VERB_REDUCE | VERB_MERGE, store_save,
     "keep an exact sum's accumulator, for merge"},
    {"force", 0, NULL, VERB_REDUCE | VERB_HIST | VERB_MERGE | VERB_BENCH | VERB_EXPLAIN, store_force,
     "let what is written replace any file"},
    {"verbose", 'v', NULL, ANY, store_verbose, "say more on standard error"},
    {"quiet", 'q', NULL, ANY, store_quiet, "no progress bar and no notes"},
    {"help", 'h', NULL, ANY, store_help, "print help"},
    {"version", 0, NULL, ANY, store_version, "print the versions"},
    {0},
};
// clang-format on
