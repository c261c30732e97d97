/* SPDX-License-Identifier: Apache-2.0 */
/*
 * key_file - runs of equal keys. See key_file.h.
 */
#include "key_file.h"
#include "beside.h"
#include "message.h"
#include <stdlib.h>
#include <string.h>

/* keys read at a time */
#define STEP (UINT64_C(1) << 16)

/* ---- Runs ------------------------------------------------------------------------------------ */

/* Makes room for another run and the last run's end. */
static bool make_room(keys *k)
{
    const uint64_t room = 2 * k->room + STEP;

    if (k->runs < k->room)
        return true;
    if (room >= SIZE_MAX / sizeof *k->offsets)
        return false;
    unsigned char *at = realloc(k->at, room * clr_type_size(k->type));
    if (!at)
        return false;
    k->at = at;
    uint64_t *offsets = realloc(k->offsets, (room + 1) * sizeof *offsets);
    if (!offsets)
        return false;
    k->offsets = offsets;
    k->room = room;
    return true;
}

const void *keys_of_run(const keys *k, uint64_t run)
{
    return k->at + run * clr_type_size(k->type);
}

/* Appends keys: a key other than the latest run's begins another run. */
static bool append(keys *k, const unsigned char *from, uint64_t count)
{
    const size_t size = clr_type_size(k->type);

    for (uint64_t i = 0; i < count; i++, k->count++) {
        const unsigned char *key = from + i * size;
        if (k->runs > 0 && memcmp(key, keys_of_run(k, k->runs - 1), size) == 0)
            continue;
        if (!make_room(k))
            return false;
        memcpy(k->at + k->runs * size, key, size);
        k->offsets[k->runs++] = k->count;
    }
    return true;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static int read_all(keys *k, input *in)
{
    unsigned char *step = malloc(STEP * sizeof(uint64_t));
    bool has_room = step && make_room(k);
    uint64_t got = 1;

    while (has_room && got != 0) {
        got = input_read(in, step, STEP);
        has_room = append(k, step, got);
    }
    free(step);
    if (!has_room)
        return message_fail(CODE_DEVICE, "out of memory for the runs of %s.", k->name);
    k->offsets[k->runs] = k->count;
    return beside_fail(in);
}

int keys_read(keys *k, const options *o)
{
    input *in = NULL;

    *k = (keys){.name = beside_name(o->shape.keys.path)};
    int code = beside_open(o, &o->shape.keys, "keys", &in);
    if (code != CODE_FINE)
        return code;
    k->type = input_type(in);
    code = read_all(k, in);
    input_close(in);
    return code;
}

void keys_close(keys *k)
{
    free(k->at);
    free(k->offsets);
    *k = (keys){0};
}
