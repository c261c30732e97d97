/*
 * sifted - an element, or a pair, and whether it is taken (not 0). cl/element/direct.cl, pair.cl or
 * mapped.cl make the element; a mask, a condition and NaNs that are ignored decide whether it is
 * taken. & joins these, as the lowest bit of each is its truth: 1 of a comparison of scalars, else
 * -1. An element not taken is not folded.
 */
typedef CLR_AT(whole_value) CLR_AT(value);

typedef struct CLR_AT(element) {
    CLR_AT(value) x;
#if CLR_IS_PAIR
    CLR_AT(value) y;
#endif
    CLR_WIDE(CLR_TRUTH) taken;
} CLR_AT(element);

CLR_FN CLR_AT(element) CLR_AT(element_of)(const CLR_ALL(inputs) inputs, const ulong i,
                                          const ulong n)
{
    const CLR_AT(whole_element) whole = CLR_AT(whole_element_of)(inputs, i, n);
    CLR_AT(element) e;

    e.x     = whole.x;
    e.taken = CLR_READ_TAKEN(inputs) & CLR_CHOSEN(inputs, i, n) & CLR_IS_NUMBER(e.x);
#if CLR_IS_PAIR
    e.y = whole.y;
    e.taken &= CLR_IS_NUMBER(e.y);
#endif
    return e;
}
