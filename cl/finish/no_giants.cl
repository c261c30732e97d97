/*
 * no_giants - the macros of cl/finish/giants.cl for a carrier without giants, such as rows. There
 * cl/reduce_rows.cl has no list of giants, so the places of giants are never asked for; and the
 * second launch (cl/finish/second_rows.cl) folds as many partials of a result as groups share it.
 * The places are still told, by the simplest rule: where it is plain that there are no giants,
 * compilers compute functions of a row's length before the loop over rows, and keep registers for
 * them throughout (docs/history/2026-11-25-registers-and-giants.md, "Giants and skewed segments").
 */
/* Places of a giant; a place's giant, part and partial; partials of a result. */
#define CLR_MEASURE_GIANTS(list, there, parts, part_digits, longest)
#define CLR_GIANT_PLACES(parts, longest)           (parts)
#define CLR_GIANT_AT(place, there, parts)          ((place) / (parts))
#define CLR_GIANT_PART_AT(place, there, parts)     ((place) % (parts))
#define CLR_GIANT_STATE_AT(place, there, parts)    (place)
#define CLR_GIANT_PARTS(count, parts, part_digits) (parts)
