/* sifted_pair - a pair, and whether it is taken, as in cl/element/sifted.cl. */
typedef CLR_AT(whole_value) CLR_AT(value);

typedef struct CLR_AT(element) {
    CLR_AT(value) x;
    CLR_AT(value) y;
    CLR_WIDE(CLR_TRUTH) taken;
} CLR_AT(element);

CLR_FN CLR_AT(element) CLR_AT(element_of)(const CLR_ALL(inputs) inputs, const ulong i,
                                          const ulong n)
{
    const CLR_AT(whole_element) whole = CLR_AT(whole_element_of)(inputs, i, n);
    CLR_AT(element) e;

    e.x     = whole.x;
    e.y     = whole.y;
    e.taken = CLR_READ_TAKEN(inputs) & CLR_CHOSEN(inputs, i, n);
#if CLR_DROPS_NAN
    e.taken &=
        CLR_WIDE(CLR_JOIN(convert_, CLR_TRUTH))((CLR_IS_NAN(e.x) | CLR_IS_NAN(e.y)) == 0);
#endif
    return e;
}
