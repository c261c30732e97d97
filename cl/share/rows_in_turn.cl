/* rows_in_turn - the next result of a group is so many behind the last one, as its share says. */
/*
 * needs:    clr_share clr_list
 * provides: CLR_CLAIM_CELLS CLR_TELL_ROW CLR_TOLD_ROW clr_ask_row
 */
#define CLR_CLAIM_CELLS
#define CLR_TELL_ROW(next)
#define CLR_TOLD_ROW(next) (next)

CLR_FN ulong clr_ask_row(const clr_share share, const ulong row, volatile __global clr_list *list)
{
    return row + share.step;
}
