/*
 * amd - a sub-group is a wavefront; ds_bpermute, a builtin of clang, passes words through the local
 * memory's crossbar. It addresses lanes by bytes.
 */
CLR_FN uint clr_sub_width(void)
{
#ifdef __AMDGCN_WAVEFRONT_SIZE /* clang has it as a macro, later as a builtin */
    return __AMDGCN_WAVEFRONT_SIZE;
#else
    return (uint)__builtin_amdgcn_wavefrontsize();
#endif
}

CLR_FN uint clr_sub_item(void)
{
    return CLR_ITEM % clr_sub_width();
}

CLR_FN uint clr_sub_number(void)
{
    return CLR_ITEM / clr_sub_width();
}

CLR_FN uint clr_sub_count(void)
{
    return (CLR_ITEMS + clr_sub_width() - 1) / clr_sub_width();
}

CLR_FN uint clr_sub_size(void)
{
    return min(CLR_ITEMS - clr_sub_number() * clr_sub_width(), clr_sub_width());
}

CLR_FN uint clr_sub_shuffle(const uint word, const uint from)
{
    return (uint)__builtin_amdgcn_ds_bpermute((int)(from * 4), (int)word);
}
