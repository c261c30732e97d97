/* SPDX-License-Identifier: Apache-2.0 */
/*
 * exercise - the exercises' rows, with their hints. See exercise.h.
 */
#include "exercise.h"
#include "bank_look.h"
#include "finding.h"
#include "selection.h"
#include <string.h>

/* An exercise: as which rung its kernel is launched, and what it is told when it is wrong. */
struct exercise {
    const char *name, *like;
    const char *wrong[FINDING_KINDS]; /* by what was found; else of FOUND_NOTHING */
    const char *of_rows[ROW_KINDS];   /* by the kind of rows; else that of FOUND_NOTHING */
    const char *word, *wordless;      /* what a kernel cannot do without; NULL: nothing */
    const char *conflict, *scatter;   /* where cells are looked at; NULL: they are not */
    const char *then;                 /* where it goes on from here */
};

static const exercise exercises[] = {
    {"guard", "atomic",
     .wrong =
         {"Every number is to be added by one item, the one whose get_global_id(0) is its place.",
          [FOUND_BEHIND] =
              "A launch has whole groups, so the last group has items without a number. Let only "
              "those read in[i], and add it, for which there is one: i < n.",
          [FOUND_MISSED] =
              "The numbers are 0 to n - 1: an item that has one may not be turned away."},
     .then = "The ladder goes on with atomic-stride: items that add several numbers before they "
             "queue."},
    {"barrier", "interleaved",
     .wrong = {"What an item reads, another one has written in the turn before: in every turn of "
               "the loop all items of the group wait between the one and the other, not only "
               "before the first."},
     .word = "barrier",
     .wordless =
         "Nobody waits: item 0 takes its neighbour's cell whether or not the neighbour has written "
         "it. barrier(CLK_LOCAL_MEM_FENCE) holds an item until all items of its group are there.",
     .then = "clreduce explain no-barriers --unsound shows what such a kernel takes too early."},
    {"banks", "interleaved",
     .wrong = {"After step s there are half as many sums as before it, and after the last one all "
               "is in cell 0: item lid adds cell other() to cell mine(), and other() is size where "
               "it has nothing to do."},
     .conflict = "Lanes that are neighbours should touch cells that are neighbours: let item lid "
                 "keep cell lid, and take the other one from the upper half of what is left.",
     .scatter = "Lanes at work should be neighbours: let the first items do the work, and the last "
                "ones rest.",
     .then = "clreduce explain strided-index sequential --group 64 --items 64 counts the same of "
             "both trees."},
    {"stride", "group-atomic",
     .wrong = {"Each number is to be added by one item, however few groups there are.",
               [FOUND_MISSED] = "There are fewer items than numbers: an item that has added one "
                                "goes on to another, until there is none left.",
               [FOUND_REPEATED] =
                   "Items meet on the same numbers: the step from one to the next is as long as "
                   "all items of all groups are many, get_global_size(0).",
               [FOUND_BEHIND] = "An item goes on while its number is one of n: i < n."},
     .then = "The ladder goes on with group-atomic and two-pass: several loads at a time."},
    {"last", "ticket",
     .wrong = {"One group alone writes the result, and of all sums.",
               [FOUND_UNWRITTEN] =
                   "Nobody is the last: atomic_fetch_add_explicit() gives what the counter was "
                   "before, so that the tickets of g groups are 0 to g - 1.",
               [FOUND_GARBAGE] =
                   "The group that adds up the sums comes before others have left theirs: it is "
                   "the last that draws, not the first; and there are as many sums as groups.",
               [FOUND_MISSED] = "The last group takes the sums of all groups, be they more than it "
                                "has items or fewer.",
               [FOUND_REPEATED] = "Each group's sum is to be added once."},
     .then = "The ladder's ticket is this, with vectors; what the fences are for is on its page."},
    {"key", "halve-select",
     .wrong = {"The key of the larger number is the larger key, and number_of() gives the number "
               "back."},
     .of_rows = {[ROW_NEGATIVE] =
                     "Of two negative numbers the one with the larger bits is the smaller number: "
                     "turn all of a negative number's bits over.",
                 [ROW_BITS] = "Keys of numbers that are not negative lie above those of negative "
                              "ones: turn their sign's bit over.",
                 [ROW_NANS] = "NaNs have either sign. All of them are to come last: make each one "
                              "0xffffffff."},
     .then = "The library's host selects by such keys, whatever the type (src/select/order.h)."},
    {"bin", "radix-select",
     .wrong =
         {"The bin of the rank is the first one up to which there are more than `rank` keys; "
          "those in the bins before it are none of its own, so that the rank among its keys is "
          "smaller by them."},
     .then = "Item 0 walks alone while its group waits: radix-select's scan() does it in eight "
             "steps."},
    {"bracket", "halve-select",
     .wrong =
         {"The counts tell where the rank lies: below the bracket if rank < below, above it if "
          "rank >= upto. Go on with the range there, or with all keys."},
     .then = "What a sample costs, and how wide its bracket is to be, is the subject of Floyd and "
             "Rivest's paper."},
};

