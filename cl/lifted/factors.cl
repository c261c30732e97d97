/* factors - an element is lifted to two factors: `times` only puts them together, as their product
 * would have to be rounded. cl/exact/product.cl and triple.cl take it without loss. */
typedef struct CLR_AT(lifted) {
    CLR_AT(value) x;
    CLR_AT(value) y;
} CLR_AT(lifted);

CLR_FN CLR_AT(lifted) CLR_AT(times)(const CLR_AT(value) x, const CLR_AT(value) y)
{
    const CLR_AT(lifted) lifted = {x, y};

    return lifted;
}
