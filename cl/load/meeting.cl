/*
 * meeting - when a group's items have a barrier between tiles, for votes or for the best key so
 * far: after the first tile, which tells most, then after every CLR_TILES_A_MEETING, and after the
 * last. The barriers stand in the loop over lots of tiles, under no condition: compilers for CPUs
 * duplicate the code behind a barrier that some items might not reach.
 */
#define CLR_TILES_A_MEETING 16

/* Whether there is a barrier after the group's first `tiles` tiles. */
CLR_FN bool clr_meets_after(const uint tiles)
{
    return tiles == 1 || tiles % CLR_TILES_A_MEETING == 0;
}
