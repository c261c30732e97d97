/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/strategy.h"
#include "base/sized.h"

#include <clreduce/lessons.h>
#include <stdio.h>
#include <string.h>

static const clri_load loads[] = {
#define CLRI_LOAD(name, groups, loads, elements, takes_again, order, on_cpu, may_claim,            \
                  past_cache)                                                                      \
    {name,                                                                                         \
     CLRI_GROUPS_##groups,                                                                         \
     loads,                                                                                        \
     CLRI_ELEMENTS_##elements,                                                                     \
     takes_again,                                                                                  \
     order,                                                                                        \
     CLRI_ON_CPU_##on_cpu,                                                                         \
     may_claim,                                                                                    \
     past_cache},
#include "problem/strategy.def"
};

static const clri_group groups[] = {
#define CLRI_GROUP(name, folds, order, is_best, joins_strips, has_steps, is_sound, needs)          \
    {name,         CLRI_FOLDS_##folds, order,    is_best,                                          \
     joins_strips, has_steps,          is_sound, CLRI_NEEDS_##needs},
#include "problem/strategy.def"
};

static const clri_surroundings surroundings[] = {
#define CLRI_KERNELS(id, before, after, after_group, times, leaves, wants_numbers)                 \
    [CLRI_KERNELS_##id] = {                                                                        \
        before,       after, CLRI_AFTER_##after_group, CLRI_TIMES_##times, CLRI_LEAVES_##leaves,   \
        wants_numbers},
#include "problem/strategy.def"
};

static const clri_finish finishes[] = {
#define CLRI_FINISH(name, file, kernels, takes, is_repeatable, is_sound, serves_claims,            \
                    is_of_rows, needs, launches)                                                   \
    {name,                                                                                         \
     file,                                                                                         \
     CLRI_KERNELS_##kernels,                                                                       \
     CLRI_TAKES_##takes,                                                                           \
     is_repeatable,                                                                                \
     is_sound,                                                                                     \
     serves_claims,                                                                                \
     is_of_rows,                                                                                   \
     CLRI_NEEDS_##needs,                                                                           \
     launches},
#include "problem/strategy.def"
};

