/* SPDX-License-Identifier: Apache-2.0 */
/*
 * options_explain - options of the verb explain alone. See options_rows.h.
 */
#include "options_rows.h"
#include "words.h"

static bool store_op(options *o, const char *text)
{
    operator_list named;

    if (!words_operators(text, &named))
        return false;
    o->explain.op = named.at[0];
    if (named.count == 1)
        return true;
    message_note("--op takes one operator, not '%s'.", text);
    return false;
}

static bool store_items(options *o, const char *text)
{
    if (!options_store_positive("items", text, &o->explain.items))
        return false;
    if (o->explain.items <= OPTIONS_ITEMS_MOST)
        return true;
    message_note("--items takes a number up to %d, as every step of every item is shown, not '%s'.",
                 OPTIONS_ITEMS_MOST, text);
    return false;
}

static bool store_wave(options *o, const char *text)
{
    if (!options_store_number("wave", text, &o->explain.wave))
        return false;
    if (o->explain.wave == 32 || o->explain.wave == 64)
        return true;
    message_note("--wave is 32 or 64, not '%s'.", text);
    return false;
}

static bool store_banks(options *o, const char *text)
{
    if (!options_store_positive("banks", text, &o->explain.banks))
        return false;
    if (o->explain.banks <= OPTIONS_BANKS_MOST)
        return true;
    message_note("--banks takes a number up to %d, not '%s'.", OPTIONS_BANKS_MOST, text);
    return false;
}

static bool store_svg(options *o, const char *text)
{
    o->explain.svg = text;
    return true;
}

static bool store_html(options *o, const char *text)
{
    o->explain.html = text;
    return true;
}

// clang-format off
const option_row options_explain_rows[] = {
    {"op", 0, "OP", VERB_EXPLAIN, store_op, "the operator (default: sum)"},
    {"items", 0, "N", VERB_EXPLAIN, store_items, "numbers to reduce (default: two groups' share)"},
    {"wave", 0, "32|64", VERB_EXPLAIN, store_wave, "lanes of a wave (default: 32)"},
    {"banks", 0, "N", VERB_EXPLAIN, store_banks, "banks of local memory (default: 32)"},
    {"svg", 0, "FILE", VERB_EXPLAIN, store_svg, "draw a picture"},
    {"html", 0, "FILE", VERB_EXPLAIN, store_html, "write a page that plays the steps"},
    {0},
};
// clang-format on
