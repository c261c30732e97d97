/*
 * divide - divides by an extent, by division: for short results of items, which have registers for
 * it (docs/history/2026-11-25-registers-and-giants.md, "Registers of groups that fold rows").
 */
CLR_FN ulong clr_over_extent(__constant const clr_axis *axis, const ulong number)
{
    return number / axis->extent;
}
