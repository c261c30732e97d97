/* intel - sub-groups and shuffles of cl_intel_subgroups. */
#pragma OPENCL EXTENSION cl_intel_subgroups : enable

CLR_FN uint clr_sub_size(void)
{
    return get_sub_group_size();
}

CLR_FN uint clr_sub_item(void)
{
    return get_sub_group_local_id();
}

CLR_FN uint clr_sub_number(void)
{
    return get_sub_group_id();
}

CLR_FN uint clr_sub_count(void)
{
    return get_num_sub_groups();
}

CLR_FN uint clr_sub_shuffle(const uint word, const uint from)
{
    return intel_sub_group_shuffle(word, from);
}
