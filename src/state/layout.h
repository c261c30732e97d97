/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layout - where the states of a pass lie, for everybody who allocates, reads or declares them: on
 * the device as they are folded and as they wait, in local memory, and on the host. How results lie
 * in a record is problem/record.h's. tests/test_layout.c holds both to what devices' compilers make
 * of the same structs. Pure.
 */
#ifndef CLREDUCE_STATE_LAYOUT_H
#define CLREDUCE_STATE_LAYOUT_H

#include "base/flag.h"
#include "state/exact.h"
#include "state/pass.h"

/* A member's place in a struct of all members, in bytes. */
typedef struct clri_place {
    size_t offset;
    size_t size;
    size_t gap; /* in front of it */
} clri_place;

/* A struct that has a state of every member of a pass. */
typedef struct clri_layout {
    clri_place members[CLRI_MEMBERS_MOST];
    size_t last_gap; /* behind them */
    size_t size;
} clri_layout;

/* The states as they are folded, for vectors of so many lanes (cl/states/several.cl: `state`). */
clri_layout clri_layout_states(const clri_pass *pass, unsigned lanes);

/* The same of single elements, as they wait in global memory (`saved`). */
clri_layout clri_layout_saved(const clri_pass *pass);

/* Within the state of an exact member, and within its saved one. */
clri_exact_layout clri_layout_exact(const clri_state_form *form);

/* Bytes of the first two alone. */
size_t clri_layout_state_size(const clri_pass *pass);
size_t clri_layout_saved_size(const clri_pass *pass);

/* Bytes of the state that every lane of a vector has to itself. */
size_t clri_layout_lane_size(const clri_pass *pass);

/* How often an item alone has rows (cl/exact/lone_rows.cl), where a group of more has copies
 * beside its bins. */
static inline unsigned clri_layout_turns(const clri_state_form *form)
{
    return form->row_digits == 0 ? 0 : form->row_digits == 1 ? 2 : 4 / form->row_digits;
}

/* Copies that a group of so many items has beside its bins (cl/exact/copies.cl). If more items
 * shared one, none would have room for a vector's numbers. */
static inline unsigned clri_layout_copies(const clri_state_form *form, uint64_t group_size)
{
    const bool are_few = group_size <= (uint64_t)CLRI_COPY_ITEMS_MOST * form->copies;

    return group_size > 1 && are_few ? form->copies : 0;
}

/* Bytes of what a group of so many items shares if the pass is exact: bins, their copies, the
 * items' columns, and the words that results are made in (cl/bins/struct.cl). Else 0. */
size_t clri_layout_bins_size(const clri_pass *pass, uint64_t group_size);

#endif
