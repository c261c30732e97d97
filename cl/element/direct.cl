/* direct - the element that a member folds is the value read. Its alternatives are pair.cl,
 * mapped.cl and, around one of them, sifted.cl. */
typedef CLR_ALL(value) CLR_AT(value);

typedef struct CLR_AT(element) {
    CLR_AT(value) x;
} CLR_AT(element);

CLR_FN CLR_AT(element) CLR_AT(element_of)(const CLR_ALL(inputs) inputs, const ulong i,
                                          const ulong n)
{
    const CLR_AT(element) e = {CLR_VALUE_OF(inputs.x)};

    return e;
}
