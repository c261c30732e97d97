/* number_lanes - each lane has a number as its state. */
#ifndef CLR_NARROW
typedef CLR_AT(number) CLR_AT(state);

CLR_FN CLR_AT(state) CLR_AT(none)(void)
{
    return CLR_AT(constant)(CLR_IDENTITY);
}

CLR_FN CLR_OF(state) CLR_OF(lane)(const CLR_AT(state) lanes, const uint lane)
{
    return CLR_OF(number_lane)(lanes, lane);
}
#endif
