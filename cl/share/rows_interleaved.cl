/* rows_interleaved - the results of a group on a GPU: every groups'th. */
CLR_FN clr_share clr_share_of_rows(const ulong rows)
{
    const clr_share share = {get_group_id(1), rows, get_num_groups(1)};

    return share;
}
