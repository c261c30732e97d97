/* SPDX-License-Identifier: Apache-2.0 */
/*
 * some_sample - a plan that takes some of the elements, and what it is run on: which result each
 * element is of, or entry of a list, and whether it counts.
 */
#ifndef CLREDUCE_TESTS_SOME_SAMPLE_H
#define CLREDUCE_TESTS_SOME_SAMPLE_H

#include "draw.h"
#include "result_arrays.h"

enum { MOST = 3000, FEW = 700, RESULTS_MOST = 400, REDUCTIONS_MOST = 3, BEFORE = 3 };

/* Which elements there are. */
struct way {
    clr_mask_kind mask;
    clr_type index;
    bool is_inside;
    bool is_told;
};

struct subject {
    const struct rig *rig;
    clr_shape shape;
    struct way way;
    const clr_reduction *reductions;
    size_t count;
    clr_plan *plan;
    clr_plan_info info;
    clr_result results[REDUCTIONS_MOST];
};

/* Makes the plan of a subject that says what it is of. */
void subject_make(struct subject *subject);

struct sample {
    size_t elements, entries, there, results, length;
    unsigned char *inputs[2];
    bool *taken;
    int64_t *indices; /* their bits */
    uint32_t *names;  /* labels or keys */
    uint32_t *begins; /* of segments */
    size_t *result_of, *place_of;
    clr_index index;
    clr_mask mask;
    cl_mem counts;
};

/* Whether an entry's index names an element; whether the entry counts. */
bool is_named(const struct sample *sample, clr_type type, size_t entry);
bool is_some(const struct subject *subject, const struct sample *sample, size_t entry);

void sample_make(const struct subject *subject, struct sample *sample, uint64_t seed);
void sample_destroy(struct sample *sample);

#endif
