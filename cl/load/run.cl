/*
 * run - an item takes an unbroken run of elements, one after the other, and items take runs in
 * their order: for operators that mind it.
 */
CLR_FN clr_state clr_item_fold(const clr_memory memory, const clr_span span)
{
    const ulong item   = get_global_id(0);
    const ulong items  = get_global_size(0);
    const ulong length = span.count / items;
    const ulong longer = span.count % items; /* so many items take one element more */
    const ulong first  = item * length + min(item, longer);
    const ulong end    = first + length + (item < longer ? 1 : 0);
    clr_state state    = clr_none();

    for (ulong i = first; i < end; i++)
        state = clr_fold_element(memory, span, state, i);
    return state;
}
