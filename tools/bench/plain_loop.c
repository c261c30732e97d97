/* SPDX-License-Identifier: Apache-2.0 */
/*
 * plain_loop - which of the compiled loops are this machine's, and the threads that they run on.
 * The loops are in plain_loops.c. See plain_loop.h.
 */
#include "plain_loop.h"
#include <stddef.h>

#ifdef _OPENMP
#include <omp.h>
#endif

extern const plain_loop plain_loops_base[];

#ifdef PLAIN_LOOP_LEVELS
extern const plain_loop plain_loops_v3[];
extern const plain_loop plain_loops_v4[];

/* The instructions of x86-64-v3 and v4 that loops over arrays may use. */
static bool has_v3(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
}

static bool has_v4(void)
{
    return has_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}

const plain_loop *plain_loop_table(int level)
{
    if (level == 0)
        return plain_loops_base;
    if (level == 1)
        return has_v3() ? plain_loops_v3 : NULL;
    return level == 2 && has_v4() ? plain_loops_v4 : NULL;
}
#else
const plain_loop *plain_loop_table(int level)
{
    return level == 0 ? plain_loops_base : NULL;
}
#endif

const plain_loop *plain_loop_find(clr_operator op, clr_type type)
{
    const plain_loop *loops = NULL;

    for (int level = PLAIN_LOOP_TABLES - 1; !loops; level--)
        loops = plain_loop_table(level);
    for (; loops->run; loops++)
        if (loops->op == op && loops->type == type)
            return loops;
    return NULL;
}

int plain_loop_threads(void)
{
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 1;
#endif
}

void plain_loop_wake(void)
{
    /* A team is made by the first region that needs one. */
#pragma omp parallel
    {
    }
}

void plain_loop_rest(void)
{
#ifdef _OPENMP
    /* Else they would go on spinning for milliseconds, on the very cores of a CPU device. */
    omp_pause_resource_all(omp_pause_soft);
#endif
}
