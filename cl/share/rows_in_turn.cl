/* rows_in_turn - the next result of a group is so many behind the last one, as its share says. */
#define CLR_CLAIM_CELLS
#define CLR_ASK_ROW(share, row, list)
#define CLR_TELL_ROW
#define CLR_NEXT_ROW(share, row) ((row) + (share).step)
