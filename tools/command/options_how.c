/* SPDX-License-Identifier: Apache-2.0 */
/*
 * options_how - options about the device and the way a reduction runs on it. See options_rows.h.
 */
#include "options_rows.h"
#include "quantity.h"
#include "words.h"
#include <string.h>

static bool store_device(options *o, const char *text)
{
    o->device = text;
    return true;
}

static bool store_no_self_test(options *o, const char *text)
{
    (void)text;
    o->no_self_test = true;
    return true;
}

static bool store_strategy(options *o, const char *text)
{
    return words_strategy(text, &o->plan.strategy);
}

static bool store_unsound(options *o, const char *text)
{
    (void)text;
    o->plan.unsound = 1;
    return true;
}

static bool store_plain(options *o, const char *text)
{
    (void)text;
    o->plain = true;
    return true;
}

/* A number, or several for bench. */
static bool store_sweep(const char *name, const char *text, sweep_list *list, uint64_t *first)
{
    const bool is_list = strchr(text, ',') != NULL;

    list->count = is_list ? quantity_parse_list(text, list->at, OPTIONS_SIZES_MOST) : 1;
    if (is_list && list->count == 0) {
        message_note("--%s takes a whole number, and in bench up to %d of them above 0 such as "
                     "32,64,128, not '%s'.",
                     name, OPTIONS_SIZES_MOST, text);
        return false;
    }
    if (!is_list && !options_store_positive(name, text, &list->at[0]))
        return false;
    *first = list->at[0];
    return true;
}

static bool store_group(options *o, const char *text)
{
    return store_sweep("group", text, &o->sweeps[SWEEP_GROUP], &o->plan.group_size);
}

static bool store_groups(options *o, const char *text)
{
    return options_store_positive("groups", text, &o->plan.group_count);
}

static bool store_vector(options *o, const char *text)
{
    return store_sweep("vector", text, &o->sweeps[SWEEP_VECTOR], &o->plan.vector_width);
}

static bool store_loads(options *o, const char *text)
{
    return store_sweep("loads", text, &o->sweeps[SWEEP_LOADS], &o->plan.item_loads);
}

static bool store_local(options *o, const char *text)
{
    static const char *const words[] = {"static", "dynamic"};
    bool dynamic = false;

    if (!options_store_either("local", text, words, &dynamic))
        return false;
    o->plan.local = dynamic ? CLR_LOCAL_DYNAMIC : CLR_LOCAL_STATIC;
    return true;
}

static bool store_atomics(options *o, const char *text)
{
    static const char *const words[] = {"native", "swap"};
    bool swaps = false;

    if (!options_store_either("atomics", text, words, &swaps))
        return false;
    o->plan.atomics = swaps ? CLR_ATOMICS_SWAP : CLR_ATOMICS_NATIVE;
    return true;
}

/* Bytes that a process can address at most, where most of them run: a piece lies in memory. */
#define CHUNK_MOST (UINT64_C(1) << 47)

static bool store_chunk(options *o, const char *text)
{
    if (!options_store_positive("chunk", text, &o->chunk_size))
        return false;
    if (o->chunk_size <= CHUNK_MOST)
        return true;
    message_note("--chunk takes up to 128T, as a piece lies in memory, not '%s'.", text);
    return false;
}

static bool store_repeat(options *o, const char *text)
{
    return options_store_positive("repeat", text, &o->repeat);
}

static bool store_strategies(options *o, const char *text)
{
    return words_strategies(text, &o->strategies);
}

static bool store_sizes(options *o, const char *text)
{
    o->size_count = quantity_parse_list(text, o->sizes, OPTIONS_SIZES_MOST);
    if (o->size_count != 0)
        return true;
    message_note("--sizes takes up to %d whole numbers above 0 such as 1e5,64K,1M, not '%s'.",
                 OPTIONS_SIZES_MOST, text);
    return false;
}

static bool store_levels(options *o, const char *text)
{
    (void)text;
    o->levels = true;
    return true;
}

static bool store_unfused(options *o, const char *text)
{
    (void)text;
    o->unfused = true;
    return true;
}

static bool store_data(options *o, const char *text)
{
    return words_data(text, &o->data);
}

// clang-format off
const option_row options_how_rows[] = {
    {"device", 'd', "DEVICE", ASKS | VERB_HIST, store_device, "P:D, gpu, cpu or part of a name"},
    {"no-self-test", 0, NULL, ASKS | VERB_HIST, store_no_self_test,
     "use a device that fails its self-test"},
    {"strategy", 's', "STRATEGY", PLAN & ~VERB_EXPLAIN, store_strategy,
     "a name, or three pieces LOAD/GROUP/FINISH"},
    {"unsound", 0, NULL, PLAN, store_unsound, "let strategies run that are wrong by design"},
    {"plain", 0, NULL, VERB_SOURCE, store_plain, "a strategy's few lines, of sums of int"},
    {"group", 0, "N", PLAN, store_group, "work-items a group; in bench also a list: 32,64,128"},
    {"groups", 0, "N", PLAN, store_groups, "most groups of a launch"},
    {"vector", 0, "N", PLAN, store_vector, "elements a load: 1, 2, 4, 8 or 16; or a list"},
    {"loads", 0, "N", PLAN, store_loads, "loads in flight a work-item: 1, 2, 4, 8 or 16; or a list"},
    {"local", 0, "static|dynamic", PLAN, store_local, "local memory: fixed when compiled, or not"},
    {"atomics", 0, "native|swap", PLAN, store_atomics,
     "atomics: the device's own, or compare-and-swap"},
    {"chunk", 0, "BYTES", VERB_REDUCE | VERB_STATS | VERB_HIST, store_chunk,
     "bytes of a piece of the input, such as 64M"},
    {"repeat", 0, "N", RUNS, store_repeat, "run N times over the same data and time the kernels"},
    {"strategies", 0, "all|LIST", VERB_BENCH, store_strategies, "compare strategies: a,b,c or all"},
    {"unfused", 0, NULL, VERB_BENCH, store_unfused,
     "beside dot or --map, a kernel that maps, then the reduction"},
    {"levels", 0, NULL, VERB_BENCH, store_levels, "compare accuracy levels, on all kinds of data"},
    {"data", 0, "all|LIST", VERB_BENCH, store_data, "kinds of data: uniform, sorted, bits ... or all"},
    {"sizes", 0, "LIST", VERB_BENCH, store_sizes, "measure so many elements: 1e5,5e5,1M"},
    {0},
};
// clang-format on
