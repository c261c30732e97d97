/* SPDX-License-Identifier: Apache-2.0 */
/*
 * finding - the places where kernels go wrong, tried one by one. See finding.h.
 */
#include "finding.h"

static int by_place(const void *a, const void *b)
{
    const cl_uint x = *(const cl_uint *)a, y = *(const cl_uint *)b;

    return x < y ? -1 : x > y;
}

/* How often the number at the place is added; behind the last one, how many are. */
static cl_int times_added(job *j, cl_uint place)
{
    job_mark(j, place);
    return job_run(j);
}

/* Around the ends of a group, of all groups that there are, and of the numbers. */
static finding find_number(job *j)
{
    const cl_uint turn = j->group * j->groups, last = j->count - 1;
    cl_uint places[] = {0,        1,        2,    3,        j->group / 2, j->group - 1,
                        j->group, turn - 1, turn, turn + 1, last - 1,     turn * j->rung->share,
                        last};

    qsort(places, sizeof places / sizeof *places, sizeof *places, by_place);
    for (size_t i = 0; i < sizeof places / sizeof *places && places[i] < j->count; i++) {
        const cl_int times = times_added(j, places[i]);
        if (times != 1)
            return (finding){times == 0 ? FOUND_MISSED : FOUND_REPEATED, places[i], times};
    }
    return (finding){FOUND_NOTHING, 0, 0};
}

/* Zeros come first: what a kernel reads of memory that it has not written is what the run before
 * left there. */
finding finding_of(job *j)
{
    const cl_int of_zeros = times_added(j, NOWHERE), behind = times_added(j, j->count);

    if (j->rung->product != NONE)
        return (finding){FOUND_NOTHING, 0, 0};
    if (of_zeros == UNWRITTEN)
        return (finding){FOUND_UNWRITTEN, 0, 0};
    if (of_zeros != 0)
        return (finding){FOUND_GARBAGE, 0, of_zeros};
    if (behind != 0)
        return (finding){FOUND_BEHIND, j->count, behind};
    return find_number(j);
}

void finding_tell(const finding *f)
{
    switch (f->kind) {
    case FOUND_UNWRITTEN:
        puts("no group writes the result");
        break;
    case FOUND_GARBAGE:
        printf("of zeros alone the sum is %d: something is read that nobody has written\n",
               (int)f->times);
        break;
    case FOUND_BEHIND:
        printf("what lies behind the last number, %u, is added, too\n", f->place - 1);
        break;
    case FOUND_MISSED:
        printf("number %u, counted from 0, is added by nobody\n", f->place);
        break;
    case FOUND_REPEATED:
        printf("number %u, counted from 0, is added %d times\n", f->place, (int)f->times);
        break;
    default:
        break;
    }
}