/* Full groups, and groups that are not; a lone number; more numbers than items. */
static const struct extent {
    cl_uint count, group, groups;
} cases[] = {{64, 64, 1}, {1024, 64, 4},  {1000, 64, 4},   {1, 64, 4},
             {65, 64, 4}, {10007, 4, 16}, {100003, 128, 4}};

/* Of rows; so many that a sample of some misleads. */
static const struct extent row_cases[] = {{1000, 64, 16}, {1, 64, 1}, {65, 64, 16}, {127, 4, 3}};

/* As often as that, as a kernel whose items do not wait is right at times. */
enum { RUNS = 10 };

const char *exercise_name(size_t index)
{
    return index < sizeof exercises / sizeof *exercises ? exercises[index].name : NULL;
}

const exercise *exercise_find(const char *name, size_t length)
{
    for (size_t i = 0; exercise_name(i) != NULL; i++) {
        if (strlen(exercises[i].name) == length && strncmp(name, exercises[i].name, length) == 0)
            return &exercises[i];
    }
    return NULL;
}

static int refuse(const char *hint)
{
    printf("hint: %s\n", hint);
    return WRONG;
}

/* Whether the text has the word outside of comments. */
static bool has_word(const char *text, const char *word)
{
    while (*text != '\0') {
        if (strncmp(text, "/*", 2) == 0 && strstr(text, "*/") != NULL)
            text = strstr(text, "*/") + 2;
        else if (strncmp(text, "//", 2) == 0)
            text += strcspn(text, "\n");
        else if (strncmp(text, word, strlen(word)) == 0)
            return true;
        else
            text++;
    }
    return false;
}

static int tell_wrong(const exercise *e, job *j)
{
    const finding f = finding_of(j);

    finding_tell(&f);
    if (e->word != NULL && !has_word(job_text(j), e->word))
        return refuse(e->wordless);
    return refuse(e->wrong[f.kind] != NULL ? e->wrong[f.kind] : e->wrong[FOUND_NOTHING]);
}

static int try_case(const exercise *e, job *j)
{
    const cl_int expected = job_make_numbers(j);

    printf("%u number%s in groups of %u: ", j->count, j->count == 1 ? "" : "s", j->group);
    for (int i = 0; i < RUNS; i++) {
        const cl_int result = job_run(j);
        if (result == expected)
            continue;
        if (result == UNWRITTEN && j->rung->then == STORED)
            printf("wrong, %d is expected and nothing came\n", (int)expected);
        else
            printf("wrong, %d is expected and %d came\n", (int)expected, (int)result);
        return tell_wrong(e, j);
    }
    puts("right");
    return 0;
}

static int look_at_cells(const exercise *e, job *j)
{
    switch (bank_look_at(j)) {
    case BANKS_CONFLICT:
        return refuse(e->conflict);
    case BANKS_SCATTER:
        return refuse(e->scatter);
    default:
        puts("no two lanes meet in a bank, and waves are full as long as they can be");
        return 0;
    }
}

static void set_extent(job *j, const struct extent *extent)
{
    j->count = extent->count;
    j->group = extent->group;
    j->groups = extent->groups;
}

static int try_sums(const exercise *e, job *j)
{
    int status = 0;

    for (size_t i = 0; status == 0 && i < sizeof cases / sizeof *cases; i++) {
        set_extent(j, &cases[i]);
        status = try_case(e, j);
    }
    return status;
}

static int try_rows(const exercise *e, job *j)
{
    for (size_t i = 0; i < sizeof row_cases / sizeof *row_cases; i++) {
        row_kind wrong;

        set_extent(j, &row_cases[i]);
        wrong = selection_try(j, false);
        if (wrong != ROW_KINDS)
            return refuse(e->of_rows[wrong] != NULL ? e->of_rows[wrong] : e->wrong[FOUND_NOTHING]);
        printf("%u row%s of %u in groups of %u: right\n", j->groups, j->groups == 1 ? "" : "s",
               j->count, j->group);
    }
    return 0;
}

int exercise_check(const exercise *e, job *j)
{
    int status;

    j->rung = rung_find(e->like, strlen(e->like));
    j->is_quiet = true;
    j->group = cases[sizeof cases / sizeof *cases - 1].group;
    job_compile(j, e->conflict != NULL ? bank_look_text : "");
    j->reduce = job_kernel(j, rung_kernel(j->rung));
    status = j->rung->then == SELECT ? try_rows(e, j) : try_sums(e, j);
    if (status == 0 && e->word != NULL && !has_word(job_text(j), e->word)) {
        puts("right by luck");
        status = refuse(e->wordless);
    }
    if (status == 0 && e->conflict != NULL)
        status = look_at_cells(e, j);
    if (status == 0)
        printf("%s is right. %s\n", e->name, e->then);
    return status;
}
