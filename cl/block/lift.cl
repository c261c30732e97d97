/* lift - an item's values as a state: a run of one element, under the index that it bears. */
#define CLR_SET_INPUT(x) inputs[0].x = x;

CLR_FN clr_state clr_lift(CLR_PARAMETERS)
{
    CLR_ALL(inputs) inputs[1];
    clr_state state;

    CLR_EACH_INPUT(CLR_SET_INPUT)
    state = CLR_OF(fold_one)(clr_none(), inputs, CLR_INDEX, 0, CLR_ITEMS);
#ifdef CLR_PLACE
    /* Of the worst element fold/arg.cl leaves no index: right only where indices begin at 0. */
    state.low  = (uint)index;
    state.high = (uint)(index >> 32);
#endif
    return state;
}
