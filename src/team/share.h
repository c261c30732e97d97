/* SPDX-License-Identifier: Apache-2.0 */
/*
 * share - how many elements a device of a team takes next: half of its share of the elements that
 * are left, by the rates at which the devices have worked. Halves, as a rate is an estimate: pieces
 * become shorter toward the end, so that all devices end at about one time, down to pieces of 0.4
 * ms, below which handing out costs more than it evens. Pure: tests/test_share.c hands out elements
 * to made-up devices (two equal ones come to 98 % of their rates together:
 * docs/history/2026-11-28-teams.md).
 */
#ifndef CLREDUCE_TEAM_SHARE_H
#define CLREDUCE_TEAM_SHARE_H

#include <stdbool.h>
#include <stdint.h>

/* A device's work so far, of which each piece counts half as much as the piece after it, as other
 * work on the machine changes the rate. Zero-initialised: the device has not worked. */
typedef struct clri_pace {
    bool is_warm; /* the first piece, in which kernels are compiled, is done, and not in here */
    double elements;
    double ns;
} clri_pace;

void clri_pace_note(clri_pace *pace, uint64_t elements, uint64_t ns);

/* Elements a nanosecond; 0: not known yet. */
double clri_pace_rate(const clri_pace *pace);

/* The numbers that a device's next piece follows from. Counts are of elements. */
typedef struct clri_share {
    double rate;      /* of the device; 0: not known */
    double rates;     /* of all devices that work, whose rates are known, together */
    unsigned devices; /* that work */
    uint64_t left;    /* elements that nobody has taken */
    uint64_t first;   /* of a piece while the rate is not known */
    uint64_t least;   /* of a piece by a known rate */
    uint64_t most;    /* of any piece */
} clri_share;

/* Elements of the next piece: 0 if none are left. */
uint64_t clri_share_take(const clri_share *share);

#endif
