/* SPDX-License-Identifier: Apache-2.0 */
/* Pieces of a team's devices, without devices: their sizes, and when made-up devices are done. */
#include "split_mix.h"
#include "team/share.h"
#include "unit.h"

enum { STEP = 4096, FIRST = 1 << 18, LEAST = 1 << 16 };

static clri_share share_of(double rate, double rates, uint64_t left)
{
    return (clri_share){.rate = rate,
                        .rates = rates,
                        .devices = 2,
                        .left = left,
                        .first = FIRST,
                        .least = LEAST,
                        .most = UINT64_MAX};
}

TEST(a_first_piece_is_small)
{
    const clri_share unknown = share_of(0, 0, 1 << 30);

    assert_int_equal(clri_share_take(&unknown), FIRST);
}

TEST(later_pieces_tell_the_rate)
{
    clri_pace pace = {.is_warm = false};

    clri_pace_note(&pace, 1000, 1000000000);
    assert_true(clri_pace_rate(&pace) == 0);
    clri_pace_note(&pace, 4000, 1000);
    assert_true(clri_pace_rate(&pace) == 4);
    clri_pace_note(&pace, 6000, 2500); /* for which 4 counts half */
    assert_true(clri_pace_rate(&pace) == 8000.0 / 3000);
}

TEST(half_of_a_share_is_taken)
{
    const clri_share equal = share_of(1, 2, 1 << 30), slow = share_of(1, 8, 1 << 30);

    assert_int_equal(clri_share_take(&equal), 1 << 28);
    assert_int_equal(clri_share_take(&slow), 1 << 26);
}

TEST(a_device_alone_takes_all)
{
    clri_share alone = share_of(1, 1, (1 << 30) + 1);

    alone.devices = 1;
    assert_int_equal(clri_share_take(&alone), (1 << 30) + 1);
    alone.most = 5000;
    assert_int_equal(clri_share_take(&alone), 5000);
}

TEST(the_last_pieces_are_no_crumbs)
{
    const clri_share some = share_of(0.001, 1, 10 * LEAST),
                     rest = share_of(0.001, 1, LEAST * 5 / 4);

    assert_int_equal(clri_share_take(&some), LEAST);
    assert_int_equal(clri_share_take(&rest), LEAST * 5 / 4);
}

TEST(whatever_is_left_is_taken_in_bounds)
{
    uint64_t random = 1;

    for (int i = 0; i < 100000; i++) {
        const uint64_t left = next_random(&random) >> (next_random(&random) % 64);
        const double rate = (double)(next_random(&random) % 1000) / 64;
        clri_share share = share_of(rate, rate + (double)(next_random(&random) % 1000) / 64, left);
        uint64_t piece;

        share.left = left >> 1; /* below 2^63 */
        share.devices = 1 + (unsigned)(next_random(&random) % 3);
        share.most = next_random(&random) % 2 ? UINT64_MAX : 1 + next_random(&random) % (1 << 20);
        piece = clri_share_take(&share);
        assert_true(piece <= share.left && piece <= share.most);
        assert_int_equal(piece == 0, share.left == 0);
    }
}

/* ---- made-up devices ---- */

typedef struct device {
    double rate;  /* elements a nanosecond */
    double start; /* ns of each piece */
    double first; /* ns more of the first one */
    clri_pace pace;
    double free_at; /* ns */
} device;

/* Hands out `left` elements from time 0 on; returns when the last piece ends. */
static double hand_out(device *devices, unsigned count, uint64_t left)
{
    double end = 0;

    for (unsigned k = 0; k < count; k++)
        devices[k].free_at = 0;
    while (left) {
        device *next = devices;
        clri_share share = share_of(0, 0, left);
        uint64_t piece;
        double ns;

        for (unsigned k = 0; k < count; k++) {
            next = devices[k].free_at < next->free_at ? &devices[k] : next;
            share.rates += clri_pace_rate(&devices[k].pace);
        }
        share.rate = clri_pace_rate(&next->pace);
        share.devices = count;
        piece = clri_share_take(&share);
        ns = next->start + next->first + (double)piece / next->rate;
        clri_pace_note(&next->pace, piece, (uint64_t)ns);
        next->first = 0;
        next->free_at += ns;
        end = next->free_at > end ? next->free_at : end;
        left -= piece;
    }
    return end;
}

/* The second time, when rates are known. */
static void expect_share_of_ideal(device *devices, unsigned count, double least)
{
    const uint64_t elements = 1 << 26;
    double rates = 0, end;

    for (unsigned k = 0; k < count; k++)
        rates += devices[k].rate;
    hand_out(devices, count, elements);
    end = hand_out(devices, count, elements);
    print_message("%.0f ns of %.0f\n", (double)elements / rates, end);
    assert_true((double)elements / rates >= least * end);
}

TEST(devices_end_together)
{
    device equal[] = {{.rate = 4, .start = 2e4}, {.rate = 4, .start = 2e4}};
    device unlike[] = {{.rate = 20, .start = 1e5}, {.rate = 1, .start = 2e4}};
    device three[] = {
        {.rate = 4, .start = 2e4}, {.rate = 1, .start = 1e4}, {.rate = 9, .start = 1e5}};

    expect_share_of_ideal(equal, 2, 0.97);
    expect_share_of_ideal(unlike, 2, 0.87);
    expect_share_of_ideal(three, 3, 0.88);
}

/* A device that compiles for a second has not got more than its first piece meanwhile. */
TEST(a_device_that_compiles_holds_little)
{
    device devices[] = {{.rate = 4, .start = 2e4}, {.rate = 4, .start = 2e4, .first = 1e9}};

    assert_true(hand_out(devices, 2, 1 << 26) < 1.001e9);
    assert_true(hand_out(devices, 2, 1 << 26) < 1.2e7); /* and its first piece says nothing of it */
}
