/* complex_product - the product of complex numbers: two floats each. It is commutative. */
typedef struct { float re, im; } element;
typedef element state;
typedef element result;

state identity(void)
{
    state one = {1, 0};

    return one;
}

state lift(element x, ulong i)
{
    return x;
}

state combine(state a, state b)
{
    state c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};

    return c;
}

result lower(state s, ulong n)
{
    return s;
}
