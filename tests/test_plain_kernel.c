/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernels of examples/ladder against the strategies of their names: run by the example's own
 * program, they come to the same result in the same launches of as many groups and work-items.
 *
 *   test_plain_kernel LADDER FOLDER     the program, and the folder of its kernels
 */
#include "support.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { MOST = 100003, GROUPS = 8, LOADS = 4, LACKING = 3, TEXT = 1000 };

/* Sizes for which it is the same whether groups have even shares or stretches of memory. Every
   other strategy takes those of the last row: kernels are compiled anew for groups of another size.
 */
static const struct extent {
    uint64_t count, group;
} extents[] = {{1, 64}, {500, 64}, {MOST, 64}, {700, 100}};

enum { EXTENTS = sizeof extents / sizeof *extents };

static const char *program, *folder;

/* What a run told: its launches, "8 x 64; 1 x 8; ", and what came out. */
struct told {
    char launches[TEXT];
    long long result;
};

/* ---- by the library ---- */

/* The program's. */
static const cl_int *numbers(void)
{
    static cl_int made[MOST];

    for (uint32_t i = 0; i < MOST; i++)
        made[i] = (cl_int)(i * 2654435761u >> 29);
    return made;
}

/* The sizes that kernels have written into them; groups that stay are as many as the program's. */
static clr_plan_options options_of(const clr_strategy_info *info, uint64_t group)
{
    const bool is_wide = !strcmp(info->load, "tile") || !strcmp(info->load, "unroll");
    const bool stays = !strcmp(info->load, "tile") || !strcmp(info->load, "stride");
    clr_plan_options options = {.size = sizeof options, .strategy = info->name, .unsound = 1};

    options.group_size = group;
    if (strcmp(info->finish, "result") != 0 && stays)
        options.group_count = GROUPS;
    if (is_wide)
        options.vector_width = options.item_loads = LOADS;
    return options;
}

/* Those that make a cell ready and hand it on are no launches of the program's. */
static bool is_of_cell(const char *kernel)
{
    return strncmp(kernel, "clr_cell_", strlen("clr_cell_")) == 0;
}

static void note(struct told *told, uint64_t groups, uint64_t items)
{
    const size_t length = strlen(told->launches);

    snprintf(told->launches + length, TEXT - length, "%llu x %llu; ", (unsigned long long)groups,
             (unsigned long long)items);
}

static struct told told_by_plan(const struct rig *rig, clr_plan *plan, uint64_t count)
{
    struct told told = {{0}, 0};
    cl_mem input = buffer_of(rig, numbers(), count * sizeof(cl_int));
    clr_launched kernel = {.size = sizeof kernel};
    cl_long sum;

    run_plan(rig, plan, input, 0, count, &sum);
    told.result = sum;
    for (size_t i = 0; clr_plan_launched(plan, i, &kernel) == CLR_OK; i++)
        for (uint64_t turn = 0; turn < kernel.times && !is_of_cell(kernel.kernel); turn++)
            note(&told, kernel.groups, kernel.group_size);
    clReleaseMemObject(input);
    return told;
}

/* ---- by the program ---- */

/* Returns the program's exit status. */
static int told_by_program(const char *path, const struct extent *extent, struct told *told)
{
    char line[TEXT];
    unsigned long long groups, items;
    FILE *from;

    snprintf(line, sizeof line, "'%s' --unsound '%s' %llu %llu %d 2>&1", program, path,
             (unsigned long long)extent->count, (unsigned long long)extent->group, GROUPS);
    from = popen(line, "r");
    assert_non_null(from);
    while (fgets(line, sizeof line, from) != NULL) {
        if (sscanf(line, "launch %*u: %llu x %llu", &groups, &items) == 2)
            note(told, groups, items);
        sscanf(line, "result %lld,", &told->result);
    }
    return WEXITSTATUS(pclose(from));
}

/* ---- side by side ---- */

/* The second launch has one group; of how many work-items the program says when it knows how many
   sums there are, and a plan before that. */
static void cut_unknown(const clr_strategy_info *info, struct told *told)
{
    char *second = strstr(told->launches, "; 1 x ");

    if (strcmp(info->finish, "store") == 0 && second != NULL)
        second[strlen("; 1 x ")] = '\0';
}

