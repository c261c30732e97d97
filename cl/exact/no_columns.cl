/* no_columns - a group has nothing but its bins. */
#ifdef CLR_NARROW
enum { CLR_OF(failed_share) = 2 }; /* as in columns.cl; dropping into bins costs far more */

CLR_FN void CLR_OF(gather)(__local CLR_OF(bins) *bins, const uint item, const uint items)
{
}
#endif
