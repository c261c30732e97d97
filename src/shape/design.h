/* SPDX-License-Identifier: Apache-2.0 */
/*
 * design - what equal plans share: the reductions and options asked for, the choices made for the
 * device, and the programs. src/plan/draft.c makes a design with its first plan; from then on it is
 * read only, and each plan has kernels and buffers of its own.
 *
 * A context keeps designs by key: a second equal plan took 81, 183 and 44 us with its text composed
 * and compared, and takes 1, 3 and 3 with the design found (flat, rows, labels;
 * docs/history/2026-11-28-typical-runs.md, "The second equal plan").
 */
#ifndef CLREDUCE_SHAPE_DESIGN_H
#define CLREDUCE_SHAPE_DESIGN_H

#include "choose/choice.h"
#include "device/context.h"
#include "problem/request.h"
#include "shape/runs/key_runs.h"
#include "shape/sort/label_sort.h"
#include "stage/stage.h"

/* How the stage in front of the reductions does what it does. */
typedef struct clri_front_choice {
    const clri_front *row; /* NULL: there is none */
    clri_key_runs runs;
    clri_label_sort sort;
} clri_front_choice;

typedef struct clri_design {
    clri_lru_entry entry;    /* in the context's list, unless memory for the key ran out */
    clr_context *context;    /* borrowed */
    struct clri_design *kin; /* has the same request, whose texts it owns and this design borrows;
                                NULL: they are this design's */
    clri_request request;
    clri_domain asked; /* the domain that runs are checked against; request.domain is what stages in
                          front leave */
    clr_plan_options options; /* without `like`; `strategy` is the caller's, and read no more */
    bool is_native;           /* runs are folded by the host: there are no programs */
    uint32_t ways;            /* bits of the ways (choose/choice.h) that programs are made for */

    clri_choice choice;    /* of the first program, ... */
    clri_program *program; /* ... which is NULL if ways leave it out: then */
    char *text;            /* is its text, once somebody has asked for it */
    clri_kernel_needs needs;

    clri_choice items; /* of the second program; all 0: there is none */
    clri_program *items_program;

    clri_front_choice front;
    clri_program *front_program;

    struct clri_design
        *cells; /* of the plan of cells beside; borrows the request's texts; or NULL */
} clri_design;

#endif
