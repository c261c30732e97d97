/* lift - a block's first state of an item: a run of one element, the item's values, whose names are
 * CLR_PARAMETERS, with the index that the caller passes (CLR_INDEX is `index`, or 0 where there is
 * none). */
#define CLR_SET_BLOCK_INPUT(x) inputs[0].x = x;

CLR_FN clr_state clr_lift(CLR_PARAMETERS)
{
    CLR_ALL(inputs) inputs[1];
    clr_state state;

    CLR_EACH_INPUT(CLR_SET_BLOCK_INPUT)
    state = CLR_OF(fold_one)(clr_none(), inputs, CLR_INDEX, 0, CLR_ITEMS);
#ifdef CLR_PLACE
    /* fold/arg.cl keeps no index for the worst possible element, which is right only if indices
     * begin at 0. */
    state.low  = (uint)index;
    state.high = (uint)(index >> 32);
#endif
    return state;
}
