/*
 * rows_contiguous - the results of a group on a CPU: consecutive ones, as in
 * cl/share/contiguous.cl.
 */
CLR_FN clr_share clr_share_of_rows(const ulong rows)
{
    const ulong group  = get_group_id(1);
    const ulong groups = get_num_groups(1);
    const ulong length = rows / groups;
    const ulong longer = rows % groups; /* groups with one result more */
    const ulong first  = group * length + min(group, longer);
    const clr_share share = {first, first + length + (group < longer ? 1 : 0), 1};

    return share;
}
