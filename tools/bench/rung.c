/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rung - a strategy's figures beside the rungs below, its words, and its family. See rung.h.
 */
#include "rung.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Figures --------------------------------------------------------------------------------- */

void rung_take(rung_answer *answer, char reason[RUNG_REASON_SIZE], check_verdict verdict,
               const char *sentence)
{
    if (verdict == CHECK_DIFFERS && *answer != RUNG_WRONG) {
        *answer = RUNG_WRONG;
        snprintf(reason, RUNG_REASON_SIZE, "%.255s", sentence);
    }
    if (!check_is_within(verdict) && *answer == RUNG_RIGHT)
        *answer = RUNG_UNDECIDED;
}

bool rung_counts(const rung *r)
{
    return r->state == RUNG_MEASURED && (r->answer == RUNG_RIGHT || r->answer == RUNG_UNDECIDED);
}

void rung_compare(rung rungs[], size_t count, uint64_t bytes, double peak)
{
    const rung *first = NULL;
    const rung *before = NULL;

    for (size_t i = 0; i < count; i++) {
        rung *r = &rungs[i];
        if (r->state != RUNG_MEASURED)
            continue;
        r->gb_per_s = timed_gb_per_s(&r->timed, bytes);
        r->peak_share = peak > 0 ? r->gb_per_s / peak : 0;
        if (!rung_counts(r))
            continue;
        r->over_before = before ? r->gb_per_s / before->gb_per_s : 0;
        r->over_first = first ? r->gb_per_s / first->gb_per_s : 0;
        first = first ? first : r;
        before = r;
    }
}

/* ---- Words ----------------------------------------------------------------------------------- */

void rung_sizes(const rung *r, size_t but, char text[RUNG_SIZES_SIZE])
{
    static const char *const names[SWEEP_COUNT] = {"group", "vector", "loads"};
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < SWEEP_COUNT; i++)
        if (r->sizes[i] != 0 && i != but)
            used += (size_t)snprintf(text + used, RUNG_SIZES_SIZE - used, " %s %" PRIu64, names[i],
                                     r->sizes[i]);
}

void rung_title(const rung *r, char text[RUNG_TITLE_SIZE])
{
    const bool is_auto = strcmp(r->name, clr_strategy_name(0)) == 0;
    const char *map = r->map_groups != 0 ? "map, then " : "";
    char sizes[RUNG_SIZES_SIZE];

    rung_sizes(r, SWEEP_COUNT, sizes);
    if (r->state == RUNG_MEASURED && is_auto)
        snprintf(text, RUNG_TITLE_SIZE, "%s%s (%s)%s", map, r->name, r->info.strategy, sizes);
    else
        snprintf(text, RUNG_TITLE_SIZE, "%s%s%s", map, r->name, sizes);
}

void rung_line(const rung *r, char text[RUNG_LINE_SIZE])
{
    char line[KERNELS_LINE_SIZE];

    kernels_line(r->plan, line);
    if (r->map_groups != 0)
        snprintf(text, RUNG_LINE_SIZE, "%" PRIu64 " x %d + %s", r->map_groups, BENCH_UNFUSED_GROUP,
                 line);
    else
        snprintf(text, RUNG_LINE_SIZE, "%s", line);
}

uint64_t rung_launches(const rung *r)
{
    return kernels_launches(r->plan) + (r->map_groups != 0);
}

const char *rung_state_name(rung_state state)
{
    static const char *const names[] = {[RUNG_MEASURED] = "measured",
                                        [RUNG_UNSUPPORTED] = "unsupported",
                                        [RUNG_TOO_SLOW] = "too slow",
                                        [RUNG_FAILED] = "failed"};

    return names[state];
}

const char *rung_answer_name(rung_answer answer)
{
    static const char *const names[] = {[RUNG_RIGHT] = "right",
                                        [RUNG_WRONG] = "wrong",
                                        [RUNG_UNDECIDED] = "undecided",
                                        [RUNG_WRONG_BY_DESIGN] = "wrong by design"};

    return names[answer];
}

/* Of the right result: beyond that it means nothing how far off a wrong one is. */
#define OFF_MOST 1e3

void rung_answer_text(const rung *r, char text[RUNG_ANSWER_SIZE])
{
    const char *name = rung_answer_name(r->answer);

    if (r->answer != RUNG_WRONG_BY_DESIGN || isnan(r->lost))
        snprintf(text, RUNG_ANSWER_SIZE, "%s", name);
    else if (r->lost == 0)
        snprintf(text, RUNG_ANSWER_SIZE, "%s, lost nothing", name);
    else if (r->lost > 0 && r->lost <= 1)
        snprintf(text, RUNG_ANSWER_SIZE, "%s, loses %.*g %%", name, r->lost > 0.999 ? 6 : 3,
                 100 * r->lost);
    else if (fabs(r->lost) < OFF_MOST)
        snprintf(text, RUNG_ANSWER_SIZE, "%s, off by %.3g %%", name, 100 * fabs(r->lost));
    else
        snprintf(text, RUNG_ANSWER_SIZE, "%s, nothing like it", name);
}

/* ---- Families -------------------------------------------------------------------------------- */

/* The first that fits: its members have one of the loads, and one of the groups with the finish, as
 * far as these are told. */
static const struct {
    const char *name;
    bool is_unsound;
    const char *loads[2], *groups[2], *finish;
} families[] = {
    {"wrong by design", true, {NULL}, {NULL}, NULL},
    {"atomic additions", false, {NULL}, {"none", "serial"}, "atomic"},
    {"a tree a group, one or two elements an item", false, {"one", "pair"}, {NULL}, NULL},
    {"many elements an item", false, {"stride", "stride"}, {NULL}, NULL},
    {"vectors, several loads in flight", false, {"unroll", "tile"}, {NULL}, NULL},
    {"in the published order", false, {"lanes", "stretches"}, {NULL}, NULL},
    {"the library's choice", false, {NULL}, {NULL}, NULL},
};

#define FAMILY_COUNT (sizeof families / sizeof families[0])

static bool is_any(const char *piece, const char *const names[2])
{
    return !names[0] || strcmp(piece, names[0]) == 0 || strcmp(piece, names[1]) == 0;
}

size_t rung_family(const clr_strategy_info *strategy)
{
    size_t i = 0;

    while (i + 1 < FAMILY_COUNT &&
           (families[i].is_unsound != (strategy->is_sound == 0) ||
            !is_any(strategy->load, families[i].loads) ||
            !is_any(strategy->group, families[i].groups) ||
            (families[i].finish && strcmp(strategy->finish, families[i].finish) != 0)))
        i++;
    return i;
}

const char *rung_family_name(size_t family)
{
    return family < FAMILY_COUNT ? families[family].name : NULL;
}
