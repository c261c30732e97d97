/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rounding_mode - round to nearest, with subnormals and without traps, while the host computes
 * sums: the caller's thread may have set another mode, under which exact sums would be wrong, and
 * the flags of inexact results are the caller's, too. One register is saved and set, where the
 * compiler's machine has one: fegetenv() and fesetenv() take longer than a sum of 100 numbers.
 */
#ifndef CLREDUCE_BASE_ROUNDING_MODE_H
#define CLREDUCE_BASE_ROUNDING_MODE_H

#include <stdint.h>

#if defined(__SSE2__)
/* MXCSR: all exceptions masked, nearest, neither FTZ nor DAZ. */
#define CLRI_ROUNDING_PLAIN 0x1f80u

typedef struct clri_rounding {
    uint32_t mode;
} clri_rounding;

static inline clri_rounding clri_rounding_begin(void)
{
    const clri_rounding rounding = {__builtin_ia32_stmxcsr()};

    __builtin_ia32_ldmxcsr(CLRI_ROUNDING_PLAIN);
    return rounding;
}

static inline void clri_rounding_end(const clri_rounding *rounding)
{
    __builtin_ia32_ldmxcsr(rounding->mode);
}
#else
#include <fenv.h>

typedef struct clri_rounding {
    fenv_t mode;
} clri_rounding;

static inline clri_rounding clri_rounding_begin(void)
{
    clri_rounding rounding;

    fegetenv(&rounding.mode);
    fesetenv(FE_DFL_ENV);
    return rounding;
}

static inline void clri_rounding_end(const clri_rounding *rounding)
{
    fesetenv(&rounding->mode);
}
#endif

#endif
