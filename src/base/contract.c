/* SPDX-License-Identifier: Apache-2.0 */
#include "base/contract.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static uint64_t hash(const char *name)
{
    return clri_hash(CLRI_HASH_START, name, strlen(name));
}

static clri_provision *find(const clri_contract *contract, uint64_t name)
{
    for (size_t i = 0; i < contract->count; i++)
        if (contract->known[i].name == name)
            return &contract->known[i];
    return NULL;
}

void clri_contract_free(clri_contract *contract)
{
    free(contract->known);
    *contract = (clri_contract){0};
}

const clri_provision *clri_contract_find(const clri_contract *contract, const char *name)
{
    return find(contract, hash(name));
}

static bool reserve(clri_contract *contract)
{
    const size_t room = contract->room ? contract->room * 2 : 1024;
    clri_provision *known;

    if (contract->count < contract->room)
        return true;
    known = realloc(contract->known, room * sizeof *known);
    if (!known) {
        contract->failed = true;
        return false;
    }
    contract->known = known;
    contract->room = room;
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
    } else {
        how.is_certain |= known->is_certain;
    }
    *known = how;
}

void clri_contract_leave_member(clri_contract *contract)
{
    size_t count = 0;

    for (size_t i = 0; i < contract->count; i++)
        if (!contract->known[i].is_of_member)
            contract->known[count++] = contract->known[i];
    contract->count = count;
}
