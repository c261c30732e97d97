/*
 * beside - carries beside each value whether it is taken, for a mask or a list whose indices are
 * checked. A macro DO is expanded for each input by CLR_EACH_INPUT(DO), which then expands
 * CLR_ALSO_DO for `taken`. Nothing of it lies in memory, so DOs that walk over memory are empty
 * here; cl/taken/read.cl has the others.
 */
#define CLR_ALSO_CLR_INPUT_PARAMETER
#define CLR_ALSO_CLR_SET_INPUT
#define CLR_ALSO_CLR_POINTER_FIELD
#define CLR_ALSO_CLR_MOVE_ON
#define CLR_ALSO_CLR_BEGIN_AT
#define CLR_ALSO_CLR_STEP_FIELD
#define CLR_ALSO_CLR_STEP_TO
#define CLR_ALSO_CLR_PLACE_FIELD
#define CLR_ALSO_CLR_NOWHERE
#define CLR_ALSO_CLR_GO_ON
#define CLR_ALSO_CLR_MOVE_BY
#define CLR_ALSO_CLR_STEP_BY
#define CLR_ALSO_CLR_ARE_WHOLE
#define CLR_ALSO_CLR_LIE_BESIDE
#define CLR_ALSO_CLR_LANE_BEGINS
#define CLR_ALSO_CLR_LANE_IS_AT
