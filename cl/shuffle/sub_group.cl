/*
 * sub_group - OpenCL's sub-groups; CLR_SUB_SHUFFLE is the function of cl_intel_subgroups or of
 * cl_khr_subgroup_shuffle.
 */
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
    return CLR_SUB_SHUFFLE(word, from);
}
