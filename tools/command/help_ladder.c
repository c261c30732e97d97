/* SPDX-License-Identifier: Apache-2.0 */
/* help_ladder - help about strategies: of one its lesson, its neighbour to compare it with, and
 * commands to type; of all the course. See help_ladder.h. */
#include "help_ladder.h"
#include "plain_kernel.h"
#include <clreduce/lessons.h>
#include <stdio.h>
#include <string.h>

/* ---- A strategy ------------------------------------------------------------------------------ */

/* How many digits the file name of a rung's plain kernel begins with: they are its number on the
 * ladder. 0 for strategies that are no rungs. */
static int digit_count(const char *strategy)
{
    const plain_kernel *plain = plain_kernel_find(strategy);

    return !plain ? 0 : (int)strspn(plain->path, "0123456789");
}

/* The rung in front of a strategy, in the table's order; NULL for auto, the table's number 0, and
 * for the first rung. */
static const char *rung_before(const char *strategy)
{
    const char *rung = NULL;

    for (size_t i = 1; clr_strategy_name(i); i++) {
        if (strcmp(clr_strategy_name(i), strategy) == 0)
            return rung;
        if (digit_count(clr_strategy_name(i)) != 0)
            rung = clr_strategy_name(i);
    }
    return NULL;
}

/* The first correct strategy with the load and finish of a wrong one: they differ in the piece that
 * makes it wrong. NULL: there is none. */
static const char *mended(const clr_strategy_info *wrong)
{
    clr_strategy_info info = {.size = sizeof info};

    for (size_t i = 1; clr_strategy_name(i); i++) {
        clr_strategy_describe(clr_strategy_name(i), &info);
        if (info.is_sound && strcmp(info.load, wrong->load) == 0 &&
            strcmp(info.finish, wrong->finish) == 0)
            return info.name;
    }
    return NULL;
}

/* The strategy to compare another one with: of a wrong one its mended form, else the rung before.
 */
static const char *neighbour(const clr_strategy_info *info)
{
    const char *right = info->is_sound ? NULL : mended(info);

    return !right ? rung_before(info->name) : right;
}

static bool is_sound(const char *strategy)
{
    clr_strategy_info info = {.size = sizeof info};

    return clr_strategy_describe(strategy, &info) != CLR_OK || info.is_sound != 0;
}

static void print_needs(const clr_strategy_info *info)
{
    const bool has_both = info->group_needs[0] != '\0' && info->finish_needs[0] != '\0';

    if (info->group_needs[0] != '\0' || info->finish_needs[0] != '\0')
        printf("  needs     %s%s%s\n", info->group_needs, has_both ? ", " : "", info->finish_needs);
}

/* Commands to type: to read, to explain and to race the strategy. */
static void print_commands(const char *strategy, const char *other)
{
    const bool asks = !is_sound(strategy) || (other && !is_sound(other));
    const char *with = !other ? "" : other;

    if (plain_kernel_text(strategy))
        printf("  lines     clreduce source -s %s --plain\n", strategy);
    printf("  picture   clreduce explain %s%s%s%s --html FILE\n", with, with[0] == '\0' ? "" : " ",
           strategy, asks ? " --unsound" : "");
    printf("  race      clreduce bench sum --strategies %s%s%s%s\n", with,
           with[0] == '\0' ? "" : ",", strategy, asks ? " --unsound" : "");
}

static void print_strategy(const clr_strategy_info *info)
{
    const char *other = neighbour(info);

    printf("%s: %s\n", info->name, info->lesson);
    printf("  pieces    %s, %s, %s; launches: %s\n", info->load, info->group, info->finish,
           info->launches);
    if (!info->is_sound)
        puts("  answers   wrong by design: --unsound lets it run, as a lesson");
    print_needs(info);
    if (other)
        printf("  beside    %s\n", other);
    print_commands(info->name, other);
    if (plain_kernel_text(info->name))
        printf("  page      docs/ladder/%s.md\n", info->name);
}

/* ---- The ladder ------------------------------------------------------------------------------ */

/* Every strategy with its lesson, and a rung's number in front. */
static void print_rungs(void)
{
    for (size_t i = 1; clr_strategy_name(i); i++) {
        const char *name = clr_strategy_name(i);
        const plain_kernel *plain = plain_kernel_find(name);

        printf("%2.*s  %s\n    %s\n", digit_count(name), !plain ? "" : plain->path, name,
               clr_strategy_lesson(name));
    }
}

static void print_ladder(void)
{
    puts("From the first thing that one would try to one launch at the speed of the memory:\n");
    print_rungs();
    puts("\nTo climb, at every rung predict, look, run and compare:\n\n"
         "  clreduce help first-add                               what it teaches and needs\n"
         "  clreduce source -s first-add --plain                  its lines\n"
         "  clreduce explain sequential first-add --html FILE     two of them, step by step\n"
         "  clreduce bench sum --strategies sequential,first-add  what the step gains here\n"
         "  clreduce bench sum --strategies all                   all that are right\n\n"
         "Lines say at their ends what they do, in the words of 'explain': load/fetch is a load\n"
         "in the first launch and a fetch in those over its sums; get, merge is both at once.\n"
         "docs/ladder.md is the course, examples/ladder the kernels and a program to run them.");
}

bool help_ladder(const char *word)
{
    clr_strategy_info info = {.size = sizeof info};

    if (clr_strategy_describe(word, &info) == CLR_OK && info.name[0] != '\0')
        print_strategy(&info);
    else if (strcmp(word, "ladder") == 0)
        print_ladder();
    else
        return false;
    return true;
}
