/* no_columns - a group has nothing but its bins. */
#ifdef CLR_NARROW
CLR_FN void CLR_OF(gather)(__local CLR_OF(bins) *bins, const uint item, const uint items)
{
}
#endif
