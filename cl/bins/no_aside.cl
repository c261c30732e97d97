/* no_aside - where no state is exact there is nothing to set aside. */
#define CLR_FOLD_ASIDE
