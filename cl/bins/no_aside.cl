/* no_aside - without exact states no run is set aside. */
#define CLR_FOLD_ASIDE
