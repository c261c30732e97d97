/* SPDX-License-Identifier: Apache-2.0 */
/*
 * designs - a context's designs (shape/design.h): the key by which equal plans find one, and its
 * users. A design that no plan uses stays, until others push it out (base/lru.h).
 */
#ifndef CLREDUCE_PLAN_DESIGNS_H
#define CLREDUCE_PLAN_DESIGNS_H

#include "device/context.h"
#include "shape/design.h"

/* An empty design with one user, under no key; NULL if memory ran out. */
clri_design *clri_design_make(clr_context *context);

/* Releases the programs, texts and cells of a design in the making. */
void clri_design_clear(clri_design *design);
void clri_design_clear_cells(clri_design *design);

/*
 * The key of plans with all ways, of these reductions and options (complete; `like` apart), which
 * the caller frees. NULL if the reductions are invalid or memory ran out: plans without a key have
 * designs of their own.
 */
char *clri_design_key(const clr_reduction *reductions, size_t count,
                      const clr_plan_options *options);

/* The key in which only the ways, bits of CLRI_WAY_..., differ; NULL of NULL, or if memory ran
 * out. The caller frees it. */
char *clri_design_key_for(const char *key, uint32_t ways);

/* The context's design of that key, with one more user; NULL: there is none. */
clri_design *clri_design_find(clr_context *context, const char *key);

/* Lets equal plans find a finished design. Takes over the key, which may be NULL. */
void clri_design_share(clri_design *design, char *key);

/* The text of the first program, as it is or would be compiled; NULL if memory ran out. */
const char *clri_design_text(clri_design *design);

/* Counts one user more, and one less; `design` may be NULL. */
void clri_design_retain(clri_design *design);
void clri_design_release(clri_design *design);

#endif
