/* SPDX-License-Identifier: Apache-2.0 */
/*
 * assemble - what the vendor gate's sources are: what they compute, by which strategy, for which
 * kind of device; and how one is written.
 */
#ifndef CLREDUCE_TESTS_VENDOR_ASSEMBLE_H
#define CLREDUCE_TESTS_VENDOR_ASSEMBLE_H

#include <clreduce/clreduce.h>
#include <stdbool.h>
#include <stdio.h>

/* A kind of device that kernels are composed for. */
struct target {
    const char *name;
    cl_device_type type;
    unsigned fp64;
    clr_fence fence;
    clr_shuffle shuffle;
    clr_atomic_add atomic_add;
    const char *families; /* compilers that read it, after a space; "" for all */
};

enum { GPU, GPU_WITHOUT_FP64, AMD, INTEL, INTEL_WITHOUT_FP64, KHRONOS, NVIDIA, CPU, TARGETS };

extern const struct target targets[TARGETS];

/* Ways to compose a source other than the plain one. */
typedef enum variant { PLAIN, DYNAMIC, TRACED, VARIANTS } variant;

/* What is computed. */
struct subject {
    char name[64];
    clr_reduction reductions[CLR_REDUCTIONS_MOST];
    size_t count;
    size_t state_size; /* of the caller's own operator, whose text nobody has compiled yet */
    size_t result_size;
    clr_mask_kind mask;
    clr_type index;
    bool indices_inside;
    bool device_count;
    bool is_numbered;   /* as of elements that are sorted by label */
    bool leaves_states; /* for accumulators, in place of results */
};

/* How: by which strategy, for which device, in which width. */
struct way {
    const char *strategy;
    const struct target *target;
    uint64_t vector_width; /* 0: the library's choice */
    variant variant;
    clr_shape shape;
    bool may_be_refused; /* by the library, as one of a product */
    bool once_a_kind;    /* to compilers that make code only if they had none of its kind */
};

/* Where sources go, and what kinds of them the compilers that make code have got so far. */
struct gate {
    const char *folder;
    FILE *manifest;
    bool is_full;
    uint64_t kinds[1024];
    size_t kind_count;
};

/* Writes a source and its line in the manifest. Returns 0 if it is there, or may be refused and is.
 */
int write_source(struct gate *gate, const struct subject *subject, const struct way *way);

/* A device of that kind. */
clr_device device_of(const struct target *target);

/* Writes a text, and its line in the manifest: `standard` is the oldest OpenCL C it is for. */
int put_text(struct gate *gate, const char *name, const char *text, const char *standard,
             const char *fp64, const char *families);

/* Writes sources of lists of indices, and of counts that the device knows. */
int cover_lists(struct gate *gate);

/* Writes all sources of blocks. */
int cover_blocks(struct gate *gate);

/* Writes all sources of the set, and returns 0 if that worked. */
int cover_all(struct gate *gate);

#endif
