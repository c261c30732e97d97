/* SPDX-License-Identifier: Apache-2.0 */
/*
 * layout - where the states of a pass lie, in bytes: while they are folded (`state` in OpenCL C),
 * saved in global memory (`saved`), in a group's local memory, and left in place of results. The
 * host allocates by it, and reads states for accumulators by it; devices' compilers lay the same
 * structs out on their own, and tests/test_layout.c compares the two. Records of results are
 * problem/record.h's. Pure.
 */
#ifndef CLREDUCE_STATE_LAYOUT_H
#define CLREDUCE_STATE_LAYOUT_H

#include "base/flag.h"
#include "state/exact.h"
#include "state/pass.h"

/* A member's state in the struct of all members' states, in bytes. */
typedef struct clri_member_layout {
    size_t offset;
    size_t size;
    size_t gap; /* padding in front of the member */
} clri_member_layout;

/* A struct that has a state of every member of a pass. */
typedef struct clri_layout {
    clri_member_layout members[CLRI_MEMBERS_MOST];
    size_t last_gap; /* padding behind the last member */
    size_t size;
} clri_layout;

/* States while they are folded, for vectors of `lanes` (cl/states/several.cl: `state`). */
clri_layout clri_layout_states(const clri_pass *pass, unsigned lanes);

/* States in global memory, of single elements (`saved`). */
clri_layout clri_layout_saved(const clri_pass *pass);

/* An exact member's `state` and `saved`. */
clri_exact_layout clri_layout_exact(const clri_state_form *form);

/* Sizes of `state` and `saved` of single elements. */
size_t clri_layout_state_size(const clri_pass *pass);
size_t clri_layout_saved_size(const clri_pass *pass);

/* The digits of an exact sum's bins, of 32 bits each. */
typedef struct clri_left_digits {
    size_t offset;  /* bytes */
    unsigned count; /* 0: the member has none */
    int lowest;     /* digit 0 counts 2^lowest */
} clri_left_digits;

/* A result whose state is left in place of it (cl/finish/deliver_state.cl): at offset 0 a ulong,
 * how many elements it has, and behind it an int, the status. Bytes. */
typedef struct clri_left_layout {
    size_t state;  /* of exact sums `state`, of other members `saved`; of a label's rows the bits
                      that were seen and the sum's digits, of 32 bits each */
    size_t record; /* the results as they would be delivered, but for exact sums */
    size_t size;
    size_t bins; /* `saved` of all members, in an array of its own (cl/finish/left_apart.cl); 0:
                    none is of an exact sum */
    clri_left_digits digits[CLRI_MEMBERS_MOST]; /* of each member, in that array */
} clri_left_layout;

enum { CLRI_LEFT_STATUS = 8 }; /* offset of the status */

clri_left_layout clri_layout_left(const clri_pass *pass);

/* Whether items leave states that lie as those of groups do, without bins. */
bool clri_layout_leaves_alike(const clri_pass *groups, const clri_pass *items);

/* Bytes of state that each lane of a vector adds. */
size_t clri_layout_lane_size(const clri_pass *pass);

/* Copies of a lone item's rows (cl/exact/lone_rows.cl), used in turn, as an addition waits for the
 * previous one to its row: two, or one if a row has four digits. A larger group has copies of the
 * bins. */
static inline unsigned clri_layout_turns(const clri_state_form *form)
{
    return form->row_digits == 0 ? 0 : form->row_digits == 1 ? 2 : 4 / form->row_digits;
}

/* Copies of the bins in a group of `group_size` (cl/exact/copies.cl). If more items shared a copy,
 * it would overflow between two levellings: then there are none. */
static inline unsigned clri_layout_copies(const clri_state_form *form, uint64_t group_size)
{
    const bool are_few = group_size <= (uint64_t)CLRI_COPY_ITEMS_MOST * form->copies;

    return group_size > 1 && are_few ? form->copies : 0;
}

/* Bytes of local memory that an exact pass's group shares (cl/bins/struct.cl): bins, copies, the
 * items' columns, and words for making results. 0 of other passes. */
size_t clri_layout_bins_size(const clri_pass *pass, uint64_t group_size);

#endif
