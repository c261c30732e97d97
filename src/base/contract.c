/* SPDX-License-Identifier: Apache-2.0 */
#include "base/contract.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 1024 }; /* names: a power of two */

static uint64_t hash(const char *name)
{
    return clri_hash(CLRI_HASH_START, name, strlen(name));
}

/* The name's place in the table, or the free one where it belongs. */
static uint32_t *place_of(const clri_contract *contract, uint64_t name)
{
    const size_t mask = 2 * contract->room - 1;
    size_t at = (size_t)name & mask;

    while (contract->table[at] && contract->known[contract->table[at] - 1].name != name)
        at = (at + 1) & mask;
    return &contract->table[at];
}

static clri_provision *find(const clri_contract *contract, uint64_t name)
{
    const uint32_t number = contract->room ? *place_of(contract, name) : 0;

    return number ? &contract->known[number - 1] : NULL;
}

/* Enters all names into a table that is empty. */
static void enter_all(clri_contract *contract)
{
    for (size_t i = 0; i < contract->count; i++)
        *place_of(contract, contract->known[i].name) = (uint32_t)i + 1;
}

void clri_contract_free(clri_contract *contract)
{
    free(contract->known);
    free(contract->table);
    *contract = (clri_contract){0};
}

const clri_provision *clri_contract_find(const clri_contract *contract, const char *name)
{
    return find(contract, hash(name));
}

/* Room for one more name, with half of the table free. */
static bool reserve(clri_contract *contract)
{
    const size_t room = contract->room ? contract->room * 2 : ROOM_FIRST;
    clri_provision *known;
    uint32_t *table;

    if (contract->count < contract->room)
        return true;
    known = realloc(contract->known, room * sizeof *known);
    table = calloc(2 * room, sizeof *table);
    if (known)
        contract->known = known;
    if (!known || !table) {
        free(table);
        contract->failed = true;
        return false;
    }
    free(contract->table);
    contract->table = table;
    contract->room = room;
    enter_all(contract);
    return true;
}

void clri_contract_add(clri_contract *contract, const char *name, clri_provision how)
{
    clri_provision *known = find(contract, hash(name));

    how.name = hash(name);
    how.scope = contract->scope;
    if (!known) {
        if (!reserve(contract))
            return;
        known = &contract->known[contract->count++];
        *place_of(contract, how.name) = (uint32_t)contract->count;
    } else {
        how.is_certain |= known->is_certain;
    }
    *known = how;
}

void clri_contract_forget(clri_contract *contract, size_t count)
{
    contract->count = count;
    if (contract->room)
        memset(contract->table, 0, 2 * contract->room * sizeof *contract->table);
    enter_all(contract);
}

void clri_contract_leave_member(clri_contract *contract)
{
    size_t count = 0;

    for (size_t i = 0; i < contract->count; i++)
        if (!contract->known[i].is_of_member)
            contract->known[count++] = contract->known[i];
    clri_contract_forget(contract, count);
}
