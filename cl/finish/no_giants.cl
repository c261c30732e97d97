/*
 * no_giants - no result is a giant, as along axes. The macros still speak of parts, by the simplest
 * rule: where it is plain that there are no giants, compilers compute functions of a row's length
 * before the loop over rows, and keep registers for them throughout
 * (docs/history/2026-11-25-registers-and-giants.md, "Giants and skewed segments"). Its alternative
 * is cl/finish/giants.cl.
 */
#define CLR_MEASURE_GIANTS(list, there, parts, part_digits, longest)
#define CLR_GIANT_PLACES(parts, longest)           (parts)
#define CLR_GIANT_AT(place, there, parts)          ((place) / (parts))
#define CLR_GIANT_PART_AT(place, there, parts)     ((place) % (parts))
#define CLR_GIANT_STATE_AT(place, there, parts)    (place)
#define CLR_GIANT_PARTS(count, parts, part_digits) (parts)
