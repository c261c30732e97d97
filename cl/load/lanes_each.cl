/* lanes_each - a union by which a vector of each input is filled lane by lane: CLR_SET_LANE(x) sets
 * lane `lane` of the caller's union `each` to the element `one` of its inputs. */
#define CLR_LANE_FIELD(x) CLR_VALUE x[CLR_LANES];
#define CLR_SET_LANE(x)   each.each.x[lane] = one.x;

typedef union clr_lanes_each {
    clr_lanes_inputs lanes;
    struct {
        CLR_EACH_INPUT(CLR_LANE_FIELD)
    } each;
} clr_lanes_each;
