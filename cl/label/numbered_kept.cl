/*
 * numbered_kept - what cl/label/numbered.cl lacks for labels along axes: its CLR_ALSO_DO for the
 * lists by which cl/shape moves a span from one result of a label to another (CLR_MOVE_INPUT,
 * CLR_STEP_TO). All results of a label have the same entries, and so the same numbers: theirs stay.
 */
#define CLR_ALSO_CLR_MOVE_INPUT
#define CLR_ALSO_CLR_STEP_TO
