/*
 * meeting - when the items of a group meet between tiles, to vote or to confer: after the first
 * tile, which tells them most, then after every CLR_TILES_A_MEETING. Meetings stand in the loop over
 * lots of tiles, behind no condition: compilers for CPUs copy all that follows a barrier to which
 * some items might not come.
 */
/*
 * provides: CLR_TILES_A_MEETING clr_tiles_until_meeting
 */
#define CLR_TILES_A_MEETING 16

/* Tiles from number `turn` on that a group folds before its items meet. */
CLR_FN uint clr_tiles_until_meeting(const uint turn)
{
    return turn ? CLR_TILES_A_MEETING - turn % CLR_TILES_A_MEETING : 1;
}
