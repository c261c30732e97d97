/* native - states are numbers of the device's own, CLR_STATE. */
typedef CLR_WIDE(CLR_STATE) CLR_AT(state);

CLR_FN CLR_AT(state) CLR_AT(constant)(const CLR_STATE x)
{
    return (CLR_AT(state))(x);
}

CLR_FN CLR_AT(state) CLR_AT(widen)(const CLR_AT(value) x)
{
    return CLR_WIDEN(x);
}

CLR_FN CLR_AT(state) CLR_AT(add)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    return a + b;
}

CLR_FN CLR_AT(state) CLR_AT(multiply)(const CLR_AT(state) a, const CLR_AT(state) b)
{
    return a * b;
}

#if CLR_WIDTH == 1
/* A state that another group has written. */
CLR_FN clr_state clr_read_state(volatile __global const clr_state *at)
{
    return *at;
}

CLR_FN CLR_RESULT clr_round(const clr_state x)
{
    return CLR_ROUND(x);
}
#else
CLR_FN clr_state clr_lane(const CLR_AT(state) lanes, const uint lane)
{
    union {
        CLR_AT(state) lanes;
        clr_state lane[CLR_WIDTH];
    } both;

    both.lanes = lanes;
    return both.lane[lane];
}
#endif
