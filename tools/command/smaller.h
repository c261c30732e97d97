/* SPDX-License-Identifier: Apache-2.0 */
/* smaller - the smaller of two counts. */
#ifndef CLREDUCE_TOOLS_SMALLER_H
#define CLREDUCE_TOOLS_SMALLER_H

#include <stdint.h>

static inline uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

#endif