static void compare(const struct rig *rig, const clr_strategy_info *info, const char *path,
                    const struct extent *extent, struct tally *tally)
{
    const clr_reduction sum = CLR_REDUCTION(CLR_OPERATOR_SUM, CLR_TYPE_I32);
    const clr_plan_options options = options_of(info, extent->group);
    struct told ours, theirs = {{0}, 0};
    clr_plan *plan = NULL;
    const int status = told_by_program(path, extent, &theirs);

    if (status == LACKING) {
        tally_skip(tally, "the device lacks what the kernel needs");
        return;
    }
    if (clr_plan_create(rig->context, &sum, 1, &options, &plan) == CLR_ERROR_UNSUPPORTED) {
        tally_skip(tally, clr_context_error(rig->context)->message);
        return;
    }
    assert_non_null(plan);
    ours = told_by_plan(rig, plan, extent->count);
    cut_unknown(info, &ours);
    cut_unknown(info, &theirs);
    if (status != 0 || strcmp(ours.launches, theirs.launches) != 0 ||
        (info->is_sound && ours.result != theirs.result))
        fail_msg("%s, %llu numbers, groups of %llu: exit status %d, %sresult %lld; strategy %s: "
                 "%sresult %lld",
                 path, (unsigned long long)extent->count, (unsigned long long)extent->group, status,
                 theirs.launches, theirs.result, info->name, ours.launches, ours.result);
    tally->run++;
    clr_plan_destroy(plan);
}

/* The strategy's file, a rung's behind its number; false if it has none. no-barriers' is
   no_barriers.cl. */
static bool find_file(const char *strategy, glob_t *found)
{
    char pattern[TEXT];

    snprintf(pattern, sizeof pattern, "%s/{[0-9][0-9]_,}%s.cl", folder, strategy);
    for (char *at = strchr(pattern, '}'); *at != '\0'; at++)
        *at = *at == '-' ? '?' : *at;
    return glob(pattern, GLOB_BRACE, NULL, found) == 0;
}

TEST(kernels_do_as_their_strategies)
{
    struct tally tally = {0};
    size_t files = 0;

    assert_true(rig_count() != 0);
    for (size_t s = 1; clr_strategy_name(s) != NULL; s++) {
        clr_strategy_info info = {.size = sizeof info};
        glob_t found = {0};

        assert_int_equal(clr_strategy_describe(clr_strategy_name(s), &info), CLR_OK);
        if (find_file(info.name, &found)) {
            for (size_t i = 0; i < EXTENTS - s % 2; i++)
                compare(rig_at(0), &info, found.gl_pathv[0], &extents[i], &tally);
            files++;
            globfree(&found);
        }
    }
    tally_print("plain kernels", &tally);
    assert_true(files >= 20);
    assert_true(tally.run >= 18 * (EXTENTS - 1));
}

/* ---- what the program refuses ---- */

static void expect_refusal(const char *arguments, const char *part)
{
    char line[2 * TEXT];
    FILE *from;

    snprintf(line, sizeof line, "cd '%s' && '%s' %s 2>&1", folder, program, arguments);
    from = popen(line, "r");
    assert_non_null(from);
    line[fread(line, 1, sizeof line - 1, from)] = '\0';
    if (strstr(line, part) == NULL)
        fail_msg("ladder %s: expected '%s', not '%s'", arguments, part, line);
    assert_int_equal(WEXITSTATUS(pclose(from)), 1);
}

TEST(what_makes_no_sense_is_refused)
{
    expect_refusal("", "usage: clreduce-ladder");
    expect_refusal("01_race.cl", "additions to one cell get lost");
    expect_refusal("early_return.cl", "items leave before a barrier at which others wait");
    expect_refusal("ladder.c.cl", "no rung and no exercise has the file's name");
    expect_refusal("03_atomic.cl 0", "'0' is no number from 1 to");
    expect_refusal("03_atomic.cl 10 -1", "'-1' is no number from 1 to");
    expect_refusal("/nowhere/03_atomic.cl", "could not be read");
}

int main(int count, char **words)
{
    if (count != 3)
        return 1;
    program = words[1];
    folder = words[2];
    return tests_run(NULL);
}
