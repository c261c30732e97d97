/* no_aside - without exact states no run is set aside: the macro is empty. */
#define CLR_FOLD_ASIDE
