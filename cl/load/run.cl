/* run - each item takes consecutive elements, and items are in the elements' order, for
 * noncommutative operators: neighbouring items read memory far apart, which is the price of that
 * order. */
CLR_FN clr_state clr_item_fold(const clr_memory memory, const clr_span span)
{
    const ulong item   = get_global_id(0);
    const ulong items  = get_global_size(0);
    const ulong length = span.count / items;
    const ulong longer = span.count % items; /* items that take one element more */
    const ulong first  = item * length + min(item, longer);
    const ulong end    = first + length + (item < longer ? 1 : 0);
    clr_state state    = clr_none();

    for (ulong i = first; i < end; i++)
        state = clr_fold_element(memory, span, state, i);
    return state;
}
