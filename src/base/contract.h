/* SPDX-License-Identifier: Apache-2.0 */
/*
 * contract - the names that a text of OpenCL C has at a point, and which piece of cl/ provides
 * each. By these names source.c finds out that a piece lacks one that it needs, or defines one
 * twice, while a text is put together, with a sentence, where a driver's compiler would tell of it
 * in its own words, or not at all. Names are those that compilers see (spelling.h).
 */
#ifndef CLREDUCE_BASE_CONTRACT_H
#define CLREDUCE_BASE_CONTRACT_H

#include "base/piece.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct clri_provision {
    uint64_t name;           /* a hash: two of some thousand names share one once in 10^12 texts */
    const clri_piece *piece; /* that provides it; NULL: C code does */
    unsigned scope;
    bool is_certain;   /* not on a condition */
    bool is_of_member; /* forgotten with the member */
} clri_provision;

typedef struct clri_contract {
    clri_provision *known; /* in the order of the text */
    size_t count;
    size_t room;
    uint32_t *table; /* by name: numbers of `known`, from 1; 0: free. 2 * room places */
    unsigned scope;  /* counts how often CLR_OF() and its like have changed */
    bool failed;     /* host memory ran out */
} clri_contract;

void clri_contract_free(clri_contract *contract);

const clri_provision *clri_contract_find(const clri_contract *contract, const char *name);

/* The name is there from now on, also if it was before. */
void clri_contract_add(clri_contract *contract, const char *name, clri_provision how);

/* Forgets all names but the first `count`. */
void clri_contract_forget(clri_contract *contract, size_t count);

/* Forgets what holds for a member alone. */
void clri_contract_leave_member(clri_contract *contract);

#endif
