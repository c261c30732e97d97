/* rows_in_turn - a group's next result, a fixed step behind the last, in place of a claim
 * (cl/share/rows_claimed.cl). */
#define CLR_CLAIM_CELLS
#define CLR_ASK_ROW(share, row, list)
#define CLR_TELL_ROW
#define CLR_NEXT_ROW(share, row) ((row) + (share).step)
