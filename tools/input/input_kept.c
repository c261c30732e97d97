/* SPDX-License-Identifier: Apache-2.0 */
/* input_kept - numbers kept while they decide over their type. See input_kept.h. */
#include "input_kept.h"

#include <stdlib.h>
#include <string.h>

/* numbers that a first allocation holds: a page of them */
#define ROOM_FIRST 512

static bool make_room(input_kept *kept)
{
    const size_t room = kept->room > 0 ? 2 * kept->room : ROOM_FIRST;
    uint64_t *bits = realloc(kept->bits, room * sizeof *bits);

    if (!bits)
        return false;
    kept->bits = bits;
    kept->room = room;
    return true;
}

void input_keep(input_kept *kept, uint64_t bits, uint64_t *left)
{
    if (kept->is_given_up)
        return;
    if (*left == 0 || (kept->count == kept->room && !make_room(kept))) {
        *left += kept->count;
        input_kept_close(kept);
        kept->is_given_up = true;
        return;
    }
    kept->bits[kept->count++] = bits;
    --*left;
}

static void put_doubles(const input_kept *kept, char *out, size_t count)
{
    const uint64_t *bits = kept->bits + kept->taken;

    for (size_t i = 0; i < count; i++) {
        const double value = (double)(int64_t)bits[i];
        memcpy(out + i * sizeof value, &value, sizeof value);
    }
}

uint64_t input_kept_take(input_kept *kept, clr_type type, void *room, uint64_t capacity)
{
    const size_t left = kept->count - kept->taken;
    size_t count = capacity < left ? (size_t)capacity : left;

    if (count > 0 && type == CLR_TYPE_F64)
        put_doubles(kept, room, count);
    else if (count > 0)
        memcpy(room, kept->bits + kept->taken, count * sizeof *kept->bits);
    kept->taken += count;
    if (kept->taken < kept->count)
        return count;
    if (kept->has_last && count < capacity) {
        memcpy((char *)room + count * sizeof kept->last, &kept->last, sizeof kept->last);
        kept->has_last = false;
        count++;
    }
    if (!kept->has_last)
        input_kept_close(kept);
    return count;
}

void input_kept_close(input_kept *kept)
{
    free(kept->bits);
    *kept = (input_kept){.bits = NULL};
}
