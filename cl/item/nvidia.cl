/*
 * nvidia - an item's number in its group, read from PTX at each use. Else, in kernels that loop
 * over results, compilers compute expressions of it before the loop, tens of local addresses, and
 * keep registers for all of them to its end (docs/history/2026-11-25-registers-and-giants.md,
 * "Registers of groups that fold rows").
 */
CLR_FN uint clr_item(void)
{
    uint item;

    __asm__ volatile("mov.u32 %0, %%tid.x;" : "=r"(item));
    return item;
}
