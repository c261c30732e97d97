/*
 * nvidia - a sub-group is a warp of 32 lanes; PTX's shfl.sync passes words. The mask names the
 * lanes that exist, as a group's last warp may be incomplete.
 */
CLR_FN uint clr_sub_size(void)
{
    return min(CLR_ITEMS - (CLR_ITEM & ~31u), 32u);
}

CLR_FN uint clr_sub_item(void)
{
    return CLR_ITEM & 31u;
}

CLR_FN uint clr_sub_number(void)
{
    return CLR_ITEM / 32;
}

CLR_FN uint clr_sub_count(void)
{
    return (CLR_ITEMS + 31) / 32;
}

CLR_FN uint clr_sub_shuffle(const uint word, const uint from)
{
    const uint mask = 0xffffffffu >> (32 - clr_sub_size());
    uint       got;

    __asm__ volatile("shfl.sync.idx.b32 %0, %1, %2, 31, %3;"
                     : "=r"(got)
                     : "r"(word), "r"(from), "r"(mask));
    return got;
}
