/* SPDX-License-Identifier: Apache-2.0 */
/*
 * prune - what compilers and readers get of a composed text: expanded (base/expand.h), the
 * functions, types, constants and macros that kernels reach, with the comments before them, and the
 * comment that opens a piece, or a part of one, if anything of it is left. Of the default sum of
 * f32 that is 2,500 of 5,800 lines; PoCL compiles functions with a body even if nothing calls them.
 * What stands within a condition on the compiler's names (#ifdef FP_FAST_FMA) stays or goes as a
 * whole, as only the compiler knows which branch counts.
 */
#ifndef CLREDUCE_BASE_PRUNE_H
#define CLREDUCE_BASE_PRUNE_H

/*
 * The text, which the caller frees; NULL if memory ran out. `used`: names that are used from
 * outside of the text, with spaces between them; NULL: kernels alone are, and the text begins with
 * its contents.
 */
char *clri_prune(const char *text, const char *used);

#endif