static const clri_automatic automatics[] = {
#define CLRI_AUTOMATIC(results, order, where, ...)                                                 \
    {CLRI_RESULTS_##results, CLRI_ORDER_##order, CLRI_WHERE_##where, __VA_ARGS__},
#include "problem/strategy.def"
};

static const struct {
    const char *name;
    const char *load;
    const char *group;
    const char *finish;
    const char *lesson;
} rows[] = {
#define CLRI_STRATEGY(...) {__VA_ARGS__},
#include "problem/strategy.def"
};

static const struct {
    const char *name;
    const char *why;
} refused[] = {
#define CLRI_REFUSED(...) {__VA_ARGS__},
#include "problem/strategy.def"
};

enum {
    LOAD_COUNT = sizeof loads / sizeof *loads,
    GROUP_COUNT = sizeof groups / sizeof *groups,
    FINISH_COUNT = sizeof finishes / sizeof *finishes,
    ROW_COUNT = sizeof rows / sizeof *rows,
    REFUSED_COUNT = sizeof refused / sizeof *refused,
};

static const char best[] = "best";
static const char automatic[] = "auto";

/* ---- finding ---- */

static const clri_load *load_named(const char *name)
{
    for (int i = 0; i < LOAD_COUNT; i++)
        if (strcmp(loads[i].name, name) == 0)
            return &loads[i];
    return NULL;
}

static const clri_group *group_named(const char *name)
{
    for (int i = 0; i < GROUP_COUNT; i++)
        if (strcmp(groups[i].name, name) == 0)
            return &groups[i];
    return NULL;
}

static const clri_finish *finish_named(const char *name)
{
    for (int i = 0; i < FINISH_COUNT; i++)
        if (strcmp(finishes[i].name, name) == 0)
            return &finishes[i];
    return NULL;
}

static bool from_pieces(const char *load, const char *group, const char *finish,
                        clri_strategy *strategy)
{
    strategy->load = load_named(load);
    strategy->group = group_named(group);
    strategy->finish = finish_named(finish);
    return strategy->load && (strategy->group || strcmp(group, best) == 0) && strategy->finish;
}

/* Reads "tile/shuffle/ticket"; pieces' names are shorter than 16 letters. */
static bool from_triple(const char *text, clri_strategy *strategy)
{
    char load[16], group[16], finish[16];
    int used = 0;

    if (sscanf(text, "%15[^/]/%15[^/]/%15[^/]%n", load, group, finish, &used) != 3 ||
        text[used] != '\0' || !from_pieces(load, group, finish, strategy))
        return false;
    snprintf(strategy->name, sizeof strategy->name, "%s", text);
    return true;
}

bool clri_strategy_find(const char *name, clri_strategy *strategy)
{
    *strategy = (clri_strategy){.lesson = ""};
    for (int i = 0; i < ROW_COUNT; i++)
        if (strcmp(rows[i].name, name) == 0) {
            snprintf(strategy->name, sizeof strategy->name, "%s", name);
            strategy->lesson = rows[i].lesson;
            return from_pieces(rows[i].load, rows[i].group, rows[i].finish, strategy);
        }
    return from_triple(name, strategy);
}

const char *clri_strategy_refusal(const char *name)
{
    for (int i = 0; i < REFUSED_COUNT; i++)
        if (strcmp(refused[i].name, name) == 0)
            return refused[i].why;
    return NULL;
}

bool clri_strategy_is_sound(const clri_strategy *strategy)
{
    return (!strategy->group || strategy->group->is_sound) && strategy->finish->is_sound;
}

bool clri_strategy_is_repeatable(const clri_strategy *strategy)
{
    return (!strategy->group || strategy->group->is_sound) && strategy->finish->is_repeatable;
}

bool clri_strategy_is_ordered(const clri_strategy *strategy)
{
    return strategy->load->groups == CLRI_GROUPS_STRIPS;
}

bool clri_strategy_wants_number(const clri_strategy *strategy)
{
    return clri_surroundings_of(strategy->finish)->wants_numbers ||
           strategy->group->needs == CLRI_NEEDS_COLLECTIVES;
}

bool clri_strategy_keeps_exact(const clri_strategy *strategy)
{
    return !clri_strategy_wants_number(strategy) && clri_strategy_is_sound(strategy) &&
           !clri_strategy_is_ordered(strategy);
}

const clri_group *clri_group_best(bool (*is_met)(clri_need need, const void *user),
                                  const void *user)
{
    int i = 0;

    while (!groups[i].is_best || !is_met(groups[i].needs, user))
        i++; /* ends at the row without needs */
    return &groups[i];
}

const clri_surroundings *clri_surroundings_of(const clri_finish *finish)
{
    return &surroundings[finish->kernels];
}

/* ---- the library's choice ---- */

bool clri_strategy_is_automatic(const char *name)
{
    return !name || strcmp(name, automatic) == 0;
}

static bool holds(clri_where where, bool is_cpu, bool has_tickets)
{
    switch (where) {
    case CLRI_WHERE_CPU:
        return is_cpu;
    case CLRI_WHERE_TICKETS:
        return has_tickets;
    case CLRI_WHERE_ANYWHERE:
        break;
    }
    return true;
}

/* The first row that holds; for each kind of results and order one holds anywhere. */
const clri_automatic *clri_strategy_automatic(clri_results results, clri_order order, bool is_cpu,
                                              bool has_tickets)
{
    int i = 0;

    while (automatics[i].results != results || automatics[i].order != order ||
           !holds(automatics[i].where, is_cpu, has_tickets))
        i++; /* ends at the row that holds anywhere */
    return &automatics[i];
}

/* ---- properties ---- */

const char *clr_strategy_name(size_t index)
{
    if (index == 0)
        return automatic;
    return index <= ROW_COUNT ? rows[index - 1].name : NULL;
}

static const char *words_of(clri_need need)
{
    switch (need) {
    case CLRI_NEEDS_ATOMICS:
        return "atomics as wide as a state";
    case CLRI_NEEDS_FENCE:
        return "groups that see each other's writes";
    case CLRI_NEEDS_SHUFFLES:
        return "sub-group shuffles, which are emulated in local memory where there are none";
    case CLRI_NEEDS_COLLECTIVES:
        return "work_group_reduce (OpenCL C 2.0)";
    default:
        return "";
    }
}

static const char *order_of(const clri_strategy *strategy)
{
    if (!clri_strategy_is_repeatable(strategy))
        return "as items happen to come; sums of floats differ from run to run";
    if (clri_strategy_is_ordered(strategy))
        return "fixed by the count alone; the same on every device";
    return "fixed by the plan; the same every run";
}

static clr_status describe_auto(clr_strategy_info *info)
{
    const clr_strategy_info told = {
        .size = sizeof told,
        .name = automatic,
        .load = automatic,
        .group = automatic,
        .finish = automatic,
        .group_needs = "",
        .finish_needs = "",
        .launches = "1 or 2",
        .order = "fixed by the plan; the same every run",
        .lesson = "what the library would choose",
        .is_sound = 1,
        .is_repeatable = 1,
    };

    return CLRI_SIZED_WRITE(clr_strategy_info, info, &told);
}

const char *clr_strategy_lesson(const char *name)
{
    clr_strategy_info info = {.size = sizeof info};

    if (clr_strategy_describe(name, &info) == CLR_OK)
        return info.lesson;
    return name ? clri_strategy_refusal(name) : NULL;
}

clr_status clr_strategy_describe(const char *name, clr_strategy_info *info)
{
    clri_strategy strategy;
    clr_strategy_info told;

    if (!name)
        return CLR_ERROR_ARGUMENT;
    if (strcmp(name, automatic) == 0)
        return describe_auto(info);
    if (!clri_strategy_find(name, &strategy))
        return CLR_ERROR_ARGUMENT;
    told = (clr_strategy_info){
        .size = sizeof told,
        .name = "",
        .load = strategy.load->name,
        .group = strategy.group ? strategy.group->name : best,
        .finish = strategy.finish->name,
        .group_needs = words_of(strategy.group ? strategy.group->needs : CLRI_NEEDS_NOTHING),
        .finish_needs = words_of(strategy.finish->needs),
        .launches = strategy.finish->launches,
        .order = order_of(&strategy),
        .lesson = strategy.lesson,
        .is_sound = clri_strategy_is_sound(&strategy),
        .is_repeatable = clri_strategy_is_repeatable(&strategy),
    };
    for (int i = 0; i < ROW_COUNT; i++)
        if (strcmp(rows[i].name, name) == 0)
            told.name = rows[i].name;
    return CLRI_SIZED_WRITE(clr_strategy_info, info, &told);
}
