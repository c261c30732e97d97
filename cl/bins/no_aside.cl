/* no_aside - where no state is exact there is nothing to set aside. */
/*
 * provides: CLR_FOLD_ASIDE
 */
#define CLR_FOLD_ASIDE
