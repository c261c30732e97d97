/* factors - an element is lifted to two factors. */
typedef struct CLR_AT(lifted) {
    CLR_AT(value) x;
    CLR_AT(value) y;
} CLR_AT(lifted);

CLR_FN CLR_AT(lifted) CLR_AT(times)(const CLR_AT(value) x, const CLR_AT(value) y)
{
    const CLR_AT(lifted) lifted = {x, y};

    return lifted;
}
