/* SPDX-License-Identifier: Apache-2.0 */
/* The loops for every machine, and which ones this machine takes. */
#define CLRI_LOOPS clri_loops_plain
#include "fold/loops_text.h"

const clri_loops *clri_loops_here(void)
{
#ifdef CLRI_HAS_LOOPS_V4
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return &clri_loops_v4;
#endif
#ifdef CLRI_HAS_LOOPS_V3
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &clri_loops_v3;
#endif
    return &clri_loops_plain;
}
