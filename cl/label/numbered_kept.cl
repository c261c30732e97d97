/* numbered_kept - cl/label/numbered.cl for labels along axes: an entry's number is the same for all
 * results of its label, so that going to another result moves nothing. */
#define CLR_ALSO_CLR_MOVE_INPUT
#define CLR_ALSO_CLR_STEP_TO
