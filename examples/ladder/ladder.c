/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ladder - runs a kernel of this folder, or one that a learner has written, over made numbers, in
 * the launches that its rung takes, each of which it prints; tells how long that took, the first
 * time and warm; compares with a plain loop, and says what is wrong. A kernel that selects is tried
 * on rows of several kinds. Of an exercise it checks whether the kernel does what is asked for.
 *
 *   clreduce-ladder [--unsound] [--like NAME] FILE.cl [NUMBERS [GROUP [GROUPS]]]
 *
 *   --unsound  run a kernel that is wrong by design
 *   --like     the rung as which the kernel is launched, or the exercise; that of the file's name
 *   NUMBERS    how many to reduce (1000000), or in each row to select from (1000)
 *   GROUP      work-items a group (256)
 *   GROUPS     most groups of kernels whose groups stay for more, or rows (8 a compute unit)
 *
 * Exit status: 0 the result is right, or wrong by design; 1 it is wrong, or something failed, after
 * a line that says what; 3 the device lacks what the kernel needs.
 */
#include "exercise.h"
#include "finding.h"
#include "selection.h"
#include <string.h>

enum { WARM_RUNS = 5 };

/* ---- A run ---- */

static double timed(job *j, cl_int *result)
{
    const double begin = job_clock();

    *result = job_run(j);
    return job_clock() - begin;
}

/* The first run, which may compile, is timed apart from the shortest of some more. */
static int tell(job *j)
{
    const cl_int expected = job_make_numbers(j);
    cl_int result, warm_result;
    finding f;
    const double first = timed(j, &result);
    double shortest = first;

    j->is_quiet = true;
    for (int i = 0; i < WARM_RUNS; i++) {
        const double time = timed(j, &warm_result);

        shortest = time < shortest ? time : shortest;
    }
    printf("result %d, %s: a plain loop's is %d\n", (int)result,
           result != expected       ? "wrong"
           : j->rung->wrong != NULL ? "right by luck"
                                    : "right",
           (int)expected);
    printf("time %.3f ms at first, %.3f ms warm\n", 1e3 * first, 1e3 * shortest);
    if (result == expected || j->rung->wrong != NULL)
        return 0;
    f = finding_of(j);
    finding_tell(&f);
    return WRONG;
}

/* The number that a word is, of 1 to `most`. */
static cl_uint number_of(const char *word, cl_uint most)
{
    const unsigned long number = strtoul(word, NULL, 10);

    if (strspn(word, "0123456789") != strlen(word) || number < 1 || number > most)
        STOP(1, "'%s' is no number from 1 to %u", word, most);
    return (cl_uint)number;
}

/* ---- What is to be run ---- */

/* The options and words of the command line. */
typedef struct request {
    bool unsound;
    const char *like; /* a name, or NULL */
    const char *file;
    char **numbers;
    int number_count;
} request;

static const char usage[] =
    "usage: clreduce-ladder [--unsound] [--like NAME] FILE.cl [NUMBERS [GROUP [GROUPS]]]";

static request read_words(int count, char **words)
{
    request r = {false, NULL, NULL, NULL, 0};
    int at = 1;

    for (; at < count && strncmp(words[at], "--", 2) == 0; at++) {
        if (strcmp(words[at], "--unsound") == 0)
            r.unsound = true;
        else if (strcmp(words[at], "--like") == 0 && at + 1 < count)
            r.like = words[++at];
        else
            STOP(1, "%s", usage);
    }
    if (at == count || count - at > 4)
        STOP(1, "%s", usage);
    r.file = words[at];
    r.numbers = words + at + 1;
    r.number_count = count - at - 1;
    return r;
}

/* The name in a path such as a/b/06_interleaved.cl, and how long it is. */
static const char *name_in(const char *path, size_t *length)
{
    const char *name = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;

    name += strspn(name, "0123456789_");
    *length = strcspn(name, ".");
    return name;
}

/* Kernels that select are no rungs. */
static void list_rungs(const char *title, bool select)
{
    fputs(title, stderr);
    for (size_t i = 0; rung_at(i) != NULL; i++)
        if ((rung_at(i)->then == SELECT) == select)
            fprintf(stderr, " %s", rung_at(i)->name);
}

static void list_names(void)
{
    list_rungs("rungs:", false);
    list_rungs("\nselections:", true);
    fputs("\nexercises:", stderr);
    for (size_t i = 0; exercise_name(i) != NULL; i++)
        fprintf(stderr, " %s", exercise_name(i));
    fputc('\n', stderr);
}

static void stop_nameless(const request *r)
{
    if (r->like != NULL)
        fprintf(stderr, "clreduce-ladder: --like %s: there is no such rung or exercise\n", r->like);
    else
        fprintf(stderr,
                "clreduce-ladder: %s: no rung and no exercise has the file's name: --like NAME "
                "says as which "
                "the kernel is launched, such as --like sequential\n",
                r->file);
    list_names();
    exit(1);
}

/* Whether there are rows of such a length. */
static void check_rows(const job *j)
{
    if (j->count > MOST_NUMBERS / j->groups)
        STOP(1, "%u rows of %u numbers are more than %u numbers", j->groups, j->count,
             MOST_NUMBERS);
    if (j->count > (cl_ulong)j->group * j->rung->share)
        STOP(1, "%s keeps %u numbers an item: rows of %u want larger groups than of %u", j->path,
             j->rung->share, j->count, j->group);
}

static void set_sizes(job *j, const request *r)
{
    cl_uint units;

    if (clGetDeviceInfo(j->device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL) !=
        CL_SUCCESS)
        STOP(1, "the device does not say how many compute units it has");
    j->count = r->number_count > 0       ? number_of(r->numbers[0], MOST_NUMBERS)
               : j->rung->then == SELECT ? 1000
                                         : 1000000;
    j->group = r->number_count > 1 ? number_of(r->numbers[1], MOST_ITEMS) : 256;
    j->groups = r->number_count > 2 ? number_of(r->numbers[2], MOST_NUMBERS) : 8 * units;
    if (j->rung->then == SELECT)
        check_rows(j);
    if (j->rung->then == AGAIN && j->group * j->rung->share == 1)
        STOP(1, "%s is launched until one sum is left, and groups of 1 never leave fewer", j->path);
}

static int run_rung(job *j, const request *r)
{
    if (j->rung->wrong != NULL && !r->unsound)
        STOP(1, "%s is wrong by design (%s): --unsound runs it", r->file, j->rung->wrong);
    set_sizes(j, r);
    job_compile(j, "");
    j->reduce = job_kernel(j, rung_kernel(j->rung));
    j->multiply = j->rung->product == UNFUSED ? job_kernel(j, "multiply") : NULL;
    if (j->rung->then == SELECT)
        return selection_try(j, true) == ROW_KINDS ? 0 : WRONG;
    return tell(j);
}

int main(int count, char **words)
{
    const request r = read_words(count, words);
    job j = {.path = r.file};
    size_t length;
    const char *name = name_in(r.like != NULL ? r.like : r.file, &length);
    const exercise *asked = exercise_find(name, length);

    j.rung = rung_find(name, length);
    if (asked == NULL && j.rung == NULL)
        stop_nameless(&r);
    if (asked != NULL && r.number_count > 0)
        STOP(1, "exercise %.*s brings its own numbers: leave %s out", (int)length, name,
             r.numbers[0]);
    job_open(&j);
    return asked != NULL ? exercise_check(asked, &j) : run_rung(&j, &r);
}
