/*
 * nvidia - an item's number in its group, asked of PTX wherever it is used. Where a kernel takes results
 * in turn compilers else compute what follows from the number in front of that loop, tens of addresses
 * of local memory, and keep registers for all of it to its end
 * (docs/history/2026-11-25-registers-and-giants.md, "Registers of groups that fold rows").
 */
CLR_FN uint clr_item(void)
{
    uint item;

    __asm__ volatile("mov.u32 %0, %%tid.x;" : "=r"(item));
    return item;
}
