/*
 * meeting - when the items of a group meet between tiles, to vote or to confer: after the first
 * tile, which tells them most, then after every CLR_TILES_A_MEETING, and when there are no more. Meetings stand
 * in the loop over lots of tiles, behind no condition: compilers for CPUs copy all that follows a
 * barrier to which some items might not come.
 */
#define CLR_TILES_A_MEETING 16

/* Whether a group's items meet once it has folded so many tiles. */
CLR_FN bool clr_meets_after(const uint tiles)
{
    return tiles == 1 || tiles % CLR_TILES_A_MEETING == 0;
}
