/*
 * no_giants - no result is a giant. That one might be there keeps compilers from computing what follows
 * from a row's length in front of the loop over rows, for which they would take registers from all of it
 * (docs/history/2026-11-25-registers-and-giants.md, "Giants and skewed segments"); by functions
 * instead of macros they do.
 */
#define CLR_MEASURE_GIANTS(list, there, parts, part_digits, longest)
#define CLR_GIANT_PLACES(parts, longest)           (parts)
#define CLR_GIANT_AT(place, there, parts)          ((place) / (parts))
#define CLR_GIANT_PART_AT(place, there, parts)     ((place) % (parts))
#define CLR_GIANT_STATE_AT(place, there, parts)    (place)
#define CLR_GIANT_PARTS(count, parts, part_digits) (parts)
