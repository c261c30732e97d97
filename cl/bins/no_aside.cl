/* no_aside - without exact states no run is set aside to the bins: in the loop of cl/load/fold.cl
 * nothing stands in place of cl/bins/aside.cl's macro. */
#define CLR_FOLD_ASIDE
