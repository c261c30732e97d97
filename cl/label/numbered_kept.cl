/* numbered_kept - an entry's number is the same for all results of its label: cl/label/numbered.cl. */
#define CLR_ALSO_CLR_MOVE_INPUT
#define CLR_ALSO_CLR_STEP_TO
