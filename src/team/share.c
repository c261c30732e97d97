/* SPDX-License-Identifier: Apache-2.0 */
#include "team/share.h"
#include "base/count.h"

enum {
    LEAST_NS = 400000, /* of a piece: less is no full speed (docs/history/2026-11-28-teams.md) */
    STEP = 4096        /* pieces begin at whole pages of a page-aligned array */
};

void clri_pace_note(clri_pace *pace, uint64_t elements, uint64_t ns)
{
    if (pace->is_warm) {
        pace->elements = pace->elements / 2 + (double)elements;
        pace->ns = pace->ns / 2 + (double)ns;
    }
    pace->is_warm = true;
}

double clri_pace_rate(const clri_pace *pace)
{
    return pace->ns > 0 ? pace->elements / pace->ns : 0;
}

uint64_t clri_share_take(const clri_share *share)
{
    const uint64_t least = clri_larger(share->least, (uint64_t)(share->rate * LEAST_NS));
    uint64_t wanted = share->first;

    if (share->rate > 0) {
        const double half = share->rate / share->rates / 2;

        wanted = clri_larger(least, (uint64_t)((double)share->left * half));
        if (share->devices == 1)
            wanted = share->left;
    }
    wanted = clri_smaller(clri_divide_up(wanted, STEP) * STEP, share->most);
    /* a rest that is smaller than other pieces goes with this one */
    if (share->left <= share->most && share->left < wanted + least / 2)
        return share->left;
    return clri_smaller(wanted, share->left);
}
