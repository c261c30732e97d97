/* SPDX-License-Identifier: Apache-2.0 */
/*
 * options_what - options about what is computed. See options_rows.h.
 */
#include "options_rows.h"
#include "words.h"

static bool store_accuracy(options *o, const char *text)
{
    return words_accuracy(text, &o->accuracy);
}

static bool store_result(options *o, const char *text)
{
    return words_type(text, &o->result);
}

static bool store_nan(options *o, const char *text)
{
    static const char *const words[] = {"propagate", "ignore"};
    bool ignore = false;

    if (!options_store_either("nan", text, words, &ignore))
        return false;
    o->nan = ignore ? CLR_NAN_IGNORE : CLR_NAN_PROPAGATE;
    return true;
}

static bool store_overflow(options *o, const char *text)
{
    static const char *const words[] = {"wrap", "detect"};
    bool detect = false;

    if (!options_store_either("overflow", text, words, &detect))
        return false;
    o->has_overflow = true;
    o->overflow = detect ? CLR_OVERFLOW_DETECT : CLR_OVERFLOW_WRAP;
    return true;
}

static bool store_ddof(options *o, const char *text)
{
    o->has_ddof = true;
    return options_store_number("ddof", text, &o->ddof);
}

static bool store_map(options *o, const char *text)
{
    o->map = text;
    return true;
}

static bool store_where(options *o, const char *text)
{
    o->where = text;
    return true;
}

static bool store_mask(options *o, const char *text)
{
    o->mask = text;
    return true;
}

static bool store_index(options *o, const char *text)
{
    o->index = text;
    return true;
}

static bool store_operator(options *o, const char *text)
{
    o->operator_file = text;
    return true;
}

static bool store_commutative(options *o, const char *text)
{
    (void)text;
    o->commutative = true;
    return true;
}

static bool store_check(options *o, const char *text)
{
    (void)text;
    o->check = true;
    return true;
}

// clang-format off
const option_row options_what_rows[] = {
    {"accuracy", 'a', "LEVEL", NAMES | VERB_TUNE, store_accuracy, "exact, reproducible, fast or relaxed"},
    {"result", 'r', "TYPE", NAMES | VERB_STATS | VERB_MERGE, store_result,
     "type of sums, means ...: f64, f32; exact: f16, bf16 too"},
    {"nan", 0, "propagate|ignore", NAMES, store_nan, "what a NaN does (default: propagate)"},
    {"overflow", 0, "wrap|detect", NAMES, store_overflow,
     "integer sums and products beyond 64 bits (default: wrap; of text detect)"},
    {"ddof", 0, "N", NAMES | VERB_STATS | VERB_MERGE, store_ddof, "var, std: divide by n - N (default: 0)"},
    {"map", 0, "EXPR", OWN | VERB_BENCH, store_map,
     "reduce EXPR of x, of x and y ..., index i, count n"},
    {"where", 0, "EXPR", OWN, store_where, "only elements for which EXPR is not 0: 'x > 0'"},
    {"mask", 0, "FILE", VERB_REDUCE, store_mask, "only elements whose number there is not 0"},
    {"index", 0, "FILE", VERB_REDUCE, store_index, "the elements with these numbers, counted from 0"},
    {"operator", 0, "FILE", OWN | VERB_EXPLAIN, store_operator,
     "reduce by an operator of your own, in OpenCL C"},
    {"commutative", 0, NULL, OWN | VERB_EXPLAIN, store_commutative,
     "its combine(a, b) is combine(b, a)"},
    {"check", 0, NULL, RUNS | VERB_HIST, store_check, "compute on the host too, and compare"},
    {0},
};
// clang-format on
