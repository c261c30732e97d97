/*
 * meeting - after which of its tiles a group's items meet at a barrier, for votes (cl/bins/vote.cl)
 * or for the best key so far (cl/fold/lead.cl): after the first tile, which tells most, then after
 * every CLR_TILES_A_MEETING, and after the last. The barriers stand in the loop over lots of tiles,
 * under no condition: compilers for CPUs duplicate the code behind a barrier that some items might
 * not reach (16.6 s to compile an exact sum, 2.9 so: docs/history/2026-11-23-compiling.md).
 */
#define CLR_TILES_A_MEETING 16

/* Whether there is a barrier after the group's first `tiles` tiles. */
CLR_FN bool clr_meets_after(const uint tiles)
{
    return tiles == 1 || tiles % CLR_TILES_A_MEETING == 0;
}
