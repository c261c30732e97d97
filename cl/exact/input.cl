/* input - what is lifted of one input, at index i of n, into the bins. */
#ifdef CLR_NARROW
CLR_FN uint CLR_OF(drop_input)(__local CLR_OF(bins) *bins, const clr_inputs inputs, const ulong i,
                               const ulong n)
{
    return CLR_OF(drop_element)(bins, CLR_OF(lift)(CLR_OF(element_of)(inputs, i, n)));
}
#endif
