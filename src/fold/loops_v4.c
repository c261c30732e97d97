/* SPDX-License-Identifier: Apache-2.0 */
/* The loops for x86-64-v4, with which src/CMakeLists.txt compiles this file; elsewhere it is empty.
 */
#ifdef CLRI_HAS_LOOPS_V4
#define CLRI_LOOPS clri_loops_v4
#include "fold/loops_text.h"
#else
typedef int clri_no_loops_v4; /* ISO C wants a declaration */
#endif
