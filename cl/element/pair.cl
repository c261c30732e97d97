/* pair - the element that a member folds is the pair of values read from two inputs, for dot. */
typedef CLR_ALL(value) CLR_AT(value);

typedef struct CLR_AT(element) {
    CLR_AT(value) x;
    CLR_AT(value) y;
} CLR_AT(element);

CLR_FN CLR_AT(element) CLR_AT(element_of)(const CLR_ALL(inputs) inputs, const ulong i,
                                          const ulong n)
{
    const CLR_AT(element) e = {CLR_VALUE_OF(inputs.x), CLR_VALUE_OF(inputs.y)};

    return e;
}
