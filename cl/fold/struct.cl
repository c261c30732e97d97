/*
 * struct - a state of several fields, which CLR_STATE_FIELDS(NUMBER, PLAIN, SHARED) lists: NUMBER is
 * a number of the member's; PLAIN an integer of OpenCL C, as wide as vectors are; SHARED a ulong that
 * lanes share. A state is read field by field: copied whole it would go through private memory.
 */
#ifdef CLR_NARROW
#define CLR_NUMBER_FIELD(name)       CLR_AT(number) name;
#define CLR_PLAIN_FIELD(type, name)  CLR_WIDE(type) name;
#define CLR_SHARED_FIELD(type, name) type name; CLR_BESIDE_LONG /* explicit padding */
#endif

typedef struct CLR_AT(state) {
    CLR_STATE_FIELDS(CLR_NUMBER_FIELD, CLR_PLAIN_FIELD, CLR_SHARED_FIELD)
} CLR_AT(state);

#ifdef CLR_NARROW
#define CLR_READ_NUMBER(name)      state.name = CLR_OF(read_number)(&at->name);
#define CLR_READ_PLAIN(type, name) state.name = at->name;

CLR_FN CLR_OF(state) CLR_OF(read_state)(volatile __global const CLR_OF(state) *at)
{
    CLR_OF(state) state;

    CLR_STATE_FIELDS(CLR_READ_NUMBER, CLR_READ_PLAIN, CLR_READ_PLAIN)
    return state;
}
#else
#define CLR_LANE_OF_NUMBER(name) state.name = CLR_OF(number_lane)(lanes.name, lane);
#define CLR_LANE_OF_PLAIN(type, name)                                                              \
    {                                                                                              \
        union {                                                                                    \
            CLR_WIDE(type) lanes;                                                                  \
            type lane[CLR_WIDTH];                                                                  \
        } both;                                                                                    \
                                                                                                   \
        both.lanes = lanes.name;                                                                   \
        state.name = both.lane[lane];                                                              \
    }
#define CLR_LANE_OF_SHARED(type, name) state.name = lanes.name;

CLR_FN CLR_OF(state) CLR_OF(lane)(const CLR_AT(state) lanes, const uint lane)
{
    CLR_OF(state) state;

    CLR_STATE_FIELDS(CLR_LANE_OF_NUMBER, CLR_LANE_OF_PLAIN, CLR_LANE_OF_SHARED)
    return state;
}
#endif
